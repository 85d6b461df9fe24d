"""Functions that start or restart the background process that runs a batch."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.catalogue.run_record import CatalogueRun
from engine.game import registry
from engine.game.game import Game
from engine.values.parameter_schema import WHERE, Value
from workbench.service import detached_process
from workbench.session.generation.generator_settings import GeneratorSettings

MAX_COUNT = 10_000_000
"""The largest number of levels that a user can request."""


def start_batch(game: Game, settings: Mapping[str, Value], count: int, catalogue: Path) -> None:
    """Start a batch, and wait until it is running. This call blocks, so run it in a thread.

    Raises:
        BatchError: The batch cannot be started, or it ended immediately without making all levels.
    """
    detached_process.start_or_raise(_build_arguments(game, settings, count, catalogue), catalogue)


def continue_batch(run: CatalogueRun, count: int, catalogue: Path) -> None:
    """Restart a batch that has ended, so that it continues until it has ``count`` levels.

    Raises:
        BatchError: As for :func:`start_batch`.
    """
    game = registry.get_game(run.game)
    # The recorded settings include default values, which must not become arguments.
    recorded = game.parameters.restore_settings(run.settings)
    words = _build_arguments(
        game, GeneratorSettings.from_values(game, None, recorded).overrides, count, catalogue
    )
    again = f"--seed={run.first_seed}", f"--max-attempts={run.max_attempts}"
    detached_process.start_or_raise([*words, *again], catalogue)


def _build_arguments(
    game: Game, settings: Mapping[str, Value], count: int, catalogue: Path
) -> list[str]:
    """Return the command line arguments for ``workbench batch``."""
    words = ["batch", game.name, f"--count={count}", f"--out={catalogue}"]
    for key, value in settings.items():
        typed = game.parameters[key].format_typed(value)
        words.append(f"--where={typed}" if key == WHERE.key else f"--set={key}={typed}")
    return words
