"""Shows the examples of docstrings as code in the API pages: the only module that knows griffe."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>>.*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Fences the doctests of every docstring; in Markdown their signs would be quotations."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """A docstring with its doctests as blocks of code.

    >>> fenced("One.")
    'One.'
    """
    return _EXAMPLE.sub(lambda example: f"```pycon\n{example.group()}\n```", docstring)
