"""An experiment on using ones as clues: how often random starts become puzzles."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from engine.game.experiment import (
    Column,
    Experiment,
    Plot,
    PublishedResult,
    Row,
    compute_mean,
    group_by_key,
)
from engine.games.linjat.generation.first_puzzles import (
    create_site,
    create_site_workspace,
    find_first_puzzle,
)
from engine.games.linjat.generation.linjat_stages import CELLS, DOTS_STAGE, ONE, is_clue
from engine.games.linjat.generation.parameters import PARAMETERS
from engine.games.linjat.generation.puzzle_acceptance import NOT_UNIQUE, TOO_PLAIN
from engine.stages.candidate import Recipe
from engine.values.budget import Control

_NUMBERS = {"easy": 10, "medium": 19, "hard": 22, "expert": 25}
"""The count of numbers on a board in each mode, as when the published program was measured."""
_SHARES = (0, 100, 300, 1_000)
STARTS = 1_000
"""The number of random starts for each seed."""
REJECTED = (DOTS_STAGE, TOO_PLAIN, NOT_UNIQUE)
"""The usual reasons for a start to fail: adding clues did not make it solvable, it needs none of
the rules that the mode asks for, or it has several solutions. All other starts fail because the
finished board cannot be solved again from scratch."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The random starts from one seed.

    Attributes:
        mode: The value of the generator's parameter ``mode``.
        ones: The share of ones among the clues, per mille.
        seed: The seed of the generator.
    """

    mode: str
    ones: int
    seed: int


class SampleResult(NamedTuple):
    """The puzzles found in one sample.

    Attributes:
        sample: The sample that was run.
        clues: A pair for every puzzle that deduction solves and that has a unique solution: the
            number of its clues, and the number of ones among them.
        rejected: The number of failed starts for each reason in REJECTED.
        seconds: The CPU time in seconds.
    """

    sample: Sample
    clues: list[tuple[int, int]]
    rejected: tuple[int, ...]
    seconds: float


def count_puzzles(sample: Sample, control: Control) -> SampleResult:
    """Make puzzles from all random starts in a sample, and count them.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    chosen = {"mode": sample.mode, "numbers": _NUMBERS[sample.mode], "iterations": 0}
    parameters = PARAMETERS.complete_settings({**chosen, "ones": sample.ones})
    site = create_site(Recipe(sample.seed, 0, parameters))
    workspace = create_site_workspace(site)
    began, clues, first = time.thread_time(), list[tuple[int, int]](), 0
    # The kernel returns after every puzzle that it finds.
    while first < STARTS:
        number = STARTS - first
        found = find_first_puzzle(site, sample.seed, first, number, control.shared_cells, workspace)
        control.raise_if_cancelled()
        if found < 0:
            break
        codes = site.layout[CELLS].tolist()
        clues.append((sum(is_clue(site, code) for code in codes), codes.count(ONE)))
        first = found + 1
    rejected = tuple(int(workspace.rejections[reason]) for reason in REJECTED)
    return SampleResult(sample, clues, rejected, time.thread_time() - began)


def _tabulate_samples(measured: Sequence[SampleResult]) -> Iterator[Row]:
    groups = group_by_key(((each.sample.mode, each.sample.ones), (each,)) for each in measured)
    for (mode, ones), found in groups.items():
        starts, clues = STARTS * len(found), [clue for each in found for clue in each.clues]
        seconds = sum(each.seconds for each in found)
        rejected = (sum(counts) for counts in zip(*(each.rejected for each in found), strict=True))
        yield (
            mode, ones, starts, 100 * len(clues) / starts,
            *(100 * count / starts for count in rejected),
            compute_mean([every for every, _ in clues]), compute_mean([one for _, one in clues]),
            starts / seconds if seconds else None,
        )  # fmt: skip


EXPERIMENT = Experiment(
    name="linjat-clues",
    title="ones as clues",
    question="How many random starts become puzzles if some clues are ones instead of dots?",
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
        PublishedResult(
            "J. Snellman, on the generation of Linjat",
            "before there were dots, ones were to be the clues, and seemed too restrictive",
        ),
        PublishedResult(
            "the published program, measured",
            "with dots alone 12, 0.08, 0.01 and 0.03 % of random starts, of 10, 19, 22 and 25 "
            "numbers from easy to expert",
        ),
    ),
    deviation="A puzzle here has a single solution, which the published program does not count. "
    "Too plain is what needs none of the rules that the mode has a weight for. A clue goes where "
    "the solver is stuck, and may be a 1 only there; dots that keep trust in a single solution "
    "from helping stay dots.",
    create_jobs=lambda count, first: [
        Sample(mode, ones, seed)
        for mode, ones, seed in product(_NUMBERS, _SHARES, range(first, first + count))
    ],
    measure=count_puzzles,
    tabulate=_tabulate_samples,
)  # fmt: skip
