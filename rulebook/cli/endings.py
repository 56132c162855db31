"""How the program ends: a status for every outcome, and a sentence for every error."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click

from rulebook.cli.options import say
from rulebook.commands.publishing import LostError
from rulebook.commands.usage import UsageError, shortened
from rulebook.inputs import InputError
from rulebook.publishing.pdf.booklet import NothingToPrintError, PaperError
from rulebook.publishing.publish import PublishError
from rulebook.publishing.search.lexicon import LexiconError
from rulebook.publishing.site import SiteError, TextLostError
from rulebook.publishing.situations_file import HandbookError
from rulebook.reading.holdings.files import CorpusError

FINE, NOTHING, USAGE, BROKEN, LOST, OUTSIDE = range(6)
INTERRUPTED = 130
TRACEBACK = "RULEBOOK_TRACEBACK"


def status_of(error: Exception | KeyboardInterrupt, arguments: Sequence[str]) -> int:
    """Say what an error means, and give the status to end with.

    Args:
        error: what ended a command.
        arguments: what was typed, so that a message can cut what it gives back of it.

    Raises:
        Exception: the error itself, where it is not foreseen and RULEBOOK_TRACEBACK asks for its
            place.
    """
    match error:
        case click.Abort() | KeyboardInterrupt():
            return INTERRUPTED
        case BrokenPipeError():
            return _unread()
        case click.ClickException():
            said = io.StringIO()
            error.show(file=said)
            click.echo(shortened(said.getvalue(), arguments), err=True, nl=False)
            return error.exit_code
    told = _told(error)
    if told is None:
        return _unexpected(error)
    message, status = told
    say(message)
    return status


def _told(error: Exception) -> tuple[str, int] | None:
    """The message and the status of an error that is foreseen; None for any other."""
    match error:
        case UsageError():
            return str(error), USAGE
        case InputError():
            return str(error), OUTSIDE if error.tool else USAGE
        case PublishError():
            return str(error), OUTSIDE
        case NothingToPrintError():
            return str(error), NOTHING
        case CorpusError() | HandbookError() | LexiconError() | PaperError():
            return str(error), BROKEN
        case LostError() | TextLostError():
            return str(error), LOST
        case SiteError():
            return str(error), NOTHING if error.findings else BROKEN
        case OSError():
            return f"{error.filename or 'the system'}: {error.strerror or error}.", OUTSIDE
    return None


def _unread() -> int:
    """Whoever read our output has seen enough; the rest goes nowhere, quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


def _unexpected(error: Exception) -> int:
    if os.environ.get(TRACEBACK):
        raise error
    told = " ".join(f"{type(error).__name__}: {error}".split())
    say(
        f"unexpected error ({told}); this is a fault of the program. Please report it with "
        f"the command and its file; {TRACEBACK}=1 shows where it happened."
    )
    return OUTSIDE
