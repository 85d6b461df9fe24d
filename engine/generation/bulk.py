"""Levels in bulk: what one seed after the other gives, at little cost.

A bulk is a game and the settings of its generator. What depends on these alone is found out once;
of a level it keeps what a catalogue stores: seed and attempt, the board, and facts. All else of the
level follows from that, and is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from engine.errors import Cancelled, GenerationFailed
from engine.evaluation.solving import with_verdict
from engine.game.game import Game
from engine.generation.generating import level_by, level_of
from engine.generation.wishes import WishedLevels, accepted_board
from engine.staging.demands import first_accepted, require_possible
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control
from engine.values.level import Board, Level


@dataclass(frozen=True, slots=True)
class SeededLevel:
    """The level that a seed gave.

    Attributes:
        attempt: which candidate of the seed was accepted, from 0.
        board: the board.
        facts: those of ``solve --json``, and of ``rate --json`` those that cost little.
        tried: candidates generated, the accepted one included.
        rejections: how many of them were rejected, by reason.
    """

    seed: int
    attempt: int
    board: Board
    facts: Mapping[str, Any]
    tried: int
    rejections: Mapping[str, int]


class Sown(Protocol):
    """What names a level of a bulk."""

    @property
    def seed(self) -> int:
        """The seed that gave it."""

    @property
    def attempt(self) -> int:
        """Which candidate of the seed it is."""

    @property
    def board(self) -> Board | bytes:
        """Its board, as it is or packed."""


class Bulk:
    """A game's levels under the same settings, by their seeds.

    Args:
        game: whose levels.
        settings: the parameters that are not to have their defaults.
        max_attempts: candidates to try of each seed.

    Raises:
        ParameterError: an unknown or bad parameter, or a demand that no level can meet.
    """

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, object],
        max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    ) -> None:
        self._game, self._max_attempts = game, max_attempts
        self._source = WishedLevels(game)
        self._recipe = Recipe(0, 0, game.generator.parameters.complete(settings))
        require_possible(self._source, self._recipe)

    @property
    def settings(self) -> Mapping[str, object]:
        """Every parameter, as the provenance of a level records it."""
        return self._recipe.parameters.table()

    def make(self, seed: int, control: Control | None = None) -> SeededLevel | GenerationFailed:
        """What a seed gives, the same as :func:`engine.generation.generating.generate`.

        Raises:
            Cancelled: ``control`` was cancelled, or asked to finish early: what is not just what
                the settings say has no place in a bulk.
        """
        control = control or Control()
        recipe = replace(self._recipe, seed=seed)
        try:
            followed, found = first_accepted(self._source, recipe, self._max_attempts, control)
        except GenerationFailed as failed:
            if control.finishing:
                raise Cancelled(f"stopped after {failed.tried} candidates") from None
            return failed
        if control.finishing:
            raise Cancelled(f"stopped after {found.tried} candidates")
        board = accepted_board(self._game, recipe, found, control)
        facts = self._facts(board, found.facts, control)
        return SeededLevel(seed, followed.attempt, board, facts, found.tried, found.rejections)

    def level(self, made: Sown, control: Control | None = None) -> Level:
        """The level of a seed that gave one, with provenance and verdict.

        What was improved is not improved once more: its board is taken to be the one that was made.

        Raises:
            LevelError: a packed board is damaged.
            Cancelled: ``control`` was cancelled.
        """
        game, recipe, control = self._game, self._recipe, control or Control()
        recipe = replace(recipe, seed=made.seed, attempt=made.attempt)
        if recipe.parameters.values.get("iterations"):  # no witness is known then
            board = made.board
            whole = game.boards.unpack(board) if isinstance(board, bytes) else board
            level = level_by(game, recipe, whole)
        else:
            level = level_of(game, game.generator.candidate(recipe, control))
        solved = game.solver.solve(level.board, control=control)
        control.require_going_on()
        return with_verdict(level, solved)

    def _facts(self, board: Board, known: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
        game = self._game
        facts = known if "solvable" in known else game.solver.facts(board, control)
        derived, structure = game.solver.derived(facts), game.boards.structure(board)
        control.require_going_on()
        return {**facts, **derived, **structure, **known}
