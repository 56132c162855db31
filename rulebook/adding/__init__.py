"""Bringing a text into a corpus: what it is, what it holds, and where it goes.

The raw file is copied with its hash beside a `source.toml` that is filled in; nothing else in the
corpus changes.
"""

from rulebook.adding.entering import Added, AddError, Known, Outcome, Refused, Wish, add
from rulebook.adding.evidence import Evidence, Guess
from rulebook.adding.overlaps import Alike, Overlap

__all__ = [
    "AddError",
    "Added",
    "Alike",
    "Evidence",
    "Guess",
    "Known",
    "Outcome",
    "Overlap",
    "Refused",
    "Wish",
    "add",
]
