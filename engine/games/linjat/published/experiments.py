"""What the article on Linjat reports of its optimizer and its rules, as experiments."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from statistics import median
from typing import Any, NamedTuple

from engine.game.experiment import Column, Experiment, Plot, Published, Row, Value, grouped
from engine.games.linjat.deduce.rulesets import RULES
from engine.games.linjat.generate.generator import attempts
from engine.games.linjat.generate.optimization import Optimization
from engine.games.linjat.generate.parameters import METHODS, PARAMETERS, PRESETS
from engine.games.linjat.published import clues
from engine.games.linjat.solver import solve
from engine.staging.generation import Recipe
from engine.values.budget import Control

_ARTICLE = "J. Snellman, on the generation of Linjat"
_FIRST = {f"{rule}_layers": "0.." for rule in RULES} | {"iterations": 0}
"""Asks for any puzzle that deduction solves, to begin with."""
_MOST_CANDIDATES = 100_000_000
_RACE = METHODS[0]
_STRATEGY = "layers"
_LOOKS = (0, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""Iterations after which the best score is noted."""
_METHOD_LOOKS = (0, 2_000, 5_000)
_MODES = tuple(PRESETS)
_WAYS: Mapping[str, Mapping[str, Any]] = {
    **{method: {"method": method} for method in METHODS},
    "pool+crossover": {"method": "pool", "crossover": 100},
}
"""Settings by the ways to optimise."""


@dataclass(frozen=True, slots=True)
class Climb:
    """The optimisation of the first puzzle of one seed.

    Attributes:
        method: one of the ways to optimise.
        looks: iterations after which it is looked at, the last of them its end.
    """

    mode: str
    method: str
    seed: int
    looks: tuple[int, ...]


class Climbed(NamedTuple):
    """What came of an optimisation.

    Attributes:
        scores: of the best puzzle at each look; None as long as none would be accepted.
        board: the best puzzle at the end.
        seconds: CPU time.
    """

    climb: Climb
    scores: tuple[int | None, ...]
    board: Any
    seconds: float


def _climbed(climb: Climb, control: Control) -> Climbed:
    """Does an optimisation.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    first = Recipe(climb.seed, 0, PARAMETERS.complete({"mode": climb.mode, **_FIRST}))
    found = attempts(first, _MOST_CANDIDATES, control).accepted
    control.require_going_on()
    assert found is not None
    parameters = PARAMETERS.complete({"mode": climb.mode, **_WAYS[climb.method]})
    optimization = Optimization.of(Recipe(climb.seed, found, parameters))
    assert optimization is not None
    began, scores = time.thread_time(), []
    for look in climb.looks:
        if look:
            optimization.advance(look - optimization.iterations, control)
        control.require_going_on()
        accepted, score = optimization.rank
        scores.append(score if accepted else None)
    seconds = time.thread_time() - began
    return Climbed(climb, tuple(scores), optimization.best, seconds)


def _climbs(
    methods: Sequence[str], looks: tuple[int, ...], count: int, first: int
) -> tuple[Climb, ...]:
    ways = product(_MODES, methods, range(first, first + count))
    return tuple(Climb(mode, method, seed, looks) for mode, method, seed in ways)


def _groups(measured: Sequence[Climbed]) -> Iterable[tuple[tuple[str, str], list[Climbed]]]:
    """The climbs of every mode and method."""
    return grouped(((each.climb.mode, each.climb.method), (each,)) for each in measured).items()


def _scores(found: Sequence[Climbed], look: int) -> tuple[Value, ...]:
    """How many puzzles would be accepted at a look, and the median and best of their scores."""
    scores = [s for each in found if (s := each.scores[look]) is not None]
    share = len(scores) / len(found)
    return share, float(median(scores)) if scores else None, max(scores, default=None)


def _by_iteration(measured: Sequence[Climbed]) -> Iterator[Row]:
    for (mode, _), found in _groups(measured):
        for number, look in enumerate(found[0].climb.looks):
            yield (mode, look, len(found), *_scores(found, number))


def _by_method(measured: Sequence[Climbed]) -> Iterator[Row]:
    for (mode, method), found in _groups(measured):
        looks = found[0].climb.looks
        seconds = sum(each.seconds for each in found)
        rate = looks[-1] * len(found) / seconds if seconds else None
        for number, look in enumerate(looks[1:], 1):
            yield (mode, method, look, len(found), *_scores(found, number), rate)


def _by_rule(measured: Sequence[Climbed]) -> Iterator[Row]:
    for (mode, _), found in _groups(measured):
        solved: list[Any] = [solve(each.board, _STRATEGY, None, None, None).facts for each in found]
        layers, widths = ([facts[key] for facts in solved] for key in ("layers", "width"))
        used = [
            sum(facts["rule_use"][rule]["depth"] > 0 for facts in solved) / len(solved)
            for rule in RULES
        ]
        yield (mode, len(found), *_spread(layers), *_spread(widths), *used)


def _spread(values: Sequence[int]) -> tuple[Value, ...]:
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
        asks="How does the best score grow with the iterations of the optimizer?",
        count=4,
        unit="puzzles for each mode",
        columns=(_MODE, _ITERATIONS, _PUZZLES, *_SCORES),
        plot=Plot("iterations", "score_median", ("mode",)),
        published=(
            Published(_ARTICLE, "10,000 to 50,000 iterations for a puzzle"),
            Published(
                "the published program, measured",
                "22,651, 9,724, 6,493 and 3,734 iterations a second from easy to expert",
            ),
        ),
        differs="The optimizer is a race of short climbs here, the published program's a pool of "
        "ten; see linjat-methods.",
        jobs=lambda count, first: _climbs((_RACE,), _LOOKS, count, first),
        measure=_climbed,
        tabulate=_by_iteration,
    ),
    Experiment(
        name="linjat-rules",
        title="layers and rules by mode",
        asks="How many layers have optimised puzzles, how wide are they, and by which rules are "
        "they solved?",
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
            Published(
                "the published puzzles",
                "layers least, median, most: easy 9, 15, 22; medium 17, 26, 31; hard 19, 26, 37; "
                "expert 8, 30, 38; width 1, 2, 6; 1, 2, 5; 2, 3, 4; 2, 3, 6",
            ),
            Published(
                "the published puzzles",
                "per cent using fit, cover, square, dependency, one-of: easy 98, 99, 0, 0, 0; "
                "medium 99, 99, 0, 0, 0; hard 99, 99, 99, 0, 0; expert 99, 99, 17, 99, 93",
            ),
        ),
        differs="Those were chosen by score from several times as many, made with more iterations.",
        jobs=lambda count, first: _climbs((_RACE,), _METHOD_LOOKS, count, first),
        measure=_climbed,
        tabulate=_by_rule,
    ),
    Experiment(
        name="linjat-methods",
        title="ways to optimise",
        asks="Which way of choosing what is mutated next leads to the best score?",
        count=3,
        unit="puzzles for each mode and method",
        columns=(
            _MODE, Column("method", "method"), _ITERATIONS, _PUZZLES, *_SCORES,
            Column("iterations_a_second", "iterations a second", decimals=0, measured=True),
        ),
        plot=Plot("iterations", "score_median", ("mode", "method")),
        published=(
            Published(
                _ARTICLE, "annealing and several crossovers were tried; the plain pool was best"
            ),
        ),
        differs="After as many iterations; the race makes cheaper ones and gains more beside the "
        "pool after as much time. One offspring of ten is crossed with another puzzle of the pool, "
        "by a line across the board; the article does not say how it did.",
        jobs=lambda count, first: _climbs(tuple(_WAYS), _METHOD_LOOKS, count, first),
        measure=_climbed,
        tabulate=_by_method,
    ),
)  # fmt: skip


def experiments() -> tuple[Experiment, ...]:
    """The experiments of the game."""
    return (*_EXPERIMENTS, clues.EXPERIMENT)
