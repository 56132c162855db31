"""What must be true of a corpus folder whatever its files say, each with its message."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path

from rulebook.label import Label, parse
from rulebook.model import Edition, Source
from rulebook.reading.holdings.files import CorpusError

EDITION, SOURCE = "edition.toml", "source.toml"


def two_suppliers(edition: str, number: int | str, one: str, other: str) -> CorpusError:
    """The error that an article stands in two texts and nobody says which of them supplies it."""
    return CorpusError(
        f"{other}: article {number} of {edition} stands in {one} too, and nothing says which "
        'text supplies it; write a [[supplies]] entry with role = "supplies" in one and '
        'role = "witness" in the other.'
    )


def folders_of(root: Path, name: str, file: str) -> list[Path]:
    """The folders below `name`; each must hold its TOML file."""
    parent = root / name
    if not parent.is_dir():
        return []
    found = [path for path in sorted(parent.iterdir()) if not path.name.startswith(".")]
    for path in found:
        if not path.is_dir():
            raise CorpusError(
                f"{name}/{path.name}: stands outside a folder; give it a folder of its own "
                f"under {name}/, with a {file} that names it."
            )
        if not (path / file).is_file():
            raise CorpusError(
                f"{name}/{path.name}: has no {file}; add one that says what the folder holds."
            )
    return found


def only(root: Path, folder: Path, files: set[str], folders: set[str], remedy: str = "") -> None:
    """Nothing lies in a folder that nobody reads; README files and hidden ones apart."""
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise CorpusError(
            f"{folder}: cannot be read ({error.strerror}); name a folder that can."
        ) from error
    for entry in entries:
        ignored = entry.name.startswith(".") or entry.stem.upper() in ("README", "NOTICE")
        if entry.name in (folders if entry.is_dir() else files) or ignored:
            continue
        where = entry.relative_to(root).as_posix()
        known = ", ".join(sorted(files | {f"{name}/" for name in folders}))
        raise CorpusError(
            f"{where}: nothing names it, so nobody would read it; "
            f"{remedy or f'here stand {known}'}, or take it away."
        )


def new(what: str, value: str, place: str, seen: dict[str, str]) -> None:
    """An id is used once; `seen` keeps where."""
    other = seen.setdefault(value, place)
    if other != place:
        raise CorpusError(f"{place}: the {what} {value} stands in {other} already; change one.")


def distinct(place: str, what: str, values: Iterable[int | str]) -> None:
    """No value of a list stands twice in it."""
    twice = [value for value, times in Counter(values).items() if times > 1]
    if twice:
        raise CorpusError(f"{place}: the {what} {twice[0]} is listed twice; leave one entry.")


def edition_known(place: str, key: str, edition: str, editions: Collection[str]) -> None:
    """A key names an edition that the corpus has."""
    if edition not in editions:
        raise CorpusError(
            f"{place}: “{key}” names the edition {edition}, which the corpus does not know; "
            f"write one of {', '.join(sorted(editions))}, or add editions/{edition}/{EDITION}."
        )


def two_editions(place: str, old: str, new: str, editions: Collection[str]) -> None:
    """Two editions are known, the earlier first."""
    edition_known(place, "from", old, editions)
    edition_known(place, "to", new, editions)
    if old >= new:
        raise CorpusError(f"{place}: “from” must be an earlier edition than “to”; swap them.")


def source_known(place: str, name: str, sources: Collection[str]) -> None:
    """A table names a source that the corpus has."""
    if name not in sources:
        raise CorpusError(
            f"{place}: names the source “{name}”, which the corpus does not hold; "
            f"write one of {', '.join(sorted(sources))}."
        )


def labels_of(place: str, texts: Iterable[str]) -> tuple[Label, ...]:
    """Labels as a person writes them."""
    try:
        return tuple(parse(text) for text in texts)
    except ValueError as error:
        raise CorpusError(f"{place}: {error}.") from error


def numbers_known(place: str, edition: Edition, labels: Iterable[Label]) -> None:
    """The list of an edition, where it has one, holds the articles of these labels."""
    known = {name.number for name in edition.known}
    for label in labels:
        if known and label.numbered and label.article not in known:
            raise CorpusError(
                f"{place}: names {label}, and {edition.id} has no article {label.article}; "
                f"correct the number, or add it to editions/{edition.id}/{EDITION}."
            )


def line_known(place: str, line: int, source: Source) -> None:
    """A text has a line."""
    if line > source.lines:
        raise CorpusError(
            f"{place}: the text {source.id} has {source.lines} lines, so there is no line {line}; "
            "correct the number."
        )


def section_there(place: str, section: str, line: int, source: Source) -> None:
    """A section that a person names begins on the line that he names."""
    if line <= source.lines and " ".join(source.line(line).split()) == " ".join(section.split()):
        return
    wanted = " ".join(section.split())
    found = [
        number for number in range(1, source.lines + 1)
        if " ".join(source.line(number).split()) == wanted
    ]
    remedy = (
        f"it is line {' or '.join(map(str, found))}; write that"
        if found else "write the line and its words as they stand in the text"
    )
    raise CorpusError(f"{place}: line {line} of the text is not “{section}”; {remedy}.")
