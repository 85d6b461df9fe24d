"""The generator as ordinary code calls it: recipes in, boards, logs, witnesses and counts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.budget import Control
from engine.games.mazing_monk import codes, rating
from engine.games.mazing_monk.board import MonkBoard
from engine.games.mazing_monk.cube import INVERSES
from engine.games.mazing_monk.judging import Judge
from engine.games.mazing_monk.making import (
    CHECKS,
    MADE,
    MONK,
    OUTSIDE,
    REFUSED,
    STEP_COUNT,
    Bench,
)
from engine.games.mazing_monk.net import OUTSIDE as NO_CELL
from engine.games.mazing_monk.parameters import HISTORY, MODES, PARAMETERS, STAGES
from engine.games.mazing_monk.progress import begins, refused
from engine.games.mazing_monk.stages import STAGE_OF, first_candidate
from engine.games.mazing_monk.witness import forwards, winning_part
from engine.games.mazing_monk.workplace import bench_of, board_of, site_of
from engine.generation import Attempts, Candidate, Layer, Recipe
from engine.level import Board
from engine.parameters import ANY
from engine.staging import Site, attempts_of, candidate_of

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


def attempts(recipe: Recipe, count: int, control: Control) -> Attempts:
    """Tries up to ``count`` candidates until one is accepted.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    site, bench = site_of(recipe), bench_of(recipe)
    objection = _objection(recipe, bench, control)
    return attempts_of(recipe, count, control, site, bench, first_candidate, CHECKS, objection)


def _objection(recipe: Recipe, bench: Bench, control: Control) -> Callable[[Site], str | None]:
    """What rejects a level that the stages have made: its rating, or what the solver says.

    The solver is asked about levels without a witness, and if facts are demanded.
    """
    parameters = recipe.parameters
    demands = {fact: parameters.range(fact.key) for fact in PARAMETERS.facts()}
    demands = {fact: wanted for fact, wanted in demands.items() if wanted != ANY}
    rated = parameters.range("rating")
    by_history = parameters.word("mode") == MODES[HISTORY]
    judge = Judge()

    def objection(site: Site) -> str | None:
        board = board_of(recipe, site.layout)
        if round(100 * rating.rate(board).total) not in rated:
            return "rating out of range"
        certain = by_history and not board.locked
        if not demands and (certain or _witness(board, bench) is not None):
            return None
        facts = judge.facts(board, control)
        if not facts["solvable"]:
            return "unsolvable" if facts["complete"] else "undecided"
        for fact, wanted in demands.items():
            if fact.found_in(facts) not in wanted:
                return f"{fact.title} out of range"
        return None

    return objection


def candidate(recipe: Recipe) -> Candidate:
    """One candidate with its log and its witness; not judged.

    Raises:
        ParameterError: parameters that do not go together, or locked cells that no level has.
    """
    bench = bench_of(recipe)

    def run_stages(site: Site, seed: int, attempt: int) -> int:
        bench.rejected[:] = 0
        found = first_candidate(site, seed, attempt, 1, Control().cells, bench)
        return -1 if found == attempt else STAGE_OF[int(bench.rejected.argmax())]

    made = candidate_of(recipe, STAGES, LAYERS, site_of, run_stages, board_of)
    begun = begins(made.timeline.log)
    made = replace(made, timeline=replace(made.timeline, begins=begun, refused=refused))
    return made if made.failed else replace(made, witness=_witness(made.board, bench))


def _witness(board: Board, bench: Bench) -> tuple[str, ...] | None:
    assert isinstance(board, MonkBoard)
    actions = bench.made[: int(bench.state[MADE])].tolist()
    return winning_part(board, forwards(actions))
