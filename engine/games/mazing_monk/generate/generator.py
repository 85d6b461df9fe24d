"""The generator as ordinary code calls it: recipes in, boards, logs, witnesses and counts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import INVERSES
from engine.games.mazing_monk.cube.net import OUTSIDE as NO_CELL
from engine.games.mazing_monk.generate import parameters
from engine.games.mazing_monk.generate.limits import Demands
from engine.games.mazing_monk.generate.making import (
    CHECKS,
    MADE,
    MONK,
    OUTSIDE,
    REFUSED,
    STEP_COUNT,
    MakingBench,
)
from engine.games.mazing_monk.generate.parameters import climbs_from_random
from engine.games.mazing_monk.generate.progress import begins, forwards, refused, winning_part
from engine.games.mazing_monk.generate.stages import STAGE_OF, first_candidate
from engine.games.mazing_monk.generate.workplace import bench_of, board_of, site_of
from engine.games.mazing_monk.harden.hardening import UNWON, Hardening
from engine.games.mazing_monk.search.settling import Judge
from engine.generate.generation import (
    Attempts,
    Candidate,
    Layer,
    Recipe,
    Timeline,
)
from engine.generate.improving import Recent
from engine.generate.islands import attempts_improved, improved
from engine.generate.staging import Site, attempts_of, candidate_of
from engine.jit.marks import Longs
from engine.values.budget import Control
from engine.values.level import Board

_ACTIONS = (*INVERSES, "up", "left", "right", "down")
assert len(_ACTIONS) == len(INVERSES) + STEP_COUNT


def _move_texts() -> Mapping[int, str]:
    """What values of the moves' layer are called."""
    made = {0: "."} | dict(enumerate(_ACTIONS, 1))
    refused = {
        action + REFUSED * (1 + check): f"{made[action]} refused: {reason}".removeprefix(". ")
        for check, reason in enumerate(CHECKS)
        for action in made
    }
    return made | refused


_TILES = dict(enumerate(codes.TILE_GLYPHS)) | {
    codes.PROTECTIVE: codes.PROTECTIVE_GLYPH,
    MONK: codes.MONK_GLYPH,
    OUTSIDE: NO_CELL,
}
LAYERS = (Layer("tiles", _TILES), Layer("moves", _move_texts(), doings=True))


_recent = Recent(Hardening)
"""A level is judged first and its log made later, and may be wanted with more iterations then."""


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Told to finish, it climbs no further and tries no other level.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    site, bench = site_of(recipe), bench_of(recipe)
    if recipe.parameters.integer("iterations"):
        stages = _no_stages if climbs_from_random(recipe.parameters) else first_candidate
        candidates = (site, bench, stages, CHECKS)
        return attempts_improved(recipe, count, control, *candidates, _recent)
    objection = _objection(recipe, bench, control)
    return attempts_of(recipe, count, control, site, bench, first_candidate, CHECKS, objection)


def _no_stages(
    site: Site, seed: int, first: int, number: int, control: Longs, bench: MakingBench
) -> int:
    """The first attempt, in place of :func:`first_candidate` where each leads to a level."""
    return first


def _objection(
    recipe: Recipe, bench: MakingBench, control: Control
) -> Callable[[Site], str | None]:
    """What rejects a level that the stages have made: its rating, or what the solver says.

    The solver is asked about levels without a witness, and if facts are demanded.
    """
    demands = Demands(recipe)
    by_history = recipe.parameters.word("mode") == parameters.MODES[parameters.HISTORY]
    judge = Judge()

    def objection(site: Site) -> str | None:
        """Why the level on a site is rejected, None if it is accepted."""
        board = board_of(recipe, site.layout)
        fault = demands.rating_fault(board)
        if fault is not None:
            return fault
        certain = by_history and not board.locked
        if not demands.keys and (certain or _witness(board, bench) is not None):
            return None
        facts = judge.facts(board, control)
        if not facts["solvable"]:
            return "unsolvable" if facts["complete"] else "undecided"
        return demands.fault_of(facts)

    return objection


def candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """One candidate with its log, and with its witness if it is as it was made; not judged.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
        Cancelled: ``control`` was cancelled.
    """
    control = control or Control()
    if climbs_from_random(recipe.parameters):
        site, read = site_of(recipe), partial(board_of, recipe)
        timeline = Timeline(parameters.STAGES, LAYERS, site.cols, site.sketch, site.log[:, :-1])
        return _hardened(Candidate(recipe, read(site.sketch), timeline, read), control)
    bench = bench_of(recipe)

    def run_stages(site: Site, seed: int, attempt: int) -> int:
        """Makes the level of an attempt; the stage that gave up, or -1."""
        bench.rejected[:] = 0
        found = first_candidate(site, seed, attempt, 1, Control().cells, bench)
        return -1 if found == attempt else STAGE_OF[int(bench.rejected.argmax())]

    made = candidate_of(recipe, parameters.STAGES, LAYERS, site_of, run_stages, board_of)
    made = replace(made, timeline=_by_actions(made.timeline))
    if made.failed:
        return made
    if recipe.parameters.integer("iterations"):
        return _hardened(made, control)
    return replace(made, witness=_witness(made.board, bench))


def _hardened(made: Candidate, control: Control) -> Candidate:
    """The candidate climbed to from one that the stages before have made.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    hard = improved(made, _recent, control)
    assert hard.snapshot is not None
    failed = parameters.STAGES[parameters.CLIMB].title if hard.snapshot.fault in UNWON else None
    return replace(hard, timeline=_by_actions(hard.timeline), failed=failed)


def _by_actions(timeline: Timeline) -> Timeline:
    """The timeline that knows its whole actions, and what was refused."""
    return replace(timeline, begins=begins(timeline.log), refused=refused)


def _witness(board: Board, bench: MakingBench) -> tuple[str, ...] | None:
    assert isinstance(board, MonkBoard)
    actions = bench.made[: int(bench.state[MADE])].tolist()
    return winning_part(board, forwards(actions))
