"""Work begun in plain Python goes on as machine code, and comes to the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import workshop
from engine.errors import Cancelled, NotCompiledError
from engine.files import levelfile
from engine.game import kernels, registry
from engine.jit import load, marks
from engine.search import running
from engine.search.retrograde import look_toward, retrograde_arrays
from engine.values.budget import Budget, Control, portions

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no machine code")

SETTINGS: Mapping[str, Mapping[str, object]] = {
    "fruit-dating": {"rows": 6, "cols": 6, "states": "..300"},
    "skiddy": {"rows": 6, "cols": 6, "states": "..300"},
    "linjat": {"rows": 5, "cols": 5, "numbers": 4, "iterations": 30},
    "mazing-monk": {"difficulty": 2},
}


@contextmanager
def compiled_after(calls: int) -> Iterator[list[str]]:
    """Entries run as plain Python until so many of their calls, and as machine code from then on.

    Yields:
        The names of the entries that ran plain, a name for each call.
    """
    forms = {own: own.forms for own in marks.entries.values()}
    finders, run_plain, number = list(marks.finders), marks._run_plain, count()
    plain: list[str] = []

    def find(own: marks.EntryKernel, arguments: tuple[Any, ...]) -> marks.Form | None:
        """Machine code, late."""
        if next(number) < calls:
            return None
        kernels._looked.pop(own, None)
        return finders[0](own, arguments)

    def run(own: marks.EntryKernel, arguments: tuple[Any, ...]) -> Any:
        """Plain Python, noted."""
        plain.append(own.function.__name__)
        return run_plain(own, arguments)

    try:
        for own in forms:
            own.forms = []
        marks.finders[:] = [find]
        marks._run_plain = run
        yield plain
    finally:
        marks._run_plain = run_plain
        marks.finders[:] = finders
        for own, its in forms.items():
            own.forms, own.seconds = its, 0.0


def made(name: str, seed: int) -> tuple[str, list[Mapping[str, Any]]]:
    """A generated level as a file, and what all strategies say of it."""
    game = registry.get(name)
    level, _, _ = workshop.generate(game, seed, SETTINGS[name])
    facts = [workshop.solve(level, strategy).facts for strategy in game.solver.strategies]
    return levelfile.dumps(level), facts


@pytest.mark.parametrize("name", sorted(SETTINGS))
@settings(max_examples=15)
@given(calls=st.integers(0, 300))
def test_a_change_half_way_changes_no_byte(name: str, calls: int) -> None:
    expected = made(name, 3)
    with compiled_after(calls) as plain:
        assert made(name, 3) == expected
    assert len(plain) >= min(calls, 1)


def test_portions_grow_while_they_are_quick_and_shrink_when_they_are_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr("engine.values.budget.time.perf_counter", lambda: clock[0])
    reported = []
    for portion, seconds in zip(portions(5_000), [0, 0, 0, 0.05, 0.5, 0.5, 0], strict=False):
        reported.append(portion)
        clock[0] += seconds
    assert reported == [256, 1024, 4096, 5000, 5000, 1250, 312]
    assert next(iter(portions(3))) == 3


def test_a_search_that_is_over_is_not_gone_on_with() -> None:
    reported: list[int] = []
    cursor = np.zeros(1, np.int64)

    def stretch(portion: int) -> None:
        """Ends the search the third time."""
        reported.append(portion)
        cursor[0] = running.DONE if len(reported) == 3 else running.RUNNING

    running.run(stretch, cursor, 0, Budget(), Control())
    assert reported == [256, 1024, 4096]


def test_a_large_sweep_waits_and_waiting_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[load.Specialization] = []
    monkeypatch.setattr(kernels, "_form", lambda own, specialization: None)
    monkeypatch.setattr(kernels, "_have_compiled", asked.extend)
    monkeypatch.setattr(kernels, "_is_compiling", lambda: True)
    states = kernels._LARGE // 8
    edges = np.zeros(4 * states, np.int32)
    own = marks.entries[look_toward.__wrapped__]  # type: ignore[attr-defined]
    behind = retrograde_arrays(states, 4)
    kernels._looked.clear()
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(kernels._find, own, (edges, states, 4, -4, behind))
        while not kernels.awaited():
            assert not call.done()
        with kernels.no_waiting(), pytest.raises(Cancelled):
            call.result()
    assert asked[-1].function.__name__ == "look_toward"
    assert not kernels.awaited()
    kernels._looked.clear()
    assert kernels._find(own, (edges, states, 4, -4, behind)) is None, "the main thread does not"


def test_plain_python_can_be_refused() -> None:
    game = registry.get("fruit-dating")
    level, _, _ = workshop.generate(game, 3, SETTINGS["fruit-dating"])
    with kernels.compiled_only():
        assert workshop.solve(level).solvable
    with compiled_after(10**6), kernels.compiled_only():
        marks.finders[:] = [kernels._find]
        with pytest.MonkeyPatch.context() as patch, pytest.raises(NotCompiledError):
            patch.setattr(kernels, "_form", lambda own, specialization: None)
            workshop.solve(level)
