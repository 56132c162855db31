"""What fuzzers found stays mended, and some more of the same kind is tried each time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fuzz_targets import SEEDS, TARGETS, seeds
from hypothesis import given, settings
from hypothesis import strategies as st

CASES = Path(__file__).parent / "cases"
FOUND = [(target, name) for target in TARGETS for name, _ in seeds(target)]


@pytest.mark.parametrize(("target", "name"), FOUND)
def test_what_was_found_stays_mended(target: str, name: str) -> None:
    TARGETS[target]((SEEDS / target / name).read_bytes())


def test_each_seed_belongs_to_a_target() -> None:
    assert {folder.name for folder in SEEDS.iterdir()} <= set(TARGETS) if SEEDS.is_dir() else True


def pieces() -> list[str]:
    """Stretches of the cases: what texts, queries and tables look like."""
    text = "\n".join(file.read_text("utf-8") for file in sorted(CASES.glob("*/*.toml"))[:40])
    return sorted(set(re.findall(r"[^\n]{1,60}", text)))[::7]


MIXED = st.lists(
    st.sampled_from(pieces()) | st.text(max_size=8) | st.sampled_from(["\n", "\r", "\ufeff", "\0"]),
    max_size=12,
).map(lambda parts: "".join(parts).encode("utf-8", "replace"))


@pytest.mark.parametrize("target", TARGETS)
@settings(max_examples=40)
@given(data=MIXED | st.binary(max_size=60))
def test_the_promise_holds(target: str, data: bytes) -> None:
    TARGETS[target](data)
