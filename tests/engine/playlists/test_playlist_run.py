"""Playing through lists: the games' formulas, groups and runs."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from monk_boards import accepted
from monk_runs import begun, level

from engine import workshop
from engine.errors import EngineError
from engine.game import registry
from engine.game.win_record import LevelWin
from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.published.campaign import MonkCampaign
from engine.playlists import playlist_run, seed_list
from engine.playlists.seed_list import SeedList
from engine.stages.accepted_candidate_search import require_possible
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.ranges import Range
from workbench.features.playlists import seed_list_run

MONK = MonkCampaign()
GAME = registry.get_game("mazing-monk")


# The monk's formulas.


@pytest.mark.parametrize(
    ("length", "index", "deaths", "after"),
    [
        (100_000, 0, 0, 10_000),
        (100_000, 34_567, 0, 44_567),
        (100_000, 5_000, 1, 7_000),
        (100_000, 5_000, 2, 3_000),
        (100_000, 1_000, 7, 0),
        (100_000, 95_000, 0, 105_000),
        (3_000, 0, 0, 300),
        (3_000, 100, 1, 160),
        (3_000, 100, 2, 40),
        (3_000, 10, 3, 0),
        (5, 2, 0, 3),
        (5, 2, 1, 3),
        (5, 2, 2, 1),
    ],
)
def test_deaths_decide_how_far_the_monk_goes_on(
    length: int, index: int, deaths: int, after: int
) -> None:
    assert MONK.find_next_index(index, deaths, length) == after


@pytest.mark.parametrize(
    ("grade", "deaths", "after"),
    [(None, 0, 8), (8, 0, 9), (9, 0, 10), (10, 0, 10), (9, 1, 9), (9, 2, 8), (8, 5, 8)],
)
def test_deaths_decide_how_hard_levels_past_the_end_are(
    grade: int | None, deaths: int, after: int
) -> None:
    assert MONK.find_next_grade(grade, deaths) == after


def test_levels_past_the_end_have_a_rating_above_two() -> None:
    parameters = registry.get_game("mazing-monk").generator.parameters.complete_settings(
        MONK.get_settings_beyond(9)
    )
    assert parameters.get_integer("difficulty") == 9
    wanted = parameters.get_range("rating")
    assert 200 not in wanted
    assert {201, 400} <= {number for number in range(401) if number in wanted}


def test_levels_past_the_end_of_a_rising_list_take_many_turns() -> None:
    for grade, turns in ((8, 9), (9, 10), (10, 12)):
        parameters = GAME.generator.parameters.complete_settings(
            MONK.get_proven_settings_beyond(grade)
        )
        assert parameters.get_range("turns") == Range(turns, None)
        board = accepted(7, **{**MONK.get_proven_settings_beyond(grade), "difficulty": grade}).board
        assert MONK.measure_level(GAME, GAME.solver.solve(board).facts) >= turns


def test_ratings_are_those_of_the_levels_that_generate_makes() -> None:
    seeds = (3, 17)
    levels = [accepted(seed, difficulty=2).board for seed in seeds]
    rated = [thesis_rating.sum_terms(thesis_rating.measure_terms(board)) for board in levels]
    assert [*MONK.rate_seeds(GAME, 2, seeds, Control())] == rated


def test_ratings_follow_the_settings_of_a_list() -> None:
    seeds = (3, 17)
    chosen = {"mode": "protective", "profile": "far", "rating": "1.."}
    boards = [accepted(seed, difficulty=6, **chosen).board for seed in seeds]
    rated = [thesis_rating.sum_terms(thesis_rating.measure_terms(board)) for board in boards]
    assert [*MONK.rate_seeds(GAME, 6, seeds, Control(), chosen)] == rated


# The formulas of the other games.


@pytest.mark.parametrize(
    ("name", "win", "lapses"),
    [
        ("fruit-dating", level(0), 1),
        ("fruit-dating", replace(level(0), count=3, deaths=5), 0),
        ("fruit-dating", replace(level(0), optimum=None), 0),
        ("skiddy", level(0), 2),
        ("skiddy", replace(level(0), medals=("Minimum moves",)), 1),
        ("skiddy", replace(level(0), medals=("Maximum combo",)), 1),
        ("skiddy", replace(level(0), medals=("Maximum combo", "Minimum moves", "Perfect")), 0),
        ("linjat", level(0), 0),
        ("linjat", replace(level(0), hints=3), 3),
        ("mazing-monk", replace(level(0), deaths=2, hints=9), 2),
    ],
)
def test_each_game_counts_its_own_lapses(name: str, win: LevelWin, lapses: int) -> None:
    rules = registry.get_game(name).campaign
    assert rules is not None
    assert rules.count_lapses(win) == lapses
    at = playlist_run.add_win(begun("infinite"), replace(win, index=500), rules, 1_000)
    assert at.level_index == {0: 600, 1: 520}.get(lapses, 480)


@pytest.mark.parametrize("name", ["fruit-dating", "skiddy", "linjat"])
def test_difficulties_are_possible_and_rise(name: str) -> None:
    game = registry.get_game(name)
    schema = game.generator.parameters
    wanted = {"fruit-dating": "moves", "skiddy": "perfect", "linjat": "human_time"}[name]
    ends = []
    for grade in range(1, 11):
        parameters = schema.complete_settings({"difficulty": grade})
        require_possible(game.generator, Recipe(0, 0, parameters))
        ends.append((parameters.get_range(wanted).low, parameters.get_range(wanted).high))
        own = schema.complete_settings({"difficulty": grade, wanted: "5..6"})
        assert own.get_range(wanted) == Range(5, 6)
    assert ends == sorted(set(ends))
    lows, highs = zip(*ends, strict=True)
    assert len(set(lows)) == len(set(highs)) == 10
    assert (
        schema.complete_settings({"difficulty": 0}).to_table()
        == schema.complete_settings({}).to_table()
    )


# Groups and the levels drawn from them.


def test_a_list_is_cut_into_equal_groups() -> None:
    groups = [playlist_run.get_group(number, 10, 100_000) for number in range(10)]
    assert groups[0] == range(10_000)
    assert groups[9] == range(90_000, 100_000)


@given(st.integers(1, 20), st.integers(1, 1_000))
def test_groups_cover_the_list_and_differ_by_one_at_most(steps: int, more: int) -> None:
    length = steps + more - 1
    groups = [playlist_run.get_group(number, steps, length) for number in range(steps)]
    assert [index for group in groups for index in group] == [*range(length)]
    assert max(map(len, groups)) - min(map(len, groups)) <= 1


def test_a_list_shorter_than_a_campaign_is_refused() -> None:
    with pytest.raises(EngineError, match="at least 10 levels, found 9"):
        playlist_run.find_next_index(begun("campaign"), MONK, 9)


def campaign(seed: int, length: int) -> list[int | None]:
    """The indices of a whole campaign."""
    at, indices = begun("campaign", seed), []
    while not at.is_over(MONK):
        found = playlist_run.find_next_index(at, MONK, length)
        indices.append(found)
        at = playlist_run.add_win(at, level(found), MONK, length)
    return indices


def test_a_campaign_draws_one_level_of_each_group_the_same_everywhere() -> None:
    assert campaign(5, 3_000) == [
        199,
        353,
        847,
        1031,
        1338,
        1575,
        1969,
        2121,
        2674,
        2816,
    ]


@given(st.integers(0, workshop.MAX_SEED), st.integers(10, 500))
def test_a_campaign_can_be_repeated_and_rises(seed: int, length: int) -> None:
    indices = campaign(seed, length)
    assert indices == campaign(seed, length)
    assert len(indices) == 10
    for number, index in enumerate(indices):
        assert index in playlist_run.get_group(number, 10, length)


def journeyed(name: str, seed: int) -> tuple[SeedList, list[int]]:
    """The shipped list of a game as it rises, and the indices of a campaign through it."""
    game, rules = registry.get_game(name), registry.get_campaign(registry.get_game(name))
    levels = seed_list.read_seed_list(seed_list_run.get_shipped_list_path(name), game, "rising")
    at, found = replace(begun("campaign", seed), game=name), []
    while not at.is_over(rules):
        index = playlist_run.find_next_index(at, rules, len(levels))
        assert isinstance(index, int)
        found.append(index)
        at = playlist_run.add_win(at, level(index), rules, len(levels))
    return levels, found


def proven(name: str, levels: SeedList, index: int) -> tuple[int, int | None]:
    """What a list says of one of its levels, and what its solver proves."""
    game = registry.get_game(name)
    file, at = levels.find_seed(index)
    settings = {**seed_list.get_default_settings(game), **file.settings}
    rules, seeds = registry.get_campaign(game), file.seeds[at : at + 1]
    (figure,) = rules.measure_seeds(game, file.grade, seeds, Control(), settings)
    return file.figures[at], figure


@pytest.mark.parametrize("name", registry.list_names())
def test_campaigns_rise_by_what_is_proven_of_their_levels(name: str) -> None:
    for seed in (5, 6):
        levels, indices = journeyed(name, seed)
        reported = [file.figures[at] for file, at in map(levels.find_seed, indices)]
        assert reported == sorted(reported)
        assert reported[-1] >= reported[0] + 3
    for number in (0, 3, 5):
        figure, found = proven(name, levels, indices[number])
        assert figure == found


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.list_names())
def test_many_campaigns_rise_by_what_is_proven_of_their_levels(name: str) -> None:
    for seed in range(20):
        levels, indices = journeyed(name, seed)
        figures = [proven(name, levels, index)[1] for index in indices]
        assert None not in figures
        assert figures == sorted(figure for figure in figures if figure is not None)


def test_every_level_of_a_group_is_drawn_about_as_often() -> None:
    firsts = Counter(
        playlist_run.find_next_index(begun("campaign", seed), MONK, 50) for seed in range(2_000)
    )
    assert set(firsts) == set(range(5))
    assert all(330 < number < 470 for number in firsts.values())


# Infinite play.


def test_infinite_play_goes_through_the_list_and_past_its_end() -> None:
    at = begun("infinite")
    assert playlist_run.find_next_index(at, MONK, 100) == 0
    at = playlist_run.add_win(at, level(0, deaths=1), MONK, 100)
    assert (at.level_index, at.grade) == (2, None)
    at = playlist_run.add_win(replace(at, level_index=95), level(95), MONK, 100)
    assert (at.level_index, at.grade) == (100, 8)
    assert playlist_run.find_next_index(at, MONK, 100) is None
    grade, seed = playlist_run.draw_beyond(at, MONK)
    assert (grade, seed) == playlist_run.draw_beyond(at, MONK)
    assert grade == 8
    assert 0 <= seed <= workshop.MAX_SEED
    at = playlist_run.add_win(at, level(None, grade=8), MONK, 100)
    assert at.grade == 9
    assert playlist_run.find_next_index(at, MONK, 100) is None
    assert playlist_run.draw_beyond(at, MONK)[1] != seed


def test_past_the_end_of_a_rising_list_it_goes_on_with_the_hardest() -> None:
    at = playlist_run.add_win(
        replace(begun("infinite"), order="rising", level_index=95), level(95), MONK, 100
    )
    assert (at.level_index, at.grade) == (100, 10)
    shorter = replace(at, grade=None)
    assert (
        playlist_run.find_next_index(shorter, MONK, 50) is None
        and playlist_run.draw_beyond(shorter, MONK)[0] == 10
    )
    assert playlist_run.add_win(at, level(None, deaths=2, grade=10), MONK, 100).grade == 9


def test_a_list_that_has_become_shorter_ends_sooner() -> None:
    at = replace(begun("infinite"), level_index=80)
    assert playlist_run.find_next_index(at, MONK, 50) is None


def test_what_happens_in_a_level_is_counted_level_by_level() -> None:
    at = replace(begun("infinite"), deaths=2, hints=3, solution_shown=True)
    at = playlist_run.add_win(at, level(0, deaths=2), MONK, 100)
    assert (at.deaths, at.hints, at.solution_shown, at.level_index) == (0, 0, False, 1)


def walked(deaths: str, length: int = 3_000, shown: str = "") -> list[int]:
    """The indices where infinite play comes to within a list, by the deaths in each level.

    Args:
        deaths: those of one level after the other, a digit each.
        length: of the list.
        shown: an ``x`` for every level whose solution was shown.
    """
    at, indices = begun("infinite"), [0]
    for number, dead in enumerate(deaths):
        if at.level_index == length:
            break
        seen = shown[number : number + 1] == "x"
        played = replace(level(at.level_index, int(dead)), solution_shown=seen)
        at = playlist_run.add_win(at, played, MONK, length)
        indices.append(at.level_index)
    return indices


def test_infinite_play_gives_no_level_back_that_was_won() -> None:
    assert walked("12") == [0, 60, 1]
    assert walked("0122") == [0, 300, 360, 299, 239]
    assert walked("222") == [0, 1, 2, 3]
    assert walked("21121", length=5) == [0, 1, 2, 3, 4, 5]
    assert walked("112", length=3) == [0, 1, 2, 3]


@given(st.text("0123", max_size=40), st.integers(1, 200))
def test_no_level_of_a_list_comes_twice(deaths: str, length: int) -> None:
    indices = walked(deaths, length)
    listed = [index for index in indices if index < length]
    assert len(set(listed)) == len(listed)


def test_a_solution_that_was_shown_earns_no_jump() -> None:
    assert walked("00", shown="x") == [0, 1, 301]
    assert walked("01", shown=" x") == [0, 300, 301]
    assert walked("02", shown=" x") == [0, 300, 240]
    past = replace(begun("infinite"), level_index=100, grade=9)
    seen = replace(level(None, grade=9), solution_shown=True)
    assert playlist_run.add_win(past, seen, MONK, 100).grade == 9
    assert playlist_run.add_win(past, replace(seen, deaths=2), MONK, 100).grade == 8


def test_a_look_at_the_solution_ends_with_its_level() -> None:
    at = replace(begun("campaign"), solution_shown=True)
    at = playlist_run.add_win(at, replace(level(0), solution_shown=True), MONK, 100)
    assert not at.solution_shown and at.played[-1].solution_shown


def test_the_better_of_two_wins_counts() -> None:
    at = playlist_run.add_win(begun("infinite"), level(0), MONK, 100)
    assert playlist_run.update_last_win(at, 9).played[-1].count == 4
    assert playlist_run.update_last_win(at, 3).played[-1].count == 3
    assert playlist_run.update_last_win(at, 3, "corner") == at
