"""Another text of an article decides whether a misprint belongs to its source."""

from __future__ import annotations

from pathlib import Path

import corpus_maker as maker
import pytest

from rulebook.reading.assemble import load_rulebook

CORRECTION = """[[correction]]
id = "a-1"
source = "testo-a"
op = "replace"
find = "{find}"
near = 3
replace = "{new}"
state = "proposed"
reason = "Una parola che non torna."
by = "redazione"
on = "2026-11-30"
"""
WITNESS = '\n[[supplies]]\nedition = "2007"\narticles = [40]\nrole = "witness"\n'


def found(root: Path, first: str, second: str, find: str, new: str) -> list[tuple[str, str]]:
    """What a corpus of two texts of an article says about the misprint of the first."""
    maker.edition(root, "2007")
    maker.source(root, "testo-a", first, edition="2007")
    maker.source(root, "testo-b", second + "\n", WITNESS, edition="2007")
    (root / "corrections.toml").write_text(CORRECTION.format(find=find, new=new), "utf-8")
    issues = load_rulebook(root).issues
    return [(issue.code, issue.message) for issue in issues if issue.code.startswith("misprint")]


@pytest.mark.parametrize(("here", "there", "find", "new", "code"), [
    ("stente le sue", "stende le sue", "stente", "stende", "misprint-confirmed"),
    ("stente le sue", "stente le sue", "stente", "stende", "misprint-shared"),
    ("stente le sue", "mostra le sue", "stente", "stende", None),
    ("stende sue", "stende le sue", "stende sue", "stende le sue", "misprint-confirmed"),
    ("stende le le sue", "stende le sue", "le le", "le", "misprint-confirmed"),
    ("stende le le sue", "stende le le sue", "le le", "le", "misprint-shared"),
])
def test_the_other_text_decides(
    tmp_path: Path, here: str, there: str, find: str, new: str, code: str | None
) -> None:
    first = maker.ARTICLE.replace("stende le sue", here)
    second = maker.ARTICLE.replace("stende le sue", there)
    said = found(tmp_path, first, second, find, new)
    assert [name for name, _ in said] == ([code] if code else [])


def test_the_message_names_both_texts_and_the_correction(tmp_path: Path) -> None:
    first = maker.ARTICLE.replace("stende", "stente")
    [(_, message)] = found(tmp_path, first, maker.ARTICLE, "stente", "stende")
    for words in ("«testo-a», riga 3", "«stente»", "«stende»", "«testo-b»", "correzione a-1"):
        assert words in message


def test_words_beyond_a_cut_say_nothing(tmp_path: Path) -> None:
    first = maker.ARTICLE.replace("fatto.", "fato.")
    second = maker.ARTICLE.split("appena")[0] + "[…]\n"
    assert found(tmp_path, first, second, "fato", "fatto") == []
