"""Files are taken apart in a process of their own, so that none can take this one down.

A library that meets a hostile file may want all memory, never come back, or fall over; then the
child ends, and what is said here is one clear sentence.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from rulebook.inputs.extraction import InputError
from rulebook.inputs.limits import Limits

FINE, REFUSED = 0, 3
_ROOT = Path(__file__).resolve().parent.parent.parent


class Refusal(msgspec.Struct, frozen=True):
    """An `InputError` on its way between processes."""

    what: str
    where: str
    remedy: str
    tool: str | None = None


class Task(msgspec.Struct, frozen=True):
    """What the child is to do: `extract`, or `picture` with page and resolution."""

    verb: str
    name: str
    limits: Limits
    page: int = 0
    dpi: int = 0


def run(task: Task, data: bytes, seconds: float) -> bytes:
    """What the child makes of a file.

    Args:
        task: what is asked.
        data: the bytes of the file.
        seconds: after this time the child is ended.

    Raises:
        InputError: the file was refused, or reading it went beyond its limits.
    """
    request = msgspec.json.encode(task) + b"\n" + data
    # The child must find this package, wherever it was imported from, and nothing else new.
    path = os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
    env = {**os.environ, "PYTHONPATH": path, "OMP_THREAD_LIMIT": "1"}
    command = [sys.executable, "-m", "rulebook.inputs.worker"]
    try:
        ended = subprocess.run(
            command, input=request, capture_output=True, timeout=seconds, env=env, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"reading it takes more than {seconds:g} seconds",
            task.name,
            "print it to a new PDF, or split it.",
        ) from error
    if ended.returncode == FINE:
        return ended.stdout
    if ended.returncode == REFUSED:
        refusal = msgspec.json.decode(ended.stdout, type=Refusal)
        raise InputError(refusal.what, refusal.where, refusal.remedy, refusal.tool)
    raise InputError(
        f"reading it broke off{_reason(ended.stderr)}",
        task.name,
        "it is broken or wants too much memory; print it to a new PDF, or split it.",
    )


def _reason(stderr: bytes) -> str:
    lines = stderr.decode("utf-8", "replace").strip().splitlines()
    return f" ({lines[-1][:100]})" if lines else ""


def restrict(limits: Limits) -> None:
    """Bound the memory and the time of this process, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    for kind, bound in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        soft = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(kind, (soft, hard))
