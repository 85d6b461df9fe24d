"""Experiments that test the article's claims about Linjat's optimizer and deduction rules."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median
from typing import Any, NamedTuple

from engine.game.experiment import (
    CellValue,
    Column,
    Experiment,
    Plot,
    PublishedResult,
    Row,
    group_by_key,
)
from engine.games.linjat.deduction.rulesets import RULES
from engine.games.linjat.generation.generator import try_attempts
from engine.games.linjat.generation.parameters import METHODS, PARAMETERS, PRESETS
from engine.games.linjat.generation.resumable_optimization import Optimization
from engine.games.linjat.published import clue_experiment
from engine.games.linjat.solver import solve_board
from engine.stages.candidate import Recipe
from engine.values.budget import Control

_ARTICLE = "J. Snellman, on the generation of Linjat"
_ANY_PUZZLE = {f"{rule}_layers": "0.." for rule in RULES} | {"iterations": 0}
"""Parameter values that accept any first puzzle with a unique solution that deduction finds."""
_MOST_CANDIDATES = 100_000_000
_RACE = METHODS[0]
_STRATEGY = "layers"
_CHECKPOINTS = (0, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""The numbers of iterations after which the best score is recorded."""
_METHOD_CHECKPOINTS = (0, 2_000, 5_000)
_MODES = tuple(PRESETS)
_METHOD_SETTINGS: Mapping[str, Mapping[str, Any]] = {
    **{method: {"method": method} for method in METHODS},
    "pool+crossover": {"method": "pool", "crossover": 100},
}
"""The parameter values for each optimization method."""


@dataclass(frozen=True, slots=True)
class OptimizerRun:
    """One optimization to run, starting from the first puzzle that a seed leads to.

    Attributes:
        mode: The value of the generator's parameter ``mode``.
        method: The optimization method.
        seed: The seed of the generator.
        checkpoints: The numbers of iterations after which the score is recorded. The run ends at
            the last one.
    """

    mode: str
    method: str
    seed: int
    checkpoints: tuple[int, ...]


class OptimizerRunResult(NamedTuple):
    """The scores and the best puzzle from one optimization.

    Attributes:
        run: The optimization that was run.
        scores: The best puzzle's score at each checkpoint, or None if that puzzle would be
            rejected.
        board: The best puzzle at the end.
        seconds: The CPU time in seconds.
    """

    run: OptimizerRun
    scores: tuple[int | None, ...]
    board: Any
    seconds: float


def _run_optimizer(run: OptimizerRun, control: Control) -> OptimizerRunResult:
    """Find the first puzzle for a run and optimize it, recording the score at each checkpoint.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    # These parameters do not depend on the method, so all methods start from the same puzzle.
    first = Recipe(run.seed, 0, PARAMETERS.complete_settings({"mode": run.mode, **_ANY_PUZZLE}))
    found = try_attempts(first, _MOST_CANDIDATES, control).accepted
    control.raise_if_cancelled()
    assert found is not None
    parameters = PARAMETERS.complete_settings({"mode": run.mode, **_METHOD_SETTINGS[run.method]})
    optimization = Optimization.from_recipe(Recipe(run.seed, found, parameters))
    assert optimization is not None
    began, scores = time.thread_time(), []
    for look in run.checkpoints:
        if look:
            optimization.advance(look - optimization.iterations, control)
        control.raise_if_cancelled()
        accepted, score = optimization.rank
        scores.append(score if accepted else None)
    seconds = time.thread_time() - began
    return OptimizerRunResult(run, tuple(scores), optimization.best, seconds)


def _list_runs(
    methods: Sequence[str], checkpoints: tuple[int, ...], count: int, first: int
) -> tuple[OptimizerRun, ...]:
    ways = product(_MODES, methods, range(first, first + count))
    return tuple(OptimizerRun(mode, method, seed, checkpoints) for mode, method, seed in ways)


def _group_results(
    measured: Sequence[OptimizerRunResult],
) -> Iterable[tuple[tuple[str, str], list[OptimizerRunResult]]]:
    """Group the results by mode and method."""
    return group_by_key(((each.run.mode, each.run.method), (each,)) for each in measured).items()


def _summarize_scores(
    found: Sequence[OptimizerRunResult], checkpoint: int
) -> tuple[CellValue, ...]:
    """Return the share of accepted puzzles at a checkpoint, and their median and best scores.

    ``checkpoint`` is an index into the checkpoints of the runs.
    """
    scores = [s for each in found if (s := each.scores[checkpoint]) is not None]
    share = len(scores) / len(found)
    return share, float(median(scores)) if scores else None, max(scores, default=None)


def _tabulate_by_iteration(measured: Sequence[OptimizerRunResult]) -> Iterator[Row]:
    for (mode, _), found in _group_results(measured):
        for number, look in enumerate(found[0].run.checkpoints):
            yield (mode, look, len(found), *_summarize_scores(found, number))


def _tabulate_by_method(measured: Sequence[OptimizerRunResult]) -> Iterator[Row]:
    for (mode, method), found in _group_results(measured):
        looks = found[0].run.checkpoints
        seconds = sum(each.seconds for each in found)
        rate = looks[-1] * len(found) / seconds if seconds else None
        for number, look in enumerate(looks[1:], 1):
            yield (mode, method, look, len(found), *_summarize_scores(found, number), rate)


def _tabulate_by_rule(measured: Sequence[OptimizerRunResult]) -> Iterator[Row]:
    for (mode, _), found in _group_results(measured):
        solved: list[Any] = [
            solve_board(each.board, _STRATEGY, None, None, None).facts for each in found
        ]
        layers, widths = ([facts[key] for facts in solved] for key in ("layers", "width"))
        used = [
            sum(facts["rule_use"][rule]["depth"] > 0 for facts in solved) / len(solved)
            for rule in RULES
        ]
        yield (mode, len(found), *_summarize_spread(layers), *_summarize_spread(widths), *used)


def _summarize_spread(values: Sequence[int]) -> tuple[CellValue, ...]:
    return min(values), float(median(values)), max(values)


_PUZZLES = Column("puzzles", "puzzles")
_SCORES = (
    Column("accepted", "accepted"), Column("score_median", "score, median", decimals=1),
    Column("score_best", "best"),
)  # fmt: skip
_MODE = Column("mode", "mode")
_ITERATIONS = Column("iterations", "iterations")

_EXPERIMENTS = (
    Experiment(
        name="linjat-score",
        title="score over iterations",
        question="How does the best score grow with the number of iterations?",
        count=4,
        unit="puzzles for each mode",
        columns=(_MODE, _ITERATIONS, _PUZZLES, *_SCORES),
        plot=Plot("iterations", "score_median", ("mode",)),
        published=(
            PublishedResult(_ARTICLE, "10,000 to 50,000 iterations for a puzzle"),
            PublishedResult(
                "the published program, measured",
                "22,651, 9,724, 6,493 and 3,734 iterations a second from easy to expert",
            ),
        ),
        deviation="The optimizer is a race of short climbs here, the published program's a pool of "
        "ten; see linjat-methods.",
        create_jobs=lambda count, first: _list_runs((_RACE,), _CHECKPOINTS, count, first),
        measure=_run_optimizer,
        tabulate=_tabulate_by_iteration,
    ),
    Experiment(
        name="linjat-rules",
        title="layers and rules by mode",
        question="How many layers have optimised puzzles, how wide are they, and by which rules "
        "are they solved?",
        count=6,
        unit="puzzles for each mode",
        columns=(
            _MODE, _PUZZLES,
            Column("layers_least", "layers, least"), Column("layers_median", "median", decimals=0),
            Column("layers_most", "most"), Column("width_least", "width, least"),
            Column("width_median", "median", decimals=0), Column("width_most", "most"),
            *(Column(rule, rule.replace("_", " ")) for rule in RULES),
        ),
        plot=Plot("mode", "layers_median"),
        published=(
            PublishedResult(
                "the published puzzles",
                "layers least, median, most: easy 9, 15, 22; medium 17, 26, 31; hard 19, 26, 37; "
                "expert 8, 30, 38; width 1, 2, 6; 1, 2, 5; 2, 3, 4; 2, 3, 6",
            ),
            PublishedResult(
                "the published puzzles",
                "per cent using fit, cover, square, dependency, one-of: easy 98, 99, 0, 0, 0; "
                "medium 99, 99, 0, 0, 0; hard 99, 99, 99, 0, 0; expert 99, 99, 17, 99, 93",
            ),
        ),
        deviation="Those were chosen by score from several times as many, made with more "
        "iterations.",
        create_jobs=lambda count, first: _list_runs((_RACE,), _METHOD_CHECKPOINTS, count, first),
        measure=_run_optimizer,
        tabulate=_tabulate_by_rule,
    ),
    Experiment(
        name="linjat-methods",
        title="ways to optimise",
        question="Which way of choosing the next puzzle to mutate gives the best score?",
        count=3,
        unit="puzzles for each mode and method",
        columns=(
            _MODE, Column("method", "method"), _ITERATIONS, _PUZZLES, *_SCORES,
            Column("iterations_a_second", "iterations a second", decimals=0, measured=True),
        ),
        plot=Plot("iterations", "score_median", ("mode", "method")),
        published=(
            PublishedResult(
                _ARTICLE, "annealing and several crossovers were tried; the plain pool was best"
            ),
        ),
        deviation="After as many iterations; the race makes cheaper ones and gains more than the "
        "pool after as much time. One offspring of ten is crossed with another puzzle of the pool, "
        "by a line across the board; the article does not say how it did.",
        create_jobs=lambda count, first: _list_runs(
            tuple(_METHOD_SETTINGS), _METHOD_CHECKPOINTS, count, first
        ),
        measure=_run_optimizer,
        tabulate=_tabulate_by_method,
    ),
)  # fmt: skip


def list_experiments() -> tuple[Experiment, ...]:
    """Return all experiments on Linjat."""
    return (*_EXPERIMENTS, clue_experiment.EXPERIMENT)
