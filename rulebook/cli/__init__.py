"""The command line: every verb parses its arguments, calls, prints, and returns a status."""

from rulebook.cli.endings import BROKEN, FINE, INTERRUPTED, LOST, NOTHING, OUTSIDE, USAGE
from rulebook.cli.program import cli, main, run

__all__ = [
    "BROKEN",
    "FINE",
    "INTERRUPTED",
    "LOST",
    "NOTHING",
    "OUTSIDE",
    "USAGE",
    "cli",
    "main",
    "run",
]
