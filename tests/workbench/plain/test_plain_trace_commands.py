"""Stepping through the making of a level, its solutions and its traces in plain mode."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commanding import Talk

from workbench.service import foreground


def test_the_making_and_a_solution_are_stepped_through(talk: Talk, made: Path, pair: Path) -> None:
    said = talk("first", "next-stage", "forward", "last", file=made).splitlines()
    assert len(said) == 6 and all(line.endswith(".") for line in said)
    said = talk("mode", "forward", "back", "mode", "witness", file=pair)
    assert "Move 1: right." in said and said.count("Start position.") == 2
    assert "There are no steps to go through: this level has no generation" in talk(
        "forward", file=pair
    )


def test_the_trace_is_that_of_any_strategy_and_is_searched(talk: Talk, pair: Path) -> None:
    said = talk(
        "next-match", "search won", "child", "parent", "depth-limit 4", "strategy", "strategy",
        "depth-limit 4", "trace", "search nosuchrow", file=pair,
    )  # fmt: skip
    for line in (
        "No search yet. Use search to search.", "The trace shows the strategy uniform-cost.",
        "has no depth limit.", "The strategy looks 4 moves ahead.", "Row 0: ",
        "No match for 'nosuchrow'",
    ):  # fmt: skip
        assert line in said, line


def test_a_trace_is_looked_for_again_after_a_stop(
    talk: Talk, pair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second search is that of the other strategy, which Ctrl-C stops."""
    run, searches = foreground.run_with_progress, iter([False, True])

    def interrupted(*arguments: Any) -> Any:
        if next(searches, False):
            raise KeyboardInterrupt
        return run(*arguments)

    monkeypatch.setattr(foreground, "run_with_progress", interrupted)
    said = talk("strategy", "trace", "trace", file=pair).splitlines()
    assert "Stopped. Type quit to leave." in said
    assert any(line.startswith("Row ") for line in said), said
