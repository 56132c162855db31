"""Settling doubts: a page for this machine alone, where a person decides and sees what follows.

What is decided goes into `corrections.toml` and `columns.toml`, and nowhere else.
"""

from rulebook.reviewing.desk import Desk, DeskError, Preview
from rulebook.reviewing.server import make_server, serve

__all__ = ["Desk", "DeskError", "Preview", "make_server", "serve"]
