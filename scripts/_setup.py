"""Make the project's virtual environment once, and find what the commands need from the system.

Shared by build.py and test.py; the standard library only, since nothing else is there yet.
The syntax stays that of Python 3.6, so that an old interpreter reads as far as its own refusal.
"""

import sys

MINIMUM = (3, 11)

#: What a script ends with when the world outside failed: a tool is missing, a registry refused.
OUTSIDE_FAILED = 5

if sys.version_info < MINIMUM:
    sys.stderr.write(
        "rulebook needs Python {}.{} or newer, and this is {}.{} ({}).\n"
        "Install a newer one and name it, for example: python3.12 {}\n".format(
            MINIMUM[0],
            MINIMUM[1],
            sys.version_info[0],
            sys.version_info[1],
            sys.executable,
            " ".join(sys.argv) or "scripts/build.py",
        )
    )
    raise SystemExit(OUTSIDE_FAILED)

import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = "requirements.txt"
DEV = "requirements-dev.txt"

STAMP = "rulebook-setup.json"
LOCK = ".setup-lock"


class SetupError(Exception):
    """The set-up cannot go on; the message names the missing thing and the remedy."""


def say(message: str) -> None:
    """Tell what goes on, apart from the output of the command that is run."""
    print(message, file=sys.stderr, flush=True)


def main_guard(main: Callable[[], int]) -> NoReturn:
    """End the process as `main` says, and turn a failed set-up or Ctrl-C into one clear line."""
    try:
        status = main()
    except SetupError as error:
        say(f"error: {error}")
        status = OUTSIDE_FAILED
    except OSError as error:
        say(f"error: {error}\n  see that the folder can be written and the disk has room.")
        status = OUTSIDE_FAILED
    except KeyboardInterrupt:
        say("interrupted")
        status = 130
    raise SystemExit(status)


# ---------------------------------------------------------------- the environment


def bin_dir(root: Path) -> Path:
    """Where the environment of the project at `root` keeps its commands."""
    return root / ".venv" / ("Scripts" if os.name == "nt" else "bin")


def venv_python(root: Path) -> Path:
    """The interpreter of the environment, which need not exist yet."""
    return bin_dir(root) / ("python.exe" if os.name == "nt" else "python")


def child_environment(base: Mapping[str, str] | None = None) -> dict[str, str]:
    """The surroundings for commands inside the environment, without what leads out of it."""
    env = dict(os.environ if base is None else base)
    for name in ("PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "UV_PROJECT_ENVIRONMENT"):
        env.pop(name, None)
    # `user = true` in somebody's pip settings makes pip refuse to install here.
    env["PIP_USER"] = "0"
    # The theme announces MkDocs 2 at each build; the versions are pinned, so it is noise.
    env["NO_MKDOCS_2_WARNING"] = "1"
    env["PYTHONUTF8"] = "1"
    return env


def _digest(data: bytes) -> str:
    # A checkout with other line ends is the same set of requirements.
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def wanted_stamp(root: Path, requirements: Sequence[str]) -> dict[str, str]:
    """What a complete environment for these requirement files must have written down.

    Keys are `python` (version and place), `project` (what the editable install depends on)
    and one for each requirement file, with the hash of its content.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    installed = {key: project.get(key) for key in ("build-system", "project")}
    stamp = {
        "python": f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]} {root}",
        "project": _digest(json.dumps(installed, sort_keys=True).encode()),
    }
    for name in requirements:
        stamp[name] = _digest((root / name).read_bytes())
    return stamp


def read_stamp(root: Path) -> dict[str, str]:
    """What the environment says of itself: nothing if it is absent, broken or half made."""
    try:
        stamp = json.loads((root / ".venv" / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(stamp, dict) or not venv_python(root).exists():
        return {}
    return {str(key): str(value) for key, value in stamp.items()}


class Plan(NamedTuple):
    """What has to be done before the environment can be used."""

    create: bool
    install: tuple[str, ...]
    link: bool

    @property
    def nothing(self) -> bool:
        """Whether the environment is complete as it stands."""
        return not (self.create or self.install or self.link)


def plan(have: Mapping[str, str], want: Mapping[str, str]) -> Plan:
    """Compare the environment's stamp with the wanted one.

    Anything that changed makes the environment anew, because a package dropped from the
    requirements would stay behind otherwise; a requirement file never installed is added.
    """
    files = tuple(name for name in want if name not in ("python", "project"))
    changed = [name for name in ("python", *files) if name in have and have[name] != want[name]]
    if changed or "python" not in have:
        return Plan(create=True, install=files, link=True)
    missing = tuple(name for name in files if name not in have)
    return Plan(create=False, install=missing, link=have.get("project") != want["project"])


@contextlib.contextmanager
def locked(root: Path) -> Iterator[None]:
    """Let one set-up at a time work on the environment; the system frees the lock of a dead one."""
    with (root / LOCK).open("a+", encoding="utf-8") as handle:
        # The installers that we start hold the lock too: killed alone, we leave them at work.
        os.set_inheritable(handle.fileno(), True)
        if not _try_lock(handle.fileno()):
            say("waiting for another set-up of this folder to finish…")
            while not _try_lock(handle.fileno()):
                time.sleep(0.2)
        yield


if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def ensure_environment(root: Path, requirements: Sequence[str]) -> Path:
    """Make or complete `.venv` where that is needed, and give its interpreter.

    Raises SetupError when a step fails; what was half made is then made anew next time.
    """
    want = wanted_stamp(root, requirements)
    if plan(read_stamp(root), want).nothing:
        return venv_python(root)
    with locked(root):
        have = read_stamp(root)
        todo = plan(have, want)
        if todo.nothing:  # another set-up was quicker
            return venv_python(root)
        _forget(root)
        if todo.create:
            have = {}
            _create(root)
        have["python"] = want["python"]
        for name in todo.install:
            say(f"installing {name}…")
            _install(root, ["--require-hashes", "-r", str(root / name)])
            have[name] = want[name]
        if todo.link:
            _install(root, ["--no-deps", "--no-build-isolation", "-e", str(root)])
            have["project"] = want["project"]
        _write_stamp(root, have)
    return venv_python(root)


def _forget(root: Path) -> None:
    """Let the environment count as broken until the new stamp is there, whatever ends this run."""
    folder = root / ".venv"
    if folder.is_symlink() or folder.is_file():
        raise SetupError(f"{folder} is no folder of ours: move it away and run this again.")
    (folder / STAMP).unlink(missing_ok=True)


def _write_stamp(root: Path, stamp: Mapping[str, str]) -> None:
    path = root / ".venv" / STAMP
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(dict(stamp), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    fresh.replace(path)


def _create(root: Path) -> None:
    folder = root / ".venv"
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info[0]}.{sys.version_info[1]}"
        raise SetupError(
            "this Python cannot make virtual environments (its ensurepip is missing).\n"
            f"  On Debian or Ubuntu: apt install python3-venv   (or python{version}-venv)"
        )
    say("making .venv (once; half a minute or so)…")
    if folder.exists():
        shutil.rmtree(folder)
    # Not sys.executable: that may be the very environment just removed.
    base = getattr(sys, "_base_executable", None) or sys.executable
    _run([base, "-m", "venv", str(folder)], "making .venv failed")


def _install(root: Path, arguments: Sequence[str]) -> None:
    python = str(venv_python(root))
    uv = shutil.which("uv")
    if uv is not None:
        with contextlib.suppress(SetupError):
            # uv does not read pip's settings, so where it cannot, pip still may.
            _run([uv, "pip", "install", "--quiet", "--python", python, *arguments], "uv failed")
            return
    _run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments],
        "installing failed; if a package could not be reached, check the network and pip's own\n"
        "  settings (pip config list), and run this again",
    )


def _run(command: Sequence[str], failure: str) -> None:
    result = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=child_environment(),
        close_fds=False,
        text=True,
        errors="replace",
        check=False,
    )
    if result.returncode != 0:
        tail = "\n".join(result.stdout.strip().splitlines()[-15:])
        raise SetupError(f"{failure}.\n{tail}")


# ---------------------------------------------------------------- tools of the system


class Tool(NamedTuple):
    """A program or a shared library that no Python package brings, and how Debian calls it."""

    name: str
    packages: tuple[str, ...]
    commands: tuple[str, ...] = ()
    variable: str = ""
    library: str = ""


CHROMIUM = Tool(
    "Chromium",
    packages=("chromium", "fonts-dejavu"),
    commands=(
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ),
    variable="RULEBOOK_CHROMIUM",
)
PDFTOTEXT = Tool(
    "pdftotext",
    packages=("poppler-utils",),
    commands=("pdftotext",),
    variable="RULEBOOK_PDFTOTEXT",
)
# Recognises scans; without it everything else works.
TESSERACT = Tool(
    "Tesseract",
    packages=("tesseract-ocr", "tesseract-ocr-ita"),
    commands=("tesseract",),
    variable="RULEBOOK_TESSERACT",
)
# Playwright's own driver is linked to it, and a bare Debian has none.
LIBATOMIC = Tool("libatomic", packages=("libatomic1",), library="libatomic.so.1")

TEST_TOOLS = (CHROMIUM, PDFTOTEXT, TESSERACT, *((LIBATOMIC,) if sys.platform == "linux" else ()))


def find_tool(tool: Tool, env: Mapping[str, str]) -> str | None:
    """Where a tool is: the program its variable names, the first one installed, the library."""
    if tool.library:
        try:
            ctypes.CDLL(tool.library)
        except OSError:
            return None
        return tool.library
    named = env.get(tool.variable)
    candidates = (named,) if named else tool.commands
    found = (shutil.which(command, path=env.get("PATH")) for command in candidates)
    return next((path for path in found if path), None)


def ensure_tools(tools: Sequence[Tool], env: Mapping[str, str] | None = None) -> dict[str, str]:
    """Find the tools, installing them where this is Debian and we are root.

    Gives `{variable: path}` for each program; raises SetupError naming what is missing.
    """
    surroundings = os.environ if env is None else env
    missing = [tool for tool in tools if find_tool(tool, surroundings) is None]
    if missing and _may_install(surroundings):
        _apt_install([package for tool in missing for package in tool.packages])
    paths = {tool: find_tool(tool, surroundings) for tool in tools}
    lost = [tool for tool, path in paths.items() if path is None]
    if lost:
        raise SetupError(_remedy(lost))
    return {tool.variable: path for tool, path in paths.items() if path and tool.variable}


def _remedy(lost: Sequence[Tool]) -> str:
    packages = " ".join(package for tool in lost for package in tool.packages)
    lines = [
        f"the tests need {' and '.join(tool.name for tool in lost)}.",
        f"  On Debian or Ubuntu: apt install --no-install-recommends {packages}",
    ]
    named = [f"{tool.variable}=/path/to/{tool.commands[0]}" for tool in lost if tool.variable]
    if named:
        lines.append(f"  Installed elsewhere? Name it: {' '.join(named)}")
    return "\n".join(lines)


def _may_install(env: Mapping[str, str]) -> bool:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return root and shutil.which("apt-get", path=env.get("PATH")) is not None


def _apt_install(packages: Sequence[str]) -> None:
    say(f"installing {' '.join(packages)} with apt-get…")
    # Another apt-get may be at work: wait for it instead of failing.
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]
    _run([*apt, "update"], "apt-get update failed")
    _run([*apt, "install", "-y", "--no-install-recommends", *packages], "apt-get install failed")
