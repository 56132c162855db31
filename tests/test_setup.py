"""The set-up of a fresh machine, tried without a network: plans, refusals, locks, pins."""

from __future__ import annotations

import ast
import http.client
import importlib.metadata
import json
import os
import re
import stat
import subprocess
import sys
import threading
import tomllib
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import _setup
import build
import pytest
from playwright.sync_api import Browser

ROOT = _setup.ROOT
SCRIPTS = ("_setup.py", "build.py", "test.py")
RUNTIME, DEV = _setup.RUNTIME, _setup.DEV

needs_posix = pytest.mark.skipif(
    os.name == "nt", reason="stands in for programs with shell scripts"
)


# ---------------------------------------------------------------- what has to be done

WANT = {"python": "cpython 3.11 here", "project": "p1", RUNTIME: "r1", DEV: "d1"}
EVERYTHING = _setup.Plan(create=True, install=(RUNTIME, DEV), link=True)


@pytest.mark.parametrize(
    ("have", "expected"),
    [
        pytest.param({}, EVERYTHING, id="nothing there, or interrupted"),
        pytest.param(WANT, _setup.Plan(False, (), False), id="complete"),
        pytest.param({**WANT, RUNTIME: "r0"}, EVERYTHING, id="other requirements"),
        pytest.param({**WANT, DEV: "d0"}, EVERYTHING, id="other requirements of the tests"),
        pytest.param({**WANT, "python": "cpython 3.12 here"}, EVERYTHING, id="other Python"),
        pytest.param({**WANT, "python": "cpython 3.11 there"}, EVERYTHING, id="folder was moved"),
        pytest.param({**WANT, "project": "p0"}, _setup.Plan(False, (), True), id="other pyproject"),
        pytest.param(
            {key: value for key, value in WANT.items() if key != DEV},
            _setup.Plan(False, (DEV,), False),
            id="built before, tested now",
        ),
    ],
)
def test_plan(have: dict[str, str], expected: _setup.Plan) -> None:
    assert _setup.plan(have, WANT) == expected


def test_building_leaves_the_packages_of_the_tests() -> None:
    runtime_only = {key: value for key, value in WANT.items() if key != DEV}
    assert _setup.plan(WANT, runtime_only).nothing


# ---------------------------------------------------------------- a project that needs no network


def executable(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script, encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the set-up looks at, without an environment."""
    root = tmp_path / "un progetto"
    (root / "scripts").mkdir(parents=True)
    for name in SCRIPTS:
        (root / "scripts" / name).write_bytes((ROOT / "scripts" / name).read_bytes())
    for name in (RUNTIME, DEV, "pyproject.toml"):
        (root / name).write_bytes((ROOT / name).read_bytes())
    return root


def pretend_complete(root: Path, requirements: Sequence[str]) -> None:
    executable(_setup.venv_python(root), "#!/bin/sh\n")
    _setup._write_stamp(root, _setup.wanted_stamp(root, requirements))


class Installer:
    """Stands in for pip: notes what it was asked, and fails or waits where a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.created = 0
        self.installed: list[str] = []
        self.fail_at: str | None = None
        monkeypatch.setattr(_setup, "_create", self.create)
        monkeypatch.setattr(_setup, "_install", self.install)

    def create(self, root: Path) -> None:
        self.created += 1
        executable(_setup.venv_python(root), "#!/bin/sh\n")

    def install(self, root: Path, arguments: Sequence[str]) -> None:
        name = Path(arguments[-1]).name
        self.installed.append(name)
        assert _setup.read_stamp(root) == {}, "half made, and looks complete"
        if name == self.fail_at:
            raise _setup.SetupError("no network")


@pytest.fixture
def installer(monkeypatch: pytest.MonkeyPatch) -> Installer:
    return Installer(monkeypatch)


def test_set_up_once_then_nothing_to_do(project: Path, installer: Installer) -> None:
    _setup.ensure_environment(project, [RUNTIME])
    _setup.ensure_environment(project, [RUNTIME])
    assert (installer.created, installer.installed) == (1, [RUNTIME, project.name])
    _setup.ensure_environment(project, [RUNTIME, DEV])
    assert (installer.created, installer.installed[2:]) == (1, [DEV])


@pytest.mark.parametrize("broken", [RUNTIME, DEV, "un progetto"])
def test_interrupted_set_up_is_made_anew(project: Path, installer: Installer, broken: str) -> None:
    installer.fail_at = broken
    with pytest.raises(_setup.SetupError):
        _setup.ensure_environment(project, [RUNTIME, DEV])
    installer.fail_at = None
    _setup.ensure_environment(project, [RUNTIME, DEV])
    assert installer.created == 2
    assert _setup.read_stamp(project) == _setup.wanted_stamp(project, [RUNTIME, DEV])


def test_changed_requirements_make_it_anew(project: Path, installer: Installer) -> None:
    _setup.ensure_environment(project, [RUNTIME])
    with (project / RUNTIME).open("ab") as handle:
        handle.write(b"# another\n")
    _setup.ensure_environment(project, [RUNTIME])
    assert installer.created == 2


def test_line_ends_of_the_checkout_do_not_matter(project: Path, installer: Installer) -> None:
    _setup.ensure_environment(project, [RUNTIME])
    unix = (project / RUNTIME).read_bytes()
    (project / RUNTIME).write_bytes(unix.replace(b"\n", b"\r\n"))
    _setup.ensure_environment(project, [RUNTIME])
    assert installer.created == 1


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe"])
def test_broken_stamp_counts_as_none(project: Path, content: bytes) -> None:
    pretend_complete(project, [RUNTIME])
    (project / ".venv" / _setup.STAMP).write_bytes(content)
    assert _setup.read_stamp(project) == {}


def test_environment_without_its_python_counts_as_none(project: Path) -> None:
    pretend_complete(project, [RUNTIME])
    _setup.venv_python(project).unlink()
    _setup.venv_python(project).symlink_to(project / "a Python since removed")
    assert _setup.read_stamp(project) == {}


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_not_ours_is_left_alone(project: Path, installer: Installer, kind: str) -> None:
    theirs = project / ".venv"
    if kind == "file":
        theirs.write_text("mine", encoding="utf-8")
    else:
        (project / "elsewhere").mkdir()
        theirs.symlink_to(project / "elsewhere")
    with pytest.raises(_setup.SetupError, match="move it away"):
        _setup.ensure_environment(project, [RUNTIME])
    assert theirs.is_file() or theirs.is_symlink()


def test_two_set_ups_at_once_make_one(project: Path, installer: Installer) -> None:
    go_on = threading.Event()
    create = installer.create

    def slowly(root: Path) -> None:
        assert go_on.wait(20)
        create(root)

    _setup._create = slowly  # the fixture's monkeypatch puts it back
    both = [
        threading.Thread(target=_setup.ensure_environment, args=(project, [RUNTIME]))
        for _ in range(2)
    ]
    for thread in both:
        thread.start()
    go_on.set()
    for thread in both:
        thread.join(20)
    assert installer.created == 1
    assert _setup.plan(_setup.read_stamp(project), _setup.wanted_stamp(project, [RUNTIME])).nothing


@needs_posix
def test_a_killed_set_up_frees_the_lock(project: Path, installer: Installer) -> None:
    held = (
        "import _setup, os, pathlib, sys\n"
        "with _setup.locked(pathlib.Path(sys.argv[1])):\n"
        "    print('held', flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    dead = subprocess.run(
        [sys.executable, "-c", held, str(project)],
        cwd=ROOT / "scripts",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (dead.stdout, dead.returncode) == ("held\n", -9)
    _setup.ensure_environment(project, [RUNTIME])
    assert installer.created == 1


# ---------------------------------------------------------------- refusals name the remedy


def test_python_without_ensurepip(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_setup.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(_setup.SetupError, match="apt install python3-venv"):
        _setup.ensure_environment(project, [RUNTIME])


def test_failed_command_shows_what_it_said() -> None:
    failing = [sys.executable, "-c", "print('no such package'); raise SystemExit(1)"]
    with pytest.raises(_setup.SetupError, match=r"(?s)installing failed\..*no such package"):
        _setup._run(failing, "installing failed")


@pytest.mark.parametrize("script", ["build.py", "test.py"])
@pytest.mark.parametrize("version", [(3, 7, 3), (3, 10, 99)])
def test_old_python_is_refused_in_words(script: str, version: tuple[int, ...]) -> None:
    pretended = (
        "import runpy, sys\n"
        f"sys.version_info = {version}\n"
        f"sys.argv = ['scripts/{script}']\n"
        f"sys.path.insert(0, {str(ROOT / 'scripts')!r})\n"
        f"runpy.run_path({str(ROOT / 'scripts' / script)!r}, run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", pretended], capture_output=True, text=True, check=False
    )
    assert done.returncode == _setup.OUTSIDE_FAILED
    assert "needs Python 3.11 or newer" in done.stderr
    assert f"this is {version[0]}.{version[1]}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("script", SCRIPTS)
def test_old_python_can_read_the_scripts(script: str) -> None:
    ast.parse((ROOT / "scripts" / script).read_text(encoding="utf-8"), feature_version=(3, 7))


SERVER = "rulebook/commands/serving.py"


@pytest.mark.parametrize(
    "script", [*(f"scripts/{script}" for script in SCRIPTS), SERVER, "rulebook/__init__.py",
               "rulebook/commands/__init__.py"],
)
def test_scripts_need_the_standard_library_only(script: str) -> None:
    tree = ast.parse((ROOT / script).read_text(encoding="utf-8"))
    server = SERVER.removesuffix(".py").replace("/", ".")
    imported = {
        name if name == server else name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= {*sys.stdlib_module_names, "_setup", server}


@pytest.mark.parametrize(
    ("error", "status", "word"),
    [
        (_setup.SetupError("no Chromium"), _setup.OUTSIDE_FAILED, "no Chromium"),
        (OSError(28, "No space left on device"), _setup.OUTSIDE_FAILED, "No space left"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_no_traceback(
    capsys: pytest.CaptureFixture[str], error: BaseException, status: int, word: str
) -> None:
    def main() -> int:
        raise error

    with pytest.raises(SystemExit) as ended:
        _setup.main_guard(main)
    assert ended.value.code == status
    assert word in capsys.readouterr().err


# ---------------------------------------------------------------- tools of the system


@needs_posix
def test_tools_are_found_on_the_path_or_by_name(tmp_path: Path) -> None:
    browser = executable(tmp_path / "bin" / "google-chrome", "#!/bin/sh\n")
    own = executable(tmp_path / "opt" / "mio-chromium", "#!/bin/sh\n")
    path = {"PATH": str(browser.parent)}
    assert _setup.ensure_tools([_setup.CHROMIUM], path) == {"RULEBOOK_CHROMIUM": str(browser)}
    named = {**path, "RULEBOOK_CHROMIUM": str(own)}
    assert _setup.ensure_tools([_setup.CHROMIUM], named) == {"RULEBOOK_CHROMIUM": str(own)}


def test_missing_tools_are_named_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_setup, "_may_install", lambda env: False)
    tool = _setup.Tool("Foo", ("foo-package",), ("foo-that-is-nowhere",), "RULEBOOK_FOO")
    library = _setup.Tool("libfoo", ("libfoo1",), library="libfoo-that-is-nowhere.so.1")
    with pytest.raises(_setup.SetupError) as refused:
        _setup.ensure_tools([tool, library, _setup.PDFTOTEXT], {"PATH": str(tmp_path)})
    message = str(refused.value)
    assert "Foo and libfoo and pdftotext" in message
    assert "apt install --no-install-recommends foo-package libfoo1 poppler-utils" in message
    assert message.splitlines()[-1].count("=/path/to/") == 2


@needs_posix
def test_missing_tools_are_installed_where_that_is_possible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def apt(packages: Sequence[str]) -> None:
        asked.extend(packages)
        executable(tmp_path / "chromium", "#!/bin/sh\n")

    executable(tmp_path / "pdftotext", "#!/bin/sh\n")
    monkeypatch.setattr(_setup, "_may_install", lambda env: True)
    monkeypatch.setattr(_setup, "_apt_install", apt)
    found = _setup.ensure_tools([_setup.CHROMIUM, _setup.PDFTOTEXT], {"PATH": str(tmp_path)})
    assert asked == ["chromium", "fonts-dejavu"]
    assert set(found) == {"RULEBOOK_CHROMIUM", "RULEBOOK_PDFTOTEXT"}


def test_the_browser_starts(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<p lang=it>2♥</p>")
    assert page.inner_text("p") == "2♥"
    page.close()


# ---------------------------------------------------------------- scripts/build.py as a whole


def run_build(project: Path, here: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(project / "scripts" / "build.py"), *arguments],
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
    )


@needs_posix
def test_build_works_from_any_folder(project: Path, tmp_path: Path) -> None:
    pretend_complete(project, [RUNTIME])
    executable(_setup.bin_dir(project) / "rulebook", '#!/bin/sh\npwd -P\nprintf "%s\\n" "$@"\n')
    here = tmp_path / "altrove"
    here.mkdir()
    done = run_build(project, here, "--watch", "--corpus", "testi")
    site = project / "site"
    assert done.returncode == 0, done.stderr
    *seen, last = done.stdout.splitlines()
    assert seen == [
        str(project.resolve()), "build", "--out", str(site), "--corpus", str(here / "testi"),
        "--watch",
    ]  # fmt: skip
    assert f"{site}/index.html" in last
    assert "--serve" in last
    elsewhere = run_build(project, here, "--out", "sito")
    assert f"{here}/sito/index.html" in elsewhere.stdout.splitlines()[-1]


@needs_posix
@pytest.mark.parametrize("status", [1, 3, 4, 5])
def test_build_ends_as_the_command_ends(project: Path, tmp_path: Path, status: int) -> None:
    pretend_complete(project, [RUNTIME])
    executable(_setup.bin_dir(project) / "rulebook", f"#!/bin/sh\nexit {status}\n")
    done = run_build(project, tmp_path)
    assert done.returncode == status
    assert done.stdout == ""
    assert f"status {status}" in done.stderr


@pytest.fixture
def served(tmp_path: Path) -> Iterator[http.client.HTTPConnection]:
    (tmp_path / "27").mkdir()
    (tmp_path / "27" / "index.html").write_text("Articolo 27", encoding="utf-8")
    (tmp_path / "c").mkdir()
    (tmp_path / "404.html").write_text("non c’è", encoding="utf-8")
    with build.server(tmp_path, 0) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        connection = http.client.HTTPConnection(*running.server_address[:2], timeout=10)
        yield connection
        connection.close()
        running.shutdown()
        thread.join(10)


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [("/27/", 200, "Articolo 27"), ("/28/", 404, "non c’è"), ("/c/", 404, "non c’è"),
     ("/../../etc/hosts", 404, "non c’è")],
)
def test_serving(served: http.client.HTTPConnection, path: str, status: int, body: str) -> None:
    served.request("GET", path)
    answer = served.getresponse()
    assert (answer.status, answer.read().decode()) == (status, body)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_serving_is_for_this_machine_only_and_takes_a_free_port(tmp_path: Path) -> None:
    with build.server(tmp_path, 0) as first:
        host, port = first.server_address[:2]
        with build.server(tmp_path, port) as second:
            assert host == second.server_address[0] == "127.0.0.1"
            assert second.server_address[1] != port


# ---------------------------------------------------------------- pins, and what is tracked


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(file: str) -> dict[str, str]:
    found = re.findall(
        r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE
    )
    return {normalised(name): version for name, version in found}


@pytest.mark.parametrize("file", [RUNTIME, DEV])
def test_every_requirement_is_pinned_and_hashed(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert lines
    for line in lines:
        assert re.match(
            r"[a-z0-9][a-z0-9._-]*==\S+( ; [^-]\S.*?)?(\s+--hash=sha256:[0-9a-f]{64})+", line
        )
        assert line.count("--") == line.count("--hash=sha256:")
    assert "://" not in text


@pytest.mark.parametrize(
    ("asked", "locked"), [("requirements.in", RUNTIME), (DEV[:-3] + "in", DEV)]
)
def test_lock_follows_what_is_asked(asked: str, locked: str) -> None:
    lines = (ROOT / asked).read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith(("#", "-c "))]
    assert len(pins(asked)) == len(wanted), "an entry without its exact version"
    assert pins(asked).items() <= pins(locked).items()


def test_both_locks_agree() -> None:
    runtime, dev = pins(RUNTIME), pins(DEV)
    assert {name: dev[name] for name in runtime.keys() & dev.keys()}.items() <= runtime.items()


def test_package_asks_for_what_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {normalised(re.split(r"[<>=!~ ]", entry)[0]) for entry in project["dependencies"]}
    builder = {"flit-core"}
    assert asked == pins("requirements.in").keys() - builder


def test_b029_one_provider_of_whoosh() -> None:
    owners = importlib.metadata.packages_distributions()["whoosh"]
    assert {normalised(owner) for owner in owners} == {"whoosh-reloaded"}
    assert {name for name in pins(RUNTIME) | pins(DEV) if "whoosh" in name} == {"whoosh-reloaded"}


def test_b029_our_code_compiles_without_a_warning() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for folder in ("rulebook", "scripts", "tests"):
            for file in (ROOT / folder).rglob("*.py"):
                compile(file.read_bytes(), str(file), "exec")


@pytest.fixture(scope="module")
def tracked() -> list[Path]:
    """Every file under version control that is text."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("no checkout of git")
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [file for file in files if file.is_file() and b"\0" not in file.read_bytes()[:4096]]


# The brackets keep this file from holding the words itself.
REGISTRY = re.compile(
    r"py[p]i\.(org|io)|python[h]osted\.org|npm[j]s\.(org|com)|yarn[p]kg\.com"
    r"|--(extra-)?index[-]url|--trusted[-]host|--find[-]links"
)


def test_no_tracked_file_names_a_registry(tracked: list[Path]) -> None:
    found = [
        f"{file.relative_to(ROOT)}: {hit.group()}"
        for file in tracked
        for hit in REGISTRY.finditer(file.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


def test_no_lock_that_records_addresses(tracked: list[Path]) -> None:
    assert [file for file in tracked if file.name == "uv.lock"] == []
    for file in tracked:
        if file.name == "package-lock.json":
            packages = json.loads(file.read_text(encoding="utf-8"))["packages"]
            assert [name for name, entry in packages.items() if "resolved" in entry] == []


def test_ci_runs_the_tests_and_nothing_else() -> None:
    file = ROOT / ".ci" / "run"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines == ["#!/usr/bin/env bash", "exec python3 scripts/test.py"]
    if os.name != "nt":
        assert file.stat().st_mode & stat.S_IXUSR
