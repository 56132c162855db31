"""Which record a citation means: the provision asked for, or the nearest that holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.publishing.search.analysis import begins_with_digit
from rulebook.publishing.search.asked import Asked
from rulebook.publishing.search.records import Record

_ROMAN = frozenset("ivx")


@dataclass(frozen=True)
class Labels:
    """The records of the law by number, edition and path; the editions, the newest first.

    `missing` and `cut` are the records without or with half a text, `empty` the editions without.
    """

    by_number: Mapping[int, Mapping[str, Mapping[str, int]]]
    editions: Sequence[str]
    missing: frozenset[int]
    cut: frozenset[int]
    empty: frozenset[str]

    def nearest(self, number: int, edition: str, path: str) -> tuple[int, str] | None:
        """The record with this path, or with the longest beginning of it, and that path."""
        paths = self.by_number.get(number, {}).get(edition)
        if paths is None:
            return None
        for length in range(len(path), -1, -1):
            beginning = path[:length]
            if beginning in paths and not _splits(path, length):
                return paths[beginning], beginning
        return None

    def resolve(self, asked: Asked, only: str | None = None) -> list[int]:
        """The records that a citation means, the likeliest first; none if nobody knows the number.

        Args:
            asked: what the query says.
            only: look into this edition only.
        """
        editions = [e for e in self.editions if only is None or e == only]
        found = [
            (edition, *near) for edition in editions
            if (near := self.nearest(asked.number, edition, asked.path)) is not None
        ]
        wanted = self._wanted(asked, [e for e, record, _ in found if record not in self.missing])
        if not any(edition in wanted for edition, _, _ in found):
            wanted = frozenset()
        longest = max((len(path) for _, _, path in found), default=0)
        kept = [
            entry for entry in found if len(entry[2]) == longest or entry[0] in wanted
        ]
        kept.sort(key=lambda entry: (
            entry[0] not in wanted, -len(entry[2]), entry[1] in self.missing,
            entry[0] in self.empty, editions.index(entry[0]),
        ))
        return [record for _, record, _ in kept]

    def certain(self, asked: Asked) -> bool:
        """Whether a provision asked for exists, or may exist where the corpus has no whole text."""
        for edition in self.editions:
            near = self.nearest(asked.number, edition, asked.path)
            if near is not None and (
                near[1] == asked.path or near[0] in self.missing or near[0] in self.cut
            ):
                return True
        return False

    def exact(self, asked: Asked) -> bool:
        """Whether some edition is known to have just this provision."""
        return any(
            asked.path in paths for paths in self.by_number.get(asked.number, {}).values()
        )

    def lacking(self, asked: Asked, only: str | None = None) -> tuple[str, bool] | None:
        """The one edition that a citation looks into, where it has not just this provision.

        Returns:
            The edition, and whether its text is held, so that the provision certainly is not
            there; None if no edition is sought, or one that is sought has it.
        """
        known = self.by_number.get(asked.number, {})
        held = [e for e in self.editions if e in known and known[e].get("") not in self.missing]
        sought = [only] if only else [e for e in self.editions if e in self._wanted(asked, held)]
        if not sought and asked.edition and asked.edition.isdigit():
            return asked.edition, False
        whole: list[bool] = []
        for edition in sought:
            near = self.nearest(asked.number, edition, asked.path)
            if near and near[1] == asked.path and near[0] not in self.missing:
                return None
            whole.append(bool(near and near[0] not in self.missing | self.cut))
        return (sought[0], any(whole)) if sought else None

    def _wanted(self, asked: Asked, held: Sequence[str]) -> frozenset[str]:
        """The editions that the query speaks of, of those that hold the number."""
        match asked.edition:
            case "old":
                return frozenset(held[1:])
            case "new":
                return frozenset(held[:1])
            case "current":
                return frozenset(self.editions[:1])
            case _:
                return frozenset(self.editions) & {asked.edition or ""}


def _splits(path: str, at: int) -> bool:
    """Whether a path cut here would cut a number or a roman numeral in two."""
    before, after = path[at - 1 : at], path[at : at + 1]
    digits = begins_with_digit(before) and begins_with_digit(after)
    return digits or (before in _ROMAN and after in _ROMAN)


def make_labels(records: Sequence[Record]) -> Labels:
    """The records of the law by what a citation looks for."""
    by_number: dict[int, dict[str, dict[str, int]]] = {}
    for at, record in enumerate(records):
        if record.number and record.edition is not None:
            paths = by_number.setdefault(record.number, {}).setdefault(record.edition, {})
            paths.setdefault(record.path, at)
    law = {r.edition for r in records if r.edition and r.kind in ("article", "provision")}
    written = {r.edition for r in records if r.kind == "article" and r.status != "missing"}
    return Labels(
        by_number, sorted(law, reverse=True),
        frozenset(at for at, r in enumerate(records) if r.status == "missing"),
        frozenset(at for at, r in enumerate(records) if r.status == "cut"),
        frozenset(law - written),
    )
