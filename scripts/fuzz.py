"""Run one fuzz target guided by coverage: `scripts/fuzz.py TARGET [SECONDS] [FOLDER]`.

It needs atheris, which the project does not: `pip install atheris` in the environment, or in
one beside it whose PYTHONPATH has the project's packages. What breaks a promise is written to
`crash-…`; put it under `tests/cases/fuzz/TARGET/` and mend the cause.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def main(arguments: list[str]) -> int:
    """Run the target that is named until a promise breaks or the time is over."""
    try:
        import atheris
    except ImportError:
        print("atheris is missing: pip install atheris", file=sys.stderr)
        return 5
    with atheris.instrument_imports(include=["rulebook"]):
        from fuzz_targets import TARGETS
    if not arguments or arguments[0] not in TARGETS:
        print(f"name a target: {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    target = TARGETS[arguments[0]]
    seconds = arguments[1] if len(arguments) > 1 else "600"
    own = [f"-max_total_time={seconds}", "-max_len=4000", "-timeout=60", *arguments[2:]]
    atheris.Setup([sys.argv[0], *own], target)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
