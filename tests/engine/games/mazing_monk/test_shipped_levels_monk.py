"""The levels of A Mazing Monk that come with the workbench: fresh, proven, rising, as designed."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from monk_boards import GAME, HARD_54, HARD_58
from monk_literal import replayed
from shipped import board_in, each, facts_in, files_of, level_in, table_of

from engine import workshop
from engine.files import levelfile
from engine.game.playthrough import replay_moves
from engine.jit import decorators

FILES = files_of(GAME.name)
BY_HAND, RISING, VERY_HARD = ([f for f in FILES if f.name[0] == kind] for kind in "123")
EASY = [file for file in FILES if file.name < "2-rising-08" and "storm" not in file.name]
"""Levels that are solved in plain Python too."""

every_level = each(FILES)
every_rising = each(RISING)


def status_after(file: Path, moves: str) -> str:
    run, legal = replay_moves(GAME.play, board_in(file), GAME.play.read_moves(moves))
    assert legal
    return run.position.status


def named(title: str) -> Path:
    return next(file for file in FILES if level_in(file).title == title)


@pytest.mark.jitless
@every_level
def test_it_is_tagged_and_its_file_named_after_it(file: Path) -> None:
    level = level_in(file)
    assert level.tags
    assert file.stem.endswith(re.sub("[^a-z]+", "-", level.title.lower()))


@pytest.mark.jitless
@every_level
def test_its_solution_wins_by_the_plain_reading(file: Path) -> None:
    facts, board = facts_in(file), board_in(file)
    assert facts["complete"] is facts["optimal"] is True
    assert facts["lower_bound"] == facts["turns"]
    assert facts["moves"] == facts["turns"] + facts["walks"]
    words = tuple(facts["solution"].split())
    counts = facts["turns"], facts["walks"], facts["steps"]
    assert replayed(board.cells, words, board.karma_needed) == ("won", *counts)


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=pytest.mark.jitless if file in EASY else (), id=file.stem)
        for file in FILES
        if file not in VERY_HARD
    ],
)
def test_its_verdict_is_what_a_new_proof_says(file: Path) -> None:
    assert dict(GAME.solver.solve(board_in(file)).facts) == facts_in(file)


@pytest.mark.slow
@pytest.mark.skipif(decorators.is_disabled(), reason="millions of states")
@each(VERY_HARD)
def test_the_very_hard_ones_are_proven_again(file: Path) -> None:
    level = level_in(file)
    assert workshop.store_verdict(level, GAME.solver.solve(level.board)) == level


# --- made by hand --------------------------------------------------------------------------


@pytest.mark.jitless
def test_those_made_by_hand_have_an_idea_explained_in_notes() -> None:
    kinds = [level_in(file).tags for file in BY_HAND]
    assert kinds == [("by-hand", kind) for kind in ("easy", "medium", "hard")]
    turns = [facts_in(file)["turns"] for file in BY_HAND]
    assert turns == sorted(turns) and turns[0] <= 3 and turns[2] >= 12
    for file in BY_HAND:
        assert level_in(file).notes and level_in(file).provenance is None


@pytest.mark.jitless
def test_the_prayer_wheel_brings_soldiers_if_turned_once_too_often() -> None:
    file = named("Prayer wheel")
    assert facts_in(file)["optimal_solutions"] == 1
    assert status_after(file, "r2 r2") == "playing"
    assert status_after(file, "r2 r2 r2") == "lost"


@pytest.mark.jitless
def test_at_the_side_door_soldiers_step_aside_when_their_face_is_turned() -> None:
    file = named("Side door")
    assert facts_in(file)["optimal_solutions"] == 1
    assert facts_in(file)["solution"].startswith("r2 c1")
    for first in ("r1", "c1"):
        assert status_after(file, first) == "lost"
        opened = status_after(file, f"r2 {first}")
        assert opened == ("playing" if first == "c1" else "lost")


@pytest.mark.jitless
def test_in_the_eye_of_the_storm_soldiers_are_on_every_other_centre() -> None:
    file = named("Eye of the storm")
    board = board_in(file)
    assert [board.cells[9 * face + 4] for face in range(6)] == [".", *"SSSSS"]
    assert board.cells.count("S") == 5
    words = facts_in(file)["solution"].split()
    middle = [place for place, word in enumerate(words) if word in ("r1", "c1")]
    walks = [place for place, word in enumerate(words) if word.startswith("m")]
    assert len(middle) == 4 and max(middle) < min(walks)
    for number in range(1, len(middle)):
        run, _ = replay_moves(GAME.play, board, words[: middle[number - 1] + 1])
        assert run.position.pieces[0][4] == "S"


# --- rising and very hard ------------------------------------------------------------------


@pytest.mark.jitless
@every_rising
def test_it_is_made_again_byte_for_byte(file: Path) -> None:
    again = workshop.regenerate_level(level_in(file))
    assert levelfile.dumps(again).encode() == file.read_bytes()
    provenance = level_in(file).provenance
    assert provenance is not None and not provenance.edited
    number = RISING.index(file) + 1
    assert (provenance.seed, provenance.parameters["difficulty"]) == (number, number)
    board, witness = board_in(file), provenance.extra["witness"]
    assert replayed(board.cells, tuple(witness.split()), board.karma_needed)[0] == "won"


@pytest.mark.jitless
def test_there_are_ten_that_rise_in_turns_and_rating() -> None:
    assert len(RISING) == 10
    for key in ("turns", "rating"):
        values = [facts_in(file)[key] for file in RISING]
        assert all(one < other for one, other in pairwise(values)), key
    for number, file in enumerate(RISING, 1):
        cells = board_in(file).cells
        assert (cells.count("S"), cells.count("*")) == (number, 17 - number)
        wanted = level_in(file).provenance.parameters  # type: ignore[union-attr]
        low, _, high = wanted["rating"].partition("..")
        assert float(low) <= facts_in(file)["rating"] <= float(high)


@pytest.mark.jitless
def test_the_very_hard_ones_are_those_of_the_rules() -> None:
    assert [board_in(file).cells for file in VERY_HARD] == [HARD_54, HARD_58]
    figures = ("turns", "walks", "optimal_solutions")
    found = [tuple(facts_in(file)[key] for key in figures) for file in VERY_HARD]
    assert found == [(54, 7, 2), (58, 5, 49)]


@pytest.mark.jitless
def test_no_two_are_alike() -> None:
    assert len({level_in(file).title for file in FILES}) == len(FILES) == 15
    assert len({board_in(file).cells for file in FILES}) == len(FILES)


@pytest.mark.jitless
def test_the_table_of_the_read_me_lists_them() -> None:
    expected = []
    for file in FILES:
        facts = facts_in(file)
        figures = [str(facts[key]) for key in ("turns", "walks", "optimal_solutions")]
        rating = f"{facts['rating']:.2f}"
        expected.append((file.name, level_in(file).title, *figures, rating))
    columns = r"(.+?) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+)"
    assert table_of("A Mazing Monk", columns) == expected
