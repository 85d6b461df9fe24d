"""Names of machine code: all that it depends on, and nothing else."""

from __future__ import annotations

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
from engine.jit import digests, marks
from engine.search import breadth_first, hashset


def forget() -> None:
    """Has names made anew."""
    for function in (digests.name_of, digests._surroundings, digests._own_parts):
        function.cache_clear()


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Names made for a test are forgotten after it."""
    yield
    forget()


def names() -> dict[tuple[str, str, type | None], str]:
    """The names of all machine code, made anew."""
    forget()
    return {
        (
            specialization.function.__module__,
            specialization.function.__name__,
            specialization.chosen,
        ): specialization.name
        for specialization in kernels.specializations_of()
    }


SCRIPT = """
from engine.game import kernels
print(*sorted(specialization.name for specialization in kernels.specializations_of()), sep="\\n")
"""


def test_every_copy_of_the_sources_has_the_same_names(tmp_path: Path) -> None:
    own = Path(engine.__file__).parent
    shutil.copytree(own, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (tmp_path / "engine").rglob("*.py"):
        os.utime(file, (1, 1))
    for folder, seed in ((own.parent, "1"), (tmp_path, "2")):
        environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONHASHSEED": seed}
        child = [sys.executable, "-c", SCRIPT]
        found = subprocess.run(
            child, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert found.stdout.split() == sorted(names().values())


def test_no_two_have_the_same_name() -> None:
    found = names()
    assert len({*found.values()}) == len(found)


def changed(before: dict[tuple[str, str, type | None], str]) -> set[tuple[str, str]]:
    """Modules and names of the entries whose machine code has another name now."""
    after = names()
    return {key[:2] for key in before if before[key] != after[key]}


def test_a_constant_renames_what_it_is_compiled_into(monkeypatch: pytest.MonkeyPatch) -> None:
    before = names()
    monkeypatch.setattr(breadth_first, "_POLL", 2047)
    found = changed(before)
    assert ("engine.search.breadth_first", "explore") in found
    assert ("engine.games.fruit_dating.candidates", "try_candidates") in found
    assert ("engine.search.hashset", "grown") not in found
    assert not any("linjat" in module or "monk" in module for module, _ in found)


def test_an_edit_in_one_game_renames_nothing_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = names()

    def foremost(bits: int, onwards: bool) -> int:
        """Another kernel in its place."""
        return bits

    monkeypatch.setattr(slides, "foremost", foremost)
    found = changed(before)
    assert ("engine.games.skiddy.rules", "play_on") in found
    assert ("engine.search.breadth_first", "explore") in found
    assert not any("fruit_dating" in module or "linjat" in module for module, _ in found)


@pytest.mark.parametrize("what", ["version", "processor", "python"])
def test_other_versions_and_processors_have_other_names(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = names()
    if what == "version":
        monkeypatch.setattr(digests, "version", lambda package: "99.0")
    elif what == "processor":
        monkeypatch.setattr(digests, "processor", lambda: "another")
    else:
        monkeypatch.setattr(sys, "version", "3.99")
    assert len(changed(before)) == len({key[:2] for key in before})


def test_what_is_called_by_another_is_part_of_it() -> None:
    parts = digests._parts(marks.entries[breadth_first.explore.__wrapped__].function, None)  # type: ignore[attr-defined]
    assert any(part.startswith(f"{hashset.__name__}.enter ") for part in parts)
