"""The day of the texts: a property of what is published, whenever it is built."""

from __future__ import annotations

import re

from rulebook.model import Rulebook

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def texts_day(rulebook: Rulebook) -> str:
    """The newest day that a source or a correction bears, as `2026-11-30`; empty without any.

    Neither the clock nor the environment is asked: the same texts have the same day for ever.
    """
    days = [document.source.date or "" for document in rulebook.documents]
    days += [correction.on for correction in rulebook.corrections]
    return max(filter(_DAY.fullmatch, days), default="")
