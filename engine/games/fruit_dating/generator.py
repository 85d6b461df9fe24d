"""The generator as ordinary code calls it: recipes in, boards, logs and counts out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.errors import ParameterError
from engine.games.fruit_dating import codes
from engine.games.fruit_dating.board import FruitBoard, problems
from engine.games.fruit_dating.candidates import (
    INERT_SETTING,
    REASONS,
    bench_for,
    first_solution,
    try_candidates,
)
from engine.games.fruit_dating.compiled import compile_board, planes_of
from engine.games.fruit_dating.layout import PLANES, SCRATCH_SIZE
from engine.games.fruit_dating.notes import NoteTexts, actions_and_labels, tilts
from engine.games.fruit_dating.parameters import BACKWARDS, ENDING, PARAMETERS, STAGE_NAMES, STAGES
from engine.games.fruit_dating.solver import FACTS
from engine.games.fruit_dating.stages import run_stages
from engine.jit.marks import Longs
from engine.search.successors import MOVED, WON
from engine.staging.generation import Attempts, Candidate, Event, Plane, Recipe
from engine.staging.site import Site, attempts_of, candidate_of, new_site
from engine.tiles.generator import GATES, PIECES, TILES, board_in, locked_layout, planes_for
from engine.tiles.judging import TileBench, made_tidy, with_counts
from engine.tiles.parameters import TIDYING
from engine.values.budget import Control
from engine.values.grid import DIRECTIONS, SYMMETRY_NAMED
from engine.values.level import Board


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: parameters that do not go together.
    """
    site, bench = site_of(recipe), bench_for(recipe.parameters.integer("max_states"))
    found = attempts_of(recipe, count, control, site, bench, try_candidates, REASONS, board_of)
    found = with_counts(found, bench.things, site.settings, INERT_SETTING)
    if found.accepted is None:
        return found
    return replace(found, facts={**_facts(site, bench, control), **found.facts})


def _facts(site: Site, bench: TileBench, control: Control) -> Mapping[str, Any]:
    """The solver's facts of the layout that was accepted last, where judging has found them all."""
    moves, states, *ahead, alive, solutions, _ = bench.things.own.tolist()
    solution = np.zeros(moves, np.int64)
    if solutions < 0 or not first_solution(site, control.cells, bench, solution):
        return {}
    word = "".join(codes.LETTERS[move] for move in solution.tolist())
    figures = zip(FACTS, (states, *ahead, states - alive, solutions, states), strict=True)
    return {"solvable": True, "complete": True, "moves": moves, "solution": word, **dict(figures)}


_BIT_TEXT = {
    bits: "+".join(name for d, name in enumerate(DIRECTIONS) if bits >> d & 1) or "."
    for bits in range(16)
}
PLANE_LIST = (
    *planes_for(FruitBoard),
    Plane("gates", _BIT_TEXT),
    *(
        Plane(f"{name}-weight", weights=True)
        for name in ("fruit", "blocker", "one-way", "mud", "anteater", "hedgehog")
    ),
    Plane("notes", NoteTexts(), doings=True),
)


def candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """One candidate with its log; not judged.

    Raises:
        ParameterError: parameters that do not go together.
    """
    make = made_tidy(recipe, control, bench_for, try_candidates) or run_stages
    made = candidate_of(recipe, STAGES, PLANE_LIST, site_of, make, board_of, weights_available)
    rows, cols = recipe.parameters.integer("rows"), recipe.parameters.integer("cols")
    begins, labels = actions_and_labels(made.timeline.log, rows, cols)
    timeline = replace(made.timeline, begins=begins, labels=labels)
    whole = made.failed is None
    witness = _witness(made.board, tilts(made.timeline.log)) if whole else None
    return replace(made, timeline=timeline, witness=witness)


def _witness(board: Board, directions: Sequence[int]) -> tuple[str, ...] | None:
    """The tilts that fruit was placed backwards by, up to the win; None if they do not win."""
    assert isinstance(board, FruitBoard)
    if not directions or problems(board):
        return None
    compiled, letters = compile_board(board), list[str]()
    cells = compiled.cells()
    for direction in directions:
        outcome, cells = compiled.tilt(cells, direction)
        letters.append(codes.LETTERS[direction])
        if outcome != MOVED:
            break
    return tuple(letters) if outcome == WON else None


def weights_available(locked: Longs, layout: Longs, plane: int) -> Longs:
    """The weights of a plane, 0 where :func:`weights.available` says that nothing can be put."""
    free = (layout[TILES] == codes.FLOOR) & (layout[PIECES] == codes.NO_PIECE) & (locked == 0)
    return np.where(free & (layout[plane] > 0), layout[plane], 0)


def board_of(recipe: Recipe, layout: Longs) -> FruitBoard:
    """The board that a layout holds, with the locks and unknown keys of the recipe's sketch."""
    board = board_in(FruitBoard, recipe, layout)
    gates = [
        (*divmod(int(cell), board.cols), direction)
        for cell in np.flatnonzero(layout[GATES])
        for direction in range(4)
        if int(layout[GATES, cell]) >> direction & 1
    ]
    known = recipe.sketch.gate_extra if isinstance(recipe.sketch, FruitBoard) else {}
    extra = {gate: known[gate] for gate in gates if gate in known}
    return replace(board, gates=tuple(gates), gate_extra=extra)


def site_of(recipe: Recipe, room: int = 0) -> Site:
    """Prepares to make candidates of a recipe, with a log of ``room`` events.

    Raises:
        ParameterError: parameters that do not go together.
    """
    parameters = recipe.parameters
    rows, cols = parameters.integer("rows"), parameters.integer("cols")
    symmetry = SYMMETRY_NAMED.get(parameters.word("symmetry"))
    if symmetry is not None and symmetry.swaps and rows != cols:
        raise ParameterError(f"symmetry: {symmetry.name} needs as many rows as columns")
    locked, layout = locked_layout(recipe, FruitBoard, planes_of, PLANES)
    if parameters.word("fruit_mode") == BACKWARDS and layout[PIECES].any():
        raise ParameterError("fruit_mode: backwards is not possible around locked pieces")
    if parameters.word("fruit_mode") != BACKWARDS:
        for key in ENDING:
            if parameters.values[key] != PARAMETERS[key].default:
                raise ParameterError(f"{key}: an end can be wished with fruit_mode=backwards only")
    return new_site(recipe, STAGE_NAMES, locked, layout, SCRATCH_SIZE, room)


_WEIGHED = {
    "blocker-weight": "a blocker",
    "one-way-weight": "a one-way gate",
    "anteater-weight": "an anteater",
    "hedgehog-weight": "a hedgehog",
}
"""What the weights of a plane are for, where its name alone does not say it."""


def describe(event: Event) -> str:
    """An event in words, with the draw that caused it."""
    place = _place(event)
    if event.plane == "notes":
        return f"{place}: {event.new}"
    if event.plane.endswith("-weight"):
        thing = _WEIGHED.get(event.plane, event.plane.removesuffix("-weight"))
        if event.weight is None:
            return f"{place}: drawn ({event.draw}), but {thing} does not fit; weight 0 from now on"
        if event.draw is None:
            return f"{place}: weight {event.weight} for {thing}, painted by hand"
        base = event.weight - event.draw
        why = f"{base} for its shape and {event.draw} drawn" if event.draw else "for its shape"
        return f"{place}: weight {event.weight} for {thing}, {why}"
    plain = {
        "border": "wall, as all round the board; nothing is drawn",
        "walls": f"{event.doing}, as drawn",
        "inner-walls": f"{event.doing}; it begins at drawn tile {event.draw}",
        "areas": "walled in, as it is not in the largest free area; nothing is drawn",
    }
    if event.stage in plain:
        return f"{place}: {plain[event.stage]}"
    if event.stage == TIDYING.name:
        return f"{place}: {_thing(event.plane, event.old)} taken away; nothing changes without it"
    why = f"by draw {event.draw}, weight {event.weight}"
    if event.plane == "pieces" and event.weight is None:
        why = event.doing
    return f"{place}: {_thing(event.plane, event.new)}, {why}"


def _thing(plane: str, text: str) -> str:
    """What is put on a cell or taken from it, in words."""
    if plane == "gates":
        return f"one-way gate {text}"
    return (
        codes.PIECES.titles.get(text, "no piece") if plane == "pieces" else codes.TILES.titles[text]
    )


def describe_action(events: Sequence[Event]) -> str:
    """Events that belong together in words: a tile of a wall with its image, or an inner wall."""
    first, *others = events
    if first.plane == "notes" or not others:
        return describe(first)
    done = describe(first).removeprefix(_place(first))
    images = "image" if len(others) == 1 else "images"
    return f"{_place(first)} and its {images} at {' and '.join(map(_place, others))}{done}"


def _place(event: Event) -> str:
    return f"row {event.row}, column {event.col}"
