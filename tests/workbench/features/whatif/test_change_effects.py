from __future__ import annotations

import pytest
from sample_game import SAMPLE

from engine.edit.single_changes import Change
from engine.improvement.change_assessment import Assessment, Breach
from workbench.features.whatif import change_effects
from workbench.features.whatif.change_effects import Effect, EffectComparison

pytestmark = pytest.mark.usefixtures("app_world")

FEWER, INERT = Breach("fallen", "stars"), Breach("inert")


def level(moves, *breaches):
    return Assessment({"moves": moves}, (1.0, float(moves)), "", {"moves": moves}, breaches)


def figures(rank, *breaches, **figures):
    return Assessment({"moves": 6}, (1.0, rank), "", figures, breaches)


SIX, NINE, FOUR = level(6), level(9), level(4)
NONE, UNKNOWN = Assessment({"moves": None}, (0.0,), "solvable"), Assessment()
SEVERAL = Assessment({"moves": None}, (1.0, 0.0), "unique")
ONE = Assessment({"moves": 4}, (1.0, 1.0, 4.0), "", {"moves": 4})


def effect(standing, tool=0, cell=(1, 1)):
    return Effect(Change(*cell, SAMPLE.boards.tools[tool], None), standing)


def test_a_solution_is_better_than_none_and_not_knowing_is_in_between():
    assert sorted([SIX, NINE, NONE, FOUR, UNKNOWN], key=change_effects.get_rank) == [
        *(NONE, UNKNOWN, FOUR, SIX, NINE)
    ]


@pytest.mark.parametrize(
    ("standing", "base", "number", "mark"),
    [
        (NINE, SIX, "+3", "better"),
        (FOUR, SIX, "-2", "worse"),
        (SIX, SIX, "=", "same"),
        (NONE, SIX, "x", "broken"),
        (NONE, NONE, "x", "same"),
        (UNKNOWN, SIX, "?", ""),
        (NINE, NONE, "9", "better"),
        (NINE, UNKNOWN, "9", "better"),
        (level(40), SIX, "+34", "better"),
        (level(140), SIX, "++", "better"),
        (level(1400), NONE, "++", "better"),
        (FOUR, level(20), "-16", "worse"),
        (SEVERAL, ONE, "2+", "broken"),
        (SEVERAL, SEVERAL, "2+", "same"),
        (level(9, FEWER), SIX, "+3", "warning"),
        (level(6, INERT), SIX, "=", "warning"),
        (level(4, INERT), SIX, "-2", "worse"),
        (figures(0.37, trap_share=0.37), figures(0.3, trap_share=0.3), "+7", "better"),
        (figures(0.304, trap_share=0.304), figures(0.3, trap_share=0.3), "+", "better"),
        (figures(0.0, unique=True), figures(-1.0, unique=False), "+1", "better"),
        (figures(0.0, mud="every"), figures(-1.0, mud="some"), "~", "better"),
        (figures(2.0, stars=2, perfect=9), figures(1.0, stars=2, perfect=7), "+2", "better"),
        (figures(0.0, moves=None), NONE, "ok", "better"),
    ],
)
def test_a_cell_says_it_in_three_columns(standing, base, number, mark):
    yardstick = EffectComparison(base)
    assert yardstick.format_number(standing) == number
    assert yardstick.choose_mark(standing) == mark


def test_changes_that_come_to_the_same_stand_together():
    found = [effect(SIX, 1), effect(NINE, 0), effect(NINE, 3), effect(NONE, 2), effect(NINE, 2)]
    yardstick = EffectComparison(SIX)
    groups = yardstick.group_effects([*found, effect(level(9, FEWER, INERT), 1)])
    assert [yardstick.describe_change(group.names, group.assessment) for group in groups] == [
        "Wall, Swamp or Goal: 9 moves, +3",
        "Floor: 9 moves, +3, but fewer stars, fewer objects matter",
        "Floor: 6 moves, no change",
        "Goal: unsolvable",
    ]


def test_what_is_broken_is_in_words():
    kinds = (
        *(Breach("shorter"), Breach("unwon"), Breach("shortcut"), Breach("locked")),
        Breach("risen", "touching pairs"),
    )
    assert [change_effects.describe_breach(each) for each in kinds] == [
        "a shorter solution",
        "the intended solution no longer wins",
        "the intended solution is no longer the shortest",
        "a locked cell changed",
        "more touching pairs",
    ]


def test_where_there_is_little_room_only_some_tools_are_named():
    group = change_effects.ChangeGroup(tuple(effect(NINE, tool).change for tool in range(5)), NINE)
    assert group.brief == "Wall, Floor or 3 others"
    assert change_effects.ChangeGroup(group.changes[:3], NINE).brief == "Wall, Floor or Goal"


def test_of_equally_good_ones_the_nearest_comes_first():
    both = [Assessment({"moves": moves}, (1.0, -4.0), "", {"moves": moves}) for moves in (12, 4)]
    groups = EffectComparison(SIX).group_effects(map(effect, both))
    assert [group.assessment.figures["moves"] for group in groups] == [4, 12]


def test_figures_are_reported_with_what_became_of_them():
    yardstick = EffectComparison(figures(1.0, stars=2, trap_share=0.25))
    same, other = figures(1.0, stars=2, trap_share=0.25), figures(1.0, stars=2, trap_share=0.5)
    assert (yardstick.format_value(same), yardstick.format_difference(same)) == ("2", "=")
    assert (yardstick.format_value(other), yardstick.format_difference(other)) == (
        "trap_share 0.500",
        "+0.250",
    )
    assert yardstick.describe_assessment(other) == "stars 2, trap_share 0.500"
    assert yardstick.measure_heat(other) == 25
    assert yardstick.format_difference(NONE) == ""
