"""A corpus whose every field carries the syntax of some format, to see it come out as text."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from rulebook.publishing.search.lexicon import Lexicon, parse_lexicon
from rulebook.publishing.situations import Handbook
from rulebook.publishing.situations_file import parse_handbook

SYNTAX = (
    "<script>alert(1)</script> <img src=x onerror=alert(2)> &lt;i&gt; &amp; </style></title> ]]> "
    "<!-- c --> <?php e() ?> a*b*c _d_ [e](javascript:alert(3)) ![f](g.png) | h | # i $j$ "
    '#panic("k") @l <m> \\n \\u0041 {"n": [7]} {{ o }} {% p %} {: #q .r } [bold red]s[/] `t` ~u~ '
    "^v^ //w /* x */ = y"
)
"""HTML, XML, PHP, Markdown and its extensions, Typst, JSON, templates, and the terminal's own."""

SHORT = "<b onclick=x> &amp; [i](j)"
"""For the headings of a text, which are short."""

FIELDS: dict[str, str] = {}
"""The word that marks each field, and what stands in the field."""


def odd(field: str, syntax: str = SYNTAX) -> str:
    """What stands in a field: a word that no other field has, syntax, and the word again."""
    name = "campo" + "".join(part.capitalize() for part in re.split(r"[-_.]", field))
    return FIELDS.setdefault(name, f"{name} {syntax} {name}")


def _table(name: str = "", **keys: object) -> str:
    head = f"[[{name}]]\n" if name else ""
    return head + "".join(
        f"{key.rstrip('_')} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in keys.items()
    ) + "\n"


def _law(edition: str, word: str) -> str:
    def own(place: str, syntax: str = SYNTAX) -> str:
        return odd(f"law-{edition}-{place}", syntax)

    return (
        f"Articolo 40 – Carte scoperte {own('title', SHORT)}\n"
        f"A. Carte del morto\nIl morto {word} le carte {own('a')} sul tavolo (*). Poi tace.\n"
        f"B. Carte {own('heading', SHORT)}\n"
        f"1. Il dichiarante {word} le sue {own('b1')} per ultimo, e vedi l’articolo 41A.\n"
        f"(a) Se la carta è {own('b1a')} caduta, resta sul tavolo.\n"
        f"(b) Se la carta non è caduta, {word} come prima.\n"
        f"(*) Sul tavolo {own('note')} vuol dire a faccia in su.\n"
    )


def _letter() -> str:
    return (
        f"Egregio arbitro, {odd('letter-question')} che cosa accade alla carta scoperta?\n\n"
        f"Gentile lettore, {odd('letter-answer')} si veda l’articolo 40A del Codice 2007.\n\n"
        "Un arbitro\n"
    )


def _guide() -> str:
    return (
        f"Breve guida\n\nCarta scoperta\n\nLa carta {odd('guide-text')} resta sul tavolo.\n\n"
        f"Attacco {odd('guide-heading', SHORT)}\n\n1) accettare l’attacco {odd('guide-item')};\n\n"
        "2) rifiutarlo.\n"
    )


def _commentary() -> str:
    return (
        f"Commento all’articolo 40\n\nIl nuovo 40A {odd('commentary-text')} è più chiaro del "
        "vecchio 40A del 1997.\n"
    )


def make_corpus(root: Path) -> Path:
    """Write the corpus: two editions with an article each, and one text of every kind."""
    for edition, later in (("1997", "2007"), ("2007", "")):
        folder = root / "editions" / edition
        folder.mkdir(parents=True)
        keys = {name: odd(f"edition-{edition}-{name}") for name in
                ("title", "long_title", "authority", "rights", "notice")}
        more = {"superseded_by": later} if later else {}
        text = _table(id=edition, state="superseded", **keys, **more)
        text += _table("articles", number=40)
        text += _table("articles", number=41, title=odd(f"edition-{edition}-article"))
        text += _table("parts", id="introduzione", title=odd(f"edition-{edition}-part"))
        (folder / "edition.toml").write_text(text, "utf-8")
    texts = {
        "legge-1997": ("articles", "1997", _law("1997", "posa")),
        "legge-2007": ("articles", "2007", _law("2007", "stende")),
        "lettera": ("letter", "2007", _letter()),
        "guida": ("guide", "2007", _guide()),
        "commento": ("commentary", "2007", _commentary()),
    }
    for name, (kind, edition, text) in texts.items():
        folder = root / "sources" / name
        folder.mkdir(parents=True)
        (folder / "testo.txt").write_text(text, "utf-8")
        keys = {key: odd(f"source-{name}-{key}") for key in ("title", "author", "origin", "rights")}
        (folder / "source.toml").write_text(_table(
            file="testo.txt", sha256=hashlib.sha256(text.encode()).hexdigest(), kind=kind,
            edition=edition, **keys,
        ), "utf-8")
    told = {"by": odd("correction-by"), "on": "2026-11-30", "source": "legge-2007"}
    (root / "corrections.toml").write_text(
        _table("correction", id="c-1", op="replace", find="Poi tace.", near=3, state="proposed",
               replace=odd("correction-proposal"), reason=odd("correction-reason"), **told)
        + _table("correction", id="c-2", op="replace", find="come prima", near=7,
                 replace=f"come {odd('correction-words')} prima", reason=odd("correction-applied"),
                 **told),
        "utf-8",
    )
    span = {"from_": "1997", "to": "2007"}
    (root / "pairs.toml").write_text(_table(
        "pair", old=["40A"], new=["40A"], basis="confirmed", reason=odd("pair-reason"), **span,
    ), "utf-8")
    (root / "concordance.toml").write_text(_table(
        "rule", old="41", new="41", reason=odd("concordance-reason"), **span,
    ), "utf-8")
    folder = root / "published"
    folder.mkdir()
    (folder / "retired.toml").write_text(
        _table("retired", address="2007/99/", reason=odd("retired-page"), to="2007/40/#A")
        + _table("retired", address="2007/40/#Z9", reason=odd("retired-reason")), "utf-8",
    )
    (folder / "addresses.txt").write_text("2007/40/ Z9\n2007/99/\n", "utf-8")
    change = {"edition": "2007", "citation": "40A", "url": "2007/40/#A",
              "before": odd("release-before"), "after": odd("release-after")}
    (folder / "releases.json").write_text(json.dumps({"version": 1, "releases": [
        {"number": 1, "day": "2026-11-30", "changed": [change], "added": 1,
         "retired": []},
    ]}), "utf-8")
    return root


def make_lexicon() -> Lexicon:
    """A lexicon of one term and another that it leads to."""
    return parse_lexicon((
        _table("term", id="morto", term=f"morto {odd('term-name')}",
               definition=odd("term-definition"), synonyms=[odd("term-synonym")],
               english=[odd("term-english")], spoken=[odd("term-spoken")],
               provisions={}, see_also=["carta"]).replace("provisions = {}\n", "")
        + 'provisions = { "2007" = ["40A"] }\n'
        + _table("term", id="carta", term="carta scoperta", definition="Una carta che si vede.")
    ).encode())


def make_handbook() -> Handbook:
    """A situation and a flag, with syntax in everything that is said."""
    grants = {"grants": ["40A"]}
    situations = (
        "[first]\n" + _table(say=odd("first-say"), because=odd("first-because"), edition="2007",
                             **grants)
        + _table("group", id="gioco", title=odd("group-title"))
        + _table("situation", id="carta-scoperta", title=odd("situation-title"), group="gioco",
                 tile=True, spoken=[odd("situation-spoken")], happened=odd("situation-happened"),
                 first=odd("situation-first"), decides=odd("situation-decides"), edition="1997")
        + _table("situation.options", who=odd("option-who"), say=odd("option-say"), **grants)
        + _table("situation.notes", who=odd("remark-who"), say=odd("remark-say"), **grants)
        + _table("situation.later", edition="2007", change="changed", say=odd("later-say"),
                 **grants)
    )
    flags = _table("guide", source="guida") + _table(
        "guide.flags", line=5, differs=["2007"], say=odd("flag-say"),
    ) + 'provisions = { "2007" = ["40A"] }\n'
    return parse_handbook(situations.encode(), flags.encode())
