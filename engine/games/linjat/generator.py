"""The generator as ordinary code calls it: recipes in, boards, logs and counts out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from engine.arrays import Longs
from engine.budget import Control
from engine.games.linjat import codes
from engine.games.linjat.board import LinjatBoard
from engine.games.linjat.candidates import first_candidate
from engine.games.linjat.judging import REASONS
from engine.games.linjat.optimization import Optimization
from engine.games.linjat.parameters import STAGES
from engine.games.linjat.rulesets import RULES
from engine.games.linjat.stages import CELLS
from engine.games.linjat.workplace import GLYPHS, bench_of, board_of, site_of, sketch_of
from engine.generation import Attempts, Candidate, Event, Layer, Recipe, Timeline
from engine.staging import NOTED, Site

_LAYERS = (
    Layer("cells", GLYPHS),
    Layer("reach", weights=True),
    Layer("deduced", {0: "."} | dict(enumerate(RULES, start=1))),
)
_LOG_ROOM = 2_048
"""Events that a log has room for at first."""

_RECENT: dict[bytes, Optimization] = {}
"""The last optimisations that were finished: a level is judged first and told afterwards."""
_MOST_RECENT = 4


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` first puzzles until one, optimised, is accepted.

    Raises:
        ParameterError: the locked cells are on a board of another size.
    """
    site = site_of(recipe)
    bench = bench_of(site)
    rejected: Counter[str] = Counter()
    first, end = recipe.attempt, recipe.attempt + count
    accepted = None
    while accepted is None and first < end:
        found = first_candidate(site, bench, control.cells, recipe.seed, first, end - first)
        if found < 0:
            break
        progress = _optimized(replace(recipe, attempt=found), control).progress
        if control.cancelled:
            break
        if progress.fault is None:
            accepted = found
        else:
            rejected[progress.fault] += 1
            control.cells[2] += 1
        first = found + 1
    counts = zip(REASONS, bench.rejected.tolist(), strict=True)
    rejected.update({reason: number for reason, number in counts if number})
    return Attempts(rejected.total() + (accepted is not None), accepted, dict(rejected))


def _optimized(recipe: Recipe, control: Control | None = None) -> Optimization:
    """The optimisation of an attempt that leads to a puzzle, finished unless it was stopped."""
    key = _key(recipe)
    if key in _RECENT:
        return _RECENT[key]
    run = Optimization.of(recipe)
    assert run is not None
    run.advance(recipe.parameters.integer("iterations"), control)
    if control is None or not control.cancelled:
        if len(_RECENT) >= _MOST_RECENT:
            _RECENT.pop(next(iter(_RECENT)), None)
        _RECENT[key] = run
    return run


def _key(recipe: Recipe) -> bytes:
    """What decides the course of an optimisation, as bytes."""
    site = site_of(recipe)
    own = np.array([recipe.seed, recipe.attempt], np.int64)
    parts = (own, site.settings, site.streams, site.locked, site.sketch)
    return b"".join(part.tobytes() for part in parts)


def candidate(recipe: Recipe) -> Candidate:
    """One candidate with its log; not judged.

    An attempt that does not lead to a puzzle ends with its dots, and nothing is mutated.

    Raises:
        ParameterError: the locked cells are on a board of another size.
    """
    site, failed, whole = _first_puzzle(recipe)
    logs, sketch = [site.log[: int(site.scratch[NOTED])]], sketch_of(recipe)
    cells = site.layout[CELLS].copy()
    board = board_of(cells, site.cols, sketch)
    if whole and recipe.parameters.integer("iterations"):
        ancestry = _optimized(recipe).ancestry()
        logs += [ancestor.log for ancestor in ancestry]
        board = ancestry[-1].board
    log = np.concatenate(logs)
    timeline = Timeline(
        STAGES,
        _LAYERS,
        site.cols,
        site.sketch,
        log[:, :-1],
        lambda layout, layer: layout[layer],
        log[:, -1],
    )

    def read(layout: Longs) -> LinjatBoard:
        return board_of(layout[CELLS], site.cols, sketch)

    return Candidate(recipe, board, timeline, read, failed)


def _first_puzzle(recipe: Recipe) -> tuple[Site, str | None, bool]:
    """The first puzzle of an attempt on a site with its log.

    Returns:
        The site, the title of the stage that gave up, if one did, and whether it is a puzzle.
    """
    room = _LOG_ROOM
    while True:
        site = site_of(recipe, room)
        bench = bench_of(site)
        found = first_candidate(site, bench, bench.quiet, recipe.seed, recipe.attempt, 1)
        noted = int(site.scratch[NOTED])
        if noted <= room:
            break
        room = noted
    given_up = np.flatnonzero(bench.rejected[: len(STAGES)])
    return site, STAGES[given_up[0]].title if len(given_up) else None, found >= 0


def describe(event: Event) -> str:
    """An event in words, with the draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.layer == "reach":
        if not event.weight:
            return f"{place}: no dot can come here now"
        return (
            f"{place}: weight {event.weight} for a dot, the numbers that reach it at first and now"
        )
    if event.layer == "deduced":
        rule = event.new.replace("_", " ")
        return f"{place}: part of a line for certain, by the rule {rule}; nothing is drawn"
    if event.new == codes.DOT_GLYPH:
        chosen = f"number {event.draw} of the cells with the greatest weight, {event.weight}"
        return f"{place}: dot, on {chosen}, as drawn"
    if event.stage == "numbers":
        title = codes.TITLES[event.new]
        return f"{place}: {title}, on free cell {event.draw} of {event.choices}, as drawn"
    return f"{place}: {_mutation(event)}"


def _mutation(event: Event) -> str:
    """What a mutation does to one cell, in words, but for new dots."""
    title = codes.TITLES[event.new]
    if event.old == codes.DOT_GLYPH:
        return "the dot goes; nothing is drawn"
    if event.new == codes.EMPTY_GLYPH:
        return f"number {event.old} moves away, to gap {event.draw}, as drawn"
    if event.old == codes.EMPTY_GLYPH:
        return f"{title} comes here, to gap {event.draw}, as drawn"
    return f"{title} in place of {event.old}, number {event.draw} on the list, as drawn"
