"""Scripts of the theme's folder as they are served: what explains them stays in their source."""

from __future__ import annotations

import re
from importlib.resources import files

_COMMENT = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)


def served(name: str) -> str:
    """A script or style sheet below `theme/assets/` without comments and indentation.

    Args:
        name: its path there, as "offline/stock.js".
    """
    source = files("rulebook.publishing").joinpath(f"theme/assets/{name}")
    text = _COMMENT.sub("", source.read_text(encoding="utf-8"))
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
