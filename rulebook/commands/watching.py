"""Builds again whenever somebody changed a text or a table, and serves what was built.

Each build is a process of its own, so that tables which a process reads once are read anew,
and a build that fails leaves the last good site where it is.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rulebook.commands.serving import LOOPBACK, server
from rulebook.commands.unchanged import Inputs, Seen, snapshot

Say = Callable[[str], None]

INTERVAL = 0.5
"""Seconds between two looks at the files."""


def watch(
    inputs: Inputs, arguments: Sequence[str], out: Path, port: int, say: Say,
    ended: Callable[[], bool] = lambda: False,
) -> None:
    """Serve, build, and build again after each change, until `ended` or Ctrl-C.

    What stands there from an earlier build is served at once, while the first one is made.

    Args:
        inputs: what to look at.
        arguments: what `rulebook build` is called with each time.
        out: the folder of the site.
        port: where to serve on the loopback address; any free port where it is taken.
        say: told what happens.
        ended: whether to stop; asked between two looks.

    Raises:
        OSError: no port can be had.
    """
    seen = snapshot(inputs.places)
    out.mkdir(parents=True, exist_ok=True)
    with server(out, port) as running:
        threading.Thread(target=running.serve_forever, daemon=True).start()
        say(f"serving http://{LOOPBACK}:{running.server_address[1]}/ until Ctrl-C")
        if (out / "index.html").is_file():
            say("that is the site before, until the build is done")
        try:
            _build(arguments, say)
            while not ended():
                time.sleep(INTERVAL)
                now = snapshot(inputs.places)
                if now == seen:
                    continue
                while (later := _next_look(inputs)) != now:  # somebody is still writing
                    now = later
                say(f"changed: {_changed(seen, now)}")
                seen = now
                _build(arguments, say)
        finally:
            running.shutdown()


def _next_look(inputs: Inputs) -> frozenset[Seen]:
    time.sleep(INTERVAL)
    return snapshot(inputs.places)


def _changed(before: frozenset[Seen], after: frozenset[Seen]) -> str:
    """The names of the files that differ, the first few of them."""
    names = sorted({Path(name).name for name, _, _ in before ^ after})
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more


def _build(arguments: Sequence[str], say: Say) -> None:
    command = [sys.executable, "-m", "rulebook.cli", "build", *arguments]
    started = time.monotonic()
    status = subprocess.run(command, check=False).returncode
    if status == 0:
        say(f"built in {time.monotonic() - started:.1f} s; reload the page to see it")
    else:
        say(f"the build did not finish (status {status}): what is served is the site before")
