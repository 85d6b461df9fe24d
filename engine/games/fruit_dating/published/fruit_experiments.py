"""Experiments that test the article's claims about its generator and its solver."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.game.experiment import (
    CellValue,
    Column,
    Experiment,
    Plot,
    PublishedResult,
    Row,
    compute_mean,
    compute_quantile,
    split_seeds,
)
from engine.games.fruit_dating.generator import build_candidate, run_attempts
from engine.games.fruit_dating.parameters import PARAMETERS, SHAPES
from engine.games.fruit_dating.published.solver import solve_as_published as as_published
from engine.games.fruit_dating.solver import solve_board
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.tiles.candidate_sample import (
    CandidateSample,
    group_samples,
    solve_sample,
    split_samples,
)
from engine.values.budget import Budget, Control

_ARTICLE = "T. Rychnovsky, on the generation of levels for Fruit Dating"
_LEAST_MOVES, _MOST_MOVES = 4, 12
"""The minimum and maximum number of moves in an accepted level's solution."""
_PUBLISHED = {"moves": f"{_LEAST_MOVES}..{_MOST_MOVES}"}
"""The parameters for accepted levels. As in the article, inert objects are allowed."""

_YIELD: Mapping[tuple[str, ...], Mapping[str, str]] = {
    names: dict(zip(("pairs", "blockers", "walls"), names, strict=True))
    for names in product(("1", "2", "3"), ("0", "10", "20"), ("0..2", "3..6", "7..10"))
}


def _set_weights(*weights: int) -> dict[str, str]:
    """Return settings with a fixed weight for fruit on each shape of tile."""
    bases = {f"fruit_{shape}": str(w) for shape, w in zip(SHAPES, weights, strict=True)}
    return bases | {f"fruit_{shape}_random": "0" for shape in SHAPES}


_SHALLOW = 15
"""The depth limit, in moves, that a comment on the article proposes."""
_WEIGHTS: Mapping[tuple[str, ...], Mapping[str, str]] = {
    ("the article's",): {},
    ("all alike",): _set_weights(1, 1, 1, 1),
    ("turned round",): _set_weights(1, 2, 3, 6),
    ("dead ends only",): _set_weights(1, 0, 0, 0),
}
_STRATEGIES: Mapping[str, tuple[str, int | None]] = {
    "naive": ("naive", None),
    "published": ("published", None),
    "published, 15 moves": ("published", _SHALLOW),
    "uniform-cost": ("uniform-cost", None),
    "graph": ("graph", None),
}
"""A mapping from each name in the table of results to a strategy and a depth limit."""
_MAX_SITUATIONS = 1_000_000
"""The maximum number of situations that a strategy may look at before it gives up."""
_SOLVED_BLOCK = 10
"""The number of levels in one job, which solves each of them with every strategy."""

_CANDIDATES = Column("candidates", "candidates")
_SOLVABLE = Column("solvable", "solvable")
_KEPT = Column("kept", f"{_LEAST_MOVES} to {_MOST_MOVES} moves")
_LENGTHS = (
    Column("moves_lower", "moves, lower quarter", decimals=0),
    Column("moves_median", "median", decimals=0),
    Column("moves_upper", "upper quarter", decimals=0),
    Column("moves_most", "most", decimals=0),
)
_GRAPHS = (
    Column("states_median", "states, median", decimals=0),
    Column("dead_share", "dead states"),
    Column("too_large", "too large"),
)


def _measure_sampling(
    sampling: CandidateSample, control: Control
) -> tuple[CandidateSample, tuple[Mapping[str, Any] | None, ...]]:
    return sampling, solve_sample(PARAMETERS, build_candidate, solve_board, sampling, control)


def _tabulate_shares(measured: Sequence[Any]) -> Iterator[Row]:
    """Yield, for each setting, a row that sums up the outcomes of its candidates."""
    for names, all_facts in group_samples(measured).items():
        whole = [f for f in all_facts if f is not None and f["complete"]]
        solved = [f for f in whole if f["solvable"]]
        lengths = [f["moves"] for f in solved]
        kept = sum(_LEAST_MOVES <= length <= _MOST_MOVES for length in lengths)
        number = len(all_facts)
        dead = compute_mean([f["dead_states"] / f["states"] for f in whole])
        states = compute_quantile([f["states"] for f in whole], 0.5)
        too_large = sum(f is not None and not f["complete"] for f in all_facts) / number
        row: tuple[CellValue, ...] = (number, len(solved) / number, kept / number)
        row += tuple(compute_quantile(lengths, share) for share in (0.25, 0.5, 0.75))
        yield (*names, *row, max(lengths, default=None), states, dead, too_large)


class _StrategyResult(NamedTuple):
    """One strategy's performance on one level.

    Attributes:
        strategy: The name of the strategy.
        moves: The number of moves in the solution that it found, or None if it found none.
        least: The number of moves in the shortest solution.
        situations: The number of situations that it looked at.
        seconds: The CPU time that it took, in seconds.
    """

    strategy: str
    moves: int | None
    least: int
    situations: int
    seconds: float


def _list_seed_blocks(count: int, first: int) -> tuple[range, ...]:
    return tuple(split_seeds(first, count, _SOLVED_BLOCK))


def _solve_levels(seeds: range, control: Control) -> tuple[_StrategyResult, ...]:
    """Generate a level for each seed, and return the results of every strategy on each level."""
    found = []
    parameters = PARAMETERS.complete_settings(PARAMETERS.restore_settings(_PUBLISHED))
    for seed in seeds:
        accepted = run_attempts(Recipe(seed, 0, parameters), DEFAULT_MAX_ATTEMPTS, control).accepted
        # A search that was cancelled also returns no level, but this is not a failure.
        control.raise_if_cancelled()
        if accepted is None:
            raise EngineError(f"seed {seed}: no level in {DEFAULT_MAX_ATTEMPTS:,} attempts")
        board: Any = build_candidate(Recipe(seed, accepted, parameters), control).board
        least = solve_board(board).facts["moves"]
        for name, (strategy, depth) in _STRATEGIES.items():
            # Measure only this thread's CPU time, because other jobs run in parallel.
            began = time.thread_time()
            budget = Budget(_MAX_SITUATIONS, depth=depth)
            if strategy == "published":
                facts = as_published(board, budget, control).facts
            else:
                facts = solve_board(board, strategy, budget, control).facts
            control.raise_if_cancelled()
            seconds = time.thread_time() - began
            found.append(
                _StrategyResult(name, facts["moves"], least, facts["states_seen"], seconds)
            )
    return tuple(found)


def _tabulate_strategies(measured: Sequence[Sequence[_StrategyResult]]) -> Iterator[Row]:
    for strategy in _STRATEGIES:
        levels = [each for block in measured for each in block if each.strategy == strategy]
        solved = [each for each in levels if each.moves is not None]
        shortest = sum(each.moves == each.least for each in solved)
        situations = [each.situations for each in levels]
        seconds = [1e3 * each.seconds for each in levels]
        row = strategy, len(levels), len(solved) / len(levels), shortest / len(levels)
        yield (
            *row,
            compute_quantile(situations, 0.5),
            max(situations),
            compute_mean(seconds),
            max(seconds),
        )


def _make_job_lister(
    settings: Mapping[tuple[str, ...], Mapping[str, str]],
) -> Callable[[int, int], tuple[CandidateSample, ...]]:
    return lambda count, first: tuple(split_samples(settings, count, first))


_EXPERIMENTS = (
    Experiment(
        name="fruit-yield",
        title="yield and length by settings",
        question="How many candidates are solvable and of a good length, by what the generator is "
        "set to?",
        count=500,
        unit="candidates for each of 27 settings",
        columns=(
            Column("pairs", "pairs"), Column("blockers", "blockers, %"), Column("walls", "walls"),
            _CANDIDATES, _SOLVABLE, _KEPT, *_LENGTHS, *_GRAPHS,
        ),
        plot=Plot("walls", "kept", ("pairs", "blockers")),
        published=(
            PublishedResult(_ARTICLE, "one or two minutes of clicking for a good level of 6 moves"),
            PublishedResult(
                _ARTICLE, "levels are rubbish by being too easy, too hard, full or ugly"
            ),
        ),
        deviation="The article gives no rates; a level there is kept by looking at it, here by its "
        "number of moves alone.",
        create_jobs=_make_job_lister(_YIELD),
        measure=_measure_sampling,
        tabulate=_tabulate_shares,
    ),
    Experiment(
        name="fruit-weights",
        title="weights of tiles for fruit",
        question="Are levels longer if fruit starts in dead ends and corners?",
        count=2_000,
        unit="candidates for each of the weights",
        columns=(Column("weights", "weights"), _CANDIDATES, _SOLVABLE, _KEPT, *_LENGTHS, *_GRAPHS),
        plot=Plot("weights", "kept"),
        published=(
            PublishedResult(
                _ARTICLE,
                "weights for fruit: dead end 6 to 8, corner 3 to 5, corridor 2, open tile 1",
            ),
        ),
        deviation="The article chose its weights by eye and gives no comparison.",
        create_jobs=_make_job_lister(_WEIGHTS),
        measure=_measure_sampling,
        tabulate=_tabulate_shares,
    ),
    Experiment(
        name="fruit-solvers",
        title="the solvers on one set of levels",
        question="How many states do the solvers search, and do they find the shortest solution?",
        count=100,
        unit="levels",
        columns=(
            Column("strategy", "strategy"), Column("levels", "levels"),
            Column("solved", "solved"), Column("shortest", "by the fewest moves"),
            Column("situations_median", "situations, median", decimals=0),
            Column("situations_most", "most"),
            Column("milliseconds_mean", "time, mean", "ms", 3, measured=True),
            Column("milliseconds_most", "longest", "ms", 1, measured=True),
        ),
        plot=Plot("strategy", "situations_median"),
        published=(
            PublishedResult(
                _ARTICLE,
                "trying everything takes 4^n situations: over a million for 10 moves, "
                "1,125,899,906,842,624 for 25",
            ),
            PublishedResult(_ARTICLE, "its depth is limited to 30 moves, in a comment to 15"),
        ),
        deviation=f"Each gives up after {_MAX_SITUATIONS:,} situations here; the naive one also at "
        "10 moves, so that longer levels are not solved by it.",
        create_jobs=_list_seed_blocks,
        measure=_solve_levels,
        tabulate=_tabulate_strategies,
    ),
)  # fmt: skip


def list_experiments() -> tuple[Experiment, ...]:
    """Return the experiments on Fruit Dating."""
    return _EXPERIMENTS
