"""The shipped Linjat puzzles: proven, deducible without luck, in rising difficulty, our own."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from linjat_boards import GAME, needs_sample, sample
from shipped import board_in, each, facts_in, files_of, level_in, table_of

from engine import workshop
from engine.files import levelfile
from engine.games.linjat.board.board import LinjatBoard
from engine.games.linjat.board.text import read_published
from engine.games.linjat.deduction.rulesets import RULES, TITLES, UNSOUND_RULES
from engine.games.linjat.generation.parameters import PRESETS, layers_key
from engine.values.grid import SYMMETRIES
from engine.values.ranges import Range

FILES = files_of(GAME.name)
GENERATED = [file for file in FILES if "tutorial" not in file.name]
QUICK = [file for file in GENERATED if re.match("1-easy-0[1-3]|2-medium-01", file.name)]
"""Levels that are made again in every run of the tests; the others take minutes."""

HARDEST = {
    "tutorial": ("cover", "fit"),
    "easy": ("cover", "fit"),
    "medium": ("cover", "fit"),
    "hard": ("square",),
    "expert": ("dependency", "one_of"),
}
"""What a person needs at the most, lines that are only ruled out included."""

every_level = each(FILES)
every_generated = each(GENERATED)


def preset_of(file: Path) -> str:
    return file.name.split("-")[1]


def images(board: LinjatBoard) -> set[tuple[str, ...]]:
    """The cells of a board, turned and mirrored in every way."""
    return {GAME.boards.reshaper.transform(board, symmetry).cells for symmetry in SYMMETRIES}


@every_level
def test_it_gives_no_warning_and_is_tagged_with_its_preset(file: Path) -> None:
    assert GAME.boards.find_warnings(board_in(file)) == ()
    assert preset_of(file) in level_in(file).tags


@every_level
def test_its_verdict_is_what_a_new_solve_says(file: Path) -> None:
    level = level_in(file)
    assert workshop.store_verdict(level, GAME.solver.solve(level.board)) == level


@every_level
def test_it_has_one_solution_which_sound_deduction_finds(file: Path) -> None:
    facts = facts_in(file)
    assert facts["unique"] is True and facts["human_solvable"] is True
    assert not any(facts["rule_use"][rule]["depth"] for rule in UNSOUND_RULES)
    serial = GAME.solver.solve(board_in(file), "serial")
    assert serial.facts["human_solvable"] is True
    assert serial.facts["deduction"]["hardest_rule"] in HARDEST[preset_of(file)]


@every_generated
def test_it_is_what_its_mode_asks_for(file: Path) -> None:
    board, facts, preset = board_in(file), facts_in(file), PRESETS[preset_of(file)]
    assert (board.rows, board.cols) == (preset["rows"], preset["cols"])
    numbers = preset["numbers"]
    assert isinstance(numbers, Range) and len(tuple(board.list_numbers())) in numbers
    for rule in RULES:
        wanted = preset.get(layers_key(rule), Range())
        assert isinstance(wanted, Range) and facts["rule_use"][rule]["depth"] in wanted
    provenance = level_in(file).provenance
    assert provenance is not None and provenance.parameters["mode"] == preset_of(file)
    assert provenance.edited is False and provenance.parameters["iterations"] >= 10_000


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=() if file in QUICK else pytest.mark.slow, id=file.stem)
        for file in GENERATED
    ],
)
def test_it_is_made_again_byte_for_byte(file: Path) -> None:
    again = levelfile.dumps(workshop.rebuild(level_in(file)))
    assert again.encode() == file.read_bytes()


def test_there_are_enough_of_every_kind() -> None:
    kinds = Counter(preset_of(file) for file in FILES)
    assert list(kinds) == ["tutorial", *PRESETS]
    assert kinds["tutorial"] == 3 and min(kinds[preset] for preset in PRESETS) >= 10


def test_they_rise_by_the_model_from_the_first_to_the_last() -> None:
    times = [facts_in(file)["human_time"] for file in FILES]
    assert times[:3] == sorted(times[:3])
    assert all(one < other for one, other in pairwise(times[2:]))


def test_tutorial_boards_have_one_idea_each_explained_in_notes() -> None:
    for file in FILES[:3]:
        board = board_in(file)
        assert (board.rows, board.cols) == (4, 4) and level_in(file).notes
    line, middle, lines = (facts_in(file)["solution"] for file in FILES[:3])
    assert len(line) == len(middle) == 1 and len(lines) == 2
    assert [line[0]["row"], line[0]["col"]] in (line[0]["cells"][0], line[0]["cells"][-1])
    assert [middle[0]["row"], middle[0]["col"]] in middle[0]["cells"][1:-1]


def test_no_two_are_alike() -> None:
    assert len({level_in(file).title for file in FILES}) == len(FILES)
    assert len({min(images(board_in(file))) for file in FILES}) == len(FILES)


@needs_sample
def test_none_is_a_published_one() -> None:
    published = {read_published(puzzle["rows"]).cells for puzzle in sample()}
    published.add(read_published([" 4  ", "    ", ". 3 ", "    "]).cells)
    assert not any(images(board_in(file)) & published for file in FILES)


def test_the_table_of_the_read_me_lists_them() -> None:
    expected = []
    for file in FILES:
        facts, numbers = facts_in(file), len(tuple(board_in(file).list_numbers()))
        figures = map(str, (numbers, facts["layers"], facts["human_time"]))
        hardest = TITLES[facts["deduction"]["hardest_rule"]]
        expected.append((file.name, level_in(file).title, *figures, hardest))
    columns = r"(.+?) \| (\d+) \| (\d+) \| (\d+) \| (.+?)"
    assert table_of("Linjat", columns) == expected
