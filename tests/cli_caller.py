"""The type of the fixture `call`, which runs a command of the program in this process."""

from __future__ import annotations

from collections.abc import Callable

Cli = Callable[..., tuple[int, str, str]]
