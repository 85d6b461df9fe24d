"""A kernel is held against the plain function over hundreds of generated candidates."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sokoban

import engine

CANDIDATES = 300


@pytest.fixture(scope="module")
def found() -> dict[str, list[str | None]]:
    """The differences, from a process of its own, because a kernel stays registered."""
    games, root = Path(sokoban.__file__).parent, Path(*engine.__path__).parent
    path = os.pathsep.join([str(games), str(root)])
    run = subprocess.run(
        [sys.executable, "-W", "ignore", str(games / "sokoban_kernel.py"), str(CANDIDATES)],
        env={**os.environ, "PYTHONPATH": path},
        check=True,
        capture_output=True,
    )
    differences: dict[str, list[str | None]] = json.loads(run.stdout)
    assert len(differences["right"]) > CANDIDATES * 2 // 3
    return differences


def test_a_right_kernel_leads_to_the_same_graph(found: dict[str, list[str | None]]) -> None:
    assert {*found["right"]} == {None}


def test_a_kernel_leads_to_the_same_facts_and_traces(found: dict[str, list[str | None]]) -> None:
    assert {*found["traces"]} == {None}


def test_a_wrong_kernel_is_found_with_the_state_and_the_move(
    found: dict[str, list[str | None]],
) -> None:
    faults = [fault for fault in found["wrong"] if fault is not None]
    assert len(faults) > CANDIDATES // 10
    assert "by the kernel" in faults[0] and "by the plain function" in faults[0]
