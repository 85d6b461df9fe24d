"""Figures about presets and the usual levels, as ``docs/reference/presets.md`` has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from statistics import median

from presets import Sample, sample

from benchmarks.figures.rows import quantile, table_row
from engine.game import registry
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.difficulty_presets import PRESETS, USUAL_PRESET

ALL = (USUAL_PRESET, *PRESETS)
LEVELS = 1000
FEWER = {("linjat", "tricky"): 300, ("linjat", "fiendish"): 300}
"""The presets of which fewer levels are measured."""
BLOCKS = 9
"""Thousands of seeds of which the median of positions is taken."""
RATED = ("fruit-dating", "skiddy")

Cell = Callable[[Sample], str]


@cache
def _sample(game: str, preset: str) -> Sample:
    count = FEWER.get((game, preset), LEVELS)
    return sample(registry.get_game(game), preset, count, rated=game in RATED)


def _number(value: float, decimals: int) -> str:
    """Return a number with so many decimals, or with four digits of a large one."""
    if value >= 10_000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:,.{decimals}f}" if decimals else f"{value:,.0f}"


def _spread(key: str, decimals: int = 0) -> Cell:
    """Return what writes the median, and the values from the tenth to the ninetieth part."""

    def cell(found: Sample) -> str:
        values = found.values(key)
        middle, *ends = (
            _number(value, decimals)
            for value in (found.median(key), quantile(values, 0.1), quantile(values, 0.9))
        )
        return middle if ends == [middle, middle] else f"{middle} ({'-'.join(ends)})"

    return cell


def _medians(*keys: str) -> Cell:
    return lambda found: ", ".join(f"{found.median(key):g}" for key in keys)


def _needed(found: Sample) -> str:
    return f"{found.needed:.0%}".replace("%", " %")


def _kinds(*kinds: str) -> Cell:
    """Return what writes the share of levels with things of some kinds."""

    def cell(found: Sample) -> str:
        counts = [found.kinds[kind] for kind in kinds]
        shares = ", ".join(f"{count / len(found.facts):.0%}"[:-1] for count in counts)
        return f"{shares} %" if any(counts) else "-"

    return cell


ROWS: dict[str, dict[str, Cell]] = {
    "fruit-dating": {
        "moves": _spread("moves"),
        "positions": _spread("states"),
        "dead positions": _spread("dead_states"),
        "shortest solutions": _spread("shortest_solutions"),
        "things needed": _needed,
        "levels with gates, mud": _kinds("gate", "mud"),
        "with anteaters, hedgehogs": _kinds("anteater", "hedgehog"),
    },
    "skiddy": {
        "moves for Perfect": _spread("max_combo.moves"),
        "positions": _spread("states"),
        "detours, decisions": _medians("fun.detours", "fun.decisions"),
        "things needed": _needed,
        "levels with pits, ice, crates": _kinds("pit", "ice", "crate"),
    },
    "linjat": {
        "layers": _spread("layers"),
        "widest layer": _spread("width"),
        "score": _spread("score"),
        "seconds of the human model": _spread("human_time"),
    },
    "mazing-monk": {
        "turns, proven": _spread("turns"),
        "walks": _spread("walks"),
        "solutions with as few turns": _spread("optimal_solutions"),
        "traps": _spread("traps"),
        "the thesis's rating": _spread("rating", 2),
    },
}


def measure_table(game: str) -> Iterator[str]:
    """Yield the rows of a game's table, all but its speed."""
    for title, cell in ROWS[game].items():
        yield table_row(title, *(cell(_sample(game, preset)) for preset in ALL))


def measure_usual_positions() -> Iterator[str]:
    """Yield the median of positions of usual Fruit Dating levels, by thousands of seeds."""
    game = registry.get_game("fruit-dating")
    parameters = game.generator.parameters.complete_settings({"preset": USUAL_PRESET})
    medians = []
    for block in range(BLOCKS):
        states = []
        for seed in range(1000 * block + 1, 1000 * block + 1001):
            recipe, _ = find_accepted_attempt(ConstrainedLevels(game), Recipe(seed, 0, parameters))
            board = game.generator.build_candidate(recipe, Control()).board
            states.append(game.solver.solve(board).facts["states"])
        medians.append(median(states))
    first, *others = medians
    yield f"{first:,.0f} for seeds 1 to 1,000"
    yield f"from {min(others):,.0f} to {max(others):,.0f} for the eight thousands that follow"
