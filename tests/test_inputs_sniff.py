"""What a file is, is known at once, whatever stands at its beginning."""

from __future__ import annotations

import pytest

from rulebook.inputs.extraction import Format
from rulebook.inputs.sniffing import sniff


@pytest.mark.parametrize("end", [b"", b"x", b"<!--", b"<p>", b"-->" * 50])
@pytest.mark.parametrize("comment", [b"<!--a-->", b"<!---->", b"<!-- a -- b -->\n", b"<!--<!---->"])
def test_many_comments_are_looked_through_once(comment: bytes, end: bytes) -> None:
    # A pattern that tries every way to cut them does not end in a lifetime.
    assert sniff(comment * 5000 + end, "a.txt") is Format.TEXT


def test_a_page_may_begin_with_comments() -> None:
    head = b' <?xml version="1.0"?>\n<!-- saved -- from --> <!--x--> <!DOCTYPE html><p>'
    assert sniff(head, "a.txt") is Format.HTML
