"""The day of a release: the same input has the same day, whenever it is built."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime

from rulebook.model import Rulebook

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def release_day(rulebook: Rulebook) -> str:
    """The day of what is published, as `2026-11-30`.

    It is that of SOURCE_DATE_EPOCH (reproducible-builds.org) where the environment has it, else
    the newest day that a source or a correction bears; empty where none bears any.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    days = [document.source.date or "" for document in rulebook.documents]
    days += [correction.on for correction in rulebook.corrections]
    return max(filter(_DAY.fullmatch, days), default="")
