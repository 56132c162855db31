"""Build the whole site of the embedded corpus: set up what is needed, then `rulebook build`."""

import _setup  # first: it refuses an old Python in words

# isort: split
import argparse
import functools
import http.server
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

LOOPBACK = "127.0.0.1"


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


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Serve a folder as a static host does, with the site's own page for what is not there."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's 404 page where it has one."""
        page = Path(self.directory) / "404.html"
        if code != http.HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Stay silent: whoever reads the site needs no list of its files."""


def server(site: Path, port: int) -> http.server.ThreadingHTTPServer:
    """A server of the folder on the loopback address only, at the port or any free one."""
    handler = functools.partial(SiteHandler, directory=str(site))
    try:
        return http.server.ThreadingHTTPServer((LOOPBACK, port), handler)
    except OSError:
        return http.server.ThreadingHTTPServer((LOOPBACK, 0), handler)


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
