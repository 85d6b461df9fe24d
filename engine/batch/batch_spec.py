"""The specification of a batch, which is sent to every worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.game.game import Game
from engine.package_versions import find_version
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS

DEFAULT_PATIENCE = 100
"""The default number of consecutive seeds without a new level after which a batch fails."""
MIN_CANDIDATES = 10_000
"""The minimum number of candidates to try without a new level before a batch fails.

Fewer candidates would prove little.
"""


class BatchError(EngineError):
    """An error that prevents a batch from starting or continuing."""


class Chunk(NamedTuple):
    """Consecutive seeds that one worker tries, from ``start`` up to but not including ``stop``.

    Attributes:
        start: The first seed.
        stop: The seed after the last seed in the chunk.
        payload: The data that other kinds of work send with a chunk; None for a batch.
    """

    start: int
    stop: int
    payload: Any = None


@dataclass(frozen=True, slots=True)
class BatchSpec:
    """The settings shared by all seeds of a batch.

    Attributes:
        game: The name of the game.
        settings: All parameters with their values, sorted by key.
        max_attempts: The maximum number of candidates for each seed.
        versions: The software versions that the levels depend on. Every worker must have the same
            versions.
    """

    game: str
    settings: tuple[tuple[str, Any], ...]
    max_attempts: int = DEFAULT_MAX_ATTEMPTS
    versions: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def for_game(
        cls, game: Game, settings: Mapping[str, object], max_attempts: int = DEFAULT_MAX_ATTEMPTS
    ) -> BatchSpec:
        """Build a batch specification for ``game`` from complete settings."""
        return cls(game.name, tuple(sorted(settings.items())), max_attempts, list_versions(game))


def list_versions(game: Game) -> tuple[tuple[str, Any], ...]:
    """Return the installed software versions that a game's levels depend on."""
    return (
        ("generator", game.generator_name),
        ("rules", game.rules_version),
        ("package", find_version("puzzle-workbench")),
    )
