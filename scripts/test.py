"""Set up what the tests need, browser included, then run the checks and the whole suite."""

import _setup  # first: it refuses an old Python in words

# isort: split
import argparse
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

#: Checks of the code itself, quick ones first; pytest comes last, so that its count closes the run.
CHECKS = (("ruff", "check", "--output-format=concise"), ("lint-imports", "--no-logo"), ("mypy",))


def pytest_arguments(argv: Sequence[str], here: Path) -> list[str]:
    """What pytest is called with: long tests on `--long`, everything unknown as it stands.

    The suite runs in the project's folder, so an argument that is a file seen from `here`
    is made absolute (`test_label.py::test_order` too).
    """
    parser = argparse.ArgumentParser(
        description=__doc__,
        allow_abbrev=False,
        epilog="Every other option goes on to pytest.",
    )
    parser.add_argument("--long", action="store_true", help="the tests marked long as well")
    own, rest = parser.parse_known_args(argv)
    selected = [_from_root(argument, here) for argument in rest]
    return ["-q", "-n", "2", "--dist", "loadfile", *(["-m", ""] if own.long else []), *selected]


def _from_root(argument: str, here: Path) -> str:
    file, separator, test = argument.partition("::")
    if file.startswith("-") or not (here / file).exists():
        return argument
    return f"{here / file}{separator}{test}"


def run(command: Sequence[str], env: Mapping[str, str]) -> bool:
    """Run one command of the environment, its output as it comes; whether it was content."""
    _setup.say(f"── {command[0]}")
    program = str(_setup.bin_dir(_setup.ROOT) / command[0])
    done = subprocess.run([program, *command[1:]], cwd=_setup.ROOT, env=dict(env), check=False)
    return done.returncode == 0


def main() -> int:
    """Run every check even where an earlier one found something; 1 if any did."""
    suite = pytest_arguments(sys.argv[1:], Path.cwd())
    _setup.ensure_environment(_setup.ROOT, [_setup.RUNTIME, _setup.DEV])
    tools = _setup.ensure_tools(_setup.TEST_TOOLS)
    env = _setup.child_environment() | tools
    failed = [command[0] for command in (*CHECKS, ("pytest", *suite)) if not run(command, env)]
    if failed:
        _setup.say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    _setup.main_guard(main)
