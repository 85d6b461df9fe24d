"""Levels in bulk: what one seed after the other gives, at little cost.

A bulk is a game and the settings of its generator. What depends on these alone is found out once;
of a level it keeps what a catalogue stores: seed and attempt, the packed board, and facts. All else
of the level follows from that, and is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine.errors import Cancelled, GenerationFailed
from engine.evaluation.solving import with_verdict
from engine.game.game import Game
from engine.generation.generating import level_by, level_of
from engine.generation.wishes import WishedLevels, accepted_board
from engine.staging.demands import first_accepted, require_possible
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control
from engine.values.level import Board, Level


class SeedResult(NamedTuple):
    """The result of one seed, from the worker that tries it to the row of a catalogue.

    Attributes:
        candidates: the number of candidates generated, the accepted one included.
        rejections: how many of them were rejected, by reason.
        attempt: the number of the accepted candidate, from 0; None if the seed gave no level, and
            there is nothing else.
        board: the board, packed by the game.
        fingerprint: of the board; equal ones are duplicates.
        facts: those of ``solve --json``, and of ``rate --json`` those that cost little; laid out by
            :func:`engine.catalogue.shapes.flat` where a worker has seen to that.
    """

    seed: int
    candidates: int
    rejections: Mapping[str, int]
    attempt: int | None = None
    board: bytes = b""
    fingerprint: bytes = b""
    facts: Any = None


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
        self._recipe = Recipe(0, 0, game.parameters.complete(settings))
        require_possible(self._source, self._recipe)

    @property
    def settings(self) -> Mapping[str, object]:
        """Every parameter, as the provenance of a level records it."""
        return self._recipe.parameters.table()

    def make(self, seed: int, control: Control | None = None) -> SeedResult:
        """Try a seed, as :func:`engine.generation.generating.generate` does.

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
            return SeedResult(seed, failed.tried, failed.rejections)
        if control.finishing:
            raise Cancelled(f"stopped after {found.tried} candidates")
        board = accepted_board(self._game, recipe, found, control)
        return SeedResult(
            seed,
            found.tried,
            found.rejections,
            followed.attempt,
            self._game.boards.pack(board),
            self._game.boards.fingerprint(board),
            self._facts(board, found.facts, control),
        )

    def level(self, seed: int, attempt: int, board: Board, control: Control | None = None) -> Level:
        """Return the level of a seed that gave one, with provenance and verdict.

        What was improved is not improved once more: its board is taken to be the one that was made.

        Raises:
            Cancelled: ``control`` was cancelled.
        """
        game, recipe, control = self._game, self._recipe, control or Control()
        recipe = replace(recipe, seed=seed, attempt=attempt)
        if recipe.parameters.values.get("iterations"):  # no witness is known then
            level = level_by(game, recipe, board)
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
