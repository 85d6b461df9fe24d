"""What a batch is to make, as the value that every worker is handed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.game.game import Game
from engine.installed import version
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS

DEFAULT_PATIENCE = 100
"""Seeds in a row without a new level after which a batch gives up, when nothing else is said."""
LEAST_TRIED = 10_000
"""Candidates that such a row of seeds has at least: seeds of few attempts prove little."""


class BatchError(EngineError):
    """A batch that cannot begin, or cannot go on."""


class Chunk(NamedTuple):
    """Consecutive seeds that one worker tries, ``start`` included and ``stop`` not.

    Attributes:
        given: what else they are tried with; nothing for a batch.
    """

    start: int
    stop: int
    given: Any = None


@dataclass(frozen=True, slots=True)
class Order:
    """What each seed of a batch is tried with; seeds and their number are not part of it.

    Attributes:
        game: the game's name.
        settings: every parameter with its value, in order of keys.
        max_attempts: candidates tried for each seed.
        versions: what the levels depend on beside the settings; every worker has to have the same.
    """

    game: str
    settings: tuple[tuple[str, Any], ...]
    max_attempts: int = DEFAULT_MAX_ATTEMPTS
    versions: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(
        cls, game: Game, settings: Mapping[str, object], max_attempts: int = DEFAULT_MAX_ATTEMPTS
    ) -> Order:
        """The order for levels of a game, of complete settings."""
        return cls(game.name, tuple(sorted(settings.items())), max_attempts, versions_of(game))


def versions_of(game: Game) -> tuple[tuple[str, Any], ...]:
    """The versions that levels of a game depend on, here."""
    return (
        ("generator", game.generator_name),
        ("rules", game.rules_version),
        ("package", version("puzzle-workbench")),
    )
