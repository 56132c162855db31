"""The inputs that people have: text files, PDFs, scans, web pages, documents.

`sniff` says what a file is, `extract` gives its lines with their places on the page, and `picture`
a page to look at. What reads the lines as law is the affair of `reading`.
"""

from rulebook.inputs.decoding import Decoded, decode
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.formats import extract, picture
from rulebook.inputs.limits import Limits
from rulebook.inputs.sniffing import sniff
from rulebook.layout import Box, Doubt, Layout, Link, PageSize, Place, Role, Side

__all__ = [
    "Box",
    "Decoded",
    "Doubt",
    "Extraction",
    "Format",
    "InputError",
    "Layout",
    "Limits",
    "Link",
    "PageSize",
    "Place",
    "Role",
    "Side",
    "decode",
    "extract",
    "picture",
    "sniff",
]
