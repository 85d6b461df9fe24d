"""Figures about A Mazing Monk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from statistics import correlation, mean, median
from typing import Any

from benchmarks.figures.rows import table_row
from engine import workshop
from engine.game import registry
from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import (
    CELLS,
    ENTRANCE,
    INVERSES,
    LINES,
    list_moved_cells,
    locate_cell,
)
from engine.games.mazing_monk.cube.cube import (
    FACES as SIDES,
)
from engine.games.mazing_monk.play import rules
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Candidate, Recipe
from engine.values.budget import Budget
from workbench.paths.resources import get_shipped_levels

GAME = registry.get_game("mazing-monk")
DEFAULT, ALLOWED = "refused, the default", "allowed"
FACES = {DEFAULT: {}, ALLOWED: {"dull_faces": "allowed"}}
"""The settings of the generator by what they do with dull faces."""
TWELVE = range(12)
"""The seeds of the levels that strategies are compared on."""
ORDERS = ("karma", "mixed", "distance", "newest", "moves")
THREE_HUNDRED = range(300)
"""The seeds of the levels of each difficulty whose making is followed back."""
OPPOSITES = {"up": "d", "left": "r", "right": "l", "down": "u"}
"""The steps of play that undo the steps of the making."""
GRADES = range(1, 11)
HARD = 8
"""The least difficulty at which some levels keep the number of their traps open."""
HUNDRED = range(1, 101)
"""The seeds of the levels of each difficulty of which ratings, turns and traps are compared."""


@cache
def _facts(
    seed: int, difficulty: int, faces: str, strategy: str, order: str | None = None
) -> dict[str, Any]:
    """Solve the level of a seed by a strategy; with an order within 400,000 states."""
    settings = {"difficulty": difficulty, **FACES[faces]}
    board = workshop.generate(GAME, seed, settings)[0].board
    if order is None:
        return {**GAME.solver.solve(board, strategy).all_facts}
    solver = GAME.solver.with_options({"order": order})
    return {**solver.solve(board, strategy, Budget(400_000)).all_facts}


def measure_strategies() -> Iterator[str]:
    """Yield states and turns of the strategies on twelve levels of difficulty 10."""
    for faces in FACES:
        found = {
            strategy: [_facts(seed, 10, faces, strategy) for seed in TWELVE]
            for strategy in ("objectives", "published", "optimal", "backwards")
        }
        states = {name: mean(f["states_seen"] for f in each) for name, each in found.items()}
        turns = {name: mean(f["turns"] for f in each) for name, each in found.items()}
        yield table_row(
            faces,
            *(f"{states[name]:,.0f}" for name in found),
            *(f"{turns[name]:.1f}" for name in ("objectives", "published", "optimal")),
        )


def measure_orders() -> Iterator[str]:
    """Yield states and moves of the published strategy by the order of its candidates."""
    for faces in FACES:
        for order in ORDERS:
            found = [
                _facts(seed, difficulty, faces, "published", order)
                for difficulty in (4, 8, 10)
                for seed in range(30)
            ]
            states = mean(facts["states_seen"] for facts in found)
            moves = [f["thesis_moves"] for f in found if f["thesis_moves"] is not None]
            unsolved = len(found) - len(moves)
            yield table_row(faces, f"`{order}`", f"{states:,.0f}", f"{mean(moves):.0f}", unsolved)


def measure_repair() -> Iterator[str]:
    """Yield how many levels of the formula are given up, with repair and without."""
    counts = []
    for repair in ("true", "false"):
        settings = {"mode": "formula", "difficulty": 10, "repair": repair}
        parameters = GAME.generator.parameters.complete_settings(settings)
        recipes = [Recipe(seed, 0, parameters) for seed in range(30)]
        tried = [
            find_accepted_attempt(ConstrainedLevels(GAME), recipe)[1].tried for recipe in recipes
        ]
        counts.append(sum(tried) - len(recipes))
    yield f"that is {counts[0]} levels given up instead of {counts[1]}"


def measure_cells() -> Iterator[str]:
    """Yield the cells that no turn moves as long as the monk is on his first square."""
    turning = [turn for turn, line in enumerate(LINES) if not line >> ENTRANCE & 1]
    moved = {cell for turn in turning for cell in list_moved_cells(turn)}
    still = [locate_cell(cell) for cell in range(CELLS) if cell not in moved]
    names = ", ".join(f"{SIDES[face]}({x},{y})" for face, x, y in still)
    yield f"{len(still)} cells cannot move at all: {names}"


def measure_hundred() -> Iterator[str]:
    """Yield what a hundred levels of each difficulty say of ratings, turns and traps."""
    found = {each: [_facts(seed, each, DEFAULT, "optimal") for seed in HUNDRED] for each in GRADES}
    every = list(chain(*found.values()))
    within = [_correlation(levels) for levels in found.values()]
    yield f"is {_correlation(every):.2f} over all of them"
    yield f"between {min(within):.2f} and {max(within):.2f} within a difficulty"
    first, last = (mean(facts["turns"] for facts in found[each]) for each in (1, 10))
    yield f"take {first:.1f} turns on the mean at difficulty 1 and {last:.1f} at difficulty 10"
    hard = list(chain(*(found[each] for each in GRADES if each >= HARD)))
    easy = list(chain(*(found[each] for each in GRADES if each < HARD)))
    above, below = (sum(f["traps"] is None for f in part) for part in (hard, easy))
    above_share, below_share = f"{above} of {len(hard)}", f"{below} of {len(easy)}"
    yield f"in {above_share} levels of difficulties 8 to 10 and in {below_share} below"
    known = [facts for facts in every if facts["traps"] is not None]
    deadly, traps = (sum(facts[key] for facts in known) for key in ("deadly_turns", "traps"))
    yield f"of the {traps:,} traps of all other levels {deadly:,} are deadly turns"


def _correlation(levels: Sequence[Mapping[str, Any]]) -> float:
    return correlation([f["rating"] for f in levels], [f["turns"] for f in levels])


def measure_reverse() -> Iterator[str]:
    """Yield how often the reverse of the making of a protective level is legal play."""
    whole, first = [], []
    for difficulty in (1, 3, 5, 7, 8, 10):
        settings = {"mode": "protective", "difficulty": difficulty}
        made = [workshop.generate(GAME, seed, settings)[1] for seed in THREE_HUNDRED]
        whole.append(_share(map(_is_reverse_legal, made)))
        first.append(_share(candidate.witness is not None for candidate in made))
    for shares in (whole, first):
        yield f"in {', '.join(shares[:-1])} and {shares[-1]} of 100"


def _share(hits: Iterable[bool]) -> str:
    return f"{100 * mean(hits):.0f}"


def _is_reverse_legal(candidate: Candidate) -> bool:
    """Return whether every action undoes in play what it did in the making, past the win too."""
    assert isinstance(candidate.board, MonkBoard)
    position = rules.create_start(candidate.board)
    for action in reversed(_actions(candidate)):
        word = action.lower() if action[-1].isdigit() else OPPOSITES[action]
        step = rules.apply_move(position, word)
        if not step.changed or step.after.status == "lost":
            return False
        # A win ends play, but not the making that is followed back.
        position = replace(step.after, status="playing")
    return True


def _actions(candidate: Candidate) -> list[str]:
    """Return the turns and steps of a making in their order, without refused ones."""
    timeline = candidate.timeline
    events = map(timeline.get_event, range(len(timeline)))
    return [e.new for e in events if e.plane == "moves" and e.new in {*INVERSES, *OPPOSITES}]


def measure_very_hard() -> Iterator[str]:
    """Yield the turns of the two hardest shipped levels, proven anew."""
    files = sorted((get_shipped_levels() / GAME.name).glob("3-very-hard-*.toml"))
    facts = [workshop.solve(workshop.open_level(file)).facts for file in files]
    assert all(each["optimal"] for each in facts)
    yield f"take {' and '.join(str(each['turns']) for each in facts)} turns"


def measure_far() -> Iterator[str]:
    """Yield the median rating of levels with far karma."""
    ratings = []
    for difficulty in range(HARD, 11):
        for seed in range(300):
            settings = {"profile": "far", "difficulty": difficulty}
            board = workshop.generate(GAME, seed, settings)[0].board
            assert isinstance(board, MonkBoard)
            ratings.append(thesis_rating.sum_terms(thesis_rating.measure_terms(board)))
    yield f"({median(ratings):.2f} over 300 levels of each"
