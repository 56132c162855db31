"""What `check`, `show`, `trace` and `cites` print with `--json`."""

from __future__ import annotations

from msgspec import Struct, field

from rulebook.commands.provisions import Absent, CitedIn, Cites, Show, Shown, Trace
from rulebook.commands.texts import Checked
from rulebook.model import Document, Note, Source
from rulebook.output.documents import (
    CitationJson,
    NoteJson,
    ProvisionJson,
    calls_of,
    citation_json,
    note_json,
    printed,
    provision_json,
)
from rulebook.publishing.doubts import Doubt
from rulebook.reading.audit import Account
from rulebook.text import Span


class PlaceJson(Struct, frozen=True):
    """A stretch of a source that is not accounted for, at the place of its first character."""

    line: int
    column: int
    text: str


class AccountJson(Struct, frozen=True):
    """Where the characters of a source went, white space apart."""

    source: str
    name: str
    closed: bool
    characters: int
    placed: int
    discarded: dict[str, int]
    lost: list[PlaceJson]
    doubled: list[PlaceJson]
    altered: list[PlaceJson]


class CorpusIssueJson(Struct, frozen=True):
    """A doubt; `source` is null where it belongs to an edition and not to one text."""

    weight: str
    code: str
    message: str
    remedy: str | None
    source: str | None
    line: int | None
    edition: str | None
    label: str | None


class CheckJson(Struct, frozen=True):
    """A whole corpus: the account of every source, and all issues, the heaviest first."""

    accounts: list[AccountJson]
    issues: list[CorpusIssueJson]


class DoubtJson(Struct, frozen=True):
    """What the editors doubt in a text, or remark about it; `id` is that of the correction."""

    id: str
    op: str
    citation: str | None
    line: int
    find: str
    replace: str | None
    reason: str


class HeldJson(Struct, frozen=True):
    """A provision of an edition, with everything below it."""

    edition: str
    state: str
    citation: str
    article_title: str | None
    status: str
    obtained: str | None
    source: str
    provisions: list[ProvisionJson]
    notes: list[NoteJson]
    doubts: list[DoubtJson]


class CitedInJson(Struct, frozen=True):
    """A citation with the source that it stands in; `edition` is that of the law around it."""

    source: str
    title: str | None
    edition: str | None
    citation: CitationJson


class AbsentJson(Struct, frozen=True):
    """A provision that an edition does not hold; `article_held`: other parts of it are held.

    `article_cut`: the text held of the article breaks off, so that the provision may be there.
    """

    edition: str
    citation: str
    article_title: str | None
    article_held: bool
    article_cut: bool
    doubts: list[DoubtJson]
    cited_by: list[CitedInJson]


class ShowJson(Struct, frozen=True):
    """A provision in the editions that were asked for."""

    citation: str
    held: list[HeldJson]
    absent: list[AbsentJson]


class LineJson(Struct, frozen=True, omit_defaults=True):
    """A line of a source as it stands on disk.

    Where the source has pages, `page` and `box` say where the line is printed: left, top, right,
    bottom in points from the upper left corner.
    """

    line: int
    text: str
    page: int | None = None
    box: list[float] | None = None


class StepJson(Struct, frozen=True):
    """What a rule or a correction made of a stretch of the source."""

    line: int
    column: int
    before: str
    after: str
    rule: str
    reason: str | None
    correction: str | None
    by: str | None


class ProposalJson(Struct, frozen=True):
    """What was proposed or deliberately kept in the words of a provision."""

    line: int
    before: str
    after: str
    rule: str
    cls: str = field(name="class")
    reason: str | None = None


class TraceJson(Struct, frozen=True):
    """Where a provision of an edition comes from."""

    edition: str
    citation: str
    source: str
    name: str
    sha256: str
    lines: list[LineJson]
    steps: list[StepJson]
    proposed: list[ProposalJson]


class TracesJson(Struct, frozen=True):
    """A provision in every edition that holds it."""

    citation: str
    traces: list[TraceJson]


class CitesJson(Struct, frozen=True):
    """What a provision or a part of it cites, and what cites it.

    Where no edition has it, `absent` are those that hold its article whole, `cut` those whose text
    of the article is cut off, so that it may be there; `doubts` is what the editors say of it.
    """

    citation: str
    editions: list[str]
    absent: list[str]
    cut: list[str]
    doubts: list[DoubtJson]
    cites: list[CitedInJson]
    cited_by: list[CitedInJson]


class PagesJson(Struct, frozen=True):
    """The pages written, by their names in the folder."""

    out: str
    pages: list[str]


class BuiltJson(Struct, frozen=True):
    """A site that was built."""

    out: str
    pages: int
    seconds: float
    site_url: str | None


def check_json(checked: Checked) -> CheckJson:
    """What `rulebook check --json` prints."""
    documents = checked.rulebook.documents
    return CheckJson(
        [
            _account(document, account)
            for document, account in zip(documents, checked.accounts, strict=True)
        ],
        [
            CorpusIssueJson(
                issue.weight,
                issue.code,
                issue.message,
                issue.remedy,
                document.source.id if document else None,
                issue.line,
                issue.edition,
                printed(issue.label),
            )
            for issue, document in checked.issues
        ],
    )


def show_json(found: Show) -> ShowJson:
    """What `rulebook show --json` prints."""
    return ShowJson(
        str(found.asked.label),
        [_held(shown) for shown in found.held],
        [_absent(absent) for absent in found.absent],
    )


def trace_json(citation: str, traces: tuple[Trace, ...]) -> TracesJson:
    """What `rulebook trace --json` prints."""
    return TracesJson(citation, [_trace(trace) for trace in traces])


def cites_json(found: Cites) -> CitesJson:
    """What `rulebook cites --json` prints."""
    return CitesJson(
        str(found.asked.label),
        [edition.id for edition in found.asked.editions],
        [edition.id for edition in found.absent],
        [edition.id for edition in found.cut],
        list(map(_doubt, found.doubts)),
        [_cited_in(entry) for entry in found.cites],
        [_cited_in(entry) for entry in found.cited_by],
    )


def notes_of(shown: Shown) -> list[Note]:
    """The notes called in a provision and below it, each once, in the order of their calls."""
    called = (
        note
        for provision in shown.provision.walk()
        for note, _ in calls_of(shown.document, shown.article, provision)
    )
    return list({note.id: note for note in called}.values())


def _line(source: Source, number: int, text: str) -> LineJson:
    place = source.layout.place(number) if source.layout else None
    box = list(place.box) if place and place.box else None
    return LineJson(number, text, place.page if place else None, box)


def _account(document: Document, account: Account) -> AccountJson:
    source = document.source

    def places(spans: tuple[Span, ...]) -> list[PlaceJson]:
        return [
            PlaceJson(*source.place(span.start), source.text[span.start : span.end])
            for span in spans
        ]

    return AccountJson(
        source.id,
        source.name,
        account.closed,
        account.characters,
        account.placed,
        account.discarded,
        places(account.lost),
        places(account.doubled),
        places(account.altered),
    )


def _held(shown: Shown) -> HeldJson:
    article, source = shown.article, shown.document.source
    return HeldJson(
        shown.edition.id,
        shown.edition.state,
        str(shown.provision.label),
        str(article.title) if article.title else None,
        article.status,
        article.obtained,
        source.id,
        [
            provision_json(shown.document, article, provision)
            for provision in shown.provision.walk()
        ],
        [note_json(source, note) for note in notes_of(shown)],
        list(map(_doubt, shown.doubts)),
    )


def _absent(absent: Absent) -> AbsentJson:
    return AbsentJson(
        absent.edition.id,
        str(absent.label),
        absent.title,
        absent.article is not None,
        absent.cut,
        list(map(_doubt, absent.doubts)),
        [_cited_in(entry) for entry in absent.cited_by],
    )


def _doubt(doubt: Doubt) -> DoubtJson:
    correction = doubt.correction
    return DoubtJson(
        correction.id, correction.op, printed(doubt.label), doubt.line, correction.find,
        correction.replace, correction.reason,
    )


def _cited_in(entry: CitedIn) -> CitedInJson:
    source = entry.document.source
    return CitedInJson(
        source.id,
        source.title,
        entry.citation.here_edition,
        citation_json(source, entry.citation),
    )


def _trace(trace: Trace) -> TraceJson:
    source = trace.source
    return TraceJson(
        trace.shown.edition.id,
        str(trace.shown.provision.label),
        source.id,
        source.name,
        source.sha256,
        [_line(source, number, text) for number, text in trace.lines],
        [
            StepJson(
                *source.place(step.span.start),
                step.before,
                step.after,
                step.rule,
                step.reason,
                step.correction.id if step.correction else None,
                step.correction.by if step.correction else None,
            )
            for step in trace.steps
        ],
        [
            ProposalJson(
                change.line, change.before, change.after, change.rule, change.cls, change.reason
            )
            for change in trace.proposed
        ],
    )
