"""What a change would do, held against making it: slow references, whole ratings, replays."""

from __future__ import annotations

import itertools
from dataclasses import replace

import fruit_boards
import pytest
from cases_skiddy import LEVEL_1_1
from fruit_boards import board_of, random_levels, to_engine, to_reference
from reference.fruit_dating import explore
from sample_game import SAMPLE
from shipped import LEVELS
from skiddy_boards import board_of as skiddy_board

from engine import workshop
from engine.edit import single_changes
from engine.errors import Cancelled, ParameterError
from engine.files import levelfile
from engine.game import registry
from engine.game.playthrough import replay_moves
from engine.improvement import change_assessment
from engine.improvement.change_assessment import Breach
from engine.improvement.improvement_objectives import list_objectives
from engine.values.budget import Control
from engine.values.level import Level
from engine.values.moves import format_moves

GAME = fruit_boards.GAME
WITH_STONE = board_of(
    "###### #....# #....# #.#..# #....# ######", "...... .A.o.. ...... ...... ....A. ......"
)


def judged(level, aim="longer", step=1):
    """One in so many changes of a level with how they stand, and what they are held against."""
    game = registry.get_game(level.game)
    before = change_assessment.assess_original(game, level, aim)
    found = itertools.islice(single_changes.list_changes(game, level.board), 0, None, step)
    return before, [
        (change.board, change_assessment.assess_change(before, change.board)) for change in found
    ]


def has(standing, kind):
    return any(breach.kind == kind for breach in standing.breaches)


def painted(game, board, name, *cells):
    tool = next(tool for tool in game.boards.tools if tool.name == name)
    for cell in cells:
        board = game.boards.paint_cell(board, tool, *cell)
    return board


@pytest.mark.parametrize("number", range(2))
def test_every_standing_is_that_of_the_slow_reference(number):
    levels = random_levels(range(100, 200), (5, 6), 60)
    solvable = (board for board, facts in levels if facts.solvable and facts.moves > 2)
    board = to_engine(next(itertools.islice(solvable, number, None)))
    before, found = judged(Level("fruit-dating", board), step=5)
    lengths = set()
    for changed, stands in found:
        facts = explore(to_reference(changed))
        assert (stands.lacks == "solvable") is not facts.solvable
        assert has(stands, "lost") is not facts.solvable
        assert stands.figures == ({"moves": facts.moves} if facts.solvable else {})
        assert stands.rank == ((1.0, facts.moves) if facts.solvable else (0.0,))
        lengths.add(facts.moves)
    assert len(lengths) > 1
    assert before.assessment.figures["moves"] == explore(to_reference(board)).moves


@pytest.mark.parametrize("aim", ["fewer-dead-ends", "fair", "trickier", "wish=states>=30"])
def test_the_order_is_that_of_what_the_aim_looks_at(aim):
    board = board_of("##### #...# #.#.# #...# #...# #####", "..... .A... ..... ...A. ..... .....")
    _, found = judged(Level("fruit-dating", board), aim, step=3)
    ranked = []
    for changed, stands in found:
        facts = explore(to_reference(changed))
        if not facts.solvable:
            continue
        solved = GAME.solver.solve(changed)
        value = {
            "fewer-dead-ends": -facts.dead_states,
            "fair": -facts.dead_states - facts.losing_moves,
            "trickier": solved.traps.share,
            "wish=states>=30": -max(30 - facts.states, 0),
        }[aim]
        ranked.append((stands.rank, value))
    ranked.sort()
    values = [value for _, value in ranked]
    assert values == sorted(values)
    assert len(set(values)) > 1 or aim in ("fair", "fewer-dead-ends")


def test_what_a_look_shows_to_rise_is_reported():
    without = painted(GAME, WITH_STONE, "none", (1, 1))
    _, found = judged(Level("fruit-dating", without))
    touching = [changed.count_touching() > 0 for changed, _ in found]
    assert touching == [Breach("risen", "touching pairs") in each.breaches for _, each in found]
    assert True in touching and False in touching


def test_more_inert_things_are_reported_as_rating_counts_them():
    level = Level("fruit-dating", WITH_STONE)
    before, found = judged(level)
    assert before.inert == workshop.rate(level).counts["inert"]
    figures = set()
    for changed, stands in found[::7]:
        idles = change_assessment.adds_inert_objects(before, changed, stands)
        if stands.lacks:
            assert idles is None
            continue
        inert = workshop.rate(Level("fruit-dating", changed)).counts["inert"]
        assert idles is (inert > before.inert)
        figures.add(idles)
    assert figures == {True, False}


def test_lost_stars_are_reported():
    game, board = registry.get_game("skiddy"), skiddy_board(LEVEL_1_1)
    before, found = judged(Level("skiddy", board), "stars")
    stars = game.solver.solve(board).facts["stars"]
    fewer = set()
    for changed, stands in found:
        facts = game.solver.solve(changed).facts
        lost = bool(facts["solvable"]) and facts["stars"] < stars
        assert (Breach("fallen", "stars") in stands.breaches) is lost
        fewer.add(lost)
    assert fewer == {True, False}
    assert before.assessment.figures["stars"] == stars


def test_what_becomes_of_the_intended_solution_is_reported():
    moves = GAME.solver.solve(WITH_STONE).moves
    level = Level("fruit-dating", WITH_STONE, intended=format_moves(moves))
    _, found = judged(level, step=4)
    kinds = set()
    for changed, stands in found:
        if stands.lacks:
            continue
        played, legal = replay_moves(GAME.play, changed, moves)
        wins = legal and played.position.status == "won"
        shorter = wins and explore(to_reference(changed)).moves < len(moves)
        assert (has(stands, "unwon"), has(stands, "shortcut")) == (not wins, shorter)
        kinds.add((wins, shorter))
    assert {(True, False), (False, False)} <= kinds


def test_a_shortcut_is_reported():
    board = board_of(
        "###### #....# #.##.# #....# #....# ######", "...... .A..A. ...... ...... ...... ......"
    )
    walled = painted(GAME, board, "wall", (1, 3))
    moves = GAME.solver.solve(walled).moves
    level = Level("fruit-dating", walled, intended=format_moves(moves))
    before = change_assessment.assess_original(GAME, level, "longer")
    opened = painted(GAME, walled, "floor", (1, 3))
    won = replay_moves(GAME.play, opened, moves)[0].position.status == "won"
    stands = change_assessment.assess_change(before, opened)
    assert stands.breaches[0].kind == ("shortcut" if won else "unwon")


def test_a_changed_locked_cell_is_reported():
    board = painted(GAME, WITH_STONE, "locked", (2, 2))
    before, found = judged(Level("fruit-dating", board))
    changes = list(single_changes.list_changes(GAME, board))
    for change, (_, stands) in zip(changes, found, strict=True):
        touched = (change.row, change.col) == (2, 2)
        assert Breach("locked") in stands.breaches or not touched
    assert before.locked == {(2, 2): GAME.boards.describe_cell(board, 2, 2)}
    assert not any(has(stands, "locked") for _, stands in judged(Level(GAME.name, WITH_STONE))[1])


def test_aims_that_want_the_length_say_that_it_is_shorter():
    before, found = judged(Level("fruit-dating", WITH_STONE), "trickier", step=4)
    length = before.assessment.facts["moves"]
    for _, stands in found:
        shorter = not stands.lacks and stands.facts["moves"] < length
        assert has(stands, "shorter") is shorter
    assert not any(has(stands, "shorter") for _, stands in judged(before.level, step=4)[1])


def test_a_second_solution_is_reported_where_one_is_promised():
    level = levelfile.read_level(LEVELS / "linjat" / "1-easy-01-straight-away.toml")
    game = registry.get_game("linjat")
    _, found = judged(level)
    lacking = set()
    for changed, stands in found[::5]:
        facts = game.solver.solve(changed).facts
        needs = ("solvable", "unique", "human_solvable")
        lacks = next((need for need in needs if not facts[need]), "")
        assert stands.lacks == lacks
        assert stands.breaches[:1] == ((Breach("lost", lacks),) if lacks else ())
        lacking.add(lacks)
    assert {"", "unique"} <= lacking


def test_a_draft_loses_nothing_and_is_not_ranked():
    draft = painted(GAME, WITH_STONE, "none", (1, 1))
    assert GAME.boards.find_problems(draft)
    before, found = judged(Level("fruit-dating", draft))
    assert before.assessment.rank is None and before.inert is None
    assert found
    assert not any(has(stands, "lost") for _, stands in found)


def test_what_the_limit_leaves_open_is_undecided(monkeypatch):
    monkeypatch.setattr(change_assessment, "MAX_STATES", 1)
    before, found = judged(Level("fruit-dating", WITH_STONE))
    assert before.assessment.rank is None and before.inert is None
    assert {stands.rank for _, stands in found} == {None}
    assert not any(has(stands, "lost") for _, stands in found)


def test_aims_are_those_of_the_game_and_a_game_without_mutations_has_some():
    with pytest.raises(ParameterError, match="aim 'stars': expected one of longer"):
        change_assessment.assess_original(GAME, Level("fruit-dating", WITH_STONE), "stars")
    assert list_objectives(SAMPLE) == ("longer", "shorter", "fewer-objects", "moves=N", "wish=EXPR")


def test_it_can_be_stopped():
    control = Control()
    control.cancel()
    level = Level("fruit-dating", WITH_STONE)
    before = change_assessment.assess_original(GAME, level, "longer")
    with pytest.raises(Cancelled):
        change_assessment.assess_original(GAME, level, "longer", control)
    with pytest.raises(Cancelled):
        change_assessment.assess_change(before, WITH_STONE, control)
    with pytest.raises(Cancelled):
        change_assessment.adds_inert_objects(
            before, WITH_STONE, replace(before.assessment), control
        )
