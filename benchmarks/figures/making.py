"""Figures about how levels are made, and how alike they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from statistics import median

from benchmarks.figures.rows import quantile, table_row
from engine import workshop
from engine.evaluation.relevance import count_relevance
from engine.game import registry
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import find_accepted_attempt
from engine.stages.candidate import Recipe
from engine.values.budget import Control

FRUIT, LINJAT = registry.get_game("fruit-dating"), registry.get_game("linjat")
CANDIDATES = 3_000
ALIKE = {
    "fruit-dating": ("Fruit Dating", {}),
    "skiddy": ("Skiddy", {}),
    "linjat": ("Linjat (100 iterations)", {"iterations": 100}),
    "mazing-monk": ("A Mazing Monk", {}),
}


def measure_backwards() -> Iterator[str]:
    """Yield how many candidates are accepted by whether fruit is placed by weight or backwards."""
    loose = {"touching": "0..", "open_share": "0..", "inert": "0.."}
    by_weight, _ = _accepted({**loose, "moves": "1.."})
    backwards, reasons = _accepted({**loose, "moves": "1..", "fruit_mode": "backwards"})
    spoiled, no_way = reasons["witness spoiled"], reasons["fruit failed"]
    yield f"{by_weight:,} are accepted with fruit placed by weight and {backwards} with fruit"
    yield f"{spoiled} witnesses are spoiled, and for {no_way:,} boards no way back"
    longer, _ = _accepted({**loose, "moves": "6.."})
    also, _ = _accepted({**loose, "moves": "6..", "fruit_mode": "backwards"})
    yield f"With `moves=6..` it is {longer} against {also}"


def _accepted(settings: Mapping[str, object]) -> tuple[int, Mapping[str, int]]:
    """Count the accepted candidates of seed 3, and the others by reason."""
    recipe = Recipe(3, 0, FRUIT.generator.parameters.complete_settings(settings))
    reasons: dict[str, int] = {}
    accepted, tried = 0, 0
    while tried < CANDIDATES:
        recipe = Recipe(3, tried, recipe.parameters)
        found = FRUIT.generator.try_candidates(recipe, CANDIDATES - tried, Control())
        for reason, number in found.rejections.items():
            reasons[reason] = reasons.get(reason, 0) + number
        accepted += found.accepted is not None
        tried += found.tried
    return accepted, reasons


def measure_likeness() -> Iterator[str]:
    """Yield how alike the levels of seeds 1 to 60 are, each pair."""
    for name, (title, settings) in ALIKE.items():
        game = registry.get_game(name)
        boards = [workshop.generate(game, seed, settings)[0].board for seed in range(1, 61)]
        found = sorted(game.boards.compute_similarity(*pair) for pair in combinations(boards, 2))
        values = median(found), quantile(found, 0.95), found[-1]
        yield table_row(title, *(f"{value:.2f}" for value in values))


def measure_dots() -> Iterator[str]:
    """Yield how many puzzles have no spare dot by chance, and how many tries one takes."""
    boards = [workshop.generate(LINJAT, seed, {"iterations": 500})[0].board for seed in range(40)]
    facts = [LINJAT.solver.solve(board).facts for board in boards]
    counts = [
        count_relevance(LINJAT, *found, None, Control())
        for found in zip(boards, facts, strict=True)
    ]
    needed = [each["needed_share"] == 1 for each in counts]
    yield f"of 40 that 500 mutations led to, {sum(needed)}"
    refused = []
    for spare in ("removed", "kept"):
        settings = {"iterations": 500, "needed_share": 1, "spare_dots": spare}
        parameters = LINJAT.generator.parameters.complete_settings(settings)
        recipes = [Recipe(seed, 0, parameters) for seed in range(10)]
        rejections = [
            find_accepted_attempt(ConstrainedLevels(LINJAT), each)[1].rejections for each in recipes
        ]
        refused.append(sum(each.get("needed share out of range", 0) for each in rejections))
    yield f"{refused[0]} were refused so, and {refused[1]} with `spare_dots=kept`"
