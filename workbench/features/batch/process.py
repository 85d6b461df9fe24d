"""The process of a batch: the arguments that it is started with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.catalogue.runs import RunState
from engine.game import registry
from engine.game.game import Game
from engine.values.parameters import WHERE, Value
from workbench.service import detaching
from workbench.session.making.sheet import Sheet

MOST = 10_000_000
"""Levels that can be asked for."""


def begin(game: Game, settings: Mapping[str, Value], count: int, catalogue: Path) -> None:
    """Starts a batch, and waits until it works. For a thread.

    Raises:
        BatchError: it was refused, or ended at once without all of its levels.
    """
    detaching.begin(_words(game, settings, count, catalogue), catalogue)


def go_on(run: RunState, count: int, catalogue: Path) -> None:
    """Starts the batch of a catalogue again, with a larger count if that is asked for.

    Raises:
        BatchError: as for :func:`begin`.
    """
    game = registry.get(run.game)
    recorded = game.parameters.recorded(run.settings)
    words = _words(game, Sheet.of(game, None, recorded).settings, count, catalogue)
    again = f"--seed={run.first_seed}", f"--max-attempts={run.max_attempts}"
    detaching.begin([*words, *again], catalogue)


def _words(game: Game, settings: Mapping[str, Value], count: int, catalogue: Path) -> list[str]:
    """The arguments of ``workbench batch``."""
    words = ["batch", game.name, f"--count={count}", f"--out={catalogue}"]
    for key, value in settings.items():
        typed = game.parameters[key].typed(value)
        words.append(f"--where={typed}" if key == WHERE.key else f"--set={key}={typed}")
    return words
