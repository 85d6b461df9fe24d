"""The generator as ordinary code calls it: recipes in, boards, logs and counts out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np

from engine.arrays import Longs
from engine.budget import Control
from engine.games.linjat import codes
from engine.games.linjat.board import LinjatBoard
from engine.games.linjat.candidates import first_candidate
from engine.games.linjat.human import rate
from engine.games.linjat.judging import REASONS
from engine.games.linjat.optimization import Optimization
from engine.games.linjat.parameters import STAGES
from engine.games.linjat.rulesets import CORRECTED, RULES
from engine.games.linjat.stages import CELLS
from engine.games.linjat.workplace import GLYPHS, bench_of, board_of, site_of, sketch_of
from engine.generation import Attempts, Candidate, Event, Layer, Recipe, Timeline
from engine.islands import Islands, attempts_improved
from engine.parameters import ANY
from engine.recent import Recent
from engine.staging import NOTED, Site

_LAYERS = (
    Layer("cells", GLYPHS),
    Layer("reach", weights=True),
    Layer("deduced", {0: "."} | dict(enumerate(RULES, start=1))),
)
_LOG_ROOM = 2_048
"""Events that a log has room for at first."""

_PACE = "human time out of range"

_recent = Recent(Optimization)
"""A level is judged first and told afterwards, and may be wanted with more iterations then."""


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` first puzzles until one, optimised, is accepted.

    Told to finish, it optimises no further and tries no other puzzle.

    Raises:
        ParameterError: the locked cells are on a board of another size.
    """
    site = site_of(recipe)
    bench = bench_of(site)

    def find(first: int, number: int) -> int:
        return int(first_candidate(site, bench, control.cells, recipe.seed, first, number))

    def counted() -> Mapping[str, int]:
        counts = zip(REASONS, bench.rejected.tolist(), strict=True)
        return {reason: number for reason, number in counts if number}

    def improved(found: Recipe) -> Islands[Optimization]:
        return _optimized(found, control, may_finish=True)

    def objection(winner: Optimization) -> str | None:
        return winner.progress.fault or _pace_fault(recipe, winner.best)

    return attempts_improved(recipe, count, control, find, counted, improved, objection)


def _pace_fault(recipe: Recipe, board: LinjatBoard) -> str | None:
    """Why a puzzle is rejected for the time that it takes a person; None if it is not."""
    wanted = recipe.parameters.range("human_time")
    if wanted == ANY:
        return None
    rating = rate(board, CORRECTED)
    return None if rating is not None and rating.seconds in wanted else _PACE


def _optimized(recipe: Recipe, control: Control, *, may_finish: bool) -> Islands[Optimization]:
    """The islands of an attempt that leads to a puzzle, gone all the way unless stopped."""
    islands = Islands.of(recipe, _recent)
    assert islands is not None
    islands.advance(control, may_finish=may_finish)
    return islands


def candidate(recipe: Recipe, control: Control) -> Candidate:
    """One candidate with its log; not judged.

    An attempt that does not lead to a puzzle ends with its dots, and nothing is mutated.

    Raises:
        ParameterError: the locked cells are on a board of another size.
        Cancelled: ``control`` was cancelled.
    """
    site, failed, whole = _first_puzzle(recipe)
    logs = [site.log[: int(site.scratch[NOTED])]]
    read = partial(_board_in, recipe)
    board, sight, family = read(site.layout), None, None
    if whole and recipe.parameters.integer("iterations"):
        islands = _optimized(recipe, control, may_finish=False)
        control.require_going_on()
        winner, sight = islands.winner, islands.sight
        board, family = winner.best, winner.family
        logs += family.logs()
    log = np.concatenate(logs)
    timeline = Timeline(
        STAGES,
        _LAYERS,
        site.cols,
        site.sketch,
        log[:, :-1],
        _weights_of,
        log[:, -1],
    )
    return Candidate(recipe, board, timeline, read, failed, sight, family)


def _weights_of(layout: Longs, layer: int) -> Longs:
    """The weights of a layer: all of them count."""
    return layout[layer]


def _board_in(recipe: Recipe, layout: Longs) -> LinjatBoard:
    """The board that a layout holds."""
    return board_of(layout[CELLS], recipe.parameters.integer("cols"), sketch_of(recipe))


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
