"""What holds of all play of the monk, whatever is played: nothing is lost, walks are harmless."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from monk_boards import GAME, cubes, words

from engine.game.play_position import Step
from engine.games.mazing_monk.cube.cube import CELLS, FACE, REACH, TURNS
from engine.games.mazing_monk.play.rules import find_walkable

TURN_COUNTS = {"corner": 24, "edge": 24, "centre": 6}


def kinds(cells: str) -> dict[str, Counter[str]]:
    """What is on corners, edges and centres, the monk's square taken for path."""
    found = {kind: Counter[str]() for kind in TURN_COUNTS}
    for cell, glyph in enumerate(cells.replace("M", ".")):
        place = cell % FACE
        kind = "centre" if place == 4 else "edge" if place % 2 else "corner"
        found[kind][glyph] += 1
    return found


def made(board: object, moves: list[str]) -> list[Step]:
    """The moves that did something, one after the other."""
    position, steps = GAME.play.create_start(board), []
    for word in moves:
        step = GAME.play.step(position, word)
        if step.changed:
            steps.append(step)
            position = step.after
    return steps


few = settings(max_examples=30)
plays = st.tuples(cubes(), st.lists(words, max_size=25))


@few
@given(plays)
def test_a_turn_moves_tiles_and_changes_none(play):
    for step in made(*play):
        before, after = step.before.pieces, step.after.pieces
        assert len(after[0]) == CELLS and after[0].count("M") == 1
        if step.move in TURNS:
            assert kinds(before[0]) == kinds(after[0])
            assert before[1] == after[1] and before[0].index("M") == after[0].index("M")


@few
@given(plays)
def test_a_walk_takes_karma_and_changes_nothing_else(play):
    for step in made(*play):
        if step.move in TURNS:
            continue
        (before, had), (after, has) = step.before.pieces, step.after.pieces
        changed = {
            (one, other)
            for one, other in zip(before.replace("M", "."), after.replace("M", "."), strict=True)
            if one != other
        }
        assert changed <= {("*", ".")}
        assert before.count("*") - after.count("*") == has - had
        assert before[FACE:] == after[FACE:]


@few
@given(plays)
def test_a_walk_opens_and_closes_no_path(play):
    for step in made(*play):
        if step.move not in TURNS:
            assert find_walkable(step.before) == find_walkable(step.after)
            reached = [
                REACH[find_walkable(position) * FACE + position.pieces[0].index("M")]
                for position in (step.before, step.after)
            ]
            assert reached[0] == reached[1]


@few
@given(plays)
def test_death_comes_after_turns_and_winning_after_walks(play):
    for step in made(*play):
        if step.after.status == "lost":
            assert step.move in TURNS
        if step.after.status == "won":
            assert step.move not in TURNS


@few
@given(cubes(), st.sampled_from(TURNS))
def test_four_equal_turns_are_none_if_he_survives_them(board, word):
    steps = made(board, [word] * 4)
    if len(steps) == 4:
        assert steps[-1].after.pieces == GAME.play.create_start(board).pieces
    else:
        assert not steps or steps[-1].after.status == "lost"
