"""Limits on generated Linjat puzzles that follow from the game's rules and the parameters alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.deduction.deduction_score import WEIGHTS, WIDTH_WEIGHT
from engine.games.linjat.deduction.rulesets import RULES
from engine.games.linjat.generation.first_puzzles import create_site
from engine.games.linjat.generation.parameters import PARAMETERS, layers_key, weight_key
from engine.stages.accepted_candidate_search import ZERO, Limit, build_true_limits
from engine.stages.candidate import Recipe
from engine.values.grid import iterate_cells
from engine.values.parameter_schema import Parameters
from engine.values.ranges import Range

_CERTAIN = ("solvable", "complete", "unique", "human_solvable")
_MIN_VALUE_BESIDE_ONES = 2
_PAIR_RULES = ("square", "dependency", "one_of")
"""The rules about pairs. If any has a positive weight, a first puzzle must use one of them."""


def find_limits(recipe: Recipe) -> Iterator[Limit]:
    """Yield the limits that hold for every puzzle made from a recipe.

    Raises:
        ParameterError: The parameters contradict each other, or no level can have the locked cells.
    """
    create_site(recipe)  # raises an error for impossible parameters
    parameters, held = recipe.parameters, _list_locked_numbers(recipe)
    yield from build_true_limits(PARAMETERS, *_CERTAIN)
    yield from _limit_by_size(parameters, held)
    yield from _limit_by_lengths(parameters, held)
    yield from _limit_by_sums(parameters)
    yield from _limit_crossover(parameters)
    if (
        min(parameters.get_range(key).low or 1 for key in ("values", "lengths"))
        < _MIN_VALUE_BESIDE_ONES
    ):
        said = "if values or lengths include 1, clues cannot be told from numbers"
        yield Limit("ones", ZERO, said)
    most = max(parameters.get_range("numbers").high or 0, len(held))
    yield Limit("width", Range(None, most), f"there are at most {most} numbers")


def _list_locked_numbers(recipe: Recipe) -> list[int]:
    """Return the values of the numbers on the recipe's locked cells."""
    sketch = recipe.sketch
    if not isinstance(sketch, LinjatBoard) or sketch.locked is None:
        return []
    glyphs = [
        sketch.cells[row][col] for row, col, mark in iterate_cells(sketch.locked) if mark == "x"
    ]
    return [int(glyph) for glyph in glyphs if glyph.isdigit()]


def _limit_by_size(parameters: Parameters, held: list[int]) -> Iterator[Limit]:
    """Limit the count and values of numbers, because all lines must fit on the board together."""
    rows, cols = parameters.get_integer("rows"), parameters.get_integer("cols")
    shortest = parameters.get_range("values").low or 1
    # A locked number takes up as many cells as its value. Any other number takes up at least
    # ``shortest`` cells.
    room = (rows * cols - sum(held)) // shortest + len(held)
    said = (
        f"lines cannot share cells, and {rows} by {cols} cells have room for {room} lines "
        f"of length {shortest}"
    )
    yield Limit("numbers", Range(None, room), said)
    if (parameters.get_range("numbers").low or 0) > len(held):
        side = max(rows, cols)
        yield Limit(
            "values", Range(None, side), f"a line on {rows} by {cols} cells cannot be longer"
        )


def _limit_by_lengths(parameters: Parameters, held: list[int]) -> Iterator[Limit]:
    """Limit the number of layers, because a board with only ones needs none."""
    values, lengths = parameters.get_range("values"), parameters.get_range("lengths")
    mutates = parameters.get_integer("iterations") > 0
    ones = max([values.high or 0, *held]) == 1
    if ones and mutates and (lengths.low or 0) > 1:
        said = f"ones leave nothing to deduce, and mutations turn them into lengths={lengths}"
        yield Limit("values", Range(2, None), said)
    elif ones and not (mutates and (lengths.high or 0) > 1):
        yield from _limit_trivial()
    elif (values.low or 0) > 1 and not held and not (mutates and (lengths.low or 0) <= 1):
        for key in ("moves", "layers", "width"):
            yield Limit(key, Range(1, None), "a line longer than 1 needs a layer")


def _limit_crossover(parameters: Parameters) -> Iterator[Limit]:
    """Forbid crossovers without a pool, or with a pool of one puzzle."""
    if parameters.get_word("method") != "pool":
        yield Limit("crossover", ZERO, "only method=pool has puzzles to cross")
    elif parameters.get_integer("pool") < 2:
        yield Limit("crossover", ZERO, "a pool of 1 has no second puzzle to cross with")


def _limit_trivial() -> Iterator[Limit]:
    """Yield the limits for boards with only ones, which leave nothing to deduce."""
    said = "with values=1 every number is its own line, so there is nothing to deduce"
    for key in ("moves", "layers", "width", "score", "human_time", *map(layers_key, RULES)):
        yield Limit(key, ZERO, said)
    for rule in _PAIR_RULES:
        yield Limit(weight_key(rule), Range(None, 0), said)


def _limit_by_sums(parameters: Parameters) -> Iterator[Limit]:
    """Limit the total number of layers to the sum of the limits for each rule's layers."""
    # Every layer is credited to exactly one rule.
    by_rule = [parameters.get_range(layers_key(rule)) for rule in RULES]
    least, most = sum(ends.low or 0 for ends in by_rule), sum(ends.high or 0 for ends in by_rule)
    said = "it is the sum of the layers by each rule"
    for key in ("layers", "moves"):
        yield Limit(key, Range(least, most), f"{said}, {Range(least, most)}")
    yield Limit("moves", parameters.get_range("layers"), "it equals layers")
    yield Limit("states_seen", Range(max(least, 1), None), "it includes the layers")
    yield _limit_score(parameters)


def _limit_score(parameters: Parameters) -> Limit:
    """Return the limit on the score that follows from the limits on each rule's layers."""
    low, high = sorted((0, WIDTH_WEIGHT * (parameters.get_range("numbers").high or 0)))
    for rule in RULES:
        ends = parameters.get_range(layers_key(rule))
        # A negative weight swaps the two bounds.
        both = sorted((WEIGHTS[rule] * (ends.low or 0), WEIGHTS[rule] * (ends.high or 0)))
        low, high = low + both[0], high + both[1]
    why = f"the layers by each rule and their default weights give {Range(low, high)}"
    return Limit("score", Range(low, high), why)
