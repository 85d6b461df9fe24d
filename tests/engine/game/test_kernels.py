"""Portions of a search, and the refusal of plain Python."""

from __future__ import annotations

import pytest

from engine import workshop
from engine.errors import NotCompiledError
from engine.game import registry
from engine.jit import decorators
from engine.jit.plain_python import require_compiled
from engine.values.budget import iterate_portions


def test_portions_grow_while_they_are_quick_and_shrink_when_they_are_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [0.0]
    monkeypatch.setattr("engine.values.budget.time.perf_counter", lambda: clock[0])
    reported = []
    for portion, seconds in zip(
        iterate_portions(5_000), [0, 0, 0, 0.05, 0.5, 0.5, 0], strict=False
    ):
        reported.append(portion)
        clock[0] += seconds
    assert reported == [256, 1024, 4096, 5000, 5000, 1250, 312]
    assert next(iter(iterate_portions(3))) == 3


@pytest.mark.skipif(decorators.is_disabled(), reason="there is no machine code")
def test_plain_python_can_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"rows": 6, "cols": 6, "states": "..300"}
    level, _, _ = workshop.generate(registry.get_game("fruit-dating"), 3, settings)
    with require_compiled():
        assert workshop.solve(level).solvable
    for entry in decorators.entries.values():
        monkeypatch.setattr(entry, "forms", [])
    with require_compiled(), pytest.raises(NotCompiledError):
        workshop.solve(level)
    assert workshop.solve(level).solvable, "as plain Python"
