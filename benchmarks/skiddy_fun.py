"""How well Skiddy's fun rating separates designed levels from random ones matched to them.

Designed are the shipped levels and those of the article on the game's levels, as far as they are
known. To each belong random levels of the generator with three stars and as many rows, columns,
blocks, pits, goals and pieces of each kind, and moves for Perfect. A level is compared with its own
random levels only, and every designed level counts alike.

``python -m benchmarks.skiddy_fun`` takes another number of random levels and other seeds; those it
has by default had no part in choosing the criteria.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from cases_skiddy import FIXTURES
from skiddy_boards import board_of

from benchmarks.common import require_kernels, row
from engine import workshop
from engine.errors import GenerationFailed
from engine.files import levelfile
from engine.game import registry
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.fun_rating import CRITERIA, FIRST_CRITERIA, Criterion
from engine.values.grid import SYMMETRIES
from engine.values.level import Board
from workbench.paths.resources import get_shipped_levels

GAME = registry.get_game("skiddy")
COUNT, FIRST_SEED = 40, 10_000
"""Random levels sought for each designed one, and the seed of the first."""
ARTICLE = ("F01", "F02", "F03", "F04", "F05")
"""Fixtures after the article's levels 1-1, its variation, and the words on 1-2 to 1-4."""
RESAMPLES = 10_000
NEW = [criterion for criterion in CRITERIA if criterion not in FIRST_CRITERIA]

Floats = npt.NDArray[np.float64]
Facts = Mapping[str, Any]
"""The fact ``fun`` of a level."""


@dataclass(frozen=True, slots=True)
class Match:
    """A designed level, and the random ones that are matched to it."""

    designed: Facts
    random: tuple[Facts, ...]


def matches(count: int = COUNT, first_seed: int = FIRST_SEED) -> Iterator[Match]:
    """Every designed level with up to ``count`` random ones, all different and none like it."""
    for board in designed_boards():
        facts = GAME.solver.solve(board).all_facts
        settings = settings_of(board, facts["max_combo"]["moves"])
        seen, found = {_canonical(board)}, []
        for seed in range(first_seed, first_seed + count):
            try:
                other = workshop.generate(GAME, seed, settings)[0].board
            except GenerationFailed:
                continue
            if (same := _canonical(other)) not in seen:
                seen.add(same)
                found.append(GAME.solver.solve(other).all_facts["fun"])
        yield Match(facts["fun"], tuple(found))


def designed_boards() -> list[SkiddyBoard]:
    """The shipped levels, and those of the article that are no shipped ones."""
    files = sorted((get_shipped_levels() / GAME.name).glob("*.toml"))
    shipped: list[Any] = [levelfile.read_level(file).board for file in files]
    article = [board_of(each.rows) for each in FIXTURES if each.name in ARTICLE]
    return [*{_canonical(board): board for board in (*shipped, *article)}.values()]


def _canonical(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tiles and pieces of the first of a board's images."""
    reshaping = GAME.boards.reshaper
    assert reshaping is not None
    images: Iterator[Any] = (reshaping.transform(board, each) for each in SYMMETRIES)
    return min((image.tiles, image.pieces) for image in images)


def settings_of(board: SkiddyBoard, perfect: int) -> Mapping[str, object]:
    """The generator's settings for levels matched to a board; what did before there were others."""
    tiles, pieces = "".join(board.tiles), "".join(board.pieces)
    inner = "".join(line[1:-1] for line in board.tiles[1:-1])
    pits = inner.count("o")
    static = inner.count("#") + pits
    kinds = {"reds": "r", "blues": "b", "crates": "c", "ice": "i"}
    goals = {"red_goals": "R", "blue_goals": "B"}
    return GAME.generator.parameters.restore_settings({
        "rows": board.rows,
        "cols": board.cols,
        # Shares are rounded down to numbers of cells.
        "static": -(-100 * static // len(inner)),
        "pits": -(-100 * pits // static) if static else 0,
        **{key: pieces.count(glyph) for key, glyph in kinds.items()},
        **{key: tiles.count(glyph) for key, glyph in goals.items() if glyph in tiles},
        "perfect": perfect,
        "stars": 3,
    })  # fmt: skip


def value(criterion: Criterion, fun: Facts) -> int:
    """The number that decides about a criterion."""
    found = fun[criterion.figure]
    return len(found) if isinstance(found, list) else int(found)


def points(fun: Facts, criteria: Sequence[Criterion]) -> int:
    """How many of some criteria a level meets."""
    return sum(_met(criterion, value(criterion, fun)) for criterion in criteria)


def _met(criterion: Criterion, number: int) -> bool:
    low, high = criterion.low, criterion.high
    return (low is None or number >= low) and (high is None or number <= high)


def areas(found: Sequence[Match], criteria: Sequence[Criterion]) -> Floats:
    """For each designed level the area under the curve: how likely it has more points than a
    random one matched to it, as many counting half."""
    return np.array([_area(match, criteria) for match in found])


def _area(match: Match, criteria: Sequence[Criterion]) -> float:
    own = points(match.designed, criteria)
    others = np.array([points(fun, criteria) for fun in match.random])
    return float(np.mean((own > others) + (own == others) / 2))


def interval(each: Floats) -> tuple[float, float]:
    """The 95 % interval of a mean area: designed levels drawn anew, with replacement."""
    drawn = np.random.default_rng(1).choice(each, (RESAMPLES, len(each))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return float(low), float(high)


def held_out(found: Sequence[Match]) -> Floats:
    """The areas of designed levels by limits that were chosen without them."""
    every = range(len(found))
    return np.array([
        _area(found[out], fitted([found[one] for one in every if one != out])) for out in every
    ])  # fmt: skip


def fitted(found: Sequence[Match]) -> list[Criterion]:
    """The criteria with the limits that are best for some levels, changed one at a time."""
    # Each limit is one of the values, and at first that which all levels keep to.
    ends = (_values(found, each)[0 if each.high is None else -1] for each in CRITERIA)
    table = [*map(_limited, CRITERIA, ends)]
    best, before = float(areas(found, table).mean()), -1.0
    while best > before:
        before = best
        for index, criterion in enumerate(table):
            for limit in _values(found, criterion):
                tried = [*table[:index], _limited(criterion, limit), *table[index + 1 :]]
                area = float(areas(found, tried).mean())
                if area > best:
                    table, best = tried, area
    return table


def _values(found: Sequence[Match], criterion: Criterion) -> list[int]:
    """The values that separate matched levels, at twenty quantiles."""
    numbers = [value(criterion, fun) for match in found for fun in (match.designed, *match.random)]
    return sorted({int(each) for each in np.quantile(numbers, np.linspace(0, 1, 21))})


def _limited(criterion: Criterion, limit: int) -> Criterion:
    if criterion.high is None:
        return replace(criterion, low=limit)
    return replace(criterion, high=limit)


def run(count: int = COUNT, first_seed: int = FIRST_SEED) -> None:
    """Prints what each criterion and the ratings separate."""
    require_kernels()
    every = [*matches(count, first_seed)]
    found = [match for match in every if match.random]
    random = sum(len(match.random) for match in found)
    print(f"{len(found)} of {len(every)} designed levels have matched ones: {random} in all")
    print("criterion: true of the designed, of the random ones, area under the curve")
    for criterion in dict.fromkeys((*CRITERIA, *FIRST_CRITERIA)):
        row(criterion.name, _criterion(found, criterion))
    for title, criteria in (
        ("rating", CRITERIA), ("version 1", FIRST_CRITERIA), ("without proposed ones", NEW),
    ):  # fmt: skip
        row(f"{title}: area, 95 %", _formatted(areas(found, criteria)))
    row("rating, limits chosen without the level", _formatted(held_out(found)))
    for title, parts in spread(found).items():
        row(f"{title}: shares of ratings 0 to 5", " ".join(f"{part:.0%}" for part in parts))


def shares(found: Sequence[Match], criterion: Criterion) -> tuple[float, float, float]:
    """Return how often a criterion is true of designed and of random levels, and its area."""
    designed = np.mean([points(match.designed, [criterion]) for match in found])
    random = np.mean(
        [np.mean([points(fun, [criterion]) for fun in match.random]) for match in found]
    )
    return float(designed), float(random), float(areas(found, [criterion]).mean())


def _criterion(found: Sequence[Match], criterion: Criterion) -> str:
    designed, random, area = shares(found, criterion)
    return f"{designed:.0%}, {random:.0%}, {area:.2f}"


def _formatted(each: Floats) -> str:
    low, high = interval(each)
    return f"{each.mean():.3f}, {low:.2f} to {high:.2f}"


def spread(found: Sequence[Match]) -> dict[str, Floats]:
    """The share of levels that have each rating."""
    edges = np.arange(len(CRITERIA) + 2)
    designed = [points(match.designed, CRITERIA) for match in found]
    random = [[points(fun, CRITERIA) for fun in match.random] for match in found]
    parts = [np.histogram(each, edges)[0] / len(each) for each in (designed, *random)]
    return {"designed": parts[0], "random": np.mean(parts[1:], axis=0)}


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--count", type=int, default=COUNT)
    arguments.add_argument("--seed", type=int, default=FIRST_SEED)
    given = arguments.parse_args()
    run(given.count, given.seed)
