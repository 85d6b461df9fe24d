"""Ones as clues beside dots, as an experiment: how many random starts become a puzzle."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from engine.game.experiment import Column, Experiment, Plot, Published, Row, grouped, mean
from engine.games.linjat.generate.candidates import bench_of, first_candidate, site_of
from engine.games.linjat.generate.judging import NOT_UNIQUE, TOO_PLAIN
from engine.games.linjat.generate.parameters import PARAMETERS
from engine.games.linjat.generate.stages import CELLS, DOTS_STAGE, ONE, is_clue
from engine.staging.generation import Recipe
from engine.values.budget import Control

_NUMBERS = {"easy": 10, "medium": 19, "hard": 22, "expert": 25}
"""As many as the published program was measured with."""
_SHARES = (0, 100, 300, 1_000)
STARTS = 1_000
"""Random starts of a seed."""
REJECTED = (DOTS_STAGE, TOO_PLAIN, NOT_UNIQUE)
"""Why most of them are no puzzle: no clues solve them, they need none of the rules that the mode
asks for, or have several solutions. The others are not solved once more from nothing."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Random starts of one seed, where so many of a thousand clues that can be are ones."""

    mode: str
    ones: int
    seed: int


class Sampled(NamedTuple):
    """What became of them.

    Attributes:
        clues: of every puzzle that can be deduced and has a single solution its clues, and the
            ones among them.
        rejected: starts that are none, by the reasons of REJECTED.
        seconds: CPU time.
    """

    sample: Sample
    clues: list[tuple[int, int]]
    rejected: tuple[int, ...]
    seconds: float


def sampled(sample: Sample, control: Control) -> Sampled:
    """Makes the puzzles of the starts of a seed.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    chosen = {"mode": sample.mode, "numbers": _NUMBERS[sample.mode], "iterations": 0}
    parameters = PARAMETERS.complete({**chosen, "ones": sample.ones})
    site = site_of(Recipe(sample.seed, 0, parameters))
    bench = bench_of(site)
    began, clues, first = time.thread_time(), list[tuple[int, int]](), 0
    while first < STARTS:
        number = STARTS - first
        found = first_candidate(site, sample.seed, first, number, control.cells, bench)
        control.require_going_on()
        if found < 0:
            break
        codes = site.layout[CELLS].tolist()
        clues.append((sum(is_clue(site, code) for code in codes), codes.count(ONE)))
        first = found + 1
    rejected = tuple(int(bench.rejected[reason]) for reason in REJECTED)
    return Sampled(sample, clues, rejected, time.thread_time() - began)


def _rows(measured: Sequence[Sampled]) -> Iterator[Row]:
    groups = grouped(((each.sample.mode, each.sample.ones), (each,)) for each in measured)
    for (mode, ones), found in groups.items():
        starts, clues = STARTS * len(found), [clue for each in found for clue in each.clues]
        seconds = sum(each.seconds for each in found)
        rejected = (sum(counts) for counts in zip(*(each.rejected for each in found), strict=True))
        yield (
            mode, ones, starts, 100 * len(clues) / starts,
            *(100 * count / starts for count in rejected),
            mean([every for every, _ in clues]), mean([one for _, one in clues]),
            starts / seconds if seconds else None,
        )  # fmt: skip


EXPERIMENT = Experiment(
    name="linjat-clues",
    title="ones as clues",
    asks="How many random starts become a puzzle if some clues are ones instead of dots?",
    count=200,
    unit="thousand random starts for each mode and share of ones",
    columns=(
        Column("mode", "mode"), Column("ones", "ones", "/1000"), Column("starts", "starts"),
        Column("puzzles", "puzzles", "%", decimals=3), Column("stuck", "stuck", "%"),
        Column("too_plain", "too plain", "%", decimals=3),
        Column("not_unique", "not unique", "%", decimals=3),
        Column("clues", "clues, mean", decimals=1), Column("ones_mean", "ones", decimals=1),
        Column("starts_a_second", "starts a second", decimals=0, measured=True),
    ),
    plot=Plot("ones", "puzzles", ("mode",)),
    published=(
        Published(
            "J. Snellman, on the generation of Linjat",
            "before there were dots, ones were to be the clues, and seemed too restrictive",
        ),
        Published(
            "the published program, measured",
            "with dots alone 12, 0.08, 0.01 and 0.03 % of random starts, of 10, 19, 22 and 25 "
            "numbers from easy to expert",
        ),
    ),
    differs="A puzzle here has a single solution, which the published program does not count. Too "
    "plain is what needs none of the rules that the mode has a weight for. A clue goes where the "
    "solver is stuck, and may be a 1 only there; dots that keep trust in a single solution from "
    "helping stay dots.",
    jobs=lambda count, first: [
        Sample(mode, ones, seed)
        for mode, ones, seed in product(_NUMBERS, _SHARES, range(first, first + count))
    ],
    measure=sampled,
    tabulate=_rows,
)  # fmt: skip
