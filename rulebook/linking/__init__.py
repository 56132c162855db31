"""Citations of the Code in somebody else's pages: found, linked in place, and checked."""
