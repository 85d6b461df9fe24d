"""Suggestions: variations of a level that are better by a measure and violate no invariant.

A measure is one of the game's objectives, or ``other-ground``. The latter looks for a different
arrangement of the walls, or similar tiles, whose solution is no shorter. A variation comes from one
to three mutations of the level, or from new random choices in one or two stages of its recipe. Each
variation is assessed like a designer's edit (:mod:`engine.improvement.change_assessment`), and only
those without a breach are suggested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from engine.errors import EngineError, GenerationFailed
from engine.evaluation.evaluated_board import EvaluatedBoard, require_mutations
from engine.game.game import Game
from engine.improvement.change_assessment import (
    MAX_STATES,
    Assessment,
    OriginalLevel,
    adds_inert_objects,
    assess_change,
    assess_original,
)
from engine.improvement.improvement_objectives import Rank, list_objectives, parse_objective
from engine.values.budget import Budget, Control
from engine.values.level import Board, Level, compute_digest

if TYPE_CHECKING:  # NumPy is imported with the first suggestion
    from engine.values.rng import RandomNumbers

OTHER_GROUND = "other-ground"
"""The measure for variations that change the walls, or similar tiles, and little else."""
_MUTATIONS = 3
"""The maximum number of mutations between a level and its variation."""
_REMOVAL_INTERVAL = 2
"""If the objective allows removals, one change in this many removes an object on average."""
_RECIPES = 2
"""The number of varied recipes to try, because the first may yield the same board."""
_CANDIDATES = 400
"""The maximum number of candidates for each recipe."""


@dataclass(frozen=True, slots=True)
class SuggestionBasis:
    """A level to vary, and the measure by which its variations are compared.

    Attributes:
        measure: One of the measures that :func:`list_measures` returns.
        before: The level with its assessment.
    """

    measure: str
    before: OriginalLevel


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A variation of a level that is better by a measure.

    Attributes:
        measure: The measure by which the variation is better.
        level: The variation, which has a new recipe if it was generated with different random
            choices, and counts as edited if it was mutated.
        assessment: The assessment of the variation.
        rank: The rank of the variation by the measure. A greater rank is better.
    """

    measure: str
    level: Level
    assessment: Assessment
    rank: Rank


def list_measures(game: Game) -> tuple[str, ...]:
    """Return the measures for a game's levels, or an empty tuple if the game has no mutations."""
    if game.mutations is None:
        return ()
    return (*(aim for aim in list_objectives(game) if "=" not in aim), OTHER_GROUND)


def create_basis(game: Game, level: Level, measure: str, control: Control) -> SuggestionBasis:
    """Assess a level so that its variations can be compared with it. A draft gets no suggestions.

    Raises:
        ParameterError: The game has no such measure.
        EngineError: There is too little memory for the search.
        Cancelled: ``control`` was cancelled.
    """
    aim = "longer" if measure == OTHER_GROUND else measure
    before = assess_original(game, level, aim, control)
    assessment = _update_facts(game, level.board, before.assessment, control)
    return SuggestionBasis(measure, replace(before, assessment=assessment))


def suggest_mutations(
    basis: SuggestionBasis, seed: int, number: int, control: Control
) -> tuple[Suggestion, ...]:
    """Create ``number`` mutated variations of a level, and return those that are better.

    The same seed always gives the same suggestions.

    Raises:
        ParameterError: The game has no mutations.
        EngineError: There is too little memory for a search.
        Cancelled: ``control`` was cancelled.
    """
    from engine.values.rng import RandomNumbers

    level, random = basis.before.level, RandomNumbers(seed)
    if basis.before.assessment.rank is None:
        return ()
    # Several mutations may lead to the same board, or back to the original one.
    boards = {compute_digest(each): each for each in _mutate_boards(basis, random, number)}
    boards.pop(compute_digest(level.board), None)
    found = (
        _assess_variation(basis, level.with_edited_board(board), control)
        for board in boards.values()
        if not basis.before.game.boards.find_problems(board)
    )
    return tuple(each for each in found if each is not None)


def suggest_variant(basis: SuggestionBasis, seed: int, control: Control) -> Suggestion | None:
    """Vary one or two stages of a level, and return the variation if it is better.

    The same seed always gives the same suggestion.

    Returns:
        The suggestion, or None if no better variation was found.

    Raises:
        LevelError: The level was not generated by this version of the generator.
        EngineError: There is too little memory for a search.
        Cancelled: ``control`` was cancelled.
    """
    from engine.generation.variants import vary_stages

    if basis.before.assessment.rank is None:
        return None
    try:
        level = vary_stages(
            basis.before.level, seed, control, recipes=_RECIPES, candidates=_CANDIDATES
        )
    except GenerationFailed:
        return None
    return _assess_variation(basis, level, control)


def can_be_redrawn(level: Level) -> bool:
    """Return True if a level's stages can be varied: it has a valid recipe and was not edited."""
    from engine.generation.recorded_recipe import read_recipe

    try:
        read_recipe(level)
    except EngineError:
        return False
    return level.provenance is not None and not level.provenance.edited


def choose_best(
    basis: SuggestionBasis, found: Iterable[Suggestion], limit: int, control: Control
) -> tuple[Suggestion, ...]:
    """Choose up to ``limit`` of the best suggestions, no two of which are duplicates.

    Suggestions with more inert objects than the original level are left out.

    Raises:
        EngineError: There is too little memory for a search.
        Cancelled: ``control`` was cancelled.
    """
    game, boards = basis.before.game, basis.before.game.boards
    chosen: dict[bytes, Suggestion] = {}
    # Finding the relevance is expensive, so start with the best suggestion and stop when there are
    # enough.
    for each in sorted(found, key=lambda each: each.rank, reverse=True):
        print_ = boards.compute_fingerprint(each.level.board)
        if print_ not in chosen and not adds_inert_objects(
            basis.before, each.level.board, each.assessment, control
        ):
            assessment = _update_facts(game, each.level.board, each.assessment, control)
            chosen[print_] = replace(each, assessment=assessment)
        if len(chosen) == limit:
            break
    return tuple(chosen.values())


def _update_facts(game: Game, board: Board, assessment: Assessment, control: Control) -> Assessment:
    """Return an assessment with its facts in the newest form, like those of the open level."""
    if assessment.rank is None:
        return assessment
    facts = EvaluatedBoard(game, board, Budget(MAX_STATES), control).result.newest_facts
    control.raise_if_cancelled()
    return replace(assessment, facts=facts)


def _mutate_boards(basis: SuggestionBasis, random: RandomNumbers, number: int) -> Iterator[Board]:
    """Yield ``number`` boards, each with one to three changes that suit the measure."""
    game = basis.before.game
    mutate = partial(require_mutations(game).mutate, random=random)
    removes = parse_objective(game, basis.before.aim).removes
    for _ in range(number):
        board: Board = basis.before.level.board
        for _ in range(1 + random.draw_below(_MUTATIONS)):
            taken = removes and not random.draw_below(_REMOVAL_INTERVAL)
            board = _remove_object(game, board, random) if taken else mutate(board)
        yield board


def _remove_object(game: Game, board: Board, random: RandomNumbers) -> Board:
    """Return the board without one of its counted and unlocked objects, chosen at random."""
    locked = game.boards.draw_picture(board).locked
    things = [thing for thing in game.boards.list_objects(board) if thing.counted]
    left = [thing.without for thing in things if (thing.row, thing.col) not in locked]
    return random.draw_item(left) if left else board


def _assess_variation(basis: SuggestionBasis, level: Level, control: Control) -> Suggestion | None:
    """Return a variation as a suggestion, or None if it is not better or violates an invariant."""
    before, assessment = basis.before, assess_change(basis.before, level.board, control)
    if (
        assessment.rank is None
        or assessment.lacks
        or assessment.breaches
        or before.assessment.rank is None
    ):
        return None
    if basis.measure != OTHER_GROUND:
        # The rank breaks ties by the length of the solution. A variation that is only longer is no
        # better by the measure itself, so its figures must differ too.
        better = (
            assessment.rank > before.assessment.rank
            and assessment.figures != before.assessment.figures
        )
        return Suggestion(basis.measure, level, assessment, assessment.rank) if better else None
    tile_count, rest = _count_differences(before.game, before.level.board, level.board)
    shorter = (assessment.facts["moves"] or 0) < (before.assessment.facts["moves"] or 0)
    if not tile_count or shorter:
        return None
    # Variations that change little apart from the walls come first. Among these, those with the
    # most changes to the walls come first.
    return Suggestion(
        basis.measure,
        level,
        replace(assessment, figures={"cells": tile_count}),
        (-rest, tile_count),
    )


def _count_differences(game: Game, board: Board, other: Board) -> tuple[int, int]:
    """Count the tokens that only one of two boards has.

    Returns:
        The number for the first part, which has the walls or similar tiles, and the number for all
        other parts.
    """
    mine, theirs = game.boards.list_tokens(board), game.boards.list_tokens(other)
    numbers = [len(mine[part] ^ theirs[part]) for part in mine]
    return numbers[0], sum(numbers[1:])
