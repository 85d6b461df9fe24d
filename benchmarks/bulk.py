"""Levels in bulk on one core, as a batch makes them: fingerprint and packed board included."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.common import require_kernels, row
from engine.game import registry
from engine.generation.bulk_generator import BulkGenerator, SeedResult

CORES = 2


@dataclass(frozen=True)
class Target:
    """So many levels of each of some settings that two cores are to make in so many seconds."""

    title: str
    game: str
    levels: int
    seconds: float
    settings: tuple[Mapping[str, object], ...]
    sample: int


TARGETS = (
    Target("Fruit Dating, 5 to 12 moves", "fruit-dating", 100_000, 180, ({"moves": "5..12"},), 500),
    Target(
        "A Mazing Monk, difficulty 1 to 10", "mazing-monk", 100_000, 90,
        tuple({"difficulty": difficulty} for difficulty in range(1, 11)), 100,
    ),
    Target(
        "Skiddy, Perfect of at least 6", "skiddy", 20_000, 60,
        ({"stars": 3, "perfect": "6.."},), 500,
    ),
    Target(
        "Skiddy, one crate and one ice cube", "skiddy", 5_000, 180,
        ({"stars": 3, "crates": 1, "ice": 1},), 60,
    ),
    Target(
        "Skiddy, crates and ice cubes", "skiddy", 5_000, 180,
        ({"stars": 3, "crates": "1..", "ice": "1.."},), 30,
    ),
    Target(
        "Linjat, expert, 200 iterations", "linjat", 2_000, 60,
        ({"mode": "expert", "iterations": 200},), 60,
    ),
)  # fmt: skip


def made(bulk: BulkGenerator, seeds: Iterable[int]) -> Iterator[SeedResult]:
    """The levels of the seeds that give one."""
    return (found for found in map(bulk.try_seed, seeds) if found.attempt is not None)


def run() -> None:
    """Prints levels a second and core, and how much quicker that is than is aimed at."""
    print("Levels in bulk, processor time of one core, beside what two cores are to reach")
    for target in TARGETS:
        game = registry.get_game(target.game)
        require_kernels()
        spent, number, size = 0.0, 0, 0
        for settings in target.settings:
            bulk = BulkGenerator(game, settings)
            bulk.try_seed(target.sample)
            begun = time.process_time()
            for level in made(bulk, range(target.sample)):
                size += len(level.board)
                number += 1
            spent += time.process_time() - begun
        speed = number / spent
        wanted = target.levels / target.seconds / CORES
        note = f"{speed / wanted:.1f} times the {wanted:,.0f} wanted; {size / number:.0f} bytes"
        row(target.title, f"{speed:,.0f}", note)
