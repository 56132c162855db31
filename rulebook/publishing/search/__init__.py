"""The rule index: ask as people speak, get the paragraph.

One analysis and one scoring rank on the command line (where Whoosh retrieves) and in the browser;
`docs/search.md` documents them, and a test runs every query on both.
"""
