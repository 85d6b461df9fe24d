"""Figures about the thesis's graphs, as ``docs/explanation/experiments.md`` has them.

They are those that ``workbench experiment monk-graphs`` gives for the default settings. The other
settings of that experiment, of which the page has no figures, take most of its time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import correlation, fmean, median

from engine.games.mazing_monk.generation.rewound_cube import HAS_TO_STAY
from engine.games.mazing_monk.published.sample_measurement import (
    SampledLevel,
    list_sample_blocks,
    sample_levels,
)
from engine.games.mazing_monk.published.thesis_experiments import (
    LEVELS,
    MANY_LEVELS,
    MODES,
    MORE_TRIES,
    TRIES,
)
from engine.values.budget import Control

MODE = MODES[1]
FEW = 300
"""Levels of each difficulty in a small run."""

Found = dict[int, list[SampledLevel]]
"""Levels by difficulty."""


@cache
def _levels(tries: int, count: int) -> Found:
    found: Found = {}
    for sampling in list_sample_blocks((MODE,), (tries,), count, 0):
        found.setdefault(sampling.difficulty, []).extend(sample_levels(sampling, Control()))
    return found


def _retries(levels: list[SampledLevel]) -> float:
    return fmean(sum(level.retries) for level in levels)


def _moves(levels: list[SampledLevel]) -> float:
    return fmean(level.moves for level in levels if level.moves is not None)


def measure_graphs() -> Iterator[str]:
    """Yield the table of graphs, from as many levels as the experiment takes."""
    found = _levels(TRIES, MANY_LEVELS)
    ratings = [f"{median(level.rating for level in levels):.2f}" for levels in found.values()]
    yield f"medians {', '.join(ratings[:6])}, then {', '.join(ratings[6:])}"
    moves = [f"{_moves(levels):.1f}" for levels in found.values()]
    yield f"{', '.join(moves[:5])}, then {', '.join(moves[5:])}"
    yield ", ".join(f"{_retries(levels):.1f}" for levels in found.values())
    states = [fmean(level.states for level in found[difficulty]) for difficulty in (1, 10)]
    yield f"{states[0]:,.0f} on the mean at 1, {states[1]:,.0f} at 10"
    more = _levels(MORE_TRIES, LEVELS)
    yield f"a quarter at 8 ({_retries(found[8]):.1f} to {_retries(more[8]):.1f})"
    late = [difficulty for difficulty, levels in found.items() for x in levels if x.timed_out]
    yield f"{len(late)} in 100,000, {sum(difficulty < 7 for difficulty in late)} of them below 7"


def measure_few() -> Iterator[str]:
    """Yield where the graphs differ from the thesis, by as many levels as a small run has."""
    found = _levels(TRIES, FEW)
    within = []
    for levels in found.values():
        pairs = [(level.rating, level.moves) for level in levels if level.moves is not None]
        within.append(correlation(*zip(*pairs, strict=True)))
    yield f"by {min(within):.2f} to {max(within):.2f} within a difficulty"
    rated = sorted((x.rating, x.moves) for x in found[10] if x.moves is not None)
    low, high = (
        fmean(moves for _, moves in part)
        for part in (rated[: len(rated) // 4], rated[-(len(rated) // 4) :])
    )
    yield f"{low:.1f} moves in the quarter with the lowest ratings and {high:.1f} in the highest"
    eight, nine, ten = (_retries(found[difficulty]) for difficulty in (8, 9, 10))
    yield f"{eight:.1f} retries at 8, {nine:.1f} at 9 and {ten:.1f} at 10"
    retries = [level.retries for levels in found.values() for level in levels]
    staying = sum(each[HAS_TO_STAY] for each in retries) / sum(map(sum, retries))
    yield f"{staying:.0%} of all retries".replace("%", " %")
    more = _retries(_levels(MORE_TRIES, FEW)[8])
    yield f"with 1,000 tries {more:.1f} at 8"
