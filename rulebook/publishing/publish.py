"""Puts a built site on a branch of a git remote: the only module that knows git and `ghp-import`.

Everything happens in a repository of its own that is thrown away afterwards. The remote's branch
moves in one step at the very end, or stays as it was.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_START = "main"
_TRACKED = "refs/remotes/origin/"


class PublishError(Exception):
    """The world outside refused: there is no git, no remote, or a push was rejected."""


class OvertakenError(PublishError):
    """Somebody else published meanwhile: what we compared with is no longer what is there."""


@dataclass(frozen=True, slots=True)
class FileChanges:
    """The files of the branch that a commit adds, changes and removes."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


class Branch:
    """The branch of a remote that holds the site, as it was when it was fetched."""

    def __init__(self, repository: Path, remote: str, name: str) -> None:
        self._repository = repository
        self.remote = remote
        self.name = name
        self.head = self._remote_head()
        if self.head:
            self._git("fetch", "-q", "--depth=1", "origin", f"+refs/heads/{name}:{_TRACKED}{name}")

    def read(self, path: str) -> bytes | None:
        """A file of the branch, or None."""
        if not self.head:
            return None
        done = self._run("git", "show", f"{_TRACKED}{self.name}:{path}")
        return done.stdout if done.returncode == 0 else None

    def commit(self, site: Path, message: str) -> FileChanges:
        """Make a commit of a site, in our repository only, and say what it changes.

        A file CNAME of the branch stays: the host keeps its domain there.
        """
        domain = (self.read("CNAME") or b"").decode().strip()
        more = ("--cname", domain) if domain else ()
        self._run("git", "update-ref", "-d", f"refs/heads/{self.name}")
        self._checked(
            sys.executable, "-m", "ghp_import", "--no-jekyll", "--branch", self.name,
            "--message", message, *more, str(site.resolve()),
        )
        listed = self._git("ls-tree", "-r", "--name-only", "-z", f"refs/heads/{self.name}")
        files = [name for name in listed.split("\0") if name]
        if not files:
            raise PublishError("git made no commit of the site; see its messages above.")
        if not self.head:
            return FileChanges(tuple(files))
        told = self._git(
            "diff", "--no-renames", "--name-status", "-z",
            f"{_TRACKED}{self.name}", f"refs/heads/{self.name}",
        ).split("\0")
        pairs = list(zip(told[::2], told[1::2], strict=False))
        return FileChanges(*(tuple(n for s, n in pairs if s == kind) for kind in "AMD"))

    def push(self) -> None:
        """Move the remote's branch to our commit, in one step.

        Raises:
            OvertakenError: the branch is no longer where it was.
            PublishError: the remote refused; it is as it was.
        """
        done = self._run(
            "git", "push", "-q", "origin", f"refs/heads/{self.name}:refs/heads/{self.name}"
        )
        if done.returncode == 0:
            return
        if self._remote_head() != self.head:
            raise OvertakenError(f"somebody else published to {self.remote} meanwhile; try again.")
        raise PublishError(
            f"{self.remote} refused the push, and is as it was: {_last_words(done.stderr)}"
        )

    def _remote_head(self) -> str:
        listed = self._git("ls-remote", "origin", f"refs/heads/{self.name}")
        return listed.split()[0] if listed.strip() else ""

    def _git(self, *arguments: str) -> str:
        return self._checked("git", *arguments).decode(errors="replace")

    def _checked(self, *command: str) -> bytes:
        done = self._run(*command)
        if done.returncode:
            raise PublishError(f"{self.remote}: {_last_words(done.stderr)}")
        return done.stdout

    def _run(self, *command: str) -> subprocess.CompletedProcess[bytes]:
        return _run(self._repository, *command)


def is_branch(name: str) -> bool:
    """Whether git takes a name for a branch; one that begins as an option does is none to us.

    Raises:
        PublishError: there is no git.
    """
    asked = _run(Path.cwd(), "git", "check-ref-format", f"refs/heads/{name}")
    return asked.returncode == 0 and not name.startswith("-")


@contextmanager
def opened(remote: str, branch: str, project: Path) -> Iterator[Branch]:
    """The branch of a remote, fetched into a repository that is thrown away at the end.

    Args:
        remote: the name of a remote of the project's repository, or the address of one.
        branch: the branch that holds the site; it may not exist yet.
        project: a folder of the project.

    Raises:
        PublishError: there is no git, or the remote does not answer.
    """
    address = _address(remote, project)
    with tempfile.TemporaryDirectory(prefix="rulebook-publish-") as folder:
        repository = Path(folder)
        _told(repository, "git", "init", "-q", "--bare", f"--initial-branch={_START}", ".")
        _told(repository, "git", "remote", "add", "origin", address)
        _told(repository, "git", "config", "core.fsync", "none")  # it is thrown away
        for key, fallback in (("user.name", "rulebook"), ("user.email", "rulebook@localhost")):
            known = _run(project, "git", "config", key).stdout.decode(errors="replace").strip()
            _told(repository, "git", "config", key, known or fallback)
        yield Branch(repository, remote, branch)


def ask(remote: str, project: Path) -> None:
    """Ask a remote whether it is there, before anything long begins.

    Raises:
        PublishError: there is no git, no such remote, or it does not answer.
    """
    done = _run(project, "git", "ls-remote", "--", _address(remote, project), "HEAD")
    if done.returncode:
        raise PublishError(f"{remote} does not answer: {_last_words(done.stderr)}")


def _address(remote: str, project: Path) -> str:
    done = _run(project, "git", "remote", "get-url", "--push", remote)
    if done.returncode == 0:
        address = done.stdout.decode().strip()
        local = project / address
        return str(local.resolve()) if "://" not in address and local.exists() else address
    local = project / remote
    if local.exists():
        return str(local.resolve())
    if ":" in remote:
        return remote
    if "/" in remote:
        raise PublishError(f"nothing is at {local}; --remote takes a remote's name or address.")
    raise PublishError(
        f"{remote} is no remote of the repository in {project}; "
        "name one with --remote, or give its address."
    )


def _told(folder: Path, *command: str) -> None:
    done = _run(folder, *command)
    if done.returncode:
        raise PublishError(f"{' '.join(command[:2])}: {_last_words(done.stderr)}")


def _run(folder: Path, *command: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command that asks nobody anything; a hook's own repository variables do not count."""
    environment = {
        name: value for name, value in os.environ.items()
        if name not in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")
    }
    environment |= {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, check=False
        )
    except FileNotFoundError as error:
        raise PublishError("git is not there; install it, then publish again.") from error


def _last_words(stderr: bytes) -> str:
    lines = [line.strip() for line in stderr.decode(errors="replace").splitlines() if line.strip()]
    return " · ".join(lines[-4:]) or "no reason was given"
