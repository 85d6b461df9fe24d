"""Digests of entries: all that their machine code is made from, and nothing else."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.game import kernels
from engine.games.skiddy import slides
from engine.jit import decorators, digests, libraries
from engine.jit.machine_code import Specialization
from engine.search import breadth_first


def forget() -> None:
    """Let digests be taken again."""
    for name in ("compute_digest", "_collect_kernel_parts"):
        getattr(digests, name).cache_clear()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Digests of a test are forgotten after it."""
    yield
    forget()


def take_digests() -> dict[Specialization, str]:
    forget()
    return {entry: entry.digest for entry in kernels.list_specializations()}


SCRIPT = """
import json
from engine.game import kernels
print(json.dumps({entry.symbol: entry.digest for entry in kernels.list_specializations()}))
"""


def test_every_copy_of_the_sources_has_the_same_digests(tmp_path: Path) -> None:
    own = Path(engine.__file__).parent
    shutil.copytree(own, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / "engine").rglob("*.py"):
        text = file.read_text()
        # Comments, and line numbers that differ, change nothing.
        file.write_text(text.replace("from __future__", "# A comment.\n\nfrom __future__", 1))
    expected = {entry.symbol: digest for entry, digest in take_digests().items()}
    for folder, seed in ((own.parent, "1"), (tmp_path, "2")):
        environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONHASHSEED": seed}
        child = [sys.executable, "-P", "-c", SCRIPT]
        found = subprocess.run(
            child, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert json.loads(found.stdout) == expected


@pytest.mark.skipif(decorators.is_disabled(), reason="there is no machine code")
def test_any_python_takes_the_digests_that_are_in_the_library() -> None:
    """The other Pythons run this too, see tests/packaging/test_pythons.py."""
    library = libraries.open_library("engine")
    assert isinstance(library, libraries.Library)
    assert {entry.symbol: digest for entry, digest in take_digests().items()} == library.entries


def test_no_two_entries_have_the_same_symbol_or_digest() -> None:
    found = take_digests()
    assert len({entry.symbol for entry in found}) == len(set(found.values())) == len(found)


def find_changed(before: dict[Specialization, str]) -> set[tuple[str, str]]:
    """Return modules and names of the entries that have another digest now."""
    return {(entry.function.__module__, entry.function.__name__) for entry in list_changed(before)}


def list_changed(before: dict[Specialization, str]) -> list[Specialization]:
    """Return the entries that have another digest now."""
    after = take_digests()
    return [entry for entry in before if before[entry] != after[entry]]


def test_a_constant_changes_the_entries_that_it_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    before = take_digests()
    monkeypatch.setattr(breadth_first, "_POLL", 2047)
    found = find_changed(before)
    assert ("engine.search.breadth_first", "explore_states") in found
    assert ("engine.games.fruit_dating.fruit_candidates", "try_candidates") in found
    assert ("engine.search.hashset", "grown") not in found
    assert not any("linjat" in module or "monk" in module for module, _ in found)


def test_an_edit_in_one_game_changes_nothing_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = take_digests()

    def foremost(bits: int, onwards: bool) -> int:
        """Another kernel in its place."""
        return bits

    monkeypatch.setattr(slides, "find_outer_bit", foremost)
    found = find_changed(before)
    assert ("engine.games.skiddy.rules", "slide_to_exit") in found
    assert ("engine.search.breadth_first", "explore_states") in found
    # Fruit Dating's own search is compiled for the rules of Skiddy too.
    assert all("skiddy" in entry.symbol for entry in list_changed(before))
