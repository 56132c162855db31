"""What takes minutes: the whole site through the checker of HTML, and Lighthouse on a phone."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import bench_lighthouse
import pytest
from table_site import build_site

VNU = "vnu-jar@26.9.27"

pytestmark = pytest.mark.long


def test_every_page_of_the_site_is_valid_html(tmp_path: Path) -> None:
    npm, java = shutil.which("npm"), shutil.which("java")
    if npm is None or java is None:
        pytest.skip("npm or Java is missing")
    install = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--prefix", str(tmp_path / "npm"), VNU],
        capture_output=True, text=True, check=False,
    )
    if install.returncode:
        pytest.skip(f"npm could not install {VNU}")
    build_site(tmp_path / "site")
    jar = tmp_path / "npm/node_modules/vnu-jar/build/dist/vnu.jar"
    checked = subprocess.run(
        [java, "-jar", str(jar), "--skip-non-html", "--errors-only", str(tmp_path / "site")],
        capture_output=True, text=True, check=False,
    )
    assert checked.stderr == ""
    assert checked.returncode == 0


def test_lighthouse_is_content_on_a_phone(tmp_path: Path, chromium_path: str) -> None:
    try:
        found = bench_lighthouse.measure(tmp_path, chromium_path, stock=False)
    except bench_lighthouse.UnavailableError as reason:
        pytest.skip(str(reason))
    for page, scores in found.items():
        assert scores["performance"] >= 95, page
        assert {scores[kind] for kind in bench_lighthouse.KINDS[1:]} == {100}, (page, scores)
