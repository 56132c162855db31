"""The process that takes one file apart; see `guard`."""

from __future__ import annotations

import sys

import msgspec

from rulebook.inputs import guard
from rulebook.inputs.extraction import InputError
from rulebook.inputs.readers import picture_here, read_here


def main() -> int:
    """Do the task on standard input; the result, or why not, goes to standard output."""
    line = sys.stdin.buffer.readline()
    task = msgspec.json.decode(line, type=guard.Task)
    guard.restrict(task.limits)
    data = sys.stdin.buffer.read()
    try:
        if task.verb == "picture":
            made = picture_here(data, task.name, task.page, task.dpi, task.limits)
        else:
            made = msgspec.json.encode(read_here(data, task.name, task.limits))
    except InputError as error:
        refusal = guard.Refusal(error.what, error.where, error.remedy, error.tool)
        sys.stdout.buffer.write(msgspec.json.encode(refusal))
        return guard.REFUSED
    except MemoryError:
        sys.stderr.write("it wants more memory than it may have\n")
        return 1
    sys.stdout.buffer.write(made)
    return guard.FINE


if __name__ == "__main__":
    sys.exit(main())
