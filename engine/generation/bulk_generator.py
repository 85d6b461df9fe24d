"""The bulk generator, which tries many seeds with the same settings.

To keep the cost per seed low, work that depends only on the settings is done once. For each level,
only the values that a catalogue stores are kept: the seed, the attempt, the packed board, its
fingerprint and the facts. The complete level is built from these on request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from engine.errors import Cancelled, GenerationFailed
from engine.evaluation.level_verdicts import store_verdict
from engine.game.game import Game
from engine.generation.constraints import ConstrainedLevels, get_accepted_board
from engine.generation.level_generation import build_level, build_recipe_level
from engine.stages.accepted_candidate_search import find_accepted_attempt, require_possible
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.values.budget import Control
from engine.values.level import Board, Level


class SeedResult(NamedTuple):
    """The result of trying one seed, as a worker passes it to the catalogue.

    Attributes:
        seed: The seed that was tried.
        candidates: The number of candidates generated, including the accepted one.
        rejections: The number of rejected candidates for each reason.
        attempt: The number of the accepted attempt, counted from 0; None if the seed yielded no
            level. In that case all fields below are empty.
        board: The board in the game's packed form.
        fingerprint: The fingerprint of the board, which is the same for all duplicates.
        facts: The facts that ``solve --json`` prints, and the cheap ones that ``rate --json`` adds.
            A worker may have flattened them for the catalogue already.
    """

    seed: int
    candidates: int
    rejections: Mapping[str, int]
    attempt: int | None = None
    board: bytes = b""
    fingerprint: bytes = b""
    facts: Any = None


class BulkGenerator:
    """A generator of one game's levels, with the same settings for every seed.

    Args:
        game: The game of the levels.
        settings: The parameters that differ from their defaults.
        max_attempts: The maximum number of candidates to try for each seed.

    Raises:
        ParameterError: A parameter is unknown or invalid, or no level can meet a constraint.
    """

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, object],
        max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    ) -> None:
        self._game, self._max_attempts = game, max_attempts
        self._source = ConstrainedLevels(game)
        self._recipe = Recipe(0, 0, game.parameters.complete_settings(settings))
        require_possible(self._source, self._recipe)

    @property
    def settings(self) -> Mapping[str, object]:
        """The values of all parameters, in the form that a level's provenance records."""
        return self._recipe.parameters.to_table()

    def try_seed(self, seed: int, control: Control | None = None) -> SeedResult:
        """Try a seed. Following a recipe with this seed would yield the same level.

        Raises:
            Cancelled: ``control`` was cancelled or asked to finish early. A level from a search
                that finished early would not depend on the settings and the seed alone.
        """
        control = control or Control()
        recipe = replace(self._recipe, seed=seed)
        try:
            followed, found = find_accepted_attempt(
                self._source, recipe, self._max_attempts, control
            )
        except GenerationFailed as failed:
            if control.is_finishing:
                raise Cancelled(f"stopped after {failed.tried} candidates") from None
            return SeedResult(seed, failed.tried, failed.rejections)
        if control.is_finishing:
            raise Cancelled(f"stopped after {found.tried} candidates")
        board = get_accepted_board(self._game, recipe, found, control)
        return SeedResult(
            seed,
            found.tried,
            found.rejections,
            followed.attempt,
            self._game.boards.pack_board(board),
            self._game.boards.compute_fingerprint(board),
            self._collect_facts(board, found.facts, control),
        )

    def build_level(
        self, seed: int, attempt: int, board: Board, control: Control | None = None
    ) -> Level:
        """Build the complete level for a successful seed, with provenance and verdict.

        Args:
            seed: The seed that yielded the level.
            attempt: The number of the accepted attempt.
            board: The board of the level, which is used only if the settings include an
                improvement.
            control: The control that can cancel the work.

        Raises:
            Cancelled: ``control`` was cancelled.
        """
        game, recipe, control = self._game, self._recipe, control or Control()
        recipe = replace(recipe, seed=seed, attempt=attempt)
        # An improvement changes the constructed board, so the generator knows no moves that win it.
        if recipe.parameters.values.get("iterations"):
            level = build_recipe_level(game, recipe, board)
        else:
            level = build_level(game, game.generator.build_candidate(recipe, control))
        solved = game.solver.solve(level.board, control=control)
        control.raise_if_cancelled()
        return store_verdict(level, solved)

    def _collect_facts(
        self, board: Board, known: Mapping[str, Any], control: Control
    ) -> Mapping[str, Any]:
        game = self._game
        # If the generator has solved the level, ``known`` has all of the solver's facts, so do not
        # solve it again.
        facts = known if "solvable" in known else game.solver.compute_facts(board, control)
        derived, structure = game.solver.derive_facts(facts), game.boards.measure_structure(board)
        control.raise_if_cancelled()
        return {**facts, **derived, **structure, **known}
