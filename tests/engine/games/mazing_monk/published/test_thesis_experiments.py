"""The thesis's graphs: tables of samples made by hand, and samples that do not depend on blocks."""

from __future__ import annotations

from engine.games.mazing_monk.generation.rewound_cube import CHECKS, HAS_TO_STAY, NOT_FOUND
from engine.games.mazing_monk.published.sample_measurement import SampleBlock, SampledLevel
from engine.games.mazing_monk.published.thesis_experiments import list_experiments

BY_NAME = {experiment.name: experiment for experiment in list_experiments()}


def level(rating, moves, states, *, stays=0, not_found=0, timed_out=False, making=0.0, solving=0.0):
    retries = [0] * len(CHECKS)
    retries[HAS_TO_STAY], retries[NOT_FOUND] = stays, not_found
    return SampledLevel(rating, tuple(retries), moves, states, timed_out, making, solving)


ONE = SampleBlock("history", 100, 1, range(2))
TWO = SampleBlock("history", 1_000, 2, range(1))
MEASURED = [
    (ONE, (level(0.51, 10, 100, stays=1), level(0.58, 14, 300, stays=2, not_found=1))),
    (TWO, (level(2.0, None, 400_000, timed_out=True, making=0.25, solving=0.5),)),
    (ONE, (level(1.2, 12, 200),)),
]


def rows(name):
    return BY_NAME[name].build_table(MEASURED).rows


def test_ratings_are_counted_by_tenths():
    assert rows("monk-ratings") == (
        ("history", 1, 0.5, 2, 2 / 3),
        ("history", 1, 1.2, 1, 1 / 3),
        ("history", 2, 2.0, 1, 1.0),
    )


def test_moves_of_solutions_alone():
    assert rows("monk-moves") == (
        ("history", 1, 3, 12.0, 12.0, 14),
        ("history", 2, 1, None, None, None),
    )
    assert [row[-1] for row in rows("monk-moves-by-rating")] == [12.0, 12.0, None]


def test_states_and_time_outs():
    assert rows("monk-states") == (
        ("history", 1, 3, 200.0, 200.0, 300, 0),
        ("history", 2, 1, 400_000.0, 400_000.0, 400_000, 1),
    )


def test_retries_by_reason():
    table = BY_NAME["monk-retries-1000"].build_table(MEASURED)
    assert table.get_column("tries") == [100, 1_000]
    assert table.get_column("retries") == [4 / 3, 0.0]
    assert table.get_column("retries_obstacle_has_to_stay") == [1.0, 0.0]
    assert table.get_column("retries_entrance_not_found") == [1 / 3, 0.0]


def test_times_are_milliseconds():
    assert rows("monk-time")[1][3:] == (250.0, 500.0, 750.0)


def test_everything_from_one_sample_has_the_same_figures():
    table = BY_NAME["monk-graphs"].build_table(MEASURED)
    assert table.get_column("moves_mean") == [12.0, None]
    assert table.get_column("states_most") == [300, 400_000]
    assert table.get_column("retries") == [4 / 3, 0.0]
    assert table.get_column("rating_median") == [0.58, 2.0]


def test_the_sample_of_all_graphs_is_largest_by_default():
    jobs = BY_NAME["monk-graphs"].create_jobs(1_000, 7)
    levels = {}
    for job in jobs:
        key = job.mode, job.tries, job.difficulty
        levels[key] = levels.get(key, 0) + len(job.seeds)
    assert len(levels) == 40
    assert {key for key, number in levels.items() if number == 1_000} == {
        ("history", 100, difficulty) for difficulty in range(1, 11)
    }
    assert set(levels.values()) == {100, 1_000}
    assert min(min(job.seeds) for job in jobs) == 7
