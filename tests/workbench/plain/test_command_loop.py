"""Plain mode, driven through pipes as a screen reader's user or a script would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commanding import Talk

from workbench.paths import user_config_file

LEVEL = '''format = 1
game = "fruit-dating"
title = "Corner to corner"

[board]
tiles = """
#####
#...#
#...#
#.~.#
#####
"""
pieces = """
.....
.A...
.....
...A.
.....
"""
'''


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "corner.toml"
    path.write_text(LEVEL)
    return path


def kept(own_folders: Path) -> list[Path]:
    return sorted((own_folders / "state").rglob("recovery/*.toml"))


def test_nothing_but_lines_of_printable_text(talk: Talk, level: Path) -> None:
    said = talk("help", "board", "rows", "verdict", "trace", "quit", file=level)
    assert all(line.isprintable() for line in said.splitlines())
    assert said.isascii()


def test_the_board_in_words_and_as_characters(talk: Talk, level: Path) -> None:
    said = talk("board", "row 1", "cell 3 2", "cell 3 3", "cell 9 9", "row x", file=level)
    assert said.startswith("Corner to corner, Fruit Dating: 5 rows and 5 columns, counted from 0.")
    assert " 1 ##A . . ##" in said
    assert "fruit A at row 1, column 1; fruit A at row 3, column 3." in said
    assert "Row 1: wall; fruit A; 2 floor; wall." in said
    assert "Row 3, column 2: mud." in said
    assert "Row 3, column 3: fruit A." in said
    assert "No such cell: rows go from 0 to 4, columns from 0 to 4." in said
    assert "Expected a row as a number, found 'x'." in said


def test_the_solver_in_words(talk: Talk, level: Path) -> None:
    said = talk("verdict", "solution", "trace", "trace 2", "trace 99999", file=level)
    assert "The level can be solved in " in said
    assert "shortest solution" in said
    assert "Row 0: S0 is the start" in said
    assert "Row 2: " in said
    assert "The trace ends with row " in said


def test_playing_to_the_end_by_hints_alone(talk: Talk, level: Path) -> None:
    first = talk("solution", file=level)
    solution = first.splitlines()[2].partition(":")[0]
    move = f"move {solution.lower()}"
    said = talk("hint", move, "hint", "undo", "redo", "restart", file=level)
    assert f"; {len(solution)} moves to go." in said
    assert f"Won in {len(solution)} moves." in said
    assert "Undone. " in said
    assert "Back at the start." in said


def test_moves_that_are_none(talk: Talk, level: Path) -> None:
    said = talk("move x", "move", "undo", "redo", "move u", "move u", file=level)
    assert "Move 1: expected one of R U L D, found 'x'." in said
    assert "Expected: move MOVES." in said
    assert "You have made no moves yet." in said
    assert "There is no undone move." in said
    assert "nothing moves" in said


def test_editing_and_saving(talk: Talk, level: Path) -> None:
    said = talk(
        "paint stone 2 2", "cell 2 2", "paint fruit A 1 3", "undo edit", "redo edit",
        "undo edit", "erase 2 2", "erase 2 2", "paint dragon 1 1", "paint ston 1 1", "undo edit",
        "save", "status", "quit", file=level,
    )  # fmt: skip
    assert "Stone at row 2, column 2." in said
    assert "Undone: fruit A at 1,3." in said
    assert "There is nothing to erase." in said
    assert "Unknown tool 'dragon'; type tools for a list." in said
    assert "Unknown tool 'ston'; did you mean stone?" in said
    assert f"Saved {level}." in said
    assert "All changes are saved." in said
    assert "..o.." in level.read_text()


def test_a_draft_says_what_is_wrong_with_it(talk: Talk, level: Path) -> None:
    said = talk("erase 1 1", "verdict", "move r", "quit", "discard", file=level)
    assert said.count("fruit") >= 2
    assert "A" in level.read_text()


def test_leaving_asks_about_unsaved_work(talk: Talk, level: Path, own_folders: Path) -> None:
    said = talk("paint stone 2 2", "quit", "what", "cancel", "quit", "d", "board", file=level)
    assert said.count('"Corner to corner" has unsaved changes. Type save, discard or cancel.') == 3
    assert level.read_text() == LEVEL
    assert not kept(own_folders)


def test_the_end_of_input_keeps_unsaved_work(talk: Talk, level: Path, own_folders: Path) -> None:
    said = talk("paint stone 2 2", file=level)
    (file,) = kept(own_folders)
    assert f"Your unsaved work is stored in {file}" in said
    assert "..o.." in file.read_text()
    assert level.read_text() == LEVEL
    said = talk("recover", "recover 2", "recover 1", "row 2", "save", "recover", file=level)
    assert f"Unsaved work of an earlier session is kept in {file}; recover 1 opens it." in said
    assert "1: Corner to corner; " in said and f"; {level}; stored " in said
    assert "Expected unsaved work from 1 to 1, found 2." in said
    assert "stone" in said
    assert "..o.." in level.read_text()
    assert "There is no unsaved work to recover." in said


def test_a_file_that_is_in_the_way_is_asked_about(talk: Talk, level: Path) -> None:
    other = level.with_name("other.toml")
    other.write_text("mine\n")
    said = talk(f"save {other}", "cancel", f"save {other}", "overwrite", "quit", file=level)
    assert "A file with this name already exists. Type overwrite or cancel." in said
    assert "Not saved." in said
    assert 'title = "Corner to corner"' in other.read_text()


def test_generating_and_rolling_again(talk: Talk, level: Path) -> None:
    said = talk(
        "reroll walls", "generate 5", "verdict", "reroll fruit", "reroll nonsense",
        "stages", "undo edit", "undo edit", "status", "generate nobody 3", file=level,
    )  # fmt: skip
    assert "Generated from seed 5." in said
    assert "Fruit re-rolled (1)" in said
    assert "Unknown stage 'nonsense'; the stages are border, walls" in said
    assert "All changes are saved." in said
    assert "Unknown game 'nobody'" in said


def test_another_level_has_a_name_of_its_own(talk: Talk, level: Path) -> None:
    said = talk(
        "erase 3 2", "generate 5", "status", "save", "reroll border", "reroll walls",
        f"save {level.with_name('five')}", "quit", "save", file=level,
    )  # fmt: skip
    assert "Fruit Dating 5, Fruit Dating: " in said
    assert (
        'Not saved to a file yet. "Fruit Dating 5" and "Corner to corner" have unsaved changes.'
        in said
    )
    assert '"Fruit Dating 5" has no file yet; type save FILE.' in said
    assert "Border uses no random numbers, so it never changes." in said
    assert f"Saved {level.with_name('five.toml')}." in said
    assert 'Corner to corner" has unsaved changes. Type save, discard or cancel.' in said
    assert '"Corner to corner"' in level.read_text() and "~" not in level.read_text()
    assert '"Fruit Dating 5"' in level.with_name("five.toml").read_text()
    back = talk("generate 5", "undo edit", "status", "quit", file=level)
    assert f"File {level}. All changes are saved." in back


def test_a_level_rolled_again_keeps_its_title(talk: Talk, level: Path) -> None:
    mine = level.with_name("mine.toml")
    talk("generate fruit-dating 5", f"save {mine}", "quit")
    mine.write_text(mine.read_text().replace('"Fruit Dating 5"', '"Mine"'))
    assert "Mine, Fruit Dating" in talk("reroll walls", "status", "quit", "discard", file=mine)


def test_without_a_level_one_is_opened_or_made(talk: Talk, level: Path) -> None:
    said = talk("board", f"open {level}", "open nowhere.toml", "quit")
    assert "No level is open; type open FILE or generate GAME." in said
    assert "Corner to corner" in said
    assert "nowhere.toml: no such file." in said
    assert "Generated from seed 3." in talk("generate fruit-dating 3", "quit", "discard")


def test_parameters_are_shown_by_the_keys_that_set_them(talk: Talk) -> None:
    said = talk("parameters fruit-dating", "parameters nobody", "quit").splitlines()
    walls = (
        "Number of walls that start at the border (0..40, default 3..6); for example walls = 4..7."
    )
    assert f"walls, number: {walls}" in said
    assert any(line.startswith("rows: Number of rows, ") for line in said)
    assert any(
        line.endswith(
            "(one of random, none, mirror-left-right, mirror-top-bottom, rotate-180, rotate-90, "
            "rotate-270, transpose, anti-transpose, default random); for example symmetry = none."
        )
        for line in said
    )


def test_a_file_that_is_no_level_is_refused_before_anything(talk: Talk, tmp_path: Path) -> None:
    said = talk("quit", file=tmp_path / "none.toml", status=2)
    assert said.count("\n") == 1


def test_words_that_are_no_commands(talk: Talk, level: Path) -> None:
    said = talk("", "bord", "zzz", "help undo", "QUIT", file=level)
    assert "Unknown command 'bord'; did you mean board?\n" in said
    assert "Unknown command 'zzz'; type help for the commands." in said
    assert "undo: undo the last move." in said


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_nothing_and_a_kill_loses_nothing(level: Path, own_folders: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "workbench", "play", "--plain", str(level)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    try:
        assert "Corner" in process.stdout.readline()
        assert "help" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "Stopped. Type quit to leave.\n"
        process.stdin.write("paint stone 2 2\n")
        process.stdin.flush()
        assert process.stdout.readline() == "Stone at row 2, column 2.\n"
        process.kill()
        process.wait()
        end = time.monotonic() + 60
        while not kept(own_folders) and time.monotonic() < end:
            time.sleep(0.01)
        assert "..o.." in kept(own_folders)[0].read_text()
    finally:
        process.kill()
        process.communicate()


def test_a_number_of_any_length_is_refused(talk: Talk, level: Path) -> None:
    said = talk("trace " + "9" * 5000, "quit", file=level)
    assert "Expected a row as a number" in said


def test_a_folder_that_cannot_be_written_stops_nothing(
    talk: Talk, level: Path, own_folders: Path
) -> None:
    (own_folders / "state").write_text("in the way")
    said = talk("paint stone 1 3", "save", "quit", file=level)
    assert said.count("Unsaved work cannot be stored: ") == 2, "at the start and after the change"
    assert f"Saved {level}." in said
    assert "o" in level.read_text().partition("pieces")[2]


def test_moves_by_the_names_that_are_read_out(talk: Talk, level: Path) -> None:
    by_name = talk("move right Down", file=level)
    assert by_name == talk("move rd", file=level)
    assert "Won in 2 moves." in by_name


def test_the_trace_says_in_words_what_was_met_before(talk: Talk, level: Path) -> None:
    said = talk("trace", "trace", file=level)
    assert "seen before (S" in said
    assert ": = " not in said


SKIDDY = '''format = 1
game = "skiddy"
title = "Alone"

[board]
tiles = """
#####
#...#
#...#
#R###
"""
pieces = """
.....
.r.r.
.....
.....
"""
'''


def test_a_level_is_rated_in_words_and_a_warning_is_read_out(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "alone.toml"
    path.write_text(SKIDDY)
    said = talk("verdict", "paint floor 1 3", "paint none 1 3", "status", "verdict", file=path)
    assert "\nStars: 3 of 3.\n" in said
    before, after = said.split("Status" if "Status" in said else "No piece at row 1, column 3.")
    assert "Warning" not in before
    assert "\nWarning: one red Skidd" in after
    assert "The level can be solved in" in after


def test_what_is_wrong_in_the_configuration_is_said(talk: Talk) -> None:
    user_config_file.find_config_file().parent.mkdir(parents=True, exist_ok=True)
    user_config_file.find_config_file().write_text("mouse = 3\nplian = true\n", "utf-8")
    found = talk("quit")
    assert "mouse: expected true or false" in found
    assert "plian: unknown key" in found
