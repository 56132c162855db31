"""A corpus on disk: its texts, what people decided about them, and how files enter it."""
