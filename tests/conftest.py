"""What every room's tests may ask for: quiet hypothesis deadlines, and a real browser."""

from __future__ import annotations

import os
from collections.abc import Iterator

import _setup
import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# Two workers share two cores: a slow example says nothing about the code.
settings.register_profile("rulebook", settings.default, deadline=None)
settings.load_profile("rulebook")


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
