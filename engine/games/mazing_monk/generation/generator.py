"""The generator's interface, which turns recipes into boards with event logs and witnesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial

import numpy as np

from engine.games.mazing_monk.climb.turn_climb import UNWON, TurnClimb
from engine.games.mazing_monk.cube import cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import INVERSES, TURNS
from engine.games.mazing_monk.cube.cube_problems import find_problems
from engine.games.mazing_monk.cube.net import OUTSIDE as NO_CELL
from engine.games.mazing_monk.generation import parameters, rewound_cube
from engine.games.mazing_monk.generation.backward_stages import CARVING, PLACEMENT, STAGE_OF_CHECK
from engine.games.mazing_monk.generation.candidate_attempts import find_first_candidate
from engine.games.mazing_monk.generation.generation_arrays import (
    build_board,
    build_rewind,
    build_site,
)
from engine.games.mazing_monk.generation.monk_fact_bounds import FactRanges
from engine.games.mazing_monk.generation.parameters import climbs_from_random
from engine.games.mazing_monk.play import rules
from engine.games.mazing_monk.search.compiled_level_facts import LevelSolver
from engine.jit.decorators import Longs
from engine.stages import candidate
from engine.stages.candidate import Attempts, Candidate, Plane, Recipe, Timeline
from engine.stages.improvement_base import ImprovementCache
from engine.stages.islands import improve_candidate, run_improving_attempts
from engine.stages.stage_workspace import Site, run_candidate_stages, run_kernel_attempts
from engine.values.budget import Control
from engine.values.level import Board

_ACTIONS = (*INVERSES, "up", "left", "right", "down", "block")
assert len(_ACTIONS) == rewound_cube.BLOCK + 1


def _build_move_texts() -> Mapping[int, str]:
    """Return the text for each value in the plane of moves."""
    made = {0: "."} | dict(enumerate(_ACTIONS, 1))
    refused = {
        action + rewound_cube.REFUSED * number: f"{made[action]} refused: {reason}".removeprefix(
            ". "
        )
        for number, reason in enumerate(rewound_cube.CHECKS, 1)
        for action in made
    }
    return made | refused


_TILES = dict(enumerate(cube_codes.TILE_GLYPHS)) | {
    cube_codes.PROTECTIVE: cube_codes.PROTECTIVE_GLYPH,
    rewound_cube.MONK: cube_codes.MONK_GLYPH,
    rewound_cube.OUTSIDE: NO_CELL,
}
PLANES = (Plane("tiles", _TILES), Plane("moves", _build_move_texts(), notes=True))


_OPPOSITES = "drlu"
"""The notation for the steps that undo the steps up, left, right and down."""
_STAGE, _PLANE, _NEW, _DRAW = map(candidate.LOG_COLUMNS.index, ("stage", "plane", "new", "draw"))

Verifier = Callable[[int], Callable[[MonkBoard, Control], str | None]]
"""A function that takes a limit on states and returns a verifier. The verifier returns the reason
to reject a valid board, or None if it accepts the board."""

_recent = ImprovementCache(TurnClimb)
"""A cache of recent climbs. A climb is needed again to make the log of an accepted level, or when
the user asks for more iterations."""


def try_candidates(recipe: Recipe, count: int, control: Control, verifier: Verifier) -> Attempts:
    """Try up to ``count`` candidates until one is accepted.

    ``verifier`` is used if the recipe asks for verification. If ``control`` asks the climb to
    finish, the current climb ends and no more candidates are tried.

    Raises:
        ParameterError: The parameters contradict each other, or the locked cells allow no level.
    """
    site, buffers = build_site(recipe), build_rewind(recipe)
    if recipe.parameters.get_integer("iterations"):
        stages = _skip_stages if climbs_from_random(recipe.parameters) else find_first_candidate
        candidates = (site, buffers, stages, rewound_cube.CHECKS)
        return run_improving_attempts(recipe, count, control, *candidates, _recent)
    candidates = (site, buffers, find_first_candidate, rewound_cube.CHECKS)
    objection = _build_objection(recipe, buffers, control, verifier)
    return run_kernel_attempts(recipe, count, control, *candidates, build_board, objection)


def _skip_stages(
    site: Site, seed: int, first: int, number: int, control: Longs, cube: rewound_cube.CubeRewind
) -> int:
    """Return ``first``: every attempt succeeds if no stages come before the climb."""
    return first


def _build_objection(
    recipe: Recipe, cube: rewound_cube.CubeRewind, control: Control, verifier: Verifier
) -> Callable[[Board], str | None]:
    """Return a function that gives the reason to reject a level, or None if it is accepted.

    The function checks the level's rating, asks the verifier, and checks the solver's facts. It
    uses the solver only for levels without a witness, or if the recipe limits the solver's facts.
    """
    demands = FactRanges(recipe)
    by_history = recipe.parameters.get_word("mode") == parameters.MODES[parameters.BY_HISTORY]
    keeps_unsolvable = (
        recipe.parameters.get_word("keep_unsolvable") == parameters.SWITCH[parameters.YES]
    )
    verify = None
    if recipe.parameters.get_word("verify") == parameters.BY_PUBLISHED:
        verify = verifier(recipe.parameters.get_integer("verify_states"))

    @cache
    def get_solver() -> LevelSolver:
        return LevelSolver(with_play="thesis_moves" in demands.keys)

    def find_objection(board: Board) -> str | None:
        assert isinstance(board, MonkBoard)
        # The rating needs no solver, so check it first.
        fault = demands.find_rating_fault(board)
        if fault is not None:
            return fault
        if verify is not None:
            fault = verify(board, control)
            if fault is not None and not (keeps_unsolvable and fault == parameters.UNSOLVABLE):
                return fault
        # The mode ``history`` guarantees a witness, unless restored locked cells have blocked it.
        certain = by_history and not board.locked
        if not demands.keys and (certain or _find_witness(board, cube) is not None):
            return None
        facts = get_solver().compute_facts(board, control)
        if not facts["solvable"] and not facts["complete"]:
            return "undecided"
        if not facts["solvable"] and not keeps_unsolvable:
            return "unsolvable"
        return demands.find_fault(facts)

    return find_objection


def build_candidate(recipe: Recipe, control: Control | None = None) -> Candidate:
    """Make a candidate with its event log, and with its witness if the witness still wins.

    Raises:
        ParameterError: The parameters contradict each other, or the locked cells allow no level.
        Cancelled: ``control`` was cancelled.
    """
    control = control or Control()
    if climbs_from_random(recipe.parameters):
        site, read = build_site(recipe), partial(build_board, recipe)
        timeline = Timeline(parameters.STAGES, PLANES, site.cols, site.sketch, site.log[:, :-1])
        return _climb_from(Candidate(recipe, read(site.sketch), timeline, read), control)
    buffers = build_rewind(recipe)

    def run_stages(site: Site, seed: int, attempt: int) -> int:
        buffers.rejections[:] = 0
        found = find_first_candidate(site, seed, attempt, 1, Control().shared_cells, buffers)
        return -1 if found == attempt else STAGE_OF_CHECK[int(buffers.rejections.argmax())]

    made = run_candidate_stages(
        recipe, parameters.STAGES, PLANES, build_site, run_stages, build_board
    )
    made = replace(made, timeline=_group_by_action(made.timeline))
    if made.failed:
        return made
    if recipe.parameters.get_integer("iterations"):
        return _climb_from(made, control)
    return replace(made, witness=_find_witness(made.board, buffers))


def _climb_from(made: Candidate, control: Control) -> Candidate:
    """Improve a candidate by a climb.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    hard = improve_candidate(made, _recent, control)
    assert hard.snapshot is not None
    failed = parameters.STAGES[parameters.CLIMB].title if hard.snapshot.fault in UNWON else None
    return replace(hard, timeline=_group_by_action(hard.timeline), failed=failed)


def _group_by_action(timeline: Timeline) -> Timeline:
    """Return the timeline with its events grouped by action and with a count of refusals."""
    return replace(timeline, begins=_find_action_starts(timeline.log), refused=_count_refusals)


def _find_witness(board: Board, cube: rewound_cube.CubeRewind) -> tuple[str, ...] | None:
    """Return the moves that reverse the generator's actions, or None if they do not win."""
    assert isinstance(board, MonkBoard)
    if find_problems(board):
        return None
    position, words = rules.create_start(board), []
    # Check the moves one by one, because restored locked cells may have made some impossible.
    for action in reversed(cube.made[: int(cube.state[rewound_cube.MADE])].tolist()):
        turns = action < rewound_cube.STEP
        words.append(TURNS[action] if turns else _OPPOSITES[action - rewound_cube.STEP])
        step = rules.apply_move(position, words[-1])
        position = step.after
        if position.status == "won":
            return tuple(words)
        if not step.changed or position.status == "lost":
            return None
    return None


def _find_action_starts(log: Longs) -> Longs:
    """Return the index of the first event in each action.

    An action is one of these: placing an object; a turn or step with all its changes; a refused
    turn or step; marking protective obstacles; moving karma or restoring locked cells at the end;
    or swapping two cells during the climb.
    """
    stage, draw = log[:, _STAGE], log[:, _DRAW]
    doing = log[:, _PLANE] == rewound_cube.MOVES
    marked = ~doing & (log[:, _NEW] == cube_codes.PROTECTIVE) & (draw == candidate.NOTHING)
    put_down = (draw != candidate.NOTHING) | (log[:, _NEW] == rewound_cube.MONK)
    begun = doing | ((stage == PLACEMENT) & put_down)
    # A new stage begins a new action, and so does each start or end of a run of protective marks.
    for start in (stage, marked):
        begun[1:] |= start[1:] != start[:-1]
    # In the stages after carving, all events in one turn or step have the same draw.
    begun[1:] |= (stage[1:] > CARVING) & (draw[1:] != draw[:-1])
    swapped = (stage == parameters.CLIMB) & (draw != candidate.NOTHING)
    begun[swapped] = np.arange(np.count_nonzero(swapped)) % 2 == 0
    begun[:1] = True
    return np.flatnonzero(begun)


def _count_refusals(log: Longs, moment: int) -> Mapping[str, int]:
    """Count how many actions each check refused in the events before ``moment``."""
    values = log[:moment][log[:moment, _PLANE] == rewound_cube.MOVES][:, _NEW]
    numbers = Counter((values[values >= rewound_cube.REFUSED] // rewound_cube.REFUSED - 1).tolist())
    return {rewound_cube.CHECKS[number]: numbers[number] for number in sorted(numbers)}
