"""What holds for every experiment of every game."""

from __future__ import annotations

import pytest

from engine.game import registry
from engine.values.budget import Control

ALL = [(game, each) for game in registry.list_games() for each in game.experiments()]
QUICK = [each for _, each in ALL if not each.name.startswith("linjat")]


def test_names_are_of_one_experiment_each():
    names = [each.name for _, each in ALL]
    assert len(names) == len(set(names)) > 10


@pytest.mark.parametrize("experiment", [each for _, each in ALL], ids=lambda each: each.name)
def test_it_says_what_it_is(experiment):
    keys = [column.key for column in experiment.columns]
    assert len(keys) == len(set(keys))
    assert {experiment.plot.x_key, experiment.plot.y_key, *experiment.plot.series} <= set(keys)
    assert experiment.question.endswith("?")
    assert experiment.count > 0
    assert experiment.published
    assert experiment.deviation.endswith(".")
    for each in experiment.published:
        assert each.source
        assert not each.finding.endswith(".")


@pytest.mark.parametrize("experiment", QUICK, ids=lambda each: each.name)
def test_a_small_sample_makes_a_whole_table_twice_the_same(experiment):
    jobs = experiment.create_jobs(2, 11)[:3]
    tables = [
        experiment.build_table([experiment.measure(job, Control()) for job in jobs])
        for _ in range(2)
    ]
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows)
    exact = [column.key for column in experiment.columns if not column.measured]
    assert [tables[0].get_column(key) for key in exact] == [
        tables[1].get_column(key) for key in exact
    ]
