"""The orders of plain mode are the app's commands: by their ids, with its words and its reasons."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from commanding import Talk

from engine.files import levelfile
from workbench import commands
from workbench.commands.keymap import get_key_hint


def test_help_lists_them_as_the_registry_has_them(talk: Talk) -> None:
    lines = talk("help", "quit").splitlines()
    headings = [line for line in lines if ": " not in line]
    assert headings[1:4] == ["In words", "General", "Levels"]
    at = lines.index("Generate")
    said = commands.get_command("design.generate").help
    assert lines[at + 1].startswith("generate [GAME] [SEED] [KEY=VALUE]...: ")
    assert lines[at + 1].lower().endswith(said.lower())
    assert "states [LAYER]: list layers of the state graph" in talk("help graph", "quit")
    found = talk("help gallery", "quit").splitlines()[1:]
    assert found and all(line.startswith("gallery ") for line in found)


def test_help_of_several_commands_has_each_and_of_an_unknown_word_a_hint(talk: Talk) -> None:
    found = talk("help hint verdict", "quit")
    assert "hint: " in found and "verdict: " in found and "reroll" not in found
    said = talk("help zzz", "help verdct", "undo foo", "quit")
    assert "Unknown command 'zzz'; type help for all commands." in said
    assert "Unknown command 'verdct'; did you mean verdict?" in said
    assert "Unknown command 'undo foo'; did you mean undo edit?" in said


def test_a_version_of_before_is_not_told_of_as_if_it_were_new(talk: Talk) -> None:
    said = talk("generate linjat 3 rows=5 cols=5", "undo edit", "redo edit", "quit", "discard")
    assert said.count("Best score") == 1


def test_a_command_is_known_by_its_id_and_by_older_words(talk: Talk, pair: Path) -> None:
    said = talk("edit.paint stone 2 2", "design.undo", "graph", "states", "watch", file=pair)
    assert "Stone at row 2, column 2." in said and "Undone: stone at 2,2." in said
    assert said.count("Layer 0: ") == 2
    assert "The solver of this game builds no tree of nodes." in said


def test_reasons_name_what_is_typed_and_keys_are_back_afterwards(talk: Talk, pair: Path) -> None:
    said = talk("reroll walls", "rebuild", "unlock-cells", "explore", file=pair)
    assert (
        said.count("This level has no generation history. Use new-seed to generate a level.") == 2
    )
    assert (
        "No cells are locked." in said and "Boards of this game are always shown in full." in said
    )
    assert get_key_hint("design.new-seed") == "g"


def test_shapes_are_drawn_moved_and_mirrored(talk: Talk, pair: Path) -> None:
    said = talk(
        "line wall 2 1 2 3", "rectangle mud 1 2 3 4", "fill stone 1 5", "undo edit", "undo edit",
        "edit move 1 1 3 1", "mirror", "paint wall 1 1", "row 1", "line wall 1 1 9 9",
        "fill dragon 1 1", "line wall 1 1", "edit move 1 3 3 3", "mode", "quit",
        "discard", file=pair,
    )  # fmt: skip
    for line in (
        "Wall, line of 3 cells.", "Undone: mud, rectangle of 8 cells.",
        "Move fruit A row 1, column 1 to row 3",
        "Mirror: left-right.", "Row 1: 2 wall; 3 floor; 2 wall.", "No such cell: rows go from 0",
        "Unknown tool 'dragon'", "There is nothing to move here.",
        "Expected: line TOOL ROW COLUMN ROW COLUMN.",
    ):  # fmt: skip
        assert line in said, line


def test_versions_are_listed_and_gone_to_and_the_level_is_described(talk: Talk, pair: Path) -> None:
    said = talk(
        "paint stone 2 2", "describe title Two of a kind", "describe", "history", "history 1",
        "history 9", "describe smell x", "transform mirror left-right", "transform up",
        "save", file=pair,
    )  # fmt: skip
    for line in (
        "Edit title.", "Title: Two of a kind.", "2: stone at 2,2.", "3: edit title, current.",
        "2 undone: opened.", "Expected a version from 1 to 3, found 9.",
        "Expected title, author, tags, notes, found 'smell'.", "Mirror left-right.",
        "Unknown change 'up'",
    ):  # fmt: skip
        assert line in said, line
    assert levelfile.read_level(pair).title == "Pair"


def test_the_file_is_read_again(talk: Talk, pair: Path) -> None:
    said = talk("reload", "paint stone 2 2", "reload", "undo edit", "row 2", file=pair)
    assert "pair.toml has not changed." in said
    assert "Reloaded pair.toml. Use undo edit to get your version back." in said
    assert "stone" in said.splitlines()[-2]
    assert "The level has no file yet." in talk("generate skiddy 1", "reload", "quit", "discard")


def test_parameters_are_set_and_stages_locked_and_the_level_rebuilt(talk: Talk, made: Path) -> None:
    said = talk(
        "rebuild", "set walls=2..3", "rebuild", "set nose", "lock-stage walls", "lock-stage x",
        "inspect 1 1", "lock-cell 1 1", "unlock-cells", "wish moves>3", "wish nose>3",
        "quit", "discard", file=made,
    )  # fmt: skip
    for line in (
        "All parameters are those that the level was generated with.", "Set ",
        "Rebuilt from ", "Expected KEY=VALUE, found 'nose'.", "Walls locked: new-seed and generate",
        "Unknown stage 'x'", "Row 1, column 1: ", "1,1 locked: ", "1 cell unlocked.",
        "New-seed and gallery new now only make levels with moves>3",
        "unknown key 'nose'",
    ):  # fmt: skip
        assert line in said, line


def test_levels_are_listed_and_opened_by_their_number(
    talk: Talk, pair: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pair.parent)
    levelfile.write_level(replace(levelfile.read_level(pair), title="Quinces"), pair)
    said = talk("levels nosuchlevel", "levels quinces", "open 1", "status", "open 2", "quit")
    assert "No matching levels." in said and "1: Quinces, Fruit Dating, pair.toml." in said
    assert f"File {pair}. All changes are saved." in said
    assert "Expected a level from 1 to 1, found 2." in said


def test_a_level_is_said_as_text_to_be_copied(talk: Talk, pair: Path) -> None:
    said = talk("copy-share", "copy-level", file=pair)
    assert 'title = "Pair"' in said


def test_an_empty_level_is_begun(talk: Talk) -> None:
    said = talk("new skiddy 4 5", "new skiddy 4 x", "new linjat", "new nobody", "quit")
    assert "Skiddy: 4 rows and 5 columns" in said and "The level is a draft: " in said
    assert "Expected two numbers from 3 to 16, such as 6x7." in said
    assert "Unknown game 'nobody'" in said
