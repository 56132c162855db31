"""Roman numerals as page numbers have them."""

from __future__ import annotations

import re

_SHAPE = re.compile(r"(?:x{0,3})(?:l?x{0,3}|xl)(?:ix|iv|v?i{0,3})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}


def value(numeral: str) -> int | None:
    """The value of a lower-case numeral up to 89, or None where it is none.

    >>> value("xiv"), value("iiii")
    (14, None)
    """
    if not numeral or not _SHAPE.fullmatch(numeral):
        return None
    total = 0
    following = [*numeral[1:], ""]
    for sign, after in zip(numeral, following, strict=True):
        worth = _VALUES[sign]
        total += -worth if after and _VALUES[after] > worth else worth
    return total
