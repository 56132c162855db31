"""What stands on a page without being part of its text: running lines, page numbers, notices."""
