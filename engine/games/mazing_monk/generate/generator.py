"""The generator as ordinary code calls it: recipes in, boards, logs, witnesses and counts out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial

import numpy as np

from engine.games.mazing_monk.cube import codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.checks import problems
from engine.games.mazing_monk.cube.cube import INVERSES, TURNS
from engine.games.mazing_monk.cube.net import OUTSIDE as NO_CELL
from engine.games.mazing_monk.generate import making, parameters
from engine.games.mazing_monk.generate.attempting import first_candidate
from engine.games.mazing_monk.generate.limits import Demands
from engine.games.mazing_monk.generate.parameters import climbs_from_random
from engine.games.mazing_monk.generate.stages import CARVING, PLACEMENT, STAGE_OF
from engine.games.mazing_monk.generate.workplace import bench_of, board_of, site_of
from engine.games.mazing_monk.harden.hardening import UNWON, Hardening
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search.settling import Judge
from engine.jit.marks import Longs
from engine.staging import generation
from engine.staging.generation import Attempts, Candidate, Plane, Recipe, Timeline
from engine.staging.improving import Recent
from engine.staging.islands import attempts_improved, improved
from engine.staging.site import Site, attempts_of, candidate_of
from engine.values.budget import Control
from engine.values.level import Board

_ACTIONS = (*INVERSES, "up", "left", "right", "down", "block")
assert len(_ACTIONS) == making.BLOCK + 1


def _move_texts() -> Mapping[int, str]:
    """What values of the moves' plane are called."""
    made = {0: "."} | dict(enumerate(_ACTIONS, 1))
    refused = {
        action + making.REFUSED * number: f"{made[action]} refused: {reason}".removeprefix(". ")
        for number, reason in enumerate(making.CHECKS, 1)
        for action in made
    }
    return made | refused


_TILES = dict(enumerate(codes.TILE_GLYPHS)) | {
    codes.PROTECTIVE: codes.PROTECTIVE_GLYPH,
    making.MONK: codes.MONK_GLYPH,
    making.OUTSIDE: NO_CELL,
}
PLANES = (Plane("tiles", _TILES), Plane("moves", _move_texts(), doings=True))


_OPPOSITES = "drlu"
"""The steps that undo the steps up, left, right and down."""
_STAGE, _PLANE, _NEW, _DRAW = map(generation.LOG_COLUMNS.index, ("stage", "plane", "new", "draw"))

Verifier = Callable[[int], Callable[[MonkBoard, Control], str | None]]
"""Makes what tells the fault of a valid board, None if it has none, of the states it may see."""

_recent = Recent(Hardening)
"""A level is judged first and its log made later, and may be wanted with more iterations then."""


def attempts(recipe: Recipe, count: int, control: Control, verifier: Verifier) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Where the recipe has levels verified, ``verifier`` makes what verifies them, of the states that
    it may see.

    Asked to finish, it climbs no further and tries no other level.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    site, bench = site_of(recipe), bench_of(recipe)
    if recipe.parameters.integer("iterations"):
        stages = _no_stages if climbs_from_random(recipe.parameters) else first_candidate
        candidates = (site, bench, stages, making.CHECKS)
        return attempts_improved(recipe, count, control, *candidates, _recent)
    candidates = (site, bench, first_candidate, making.CHECKS)
    objection = _objection(recipe, bench, control, verifier)
    return attempts_of(recipe, count, control, *candidates, board_of, objection)


def _no_stages(
    site: Site, seed: int, first: int, number: int, control: Longs, bench: making.MakingBench
) -> int:
    """The first attempt, in place of :func:`first_candidate` where each leads to a level."""
    return first


def _objection(
    recipe: Recipe, bench: making.MakingBench, control: Control, verifier: Verifier
) -> Callable[[Board], str | None]:
    """What rejects a level that the stages have made: its rating, or what a solver says.

    The solver is asked about levels without a witness, and if facts are demanded.
    """
    demands = Demands(recipe)
    by_history = recipe.parameters.word("mode") == parameters.MODES[parameters.BY_HISTORY]
    keeps_unsolvable = (
        recipe.parameters.word("keep_unsolvable") == parameters.SWITCH[parameters.YES]
    )
    verify = None
    if recipe.parameters.word("verify") == parameters.BY_PUBLISHED:
        verify = verifier(recipe.parameters.integer("verify_states"))

    @cache
    def judge() -> Judge:
        """What settles levels, with memory that few recipes need."""
        return Judge(with_play="thesis_moves" in demands.keys)

    def objection(board: Board) -> str | None:
        """Why a level is rejected, None if it is accepted."""
        assert isinstance(board, MonkBoard)
        fault = demands.rating_fault(board)
        if fault is not None:
            return fault
        if verify is not None:
            fault = verify(board, control)
            if fault is not None and not (keeps_unsolvable and fault == parameters.UNSOLVABLE):
                return fault
        certain = by_history and not board.locked
        if not demands.keys and (certain or _witness(board, bench) is not None):
            return None
        facts = judge().facts(board, control)
        if not facts["solvable"] and not facts["complete"]:
            return "undecided"
        if not facts["solvable"] and not keeps_unsolvable:
            return "unsolvable"
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
        timeline = Timeline(parameters.STAGES, PLANES, site.cols, site.sketch, site.log[:, :-1])
        return _hardened(Candidate(recipe, read(site.sketch), timeline, read), control)
    bench = bench_of(recipe)

    def run_stages(site: Site, seed: int, attempt: int) -> int:
        """Makes the level of an attempt; the stage that gave up, or -1."""
        bench.rejected[:] = 0
        found = first_candidate(site, seed, attempt, 1, Control().cells, bench)
        return -1 if found == attempt else STAGE_OF[int(bench.rejected.argmax())]

    made = candidate_of(recipe, parameters.STAGES, PLANES, site_of, run_stages, board_of)
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
    return replace(timeline, begins=_begins(timeline.log), refused=_refused)


def _witness(board: Board, bench: making.MakingBench) -> tuple[str, ...] | None:
    """The moves that undo the actions made, the last one first, up to the win; None without one."""
    assert isinstance(board, MonkBoard)
    if problems(board):
        return None
    position, words = playing.start(board), []
    for action in reversed(bench.made[: int(bench.state[making.MADE])].tolist()):
        turns = action < making.STEP
        words.append(TURNS[action] if turns else _OPPOSITES[action - making.STEP])
        step = playing.played(position, words[-1])
        position = step.after
        if position.status == "won":
            return tuple(words)
        if not step.changed or position.status == "lost":
            return None
    return None


def _begins(log: Longs) -> Longs:
    """The events that begin whole actions.

    An action is a thing put down at the beginning, a turn or a step with all that it changes, one
    that is refused, all obstacles that become protective at once, karma put elsewhere and
    locked cells put in place in the end, or two cells swapped by the climb.
    """
    stage, draw = log[:, _STAGE], log[:, _DRAW]
    doing = log[:, _PLANE] == making.MOVES
    marked = ~doing & (log[:, _NEW] == codes.PROTECTIVE) & (draw == generation.NOTHING)
    put_down = (draw != generation.NOTHING) | (log[:, _NEW] == making.MONK)
    begun = doing | ((stage == PLACEMENT) & put_down)
    for start in (stage, marked):
        begun[1:] |= start[1:] != start[:-1]
    # Of a turn or a step and what it changes, outside of carving, there is one draw.
    begun[1:] |= (stage[1:] > CARVING) & (draw[1:] != draw[:-1])
    swapped = (stage == parameters.CLIMB) & (draw != generation.NOTHING)
    begun[swapped] = np.arange(np.count_nonzero(swapped)) % 2 == 0
    begun[:1] = True
    return np.flatnonzero(begun)


def _refused(log: Longs, moment: int) -> Mapping[str, int]:
    """How often each check has refused something up to a moment."""
    values = log[:moment][log[:moment, _PLANE] == making.MOVES][:, _NEW]
    numbers = Counter((values[values >= making.REFUSED] // making.REFUSED - 1).tolist())
    return {making.CHECKS[number]: numbers[number] for number in sorted(numbers)}
