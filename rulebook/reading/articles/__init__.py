"""Articles and the prose around them, from lines: headings, outlines, notes, terms."""
