from __future__ import annotations

import pytest
from sample_game import SAMPLE

from engine.edit.edits import Change, Effect, Length
from workbench.features.whatif import effects
from workbench.features.whatif.effects import Goal

SIX, NINE, FOUR = Length(True, 6), Length(True, 9), Length(True, 4)
NONE, UNKNOWN, UNCOUNTED = Length(False), Length(), Length(True)


def effect(length, tool=0, cell=(1, 1)):
    return Effect(Change(*cell, SAMPLE.boards.tools[tool], None), length)


@pytest.mark.parametrize(
    ("goal", "best", "worst"),
    [
        (Goal("longer"), NINE, NONE),
        (Goal("shorter"), FOUR, NONE),
        (Goal("nearest", 6), SIX, NONE),
        (Goal("nearest", 100), NINE, NONE),
    ],
)
def test_goals_rank_lengths(goal, best, worst):
    ranked = sorted([SIX, NINE, NONE, FOUR, UNKNOWN], key=goal.score)
    assert ranked[-1] == best
    assert ranked[0] == worst
    assert ranked[1] == UNKNOWN


@pytest.mark.parametrize(
    ("length", "base", "number", "mark"),
    [
        (NINE, SIX, "+3", "better"),
        (FOUR, SIX, "-2", "worse"),
        (SIX, SIX, "=", "same"),
        (NONE, SIX, "x", "broken"),
        (NONE, NONE, "x", "same"),
        (UNKNOWN, SIX, "?", ""),
        (UNCOUNTED, NONE, "ok", "better"),
        (NINE, NONE, "9", "better"),
        (Length(True, 40), SIX, "++", "better"),
        (FOUR, Length(True, 20), "--", "worse"),
        (Length(True, 9, unique=False), SIX, "2+", "broken"),
        (Length(True, 9, unique=False), Length(True, 4, unique=False), "2+", "same"),
    ],
)
def test_a_cell_says_it_in_two_columns(length, base, number, mark):
    assert effects.number(length, base) == number
    assert effects.mark(length, Goal("longer"), base) == mark


def test_changes_with_the_same_length_stand_together():
    found = [effect(SIX, 1), effect(NINE, 0), effect(NINE, 3), effect(NONE, 2), effect(NINE, 2)]
    groups = effects.grouped(found, Goal("longer"), SIX)
    assert [effects.change_words(group.names, group.length, SIX) for group in groups] == [
        "Wall, Swamp or Goal: 9 moves, +3",
        "Floor: 6 moves, no change",
        "Goal: unsolvable",
    ]


def test_where_there_is_little_room_only_some_tools_are_named():
    group = effects.ChangeGroup(tuple(effect(NINE, tool).change for tool in range(5)), NINE)
    assert group.brief == "Wall, Floor or 3 others"
    assert effects.ChangeGroup(group.changes[:3], NINE).brief == "Wall, Floor or Goal"


def test_of_equally_good_lengths_the_nearest_comes_first():
    groups = effects.grouped([effect(FOUR), effect(Length(True, 12))], Goal("nearest", 8), SIX)
    assert [group.length.moves for group in groups] == [4, 12]


def test_where_one_solution_is_promised_several_are_little_better_than_none():
    several, one = Length(True, 9, unique=False, unit="layer"), Length(True, 4, True, "layer")
    goal = Goal("longer")
    assert goal.score(one) > goal.score(UNKNOWN) > goal.score(several) > goal.score(NONE)
    assert effects.change_words("dot", several, one) == "dot: several solutions"
    assert effects.change_words("dot", one, several) == "dot: 4 layers, -5"
