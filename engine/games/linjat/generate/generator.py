"""The generator as ordinary code calls it: recipes in, boards, logs and counts out."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.games.linjat.board import codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.deduce.deduction import deduce
from engine.games.linjat.deduce.human import rate
from engine.games.linjat.deduce.rulesets import CORRECTED, RULES
from engine.games.linjat.explain.leaks import Leaks
from engine.games.linjat.generate.candidates import (
    GLYPHS,
    bench_of,
    board_of,
    first_candidate,
    site_of,
)
from engine.games.linjat.generate.crossing import CROSSED
from engine.games.linjat.generate.judging import REASONS
from engine.games.linjat.generate.optimization import Optimization
from engine.games.linjat.generate.parameters import STAGES
from engine.games.linjat.generate.stages import CELLS
from engine.games.linjat.generate.tidying import takes_dots
from engine.jit.marks import Longs
from engine.staging.generation import Attempts, Candidate, Event, Plane, Recipe
from engine.staging.improving import Recent
from engine.staging.islands import attempts_improved, improved
from engine.staging.site import Site, candidate_of
from engine.values.budget import Control
from engine.values.ranges import ANY

_PLANES = (
    Plane("cells", GLYPHS),
    Plane("reach", weights=True),
    Plane("deduced", {0: "."} | dict(enumerate(RULES, start=1))),
)
_CLUES = {codes.DOT_GLYPH: "dot", "1": "1 as a clue"}
_PACE, _LEAKY = "human time out of range", "leaks out of range"

_recent = Recent(Optimization)
"""A level is judged first and its log made later, and may be wanted with more iterations then."""


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` first puzzles until one, optimised, is accepted.

    Asked to finish, it optimises no further and tries no other puzzle.

    Raises:
        ParameterError: the locked cells are on a board of another size.
    """
    site = site_of(recipe)
    bench, fault = bench_of(site), partial(_late_fault, recipe)
    candidates = (site, bench, first_candidate, REASONS)
    return attempts_improved(recipe, count, control, *candidates, _recent, fault)


def _late_fault(recipe: Recipe, board: LinjatBoard) -> str | None:
    """Why a puzzle is rejected for what kernels do not find out; None if it is not."""
    pace, leaks = (recipe.parameters.range(key) for key in ("human_time", "leaks"))
    if pace != ANY:
        rating = rate(board, CORRECTED)
        if rating is None or rating.seconds not in pace:
            return _PACE
    if leaks != ANY and len(Leaks(deduce(board, CORRECTED))()) not in leaks:
        return _LEAKY
    return None


def candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """One candidate with its log; not judged.

    An attempt that does not lead to a puzzle ends with its dots, and nothing is mutated.

    Raises:
        ParameterError: the locked cells are on a board of another size.
        Cancelled: ``control`` was cancelled.
    """
    is_puzzle = False

    def run_stages(site: Site, seed: int, attempt: int) -> int:
        """Makes the first puzzle of an attempt; the stage that gave up, or -1."""
        nonlocal is_puzzle
        bench = bench_of(site)
        is_puzzle = first_candidate(site, seed, attempt, 1, bench.quiet, bench) == attempt
        given_up = np.flatnonzero(bench.rejected[: len(STAGES)])
        return int(given_up[0]) if len(given_up) else -1

    made = candidate_of(recipe, STAGES, _PLANES, site_of, run_stages, _board_in)
    changes = recipe.parameters.integer("iterations") or takes_dots(recipe.parameters)
    if not is_puzzle or not changes:
        return made
    return improved(made, _recent, control or Control())


def _board_in(recipe: Recipe, layout: Longs) -> LinjatBoard:
    """The board that a layout holds."""
    return board_of(recipe, layout[CELLS])


def describe(event: Event) -> str:
    """An event in words, with the draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.plane == "reach":
        if not event.weight:
            return f"{place}: no dot can come here now"
        return (
            f"{place}: weight {event.weight} for a dot, the numbers that reach it at first and now"
        )
    if event.plane == "deduced":
        rule = event.new.replace("_", " ")
        return f"{place}: part of a line for certain, by the rule {rule}; nothing is drawn"
    if event.stage == "numbers":
        title = codes.TITLES[event.new]
        if event.weight is not None:
            return (
                f"{place}: {title}, by draw {event.draw} of {event.choices}, weight {event.weight}"
            )
        return f"{place}: {title}, on free cell {event.draw} of {event.choices}, as drawn"
    if event.new in _CLUES and (event.weight or 0) > CROSSED:
        cells = f"cells of the greatest weight, {event.weight}"
        return f"{place}: {_CLUES[event.new]}, by draw {event.draw} among the {cells}"
    return f"{place}: {_mutation(event)}"


def _mutation(event: Event) -> str:
    """What a mutation does to one cell, in words, but for new dots."""
    title = codes.TITLES[event.new]
    if event.weight == CROSSED:
        drawn = "nothing is drawn here" if event.draw is None else "as drawn"
        goes = event.new == codes.EMPTY_GLYPH
        what = f"number {event.old} goes" if goes else f"{title} comes here"
        return f"{what} where two puzzles are crossed, {drawn}"
    if event.old in _CLUES and event.new == codes.EMPTY_GLYPH and event.draw is None:
        return f"the {_CLUES[event.old]} goes; nothing is drawn"
    if event.new == codes.EMPTY_GLYPH:
        return f"number {event.old} moves away, to gap {event.draw}, as drawn"
    if event.old == codes.EMPTY_GLYPH:
        return f"{title} comes here, to gap {event.draw}, as drawn"
    return f"{title} in place of {event.old}, number {event.draw} on the list, as drawn"
