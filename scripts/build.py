"""Build the whole site of the embedded corpus: set up what is needed, then `rulebook build`."""

import _setup  # first: it refuses an old Python in words

# isort: split
import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(_setup.ROOT))  # the server needs nothing that is not there yet

from rulebook.commands.serving import LOOPBACK, server


def arguments(argv: Sequence[str], here: Path) -> tuple[argparse.Namespace, list[str]]:
    """Our own options, and what goes on to `rulebook build` with its folders made absolute.

    The build runs in the project's folder, so a folder named on the command line is
    resolved against `here`, where the command was typed.
    """
    parser = argparse.ArgumentParser(
        description=__doc__,
        allow_abbrev=False,
        epilog="Every other option goes on to `rulebook build`.",
    )
    parser.add_argument("--out", type=Path, help="where the site goes (default: site/)")
    parser.add_argument("--corpus", type=Path, help="another corpus than the embedded one")
    parser.add_argument("--serve", action="store_true", help="serve the built site on loopback")
    parser.add_argument("--port", type=int, default=8000, help="for --serve (default: 8000)")
    own, rest = parser.parse_known_args(argv)
    own.out = here / own.out if own.out else _setup.ROOT / "site"
    if own.corpus:
        rest = ["--corpus", str(here / own.corpus), *rest]
    return own, ["--out", str(own.out), *rest]


def main() -> int:
    """Set up, build, and say or serve where the site is; the status is that of the build."""
    own, rest = arguments(sys.argv[1:], Path.cwd())
    _setup.ensure_environment(_setup.ROOT, [_setup.RUNTIME])
    command = [str(_setup.bin_dir(_setup.ROOT) / "rulebook"), "build", *rest]
    status = subprocess.run(
        command, cwd=_setup.ROOT, env=_setup.child_environment(), check=False
    ).returncode
    if status != 0:
        _setup.say(f"the build did not finish (status {status}); what it said stands above.")
        return status
    index = own.out / "index.html"
    if not own.serve:
        print(
            f"The site is {index}: open it in a browser, or serve it: "
            f"python3 {Path(sys.argv[0])} --serve",
            flush=True,
        )
        return 0
    with server(own.out, own.port) as running:
        address = f"http://{LOOPBACK}:{running.server_address[1]}/"
        print(f"The site {own.out} is at {address} until Ctrl-C.", flush=True)
        running.serve_forever()
    return 0


if __name__ == "__main__":
    _setup.main_guard(main)
