"""What every room's tests may ask for: quiet deadlines, a real browser, the command line."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import _setup
import corpus_maker as maker
import pytest
import traps
from cli_caller import Cli
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from rulebook.cli import run

# Two workers share two cores: a slow example says nothing about the code.
settings.register_profile("rulebook", settings.default, deadline=None)
settings.load_profile("rulebook")

_NUMBERS = traps.by_test(traps.load())

#: How a wait for the browser ends in vain. On a machine at work Chromium now and then puts a page
#: off for longer than any test waits; such a test is run once more, and the summary says so. What
#: a page says wrongly is a plain assertion, and fails at once.
_WAITED = ["TimeoutError", r"(Locator|Page) expected"]


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of the tests that `cases/traps.toml` lists."""
    # A cache of this run's own, the same for all workers: what a user keeps is never touched.
    os.environ.setdefault("RULEBOOK_CACHE", tempfile.mkdtemp(prefix="rulebook-tests-"))
    config.addinivalue_line("markers", "trap: shows that a fault seen elsewhere is not here")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let `-m trap` and `-k B001` find the tests that the table of faults names."""
    for item in items:
        path, _, name = item.nodeid.partition("::")
        for test in (f"{path.rpartition('/')[2]}::{part}" for part in {name, name.split("[")[0]}):
            for number in _NUMBERS.get(test, ()):
                item.add_marker("trap")
                item.extra_keyword_matches.add(number)
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=_WAITED))


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The installed Chromium, the one that RULEBOOK_CHROMIUM names first."""
    path = _setup.find_tool(_setup.CHROMIUM, os.environ)
    if path is None:
        pytest.fail("no Chromium is installed: run python3 scripts/test.py, which installs it")
    return path


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium for all tests of a worker; each test opens its own context in it."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium_path,
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
        )
        yield running
        running.close()


@pytest.fixture
def call(capsysbinary: pytest.CaptureFixture[bytes]) -> Cli:
    """Run a command and give its status, standard output and standard error."""

    def called(*arguments: object) -> tuple[int, str, str]:
        status = run([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        assert b"Traceback" not in out + err
        return status, out.decode(), err.decode()

    return called


@pytest.fixture(scope="module")
def one_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One cache for all of a module: what it keeps goes by content, and each reads the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEBOOK_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two editions; the newer holds articles 40 and 41, the older a 40 with other words."""
    root = maker.corpus(tmp_path / "corpus", "1997", "2007")
    maker.source(root, "testo-b", maker.OTHER, edition="2007")
    older = maker.ARTICLE.replace("appena l’attacco", "solo dopo che l’attacco")
    maker.source(root, "testo-c", older, edition="1997")
    return root
