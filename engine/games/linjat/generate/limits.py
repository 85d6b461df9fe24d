"""What no generated puzzle of Linjat goes beyond, by the rules and the parameters alone."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.deduce.rulesets import RULES
from engine.games.linjat.deduce.scoring import WEIGHTS, WIDTH_WEIGHT
from engine.games.linjat.generate.candidates import site_of
from engine.games.linjat.generate.parameters import PARAMETERS, layers_key, weight_key
from engine.staging.demands import NONE, Limit, certain
from engine.staging.generation import Recipe
from engine.values.grid import cells_of
from engine.values.parameters import Parameters
from engine.values.ranges import Range

_CERTAIN = ("solvable", "complete", "unique", "human_solvable")
_LEAST_BESIDE_ONES = 2
_WANTED = ("square", "dependency", "one_of")
"""Rules of which a first puzzle has to need one, if one of them has a weight."""


def limits(recipe: Recipe) -> Iterator[Limit]:
    """What no puzzle of a recipe goes beyond.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    site_of(recipe)  # refuses what cannot be made
    parameters, held = recipe.parameters, _held(recipe)
    yield from certain(PARAMETERS, *_CERTAIN)
    yield from _room(parameters, held)
    yield from _by_lengths(parameters, held)
    yield from _sums(parameters)
    yield from _crossing(parameters)
    if min(parameters.range(key).low or 1 for key in ("values", "lengths")) < _LEAST_BESIDE_ONES:
        said = "where values or lengths begin with 1, clues and numbers cannot be told apart"
        yield Limit("ones", NONE, said)
    most = max(parameters.range("numbers").high or 0, len(held))
    yield Limit("width", Range(None, most), f"there are {most} numbers at the most")


def _held(recipe: Recipe) -> list[int]:
    """The numbers on a recipe's locked cells."""
    sketch = recipe.sketch
    if not isinstance(sketch, LinjatBoard) or sketch.locked is None:
        return []
    glyphs = [sketch.cells[row][col] for row, col, mark in cells_of(sketch.locked) if mark == "x"]
    return [int(glyph) for glyph in glyphs if glyph.isdigit()]


def _room(parameters: Parameters, held: list[int]) -> Iterator[Limit]:
    """Lines share no cell and do not leave the board."""
    rows, cols = parameters.integer("rows"), parameters.integer("cols")
    shortest = parameters.range("values").low or 1
    room = (rows * cols - sum(held)) // shortest + len(held)
    said = f"lines share no cell, and {rows} by {cols} cells are room for {room} of {shortest}"
    yield Limit("numbers", Range(None, room), said)
    if (parameters.range("numbers").low or 0) > len(held):
        side = max(rows, cols)
        yield Limit("values", Range(None, side), f"no line of {rows} by {cols} cells is longer")


def _by_lengths(parameters: Parameters, held: list[int]) -> Iterator[Limit]:
    """A puzzle of ones is solved before its first layer, no other is."""
    values, lengths = parameters.range("values"), parameters.range("lengths")
    mutates = parameters.integer("iterations") > 0
    ones = max([values.high or 0, *held]) == 1
    if ones and mutates and (lengths.low or 0) > 1:
        said = f"ones leave nothing to deduce, and mutations make lengths={lengths} of them"
        yield Limit("values", Range(2, None), said)
    elif ones and not (mutates and (lengths.high or 0) > 1):
        yield from _trivial()
    elif (values.low or 0) > 1 and not held and not (mutates and (lengths.low or 0) <= 1):
        for key in ("moves", "layers", "width"):
            yield Limit(key, Range(1, None), "a line longer than 1 takes a layer")


def _crossing(parameters: Parameters) -> Iterator[Limit]:
    """Two puzzles are there to be crossed in a pool alone."""
    if parameters.word("method") != "pool":
        yield Limit("crossover", NONE, "only method=pool has puzzles to cross")
    elif parameters.integer("pool") < 2:
        yield Limit("crossover", NONE, "a pool of 1 has no other puzzle to cross it with")


def _trivial() -> Iterator[Limit]:
    """Nothing is deduced where every number is 1."""
    said = "with values=1 every number is a line by itself, and there is nothing to deduce"
    for key in ("moves", "layers", "width", "score", "human_time", *map(layers_key, RULES)):
        yield Limit(key, NONE, said)
    for rule in _WANTED:
        yield Limit(weight_key(rule), Range(None, 0), said)


def _sums(parameters: Parameters) -> Iterator[Limit]:
    """Every layer is one of a rule."""
    by_rule = [parameters.range(layers_key(rule)) for rule in RULES]
    least, most = sum(ends.low or 0 for ends in by_rule), sum(ends.high or 0 for ends in by_rule)
    said = "the layers by the single rules add up to it"
    for key in ("layers", "moves"):
        yield Limit(key, Range(least, most), f"{said}, {Range(least, most)}")
    yield Limit("moves", parameters.range("layers"), "moves are layers")
    yield Limit("states_seen", Range(max(least, 1), None), "layers are counted in it")
    yield _score(parameters)


def _score(parameters: Parameters) -> Limit:
    """The score is by the usual weights, of as many layers by each rule as may be."""
    low, high = sorted((0, WIDTH_WEIGHT * (parameters.range("numbers").high or 0)))
    for rule in RULES:
        ends = parameters.range(layers_key(rule))
        both = sorted((WEIGHTS[rule] * (ends.low or 0), WEIGHTS[rule] * (ends.high or 0)))
        low, high = low + both[0], high + both[1]
    why = f"layers by the single rules and their usual weights make {Range(low, high)}"
    return Limit("score", Range(low, high), why)
