"""What the article on Fruit Dating reports of its generator and its solver, as experiments."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.game.experiment import (
    Column,
    Experiment,
    Plot,
    Published,
    Row,
    Value,
    blocks,
    mean,
    quantile,
)
from engine.games.fruit_dating.generator import attempts, candidate
from engine.games.fruit_dating.parameters import PARAMETERS
from engine.games.fruit_dating.published.solver import solve as as_published
from engine.games.fruit_dating.solver import solve
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS, Recipe
from engine.tiles.sampling import TileSampling, sampled, samplings, together
from engine.values.budget import Budget, Control

_ARTICLE = "T. Rychnovsky, on the generation of levels for Fruit Dating"
_LEAST_MOVES, _MOST_MOVES = 4, 12
"""Moves of the solution of a level that is kept."""
_PUBLISHED = {"moves": f"{_LEAST_MOVES}..{_MOST_MOVES}"}
"""What is set where levels are kept; what is inert the article does not refuse."""
_SHAPES = ("dead_end", "corner", "corridor", "open")

_YIELD: Mapping[tuple[str, ...], Mapping[str, str]] = {
    names: dict(zip(("pairs", "blockers", "walls"), names, strict=True))
    for names in product(("1", "2", "3"), ("0", "10", "20"), ("0..2", "3..6", "7..10"))
}


def _weighted(*weights: int) -> dict[str, str]:
    """Weights for fruit by the shape of the tile, nothing drawn added to them."""
    bases = {f"fruit_{shape}": str(w) for shape, w in zip(_SHAPES, weights, strict=True)}
    return bases | {f"fruit_{shape}_random": "0" for shape in _SHAPES}


_SHALLOW = 15
"""The limit of depth that a comment on the article proposes."""
_WEIGHTS: Mapping[tuple[str, ...], Mapping[str, str]] = {
    ("the article's",): {},
    ("all alike",): _weighted(1, 1, 1, 1),
    ("turned round",): _weighted(1, 2, 3, 6),
    ("dead ends only",): _weighted(1, 0, 0, 0),
}
_STRATEGIES: Mapping[str, tuple[str, int | None]] = {
    "naive": ("naive", None),
    "published": ("published", None),
    "published, 15 moves": ("published", _SHALLOW),
    "uniform-cost": ("uniform-cost", None),
    "graph": ("graph", None),
}
"""Strategies with their limits of depth by their names in the table."""
_SEARCHED = 1_000_000
"""Situations after which a strategy gives up."""
_SOLVED_BLOCK = 10
"""Levels of one job that are solved by every strategy."""

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


def _measure(
    sampling: TileSampling, control: Control
) -> tuple[TileSampling, tuple[Mapping[str, Any] | None, ...]]:
    return sampling, sampled(PARAMETERS, candidate, solve, sampling, control)


def _shares(measured: Sequence[Any]) -> Iterator[Row]:
    """A row for each of the settings: what becomes of the candidates."""
    for names, all_facts in together(measured).items():
        whole = [f for f in all_facts if f is not None and f["complete"]]
        solved = [f for f in whole if f["solvable"]]
        lengths = [f["moves"] for f in solved]
        kept = sum(_LEAST_MOVES <= length <= _MOST_MOVES for length in lengths)
        number = len(all_facts)
        dead = mean([f["dead_states"] / f["states"] for f in whole])
        states = quantile([f["states"] for f in whole], 0.5)
        too_large = sum(f is not None and not f["complete"] for f in all_facts) / number
        row: tuple[Value, ...] = (number, len(solved) / number, kept / number)
        row += tuple(quantile(lengths, share) for share in (0.25, 0.5, 0.75))
        yield (*names, *row, max(lengths, default=None), states, dead, too_large)


class _Solved(NamedTuple):
    """What one strategy says of one level.

    Attributes:
        moves: of its solution; None without one.
        situations: that it has looked at.
        seconds: of CPU time.
    """

    strategy: str
    moves: int | None
    least: int
    situations: int
    seconds: float


def _levels(count: int, first: int) -> tuple[range, ...]:
    return tuple(blocks(first, count, _SOLVED_BLOCK))


def _solved(seeds: range, control: Control) -> tuple[_Solved, ...]:
    """The level of each seed, solved by every strategy."""
    found = []
    parameters = PARAMETERS.complete(PARAMETERS.recorded(_PUBLISHED))
    for seed in seeds:
        accepted = attempts(Recipe(seed, 0, parameters), DEFAULT_MAX_ATTEMPTS, control).accepted
        control.require_going_on()
        if accepted is None:
            raise EngineError(f"seed {seed}: no level in {DEFAULT_MAX_ATTEMPTS:,} attempts")
        board: Any = candidate(Recipe(seed, accepted, parameters), control).board
        least = solve(board).facts["moves"]
        for name, (strategy, depth) in _STRATEGIES.items():
            began = time.thread_time()
            budget = Budget(_SEARCHED, depth=depth)
            if strategy == "published":
                facts = as_published(board, budget, control).facts
            else:
                facts = solve(board, strategy, budget, control).facts
            control.require_going_on()
            seconds = time.thread_time() - began
            found.append(_Solved(name, facts["moves"], least, facts["states_seen"], seconds))
    return tuple(found)


def _by_strategy(measured: Sequence[Sequence[_Solved]]) -> Iterator[Row]:
    for strategy in _STRATEGIES:
        levels = [each for block in measured for each in block if each.strategy == strategy]
        solved = [each for each in levels if each.moves is not None]
        shortest = sum(each.moves == each.least for each in solved)
        situations = [each.situations for each in levels]
        seconds = [1e3 * each.seconds for each in levels]
        row = strategy, len(levels), len(solved) / len(levels), shortest / len(levels)
        yield (*row, quantile(situations, 0.5), max(situations), mean(seconds), max(seconds))


def _jobs(
    settings: Mapping[tuple[str, ...], Mapping[str, str]],
) -> Callable[[int, int], tuple[TileSampling, ...]]:
    return lambda count, first: tuple(samplings(settings, count, first))


_EXPERIMENTS = (
    Experiment(
        name="fruit-yield",
        title="yield and length by settings",
        asks="How many candidates are solvable and of a good length, by what the generator is set "
        "to?",
        count=500,
        unit="candidates for each of 27 settings",
        columns=(
            Column("pairs", "pairs"), Column("blockers", "blockers, %"), Column("walls", "walls"),
            _CANDIDATES, _SOLVABLE, _KEPT, *_LENGTHS, *_GRAPHS,
        ),
        plot=Plot("walls", "kept", ("pairs", "blockers")),
        published=(
            Published(_ARTICLE, "one or two minutes of clicking for a good level of 6 moves"),
            Published(_ARTICLE, "levels are rubbish by being too easy, too hard, full or ugly"),
        ),
        differs="The article gives no rates; a level there is kept by looking at it, here by its "
        "number of moves alone.",
        jobs=_jobs(_YIELD),
        measure=_measure,
        tabulate=_shares,
    ),
    Experiment(
        name="fruit-weights",
        title="weights of tiles for fruit",
        asks="Do levels get longer where fruit is put into dead ends and corners?",
        count=2_000,
        unit="candidates for each of the weights",
        columns=(Column("weights", "weights"), _CANDIDATES, _SOLVABLE, _KEPT, *_LENGTHS, *_GRAPHS),
        plot=Plot("weights", "kept"),
        published=(
            Published(
                _ARTICLE,
                "weights for fruit: dead end 6 to 8, corner 3 to 5, corridor 2, open tile 1",
            ),
        ),
        differs="The article chose its weights by eye and gives no comparison.",
        jobs=_jobs(_WEIGHTS),
        measure=_measure,
        tabulate=_shares,
    ),
    Experiment(
        name="fruit-solvers",
        title="the solvers on one set of levels",
        asks="How much do the solvers look at, and do they find the shortest solution?",
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
            Published(
                _ARTICLE,
                "trying everything takes 4^n situations: over a million for 10 moves, "
                "1,125,899,906,842,624 for 25",
            ),
            Published(_ARTICLE, "its depth is limited to 30 moves, in a comment to 15"),
        ),
        differs=f"Each gives up after {_SEARCHED:,} situations here; the naive one also at 10 "
        "moves, so that longer levels are not solved by it.",
        jobs=_levels,
        measure=_solved,
        tabulate=_by_strategy,
    ),
)  # fmt: skip


def experiments() -> tuple[Experiment, ...]:
    """The experiments of the game."""
    return _EXPERIMENTS
