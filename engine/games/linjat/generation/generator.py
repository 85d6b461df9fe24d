"""The interpreted part of the Linjat generator, which turns recipes into boards and logs."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.games.linjat.board import glyph_codes
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.deduction.deduction import deduce_board
from engine.games.linjat.deduction.human_model import rate_board
from engine.games.linjat.deduction.rulesets import CORRECTED, RULES
from engine.games.linjat.explanations.uniqueness_leaks import LeakFinder
from engine.games.linjat.generation.crossover import CROSSED
from engine.games.linjat.generation.first_puzzles import (
    GLYPHS,
    create_site,
    create_site_workspace,
    decode_board,
    find_first_puzzle,
)
from engine.games.linjat.generation.linjat_stages import CELLS
from engine.games.linjat.generation.parameters import STAGES
from engine.games.linjat.generation.puzzle_acceptance import REASONS
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.games.linjat.generation.spare_dots import should_remove_dots
from engine.jit.decorators import Longs
from engine.stages.candidate import Attempts, Candidate, Event, Plane, Recipe
from engine.stages.improvement_base import ImprovementCache
from engine.stages.islands import improve_candidate, run_improving_attempts
from engine.stages.stage_workspace import Site, run_candidate_stages
from engine.values.budget import Control
from engine.values.ranges import ANY

_PLANES = (
    Plane("cells", GLYPHS),
    Plane("reach", weights=True),
    Plane("deduced", {0: "."} | dict(enumerate(RULES, start=1))),
)
_CLUES = {glyph_codes.DOT_GLYPH: "dot", "1": "1 as a clue"}
_PACE, _LEAKY = "human time out of range", "leaks out of range"

_recent = ImprovementCache(Optimization)
"""A cache of recent improvements. An improvement is needed again to make the log of an accepted
level, or when the user asks for more iterations."""


def try_attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Make up to ``count`` first puzzles and optimize each, until one is accepted.

    If the control asks to finish, the current optimization ends and no more puzzles are tried.

    Raises:
        ParameterError: The locked cells belong to a board of a different size.
    """
    site = create_site(recipe)
    workspace, fault = create_site_workspace(site), partial(_find_late_fault, recipe)
    candidates = (site, workspace, find_first_puzzle, REASONS)
    return run_improving_attempts(recipe, count, control, *candidates, _recent, fault)


def _find_late_fault(recipe: Recipe, board: LinjatBoard) -> str | None:
    """Return the reason to reject a puzzle for a fact that no kernel computes, or None."""
    pace, leaks = (recipe.parameters.get_range(key) for key in ("human_time", "leaks"))
    if pace != ANY:
        rating = rate_board(board, CORRECTED)
        if rating is None or rating.seconds not in pace:
            return _PACE
    if leaks != ANY and len(LeakFinder(deduce_board(board, CORRECTED))()) not in leaks:
        return _LEAKY
    return None


def create_candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """Return one candidate with its log, without judging it.

    If the attempt fails to produce a puzzle, the candidate's log ends before any mutations.

    Raises:
        ParameterError: The locked cells belong to a board of a different size.
        Cancelled: ``control`` was cancelled.
    """
    is_puzzle = False

    def run_stages(site: Site, seed: int, attempt: int) -> int:
        nonlocal is_puzzle
        workspace = create_site_workspace(site)
        # The same kernel makes puzzles in bulk, but on a site without a log.
        is_puzzle = find_first_puzzle(site, seed, attempt, 1, workspace.quiet, workspace) == attempt
        given_up = np.flatnonzero(workspace.rejections[: len(STAGES)])
        return int(given_up[0]) if len(given_up) else -1

    made = run_candidate_stages(recipe, STAGES, _PLANES, create_site, run_stages, _decode_layout)
    changes = recipe.parameters.get_integer("iterations") or should_remove_dots(recipe.parameters)
    if not is_puzzle or not changes:
        return made
    return improve_candidate(made, _recent, control or Control())


def _decode_layout(recipe: Recipe, layout: Longs) -> LinjatBoard:
    """Build a board from the cells in a site's layout."""
    return decode_board(recipe, layout[CELLS])


def describe_event(event: Event) -> str:
    """Describe an event, including the draw that caused it."""
    place = f"row {event.row}, column {event.col}"
    if event.plane == "reach":
        if not event.weight:
            return f"{place}: no dot can be placed here now"
        return (
            f"{place}: weight {event.weight} for a dot, the numbers that reach it at first and now"
        )
    if event.plane == "deduced":
        rule = event.new.replace("_", " ")
        return f"{place}: part of a line for certain, by the rule {rule}; nothing is drawn"
    if event.stage == "numbers":
        title = glyph_codes.TITLES[event.new]
        if event.weight is not None:
            return (
                f"{place}: {title}, by draw {event.draw} of {event.choices}, weight {event.weight}"
            )
        return f"{place}: {title}, on free cell {event.draw} of {event.choices}, as drawn"
    # An event for a new clue has a weight above CROSSED. All others are mutations.
    if event.new in _CLUES and (event.weight or 0) > CROSSED:
        cells = f"cells of the greatest weight, {event.weight}"
        return f"{place}: {_CLUES[event.new]}, by draw {event.draw} among the {cells}"
    return f"{place}: {_describe_mutation(event)}"


def _describe_mutation(event: Event) -> str:
    """Describe a mutation event that does not add a clue."""
    title = glyph_codes.TITLES[event.new]
    if event.weight == CROSSED:
        drawn = "nothing is drawn here" if event.draw is None else "as drawn"
        goes = event.new == glyph_codes.EMPTY_GLYPH
        what = f"number {event.old} goes" if goes else f"{title} comes here"
        return f"{what} where two puzzles are crossed, {drawn}"
    if event.old in _CLUES and event.new == glyph_codes.EMPTY_GLYPH and event.draw is None:
        return f"the {_CLUES[event.old]} goes; nothing is drawn"
    if event.new == glyph_codes.EMPTY_GLYPH:
        return f"number {event.old} moves away, to gap {event.draw}, as drawn"
    if event.old == glyph_codes.EMPTY_GLYPH:
        return f"{title} comes here, to gap {event.draw}, as drawn"
    return f"{title} in place of {event.old}, number {event.draw} on the list, as drawn"
