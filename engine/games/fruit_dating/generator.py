"""The generator's interface for ordinary code, which turns recipes into boards and event logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.errors import ParameterError
from engine.games.fruit_dating import fruit_codes
from engine.games.fruit_dating.board import FruitBoard, find_problems
from engine.games.fruit_dating.fruit_candidates import (
    INERT_SETTING,
    REASONS,
    create_workspace,
    try_candidates,
    write_first_solution,
)
from engine.games.fruit_dating.fruit_compiler import compile_board, encode_fruit_board
from engine.games.fruit_dating.fruit_layout import PLANES, SCRATCH_SIZE
from engine.games.fruit_dating.fruit_stages import run_stages
from engine.games.fruit_dating.generator_log_notes import (
    NoteTexts,
    decode_tilts,
    find_actions_and_labels,
)
from engine.games.fruit_dating.parameters import BACKWARDS, ENDING, PARAMETERS, STAGE_NAMES, STAGES
from engine.jit.decorators import Longs
from engine.search.successors import MOVED, WON
from engine.stages.candidate import Attempts, Candidate, Event, Plane, Recipe
from engine.stages.stage_workspace import (
    Site,
    create_stage_site,
    run_candidate_stages,
    run_kernel_attempts,
)
from engine.tiles.candidate_arrays import (
    GATES,
    PIECES,
    TILES,
    create_locked_layout,
    create_planes,
    decode_board,
)
from engine.tiles.candidate_checks import TileWorkspace, add_counts, create_pruner
from engine.tiles.parameters import TIDYING
from engine.tiles.rules_solver import FACTS
from engine.values.budget import Control
from engine.values.grid import DIRECTIONS, SYMMETRIES_BY_NAME
from engine.values.level import Board


def run_attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Try up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: Parameters contradict each other.
    """
    site, workspace = (
        create_recipe_site(recipe),
        create_workspace(recipe.parameters.get_integer("max_states")),
    )
    found = run_kernel_attempts(
        recipe, count, control, site, workspace, try_candidates, REASONS, decode_fruit_board
    )
    found = add_counts(found, workspace.objects, site.settings, INERT_SETTING)
    if found.accepted is None:
        return found
    return replace(found, facts={**_collect_facts(site, workspace, control), **found.facts})


def _collect_facts(site: Site, workspace: TileWorkspace, control: Control) -> Mapping[str, Any]:
    """Return the facts that the solver would find for the layout just accepted.

    The result is empty if there are too many solutions to count, or if the search was stopped.
    """
    moves, states, *ahead, alive, solutions, _ = workspace.objects.figures.tolist()
    solution = np.zeros(moves, np.int64)
    if solutions < 0 or not write_first_solution(site, control.shared_cells, workspace, solution):
        return {}
    word = "".join(fruit_codes.LETTERS[move] for move in solution.tolist())
    # The figures are in the order of FACTS. The last fact is the number of states seen, which is
    # the number of all states, because the graph is complete.
    figures = zip(FACTS, (states, *ahead, states - alive, solutions, states), strict=True)
    return {"solvable": True, "complete": True, "moves": moves, "solution": word, **dict(figures)}


_BIT_TEXT = {
    bits: "+".join(name for d, name in enumerate(DIRECTIONS) if bits >> d & 1) or "."
    for bits in range(16)
}
PLANE_LIST = (
    *create_planes(FruitBoard),
    Plane("gates", _BIT_TEXT),
    *(
        Plane(f"{name}-weight", weights=True)
        for name in ("fruit", "blocker", "one-way", "mud", "anteater", "hedgehog")
    ),
    Plane("notes", NoteTexts(), notes=True),
)


def build_candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """Return one candidate with its event log, whether or not it would be accepted.

    Raises:
        ParameterError: Parameters contradict each other.
    """
    make = create_pruner(recipe, control, create_workspace, try_candidates) or run_stages
    made = run_candidate_stages(
        recipe, STAGES, PLANE_LIST, create_recipe_site, make, decode_fruit_board, mask_weights
    )
    rows, cols = recipe.parameters.get_integer("rows"), recipe.parameters.get_integer("cols")
    begins, labels = find_actions_and_labels(made.timeline.log, rows, cols)
    timeline = replace(made.timeline, begins=begins, labels=labels)
    # If a stage failed, the board is incomplete, so the witness cannot be played on it.
    whole = made.failed is None
    witness = _find_witness(made.board, decode_tilts(made.timeline.log)) if whole else None
    return replace(made, timeline=timeline, witness=witness)


def _find_witness(board: Board, directions: Sequence[int]) -> tuple[str, ...] | None:
    """Play the tilts of backward placement on a board, and return the letters of those played.

    The result is None if the tilts do not win, or if there are no tilts.
    """
    assert isinstance(board, FruitBoard)
    if not directions or find_problems(board):
        return None
    compiled, letters = compile_board(board), list[str]()
    cells = compiled.get_start_cells()
    for direction in directions:
        outcome, cells = compiled.tilt_pieces(cells, direction)
        letters.append(fruit_codes.LETTERS[direction])
        if outcome != MOVED:
            break
    return tuple(letters) if outcome == WON else None


def mask_weights(locked: Longs, layout: Longs, plane: int) -> Longs:
    """Return a plane of weights, with 0 for each cell on which nothing can be placed."""
    free = (
        (layout[TILES] == fruit_codes.FLOOR)
        & (layout[PIECES] == fruit_codes.NO_PIECE)
        & (locked == 0)
    )
    return np.where(free & (layout[plane] > 0), layout[plane], 0)


def decode_fruit_board(recipe: Recipe, layout: Longs) -> FruitBoard:
    """Return the board for a layout, with the locked cells and unknown keys of the sketch."""
    board = decode_board(FruitBoard, recipe, layout)
    gates = [
        (*divmod(int(cell), board.cols), direction)
        for cell in np.flatnonzero(layout[GATES])
        for direction in range(4)
        if int(layout[GATES, cell]) >> direction & 1
    ]
    known = recipe.sketch.gate_extra if isinstance(recipe.sketch, FruitBoard) else {}
    extra = {gate: known[gate] for gate in gates if gate in known}
    return replace(board, gates=tuple(gates), gate_extra=extra)


def create_recipe_site(recipe: Recipe, log_capacity: int = 0) -> Site:
    """Return a site for candidates of a recipe, with room for ``log_capacity`` events in its log.

    Raises:
        ParameterError: Parameters contradict each other.
    """
    parameters = recipe.parameters
    rows, cols = parameters.get_integer("rows"), parameters.get_integer("cols")
    symmetry = SYMMETRIES_BY_NAME.get(parameters.get_word("symmetry"))
    # Quarter turns and reflections in a diagonal require a square board.
    if symmetry is not None and symmetry.swaps_axes and rows != cols:
        raise ParameterError(f"symmetry: {symmetry.name} needs as many rows as columns")
    locked, layout = create_locked_layout(recipe, FruitBoard, encode_fruit_board, PLANES)
    # Backward placement moves all fruit, so none may be locked.
    if parameters.get_word("fruit_mode") == BACKWARDS and layout[PIECES].any():
        raise ParameterError("fruit_mode: backwards is not possible around locked pieces")
    if parameters.get_word("fruit_mode") != BACKWARDS:
        for key in ENDING:
            if parameters.values[key] != PARAMETERS[key].default:
                raise ParameterError(
                    f"{key}: only fruit_mode=backwards can set where the solution ends"
                )
    return create_stage_site(recipe, STAGE_NAMES, locked, layout, SCRATCH_SIZE, log_capacity)


_WEIGHED = {
    "blocker-weight": "a blocker",
    "one-way-weight": "a one-way gate",
    "anteater-weight": "an anteater",
    "hedgehog-weight": "a hedgehog",
}
"""A phrase for the objects that a plane's weights are for, where the plane's name is not enough."""


def describe_event(event: Event) -> str:
    """Return a description of an event and of the random draw that caused it."""
    place = _format_cell(event)
    if event.plane == "notes":
        return f"{place}: {event.new}"
    if event.plane.endswith("-weight"):
        thing = _WEIGHED.get(event.plane, event.plane.removesuffix("-weight"))
        # An event without a weight excludes a chosen cell because the object does not fit on it.
        if event.weight is None:
            return (
                f"{place}: drawn ({event.draw}), but {thing} does not fit, so its weight is 0 now"
            )
        if event.draw is None:
            return f"{place}: weight {event.weight} for {thing}, painted by hand"
        base = event.weight - event.draw
        why = f"{base} for its shape and {event.draw} drawn" if event.draw else "for its shape"
        return f"{place}: weight {event.weight} for {thing}, {why}"
    plain = {
        "border": "wall of the border; no random draw",
        "walls": f"{event.note}, as drawn",
        "inner-walls": f"{event.note}; it begins at drawn tile {event.draw}",
        "areas": "wall, outside the largest free area; no random draw",
    }
    if event.stage in plain:
        return f"{place}: {plain[event.stage]}"
    if event.stage == TIDYING.name:
        return (
            f"{place}: {_format_thing(event.plane, event.old)} removed, "
            "because it makes no difference"
        )
    why = f"by draw {event.draw}, weight {event.weight}"
    # Backward placement has no weighted draw to show, but its note names the move.
    if event.plane == "pieces" and event.weight is None:
        why = event.note
    return f"{place}: {_format_thing(event.plane, event.new)}, {why}"


def _format_thing(plane: str, text: str) -> str:
    """Format the name of an object that was put on a cell or removed from it."""
    if plane == "gates":
        return f"one-way gate {text}"
    return (
        fruit_codes.PIECES.titles.get(text, "no piece")
        if plane == "pieces"
        else fruit_codes.TILES.titles[text]
    )


def describe_action(events: Sequence[Event]) -> str:
    """Return a description of an action, such as a wall tile with its images or an inner wall."""
    first, *others = events
    if first.plane == "notes" or not others:
        return describe_event(first)
    done = describe_event(first).removeprefix(_format_cell(first))
    images = "image" if len(others) == 1 else "images"
    return (
        f"{_format_cell(first)} and its {images} at {' and '.join(map(_format_cell, others))}{done}"
    )


def _format_cell(event: Event) -> str:
    return f"row {event.row}, column {event.col}"
