"""Figures about A Mazing Monk."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import correlation, mean
from typing import Any

from benchmarks.figures.figure import Figures, table_row
from engine import workshop
from engine.game import registry
from engine.games.mazing_monk.cube.cube import (
    CELLS,
    ENTRANCE,
    LINES,
    moved_cells,
    place_of,
)
from engine.games.mazing_monk.cube.cube import (
    FACES as SIDES,
)
from engine.generate.demands import first_accepted
from engine.generate.generation import Recipe
from engine.making.wishes import WishedLevels
from engine.values.budget import Budget

GAME = registry.get("mazing-monk")
DEFAULT, ALLOWED = "refused, the default", "allowed"
FACES = {DEFAULT: {}, ALLOWED: {"dull_faces": "allowed"}}
"""The settings of the generator by what they do with dull faces."""
TWELVE = range(12)
"""The seeds of the levels that strategies are compared on."""
ORDERS = ("karma", "mixed", "distance", "newest", "moves")
HUNDRED = range(1, 101)
"""The seeds of the levels of each difficulty whose ratings are held against their turns."""


@cache
def _facts(
    seed: int, difficulty: int, faces: str, strategy: str, order: str | None = None
) -> dict[str, Any]:
    """Solve the level of a seed by a strategy; with an order within 400,000 states."""
    settings = {"difficulty": difficulty, **FACES[faces]}
    board = workshop.generate(GAME, seed, settings)[0].board
    if order is None:
        return {**GAME.solver.solve(board, strategy).all_facts}
    solver = GAME.solver.having({"order": order})
    return {**solver.solve(board, strategy, Budget(400_000)).all_facts}


def _strategies() -> Iterator[str]:
    """States and turns of the strategies on twelve levels of difficulty 10."""
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


def _orders() -> Iterator[str]:
    """States and moves of the published strategy by the order of its candidates."""
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


def _repair() -> Iterator[str]:
    """Levels of the formula that are given up, with repair and without."""
    counts = []
    for repair in ("true", "false"):
        settings = {"mode": "formula", "difficulty": 10, "repair": repair}
        parameters = GAME.generator.parameters.complete(settings)
        recipes = [Recipe(seed, 0, parameters) for seed in range(30)]
        tried = [first_accepted(WishedLevels(GAME), recipe)[1].tried for recipe in recipes]
        counts.append(sum(tried) - len(recipes))
    yield f"that is {counts[0]} levels given up instead of {counts[1]}"


def _immovable() -> Iterator[str]:
    """The cells that no turn moves as long as the monk is on his first square."""
    turning = [turn for turn, line in enumerate(LINES) if not line >> ENTRANCE & 1]
    moved = {cell for turn in turning for cell in moved_cells(turn)}
    still = [place_of(cell) for cell in range(CELLS) if cell not in moved]
    names = ", ".join(f"{SIDES[face]}({x},{y})" for face, x, y in still)
    yield f"{len(still)} cells cannot move at all: {names}"


def _rating_and_turns() -> Iterator[str]:
    """How the thesis's rating goes with the proven turns."""
    ratings: list[float] = []
    turns: list[float] = []
    within = []
    for difficulty in range(1, 11):
        found = [_facts(seed, difficulty, DEFAULT, "optimal") for seed in HUNDRED]
        own = [f["rating"] for f in found], [f["turns"] for f in found]
        within.append(correlation(*own))
        ratings += own[0]
        turns += own[1]
    low, high = min(within), max(within)
    yield f"is {correlation(ratings, turns):.2f} over all of them"
    yield f"between {low:.2f} and {high:.2f} within a difficulty"


FIGURES = tuple(
    Figures(name, "mazing-monk.md", measure)
    for name, measure in {
        "monk-cells": _immovable,
        "monk-strategies": _strategies,
        "monk-orders": _orders,
        "monk-repair": _repair,
        "monk-rating": _rating_and_turns,
    }.items()
)
