"""Shortened scripts do what they did: each snippet is run as written and as served."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from rulebook.publishing.script_pieces import pieces
from rulebook.publishing.shorten import shorten

FIELDS = ("total", "steps", "holder", "stands")
SNIPPETS = {
    "fields and variables of one name": """
      const steps = [1, 2], total = 3;
      const path = {steps, total, length: 9};
      const {steps: inner, total: sum = 4} = path;
      result = [inner, sum, path.length];""",
    "defaults and rest": """
      function count({total = 5, ...others} = {}, [first, , third] = [1, 2, 3], ...more) {
        return [total, Object.keys(others), first, third, more.length];
      }
      result = [count(), count({total: 1, other: 2}, [7, 8, 9], 1, 2)];""",
    "shadowed names": """
      const name = "outer";
      function inside(name) { const list = [name]; return list.map((name) => name + "!"); }
      result = [name, inside("inner")];""",
    "templates within templates": """
      const total = 2;
      const nested = (word) => `${word ? `<${word}${total}>` : "}"} {${total}}`;
      result = [nested("a"), nested("")];""",
    "arrows of one parameter": """
      const twice = (list) => list.map((one) => (two) => one * two).map((act) => act(2));
      const none = () => 1, pair = ([a]) => a, later = async (one) => one;
      result = [twice([1, 2]), none(), pair([3]), typeof later];""",
    "templates added together": """
      const total = 2, joined = `${total}a` + `b${total}` + `c` + "`" + total;
      result = [joined, joined.length + `d` + `e`];""",
    "classes": """
      class Pattern {
        constructor(total) { this.total = total; this.made = {}; }
        stands(at, said = this.total) { return (this.made[at] = at + said); }
      }
      const pattern = new Pattern(2);
      result = [pattern.stands(1), pattern.stands(1, 5), pattern.made];""",
    "patterns that look like divisions": """
      const half = 8 / 2 / 2, found = "a/b}c".split(/[/}]/), last = found.length / 3;
      result = [half, found, last];""",
    "loops and several declarations": """
      let sum = 0;
      for (let at = 0, end = 4; at < end; at += 1) { if (at === 2) continue; sum += at; }
      for (const [key, value] of Object.entries({a: 1, b: 2})) {
        sum += value;
        if (key === "b") break;
      }
      do sum += 1; while (sum < 9);
      result = [sum];""",
    "a choice between fields": """
      const holder = {total: 1}, other = {total: 2};
      const pick = (first) => (first ? holder : other).total;
      result = [pick(true), pick(false), holder ? holder.total : other.total];""",
    "names of the browser and of words": """
      const of = 1, from = [3], get = {set: 2};
      result = [of, Array.from(from), get.set, typeof document, undefined === void 0];""",
    "closures in a row": """
      const acts = [];
      for (const number of [1, 2, 3]) acts.push(() => number);
      const told = acts.map((act) => act());
      result = told;""",
    "errors": """
      let refused = null;
      try { null.total; } catch (error) { refused = error instanceof TypeError; }
      result = [refused];""",
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    opened = browser.new_page()
    yield opened
    opened.close()


@pytest.mark.parametrize("name", SNIPPETS)
def test_it_does_what_it_did(page: Page, name: str) -> None:
    def run(script: str) -> object:
        return page.evaluate(f"() => {{ let result; {script}; return result; }}")

    # `result` stands outside, as the names of the browser do.
    short = shorten(SNIPPETS[name], FIELDS)
    assert run(short) == run(SNIPPETS[name])
    assert len(short) < len(SNIPPETS[name])


def test_given_names_are_used() -> None:
    assert shorten("const a = WORDS.units_old;", (), {"units_old": "q"}) == "let a=WORDS.q;"


def test_pieces_are_the_script_without_blanks() -> None:
    script = "const a = `x ${ b + \"}\" } y`; // c\nif (a / 2) /[/]/.test(a);"
    assert "".join(pieces(script)).replace(" ", "") == (
        'consta=`x${b+"}"}y`;if(a/2)/[/]/.test(a);'
    )
