"""The local page: requests in, pages out; what may be asked is the guard's affair."""

from __future__ import annotations

import os
import re
import traceback
from dataclasses import dataclass, field
from functools import cache, lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from socketserver import BaseServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, quote, unquote, urlsplit

from rulebook.inputs import InputError, picture
from rulebook.keeping import NOTHING, Keep
from rulebook.reading.holdings.files import CorpusError
from rulebook.reviewing import forms, pages
from rulebook.reviewing.decisions import DecisionError
from rulebook.reviewing.desk import Desk, DeskError, State
from rulebook.reviewing.guard import HEADERS, Guard
from rulebook.reviewing.pages import Done

Say = Any
_STATIC = {"/stile.css": ("review.css", "text/css"), "/aiuto.js": ("review.js", "text/javascript")}
_TEXT = re.compile(r"/testo/(?P<source>[a-z0-9-]+)/(?P<rest>.*)")
_FILE = re.compile(r"[\w./-]+\.\w{2,5}(?=[,:\s])")
_SECONDS = 30.0
_PICTURES = 32


@dataclass(frozen=True)
class Answer:
    """What is sent back; `to` is where a browser goes next, for status 303."""

    body: bytes
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    to: str = ""
    more: dict[str, str] = field(default_factory=dict)


class ReviewServer(ThreadingHTTPServer):
    """Serves one desk on the loopback address."""

    daemon_threads = True

    def __init__(self, desk: Desk, port: int) -> None:
        self.desk = desk
        super().__init__(("127.0.0.1", port), _Handler)
        self.guard = Guard(self.server_port)

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away is nobody's fault."""


def make_server(root: Path, port: int = 0, keep: Keep = NOTHING) -> ReviewServer:
    """A server for the page of a corpus, which is not running yet.

    Args:
        root: the corpus.
        port: where; 0 for a free one.
        keep: where what was read before is found again.

    Raises:
        CorpusError: the corpus is broken.
        OSError: the port cannot be had.
    """
    desk = Desk(root, keep)
    desk.state()
    try:
        return ReviewServer(desk, port)
    except OSError as error:
        told = f"{error.strerror}; name another with --port"
        raise OSError(error.errno, told, f"port {port}") from error


def serve(root: Path, port: int, keep: Keep, say: Say) -> int:
    """Serve the page until Ctrl-C, and give 0; see `make_server`."""
    with make_server(root, port, keep) as server:
        say(f"the page is at {server.address}, for this machine only; Ctrl-C ends it")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("ended; what was decided is in the corpus")
    return 0


class _Handler(BaseHTTPRequestHandler):
    """One request; nothing that is asked with GET or HEAD writes anything."""

    timeout = _SECONDS
    server_version = "rulebook"
    sys_version = ""
    allowed: ClassVar[str] = "GET, HEAD, POST"

    @property
    def _server(self) -> ReviewServer:
        found: BaseServer = self.server
        assert isinstance(found, ReviewServer)
        return found

    def do_GET(self) -> None:
        """Show something."""
        self._answer(self._get)

    do_HEAD = do_GET  # noqa: N815 - the name is given

    def do_POST(self) -> None:
        """Try a decision, or write it."""
        self._answer(self._post)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is given
        """Say nothing."""

    def _answer(self, make: Any) -> None:
        try:
            refusal = self._server.guard.refuses(self.headers)
            answer = _told(403, refusal) if refusal else make()
        except CorpusError as error:
            answer = _told(409, _broken(str(error)), str(error))
        except OSError as error:
            answer = _told(500, "Un file non si può scrivere o leggere.", str(error))
        except Exception as error:  # noqa: BLE001 - the person is told, and the page stays
            if os.environ.get("RULEBOOK_TRACEBACK"):
                traceback.print_exc()
            answer = _told(500, "Errore del programma. Si riprovi.", type(error).__name__)
        self._send(answer)

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in {**HEADERS, **answer.more, "Content-Type": answer.kind}.items():
            self.send_header(name, value)
        if answer.to:
            self.send_header("Location", answer.to)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def _get(self) -> Answer:
        url = urlsplit(self.path)
        if url.path in _STATIC:
            name, kind = _STATIC[url.path]
            return Answer(_static(name), kind=f"{kind}; charset=utf-8")
        if url.path == "/favicon.ico":
            return Answer(b"", 204)
        state = self._server.desk.state()
        query = {key: values[-1] for key, values in parse_qs(url.query).items()}
        if url.path == "/":
            return _page(pages.overview(state))
        match = _TEXT.fullmatch(unquote(url.path))
        entry = state.entry(match["source"]) if match else None
        if match is None or entry is None:
            return _told(404, "Questa pagina non c’è.")
        rest, source = match["rest"], entry.source
        if rest == "":
            line = forms.number(query.get("riga"), 1, source.lines)
            done = Done(
                query.get("fatto", ""), query.get("tolto", ""), query.get("ripreso", ""),
                self._server.desk.undoable,
            )
            return _page(pages.text(state, source.id, line, done, self._token))
        kind, _, value = rest.partition("/")
        line = forms.number(value, 0, source.lines)
        if kind == "riga" and str(line) == value and line:
            last = forms.number(query.get("fino"), line, source.lines)
            return _page(pages.line(state, source.id, line, last, self._token))
        if kind == "pagina" and source.layout and value.isdecimal():
            file = self._server.desk.root / entry.place / source.name
            try:
                with self._server.desk.lock:
                    return Answer(_picture(file, source.sha256, int(value[:9])), kind="image/png")
            except InputError as error:
                return _told(404, "L’immagine di questa pagina non si può mostrare.", str(error))
        return _told(404, "Questa pagina non c’è.")

    @property
    def _token(self) -> str:
        return self._server.guard.token

    def _post(self) -> Answer:
        guard, desk = self._server.guard, self._server.desk
        refusal = guard.refuses_form(self.headers)
        if refusal:
            self.close_connection = True
            return _told(403, refusal)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        given = parse_qs(body.decode("ascii", "replace"), keep_blank_values=True)
        form = {key: values[-1] for key, values in given.items()}
        if not guard.knows(form.get("chiave", "")):
            return _told(403, "Il modulo non è di questa sessione: si ricarichi la pagina.")
        match = _TEXT.fullmatch(urlsplit(self.path).path)
        state = desk.state()
        if match is None or state.entry(match["source"]) is None:
            return _told(404, "Questa pagina non c’è.")
        if match["rest"] == "anteprima":
            return self._preview(state, match["source"], form)
        if match["rest"] == "scrivi":
            return self._write(state, match["source"], form)
        if match["rest"] == "riprendi":
            return self._undo(match["source"], form)
        return _told(404, "Questa pagina non c’è.")

    def _preview(self, state: State, source: str, form: dict[str, str]) -> Answer:
        try:
            decision = forms.decision(state, source, form)
            made = self._server.desk.preview(decision)
        except (DecisionError, DeskError) as error:
            return _page(pages.refused(source, form, str(error), _technical(error)), 422)
        return _page(pages.preview(state, source, form, made, self._token))

    def _write(self, state: State, source: str, form: dict[str, str]) -> Answer:
        try:
            decision = forms.decision(state, source, form)
            made = self._server.desk.write(
                decision, form.get("sigillo", ""), whole=form.get("intero") == "1"
            )
        except (DecisionError, DeskError) as error:
            return _page(pages.refused(source, form, str(error), _technical(error)), 409)
        line, what = forms.line_of(form), "tolto" if decision.removes else "fatto"
        to = f"/testo/{quote(source)}/?riga={line}&{what}={quote(decision.id)}#esito"
        return Answer(made.file.encode(), 303, "text/plain; charset=utf-8", to)


    def _undo(self, source: str, form: dict[str, str]) -> Answer:
        number = form.get("voce", "")
        try:
            self._server.desk.undo(number)
        except DeskError as error:
            return _page(pages.refused(source, form, str(error)), 409)
        line = forms.line_of(form)
        to = f"/testo/{quote(source)}/?riga={line}&ripreso={quote(number)}#esito"
        return Answer(b"", 303, "text/plain; charset=utf-8", to)


@cache
def _static(name: str) -> bytes:
    return files("rulebook.reviewing").joinpath("static", name).read_bytes()


@lru_cache(maxsize=_PICTURES)
def _picture(file: Path, sha256: str, page: int) -> bytes:  # noqa: ARG001 - which file it was
    return picture(file.read_bytes(), file.name, page)


def _page(html: str, status: int = 200) -> Answer:
    return Answer(html.encode("utf-8", "replace"), status)


def _told(status: int, message: str, technical: str = "") -> Answer:
    return _page(pages.message(message, technical), status)


def _technical(error: DecisionError | DeskError) -> str:
    return error.technical if isinstance(error, DeskError) else ""


def _broken(message: str) -> str:
    """What is wrong with a corpus, in Italian; the file is what its message begins with."""
    named = _FILE.match(message)
    where = f"Il file {named[0]} ha un errore" if named else "Un file ha un errore"
    return f"Il corpus non si legge. {where}: lo si corregga, e si ricarichi la pagina."
