"""The nouns: what passes between the halves can be written to a file and read back."""

from __future__ import annotations

import msgspec
import pytest
import sample_rulebook

from rulebook.model import Comparison, Document, Edition, Rulebook, from_json, to_json
from rulebook.reading.assemble import load_rulebook


@pytest.mark.parametrize("rulebook", [load_rulebook, sample_rulebook.rulebook])
def test_a_rulebook_reads_back(rulebook: object) -> None:
    made = rulebook()  # type: ignore[operator]
    again = from_json(to_json(made), Rulebook)
    assert again == made
    assert to_json(again) == to_json(made)
    assert from_json(to_json(made.editions[0]), Edition) == made.editions[0]
    assert from_json(to_json(made.documents[0]), Document) == made.documents[0]


def test_a_comparison_reads_back() -> None:
    made = sample_rulebook.comparison()
    assert from_json(to_json(made), Comparison) == made


def test_a_fault_in_a_file_is_named() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.editions\[0\]"):
        from_json(b'{"editions": [7], "documents": []}', Rulebook)
