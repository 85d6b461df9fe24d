"""The generator as ordinary code calls it: recipes in, boards, logs and counts out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from threading import get_ident

import numpy as np

from engine.arrays import Longs
from engine.budget import Control
from engine.games.fruit_dating import codes, rules
from engine.games.fruit_dating.board import FruitBoard
from engine.games.fruit_dating.candidates import (
    MAX_WORDS,
    REASONS,
    new_bench,
    try_candidates,
)
from engine.games.fruit_dating.layout import GATES, NOTED, PIECES, TILES
from engine.games.fruit_dating.parameters import STAGES
from engine.games.fruit_dating.site import site_of
from engine.games.fruit_dating.stages import run_stages
from engine.generation import Attempts, Candidate, Event, Layer, Recipe, Timeline
from engine.grid import DIRECTIONS
from engine.search.backward import Hindsight, hindsight
from engine.search.explore import Workspace, workspace

_LOG_ROOM = 2048
"""Events that a log has room for at first."""


@lru_cache(maxsize=4)
def _workspace(thread: int, max_states: int) -> tuple[Workspace, Hindsight]:
    limit = max_states + 4
    return workspace(limit, 4, MAX_WORDS, rules.SCRATCH_SIZE), hindsight(limit, 4)


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: parameters that do not go together.
    """
    bench = new_bench(*_workspace(get_ident(), recipe.parameters.integer("max_states")))
    accepted = try_candidates(
        site_of(recipe), recipe.seed, recipe.attempt, count, control.cells, bench
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
    room = _LOG_ROOM
    while True:
        site = site_of(recipe, room)
        stage = int(run_stages(site, recipe.seed, recipe.attempt))
        noted = int(site.scratch[NOTED])
        if noted <= room:
            break
        room = noted
    timeline = Timeline(STAGES, LAYER_LIST, site.cols, site.sketch, site.log[:noted])
    sketch = recipe.sketch if isinstance(recipe.sketch, FruitBoard) else None

    def read(layout: Longs) -> FruitBoard:
        return board_of(layout, site.rows, site.cols, sketch)

    failed = STAGES[stage].title if stage >= 0 else None
    return Candidate(recipe, read(site.layout), timeline, read, failed)


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
    plain = {
        "border": "solid border",
        "walls": f"wall, of a part {event.draw} long",
        "inner-walls": f"inner wall, from drawn tile {event.draw}",
        "areas": "walled in, not of the largest area",
    }
    if event.stage in plain:
        return f"{place}: {plain[event.stage]}"
    chosen = f"chosen by draw {event.draw}, weight {event.weight}"
    if event.layer == "pieces":
        return f"{place}: {codes.PIECE_TITLES[event.new]}, {chosen}"
    if event.layer == "gates":
        return f"{place}: one-way {event.new}, {chosen}"
    return f"{place}: {codes.TILE_TITLES[event.new]}, {chosen}"
