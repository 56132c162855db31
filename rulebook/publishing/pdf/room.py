"""A process that typesets for another one, and is replaced when it has grown too large.

The typesetter never gives back what it remembers of a booklet: hundreds of them in one process
would take gigabytes. The two processes talk through pipes: a line of JSON, then bytes.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, TypeVar

from rulebook.publishing.pdf import door
from rulebook.publishing.pdf.booklet import PaperError

Job = TypeVar("Job")

_LARGE = 700
"""MiB at which a process is replaced."""

_MANY = 200
"""Booklets after which it is replaced in any case, for systems that do not tell its size."""

_START = (
    "import sys; sys.path[:] = {path!r}; "
    "from rulebook.publishing.pdf.room import serve; serve(sys.stdin.buffer, sys.stdout.buffer)"
)


class Room:
    """Typesets in a process of its own; close it after use."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._made = 0

    def __enter__(self) -> Room:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def typeset(self, data: Any, timestamp: int) -> bytes:
        """What `door.typeset` gives.

        Raises:
            PaperError: as there; or the process died, which lack of memory can cause.
        """
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _send(process.stdin, {"timestamp": timestamp}, json.dumps(data).encode())
            head, payload = _receive(process.stdout)
        except (OSError, EOFError) as error:
            self.close()
            raise PaperError(
                "the typesetter's process ended by itself; is there enough memory?"
            ) from error
        self._made += 1
        if head["memory"] > _LARGE or self._made >= _MANY:
            self.close()
        if head["kind"] == "unshown":
            raise door.UnshownError(tuple(json.loads(payload)))
        if head["kind"] != "made":
            raise PaperError(payload.decode())
        return payload

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.wait()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._made = 0
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START.format(path=sys.path)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )
        return self._process


class Rooms:
    """Several rooms, each for one thread, which work at several booklets at a time."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._free: queue.SimpleQueue[Room] = queue.SimpleQueue()
        self._all = [Room() for _ in range(count)]
        for room in self._all:
            self._free.put(room)

    def __enter__(self) -> Rooms:
        return self

    def __exit__(self, *_: object) -> None:
        for room in self._all:
            room.close()

    def typeset(self, data: Any, timestamp: int) -> bytes:
        """As a room does; waits for a free one."""
        room = self._free.get()
        try:
            return room.typeset(data, timestamp)
        finally:
            self._free.put(room)

    def each(
        self, work: Callable[[Job], bytes], jobs: Iterable[Job]
    ) -> Iterator[tuple[Job, bytes]]:
        """Each job with what it gives, in order; a few are under way at a time."""
        waiting: deque[tuple[Job, Future[bytes]]] = deque()
        with ThreadPoolExecutor(self._count) as threads:
            try:
                for job in jobs:
                    waiting.append((job, threads.submit(work, job)))
                    if len(waiting) > 2 * self._count:
                        first, done = waiting.popleft()
                        yield first, done.result()
                while waiting:
                    first, done = waiting.popleft()
                    yield first, done.result()
            finally:
                for _, future in waiting:
                    future.cancel()


def serve(orders: IO[bytes], answers: IO[bytes]) -> None:
    """Typeset what is ordered until nothing more comes; the work of the inner process."""
    while True:
        try:
            head, payload = _receive(orders)
        except (EOFError, KeyboardInterrupt):
            return
        try:
            kind, made = "made", door.typeset(json.loads(payload), head["timestamp"])
        except door.UnshownError as error:
            kind, made = "unshown", json.dumps(error.characters).encode()
        except PaperError as error:
            kind, made = "refused", str(error).encode()
        _send(answers, {"kind": kind, "memory": _memory()}, made)


def _memory() -> int:
    """The memory that this process holds, in MiB; 0 where nobody knows.

    The system's own record of the most ever held will not do: a child inherits its parent's.
    """
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def _send(pipe: IO[bytes], head: dict[str, Any], payload: bytes) -> None:
    pipe.write(json.dumps({**head, "length": len(payload)}).encode() + b"\n" + payload)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> tuple[dict[str, Any], bytes]:
    line = pipe.readline()
    if not line:
        raise EOFError
    head: dict[str, Any] = json.loads(line)
    payload = pipe.read(head["length"])
    if len(payload) < head["length"]:
        raise EOFError
    return head, payload
