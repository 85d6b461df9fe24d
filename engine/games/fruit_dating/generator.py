"""The generator as a whole: one candidate with its log, or many judged in compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from threading import get_ident
from typing import NamedTuple

import numpy as np

from engine.arrays import Ints, Longs, Words
from engine.budget import Control
from engine.errors import ParameterError
from engine.games.fruit_dating import codes, rules
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.compiled import layers_of
from engine.games.fruit_dating.parameters import FACTS, STAGE_NAMES, STAGES, place_of, settings_of
from engine.games.fruit_dating.rules import FruitDatingRules, compile_level, start_state
from engine.games.fruit_dating.stages import (
    GATES,
    LAYERS,
    NOTED,
    PIECES,
    SCRATCH_SIZE,
    STAGE_COUNT,
    TILES,
    run_stages,
)
from engine.generation import Attempts, Candidate, Event, Layer, Recipe, Timeline
from engine.grid import DIRECTIONS, SYMMETRIES, cells_of
from engine.jit import entry, kernel
from engine.search.backward import (
    ALIVE,
    LOSING,
    SHORTEST,
    SOLUTIONS,
    TRANSITIONS,
    WINNING,
    Hindsight,
    hindsight,
    look_back,
)
from engine.search.explore import (
    COUNT,
    DEPTH,
    FOUND,
    FULL,
    RUNNING,
    STATUS,
    STOPPED,
    WON_FROM,
    Workspace,
    explore,
    workspace,
)

MAX_WORDS = -(-codes.MAX_CELLS // 8)
TOO_LARGE, UNSOLVABLE = STAGE_COUNT, STAGE_COUNT + 1
FIRST_FACT = STAGE_COUNT + 2
"""Reasons to reject a candidate: a stage that gave up by its number, then these, then every
fact out of its range by its place in FACTS."""
REASONS = (
    *(f"{stage.title.lower()} failed" for stage in STAGES),
    "too many positions",
    "unsolvable",
    *(f"{fact.replace('_', ' ')} out of range" for fact in FACTS),
)
STOPPED_ATTEMPT = -2

_MAX_STATES = place_of("max_states")
_FACTS = place_of(FACTS[0])
_MOVES_FACT = FACTS.index("moves")
_MOVES = place_of("moves")
_TOO_MANY = 2**62
_LOG_ROOM = 2048


class Bench(NamedTuple):
    """The arrays in which candidates are made.

    ``table`` and ``start`` are the level as the search takes it, ``rejected`` counts rejections
    by reason, ``no_log`` is a log without room.
    """

    layout: Longs
    stream: Words
    scratch: Longs
    table: Ints
    start: Words
    rejected: Longs
    no_log: Longs


def new_bench(plan: Plan) -> Bench:
    """Arrays for the candidates of a plan."""
    return Bench(
        plan.sketch.copy(),
        np.zeros(1, np.uint64),
        np.zeros(SCRATCH_SIZE, np.int64),
        np.zeros(rules.TABLE_SIZE, np.int32),
        np.zeros(MAX_WORDS, np.uint64),
        np.zeros(len(REASONS), np.int64),
        np.zeros((0, 7), np.int64),
    )


@kernel
def judge(facts: Longs, count: int, settings: Longs) -> int:
    """The first fact out of the range that the settings ask for, as a reason; -1 for none."""
    for fact in range(9):
        value = 1  # solvable and complete, or the candidate would not be here
        if fact == 2:
            value = facts[SHORTEST]
        elif fact == 3:
            value = count
        elif fact == 4:
            value = facts[TRANSITIONS]
        elif fact == 5:
            value = facts[WINNING]
        elif fact == 6:
            value = facts[LOSING]
        elif fact == 7:
            value = count - facts[ALIVE]
        elif fact == 8:
            value = facts[SOLUTIONS] if facts[SOLUTIONS] >= 0 else _TOO_MANY
        if value < settings[_FACTS + 2 * fact] or value > settings[_FACTS + 2 * fact + 1]:
            return FIRST_FACT + fact
    return -1


@entry
def try_candidates(
    settings: Longs,
    locked: Longs,
    sketch: Longs,
    rows: int,
    cols: int,
    seed: int,
    first: int,
    number: int,
    rerolls: Longs,
    control: Longs,
    bench: Bench,
    work: Workspace,
    behind: Hindsight,
) -> int:
    """Makes, solves and judges candidates ``first`` to ``first + number - 1`` until one passes.

    Returns:
        The attempt accepted, -1 if none was, STOPPED_ATTEMPT if cancelled.
        ``bench.rejected`` counts by reason.
    """
    layout, table, start = bench.layout, bench.table, bench.start
    cursor, starts, edges = work.cursor, work.starts, work.edges
    for attempt in range(first, first + number):
        for layer in range(LAYERS):
            for cell in range(rows * cols):
                layout[layer, cell] = sketch[layer, cell]
        reason = run_stages(
            settings,
            locked,
            layout,
            rows,
            cols,
            seed,
            attempt,
            rerolls,
            bench.stream,
            bench.no_log,
            bench.scratch,
        )
        if reason < 0:
            compile_level(layout[TILES], layout[PIECES], layout[GATES], rows, cols, table)
            words = (max(table[rules.PIECES], 1) + 7) // 8
            start_state(table, words, start, work.scratch)
            cursor[COUNT] = 0
            cursor[STATUS] = RUNNING
            limit = settings[_MAX_STATES] + 4
            this = FruitDatingRules(4, words)
            # Up to the first win first: a length out of range spares the rest of the graph.
            explore(this, table, start, control, limit, limit, True, work)
            if cursor[STATUS] == FOUND:
                length = cursor[DEPTH] + 1
                if length < settings[_MOVES] or length > settings[_MOVES + 1]:
                    reason = FIRST_FACT + _MOVES_FACT
                else:
                    explore(this, table, start, control, limit, limit, False, work)
            if cursor[STATUS] == STOPPED:
                return STOPPED_ATTEMPT
            if cursor[STATUS] == FULL:
                reason = TOO_LARGE
            elif cursor[WON_FROM] < 0:
                reason = UNSOLVABLE
            elif reason < 0:
                look_back(edges, cursor[COUNT], 4, starts[: cursor[DEPTH] + 2], behind)
                reason = judge(behind.facts, cursor[COUNT], settings)
        if reason < 0:
            return attempt
        bench.rejected[reason] += 1
    return -1


@dataclass(frozen=True, slots=True)
class Plan:
    """A recipe as kernels take it.

    Attributes:
        rows, cols: shape of the board.
        settings: the parameters, low and high ends.
        locked: by cell, 1 where generation must leave everything as it is.
        sketch: the layout to start from, shape (LAYERS, cells).
        rerolls: how often each stage was rolled again.
    """

    rows: int
    cols: int
    settings: Longs
    locked: Longs
    sketch: Longs
    rerolls: Longs


def plan_of(recipe: Recipe) -> Plan:
    """Prepares a recipe.

    Raises:
        ParameterError: parameters that do not go together.
    """
    parameters, sketch = recipe.parameters, recipe.sketch
    rows, cols = parameters.integer("rows"), parameters.integer("cols")
    symmetry = {s.name: s for s in SYMMETRIES}.get(parameters.word("symmetry"))
    if symmetry is not None and symmetry.swaps and rows != cols:
        raise ParameterError(f"symmetry: {symmetry.name} needs as many rows as columns")
    locked = np.zeros(rows * cols, np.int64)
    layout = np.zeros((LAYERS, rows * cols), np.int64)
    if isinstance(sketch, FruitBoard) and sketch.locked is not None:
        if (sketch.rows, sketch.cols) != (rows, cols):
            raise ParameterError(
                f"rows, cols: the locked cells are on a board of {sketch.rows} by {sketch.cols}, "
                f"not {rows} by {cols}"
            )
        locked[:] = [mark == "x" for _, _, mark in cells_of(sketch.locked)]
        for layer, values in enumerate(layers_of(sketch)):
            layout[layer] = values * locked
    rerolls = np.array([recipe.reroll.get(name, 0) for name in STAGE_NAMES], np.int64)
    return Plan(rows, cols, settings_of(parameters), locked, layout, rerolls)


@cache
def _workspace(thread: int, max_states: int) -> tuple[Workspace, Hindsight]:
    limit = max_states + 4
    return workspace(limit, 4, MAX_WORDS, rules.SCRATCH_SIZE), hindsight(limit, 4)


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: parameters that do not go together.
    """
    plan = plan_of(recipe)
    bench = new_bench(plan)
    work, behind = _workspace(get_ident(), recipe.parameters.integer("max_states"))
    # The search reports its states in a control of its own; only the flag is shared.
    accepted = try_candidates(
        plan.settings,
        plan.locked,
        plan.sketch,
        plan.rows,
        plan.cols,
        recipe.seed,
        recipe.attempt,
        count,
        plan.rerolls,
        control.cells,
        bench,
        work,
        behind,
    )
    rejected = {
        reason: int(number)
        for reason, number in zip(REASONS, bench.rejected, strict=True)
        if number
    }
    tried = sum(rejected.values()) + (accepted >= 0)
    return Attempts(tried, int(accepted) if accepted >= 0 else None, rejected)


_BIT_TEXT = {
    bits: "+".join(name for d, name in enumerate(DIRECTIONS) if bits >> d & 1) or "."
    for bits in range(16)
}
LAYER_LIST = (
    Layer("tiles", codes.TILE_OF_CODE),
    Layer("pieces", codes.PIECE_OF_CODE),
    Layer("gates", _BIT_TEXT),
    *(
        Layer(f"{name}-weight", weights=True)
        for name in ("fruit", "blocker", "one-way", "mud", "anteater", "hedgehog")
    ),
)


def candidate(recipe: Recipe) -> Candidate:
    """One candidate with its log; not judged.

    Raises:
        ParameterError: parameters that do not go together.
    """
    plan = plan_of(recipe)
    bench = new_bench(plan)
    room = _LOG_ROOM
    while True:
        log = np.zeros((room, 7), np.int64)
        bench.layout[:] = plan.sketch
        stage = stages_of_plan(plan, recipe.seed, recipe.attempt, bench, log)
        noted = int(bench.scratch[NOTED])
        if noted <= room:
            break
        room = noted
    timeline = Timeline(STAGES, LAYER_LIST, plan.cols, plan.sketch, log[:noted])
    sketch = recipe.sketch if isinstance(recipe.sketch, FruitBoard) else None

    def read(layout: Longs) -> FruitBoard:
        return board_of(layout, plan.rows, plan.cols, sketch)

    failed = STAGES[stage].title if stage >= 0 else None
    return Candidate(recipe, read(bench.layout), timeline, read, failed)


def stages_of_plan(plan: Plan, seed: int, attempt: int, bench: Bench, log: Longs) -> int:
    """Runs the stages of one candidate in ``bench.layout``; the stage that gave up, or -1."""
    return int(
        run_stages(
            plan.settings,
            plan.locked,
            bench.layout,
            plan.rows,
            plan.cols,
            seed,
            attempt,
            plan.rerolls,
            bench.stream,
            log,
            bench.scratch,
        )
    )


def board_of(layout: Longs, rows: int, cols: int, sketch: FruitBoard | None) -> FruitBoard:
    """The board that a layout holds, with the locks of the sketch that it was made around."""

    def text(layer: int, glyphs: Mapping[int, str]) -> tuple[str, ...]:
        line = "".join(glyphs[int(value)] for value in layout[layer])
        return tuple(line[start : start + cols] for start in range(0, rows * cols, cols))

    gates = [
        (int(cell) // cols, int(cell) % cols, direction)
        for cell in np.flatnonzero(layout[GATES])
        for direction in range(4)
        if int(layout[GATES, cell]) >> direction & 1
    ]
    return FruitBoard(
        text(TILES, codes.TILE_OF_CODE),
        text(PIECES, codes.PIECE_OF_CODE),
        tuple(gates),
        sketch.locked if sketch is not None else None,
        sketch.extra if sketch is not None else {},
    )


def describe(event: Event) -> str:
    """An event in words, with the draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.layer.endswith("-weight"):
        thing = event.layer.removesuffix("-weight").replace("-", " ")
        if event.weight is None:
            return f"{place} cannot take one; its weight for {thing} becomes 0"
        base = int(event.new) - (event.draw or 0)
        drawn = f" = {base} + {event.draw} drawn" if event.draw else ""
        return f"{place}: weight {event.new} for {thing}{drawn}"
    if event.stage == "border":
        return f"{place}: solid border"
    if event.stage == "walls":
        return f"{place}: wall, of a part {event.draw} long"
    if event.stage == "inner-walls":
        return f"{place}: inner wall, from drawn tile {event.draw}"
    if event.stage == "areas":
        return f"{place}: walled in, not of the largest area"
    chosen = f"chosen by draw {event.draw}, weight {event.weight}"
    if event.layer == "pieces":
        return f"{place}: {codes.PIECE_TITLES[event.new]}, {chosen}"
    if event.layer == "gates":
        return f"{place}: one-way {event.new}, {chosen}"
    return f"{place}: {codes.TILE_TITLES[event.new]}, {chosen}"
