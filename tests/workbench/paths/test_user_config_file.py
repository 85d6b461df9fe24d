"""The user's configuration: config.toml, keymap.toml, and what `doctor` says of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench import commands
from workbench.cli import main
from workbench.commands import keymap, user_keymap
from workbench.paths import user_config_file


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(user_config_file.FOLDER_VARIABLE, str(tmp_path))
    yield tmp_path
    commands.bind_keys({})


def test_without_files_all_is_as_it_comes(folder: Path) -> None:
    assert user_config_file.load_settings() == user_config_file.Settings()
    assert user_keymap.load_user_keymap() == user_keymap.UserKeymap(folder / "keymap.toml")


def test_settings_are_read(folder: Path) -> None:
    user_config_file.find_config_file().write_text('theme = "light"\nmouse = false\nplain = true\n')
    assert user_config_file.load_settings() == user_config_file.Settings(
        "light", mouse=False, plain=True
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("theme = 3", "config.toml: theme: expected the name of a theme"),
        ('mouse = "no"', "config.toml: mouse: expected true or false"),
        ("sound = true", "config.toml: sound: unknown key; known are theme, mouse, plain"),
        ('pictures = "never"', 'pictures: expected true, false or "auto"'),
        ("theme =", "config.toml: not TOML: invalid value"),
        ("theme = 1\nplain = true", "theme: expected the name"),
    ],
)
def test_what_is_wrong_is_passed_over_and_reported(folder: Path, text: str, problem: str) -> None:
    user_config_file.find_config_file().write_text(text)
    settings = user_config_file.load_settings()
    assert settings.theme is None
    assert settings.mouse
    assert settings.plain == ("plain = true" in text)
    assert problem in settings.problems[0]


def test_a_file_that_is_not_text(folder: Path) -> None:
    user_config_file.find_config_file().write_bytes(b"\xff\xfe")
    assert "config.toml" in user_config_file.load_settings().problems[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'theme = "mono"\n'),
        ('# a\ntheme = "light" # b\nmouse = false\n', '# a\ntheme = "mono"\nmouse = false\n'),
        ("mouse = false\n", 'theme = "mono"\nmouse = false\n'),
        ('[theme_notes]\ntheme = "x"\n', 'theme = "mono"\n[theme_notes]\ntheme = "x"\n'),
    ],
)  # fmt: skip
def test_a_remembered_theme_leaves_the_rest_of_the_file_alone(
    folder: Path, before: str, after: str
) -> None:
    user_config_file.find_config_file().write_text(before)
    user_config_file.save_theme("mono")
    assert user_config_file.find_config_file().read_text() == after


def test_a_folder_is_made_for_the_first_choice(tmp_path: Path) -> None:
    user_config_file.save_theme("mono", tmp_path / "new" / "config.toml")
    assert user_config_file.load_settings(tmp_path / "new" / "config.toml").theme == "mono"


@pytest.mark.parametrize("text", ["theme = [", 'theme = """\nlight"""\n'])
def test_a_file_that_would_break_is_left_as_it_is(folder: Path, text: str) -> None:
    user_config_file.find_config_file().write_text(text)
    with pytest.raises(user_config_file.ConfigError, match=r"config\.toml"):
        user_config_file.save_theme("mono")
    assert user_config_file.find_config_file().read_text() == text


# Keys.


def keys(folder: Path, text: str) -> user_keymap.UserKeymap:
    user_keymap.find_keymap_file().write_text(text)
    return user_keymap.load_user_keymap()


def test_a_command_gets_the_keys_of_the_file_in_place_of_its_own(folder: Path) -> None:
    found = keys(folder, '"design.generate" = ["alt+y", "ctrl+g"]\n"app.choose-theme" = "alt+t"\n')
    assert found.keys == {"design.generate": ("alt+y", "ctrl+g"), "app.choose-theme": ("alt+t",)}
    assert not found.report


def test_a_command_can_be_left_without_a_key(folder: Path) -> None:
    assert keys(folder, '"design.heat" = []').keys == {"design.heat": ()}


def test_ids_may_be_written_as_tables(folder: Path) -> None:
    assert keys(folder, '[design]\nheat = "alt+y"\n').keys == {"design.heat": ("alt+y",)}


def test_keys_are_written_as_they_are_typed(folder: Path) -> None:
    found = keys(folder, '"design.heat" = ["%", "+", "Y", "space", "PageUp", "Ctrl+Y", "alt+x"]')
    assert found.problems == (f"{folder / 'keymap.toml'}: design.heat: unknown key 'PageUp'",)
    assert found.keys["design.heat"][:3] == ("percent_sign", "plus", "Y")
    assert found.keys["design.heat"][-2:] == ("ctrl+y", "alt+x")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('"design.fly" = "y"', "design.fly: unknown command"),
        ('"design.genrate" = "y"', "did you mean design.generate?"),
        ('"design.heat" = 3', "design.heat: expected a key or a list of keys, found 3"),
        ("base = []", "keymap.toml: base: expected a string, found an array"),
        ("base = {}", "keymap.toml: base: expected a string, found a table"),
        ("base = 'modern'", "keymap.toml: base: expected one of classic, found 'modern'"),
        ('"design.heat" = "wheel"', "design.heat: unknown key 'wheel'"),
        ('"design.heat" = "f5"', "the key 'f5' cannot be used: terminals and window managers"),
        ('"design.heat" = "ctrl+b"', "the key 'ctrl+b' cannot be used: tmux keeps it"),
        ('"design.heat" = ""', "unknown key ''"),
        ('"design.heat" =', "keymap.toml: not TOML: invalid value"),
    ],
)
def test_a_bad_entry_is_passed_over_and_reported(folder: Path, text: str, problem: str) -> None:
    found = keys(folder, text)
    assert not found.keys
    assert problem in found.problems[0]
    assert "keymap.toml" in found.problems[0]


def test_a_key_is_taken_from_the_command_that_had_it(folder: Path) -> None:
    taken = commands.get_command("design.edit").keys[0]
    found = keys(folder, f'"design.heat" = "{taken}"')
    assert found.keys["design.heat"] == (taken,)
    assert taken not in found.keys["design.edit"]
    assert found.clashes[0].endswith(
        f"design.heat: takes {taken} from design.edit, left with no key"
    )


def test_of_two_entries_for_one_key_the_first_has_it(folder: Path) -> None:
    found = keys(folder, '"design.heat" = "%"\n"design.generate" = ["%", "alt+y"]\n')
    assert found.keys["design.heat"] == ("percent_sign",)
    assert found.keys["design.generate"] == ("alt+y",)
    assert "takes % from design.generate, left with alt+y" in found.clashes[0]


def test_two_commands_can_change_places(folder: Path) -> None:
    edit, heat = commands.get_command("design.edit").keys, commands.get_command("design.heat").keys
    found = keys(folder, f'"design.heat" = {[*edit]}\n"design.edit" = {[*heat]}\n')
    assert found.keys == {"design.heat": edit, "design.edit": heat}
    assert not found.clashes


def test_a_key_of_the_app_clashes_with_one_of_a_screen_but_not_of_a_pane(folder: Path) -> None:
    assert keys(folder, '"play.undo" = "q"').clashes
    assert not keys(folder, '"trace.choose" = "q"').clashes


def test_the_registry_answers_with_the_keys_of_the_file(folder: Path) -> None:
    commands.bind_keys({"design.heat": ("Y",), "app.suspend": ()})
    assert commands.get_command("design.heat").keys == ("Y",)
    assert next(c for c in commands.list_in_contexts("design") if c.id == "design.heat").keys == (
        "Y",
    )
    assert keymap.build_textual_keymap()["design.heat"] == "Y"
    assert keymap.build_textual_keymap()["app.suspend"] == keymap.UNBOUND
    commands.bind_keys({})
    assert not keymap.build_textual_keymap()
    assert [*commands.list_commands()] == [*commands.list_defaults()]


# Doctor.


def test_doctor_says_what_is_decided_and_what_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PUZZLE_WORKBENCH_THEME", raising=False)
    for name, value in (("TERM", "tmux-256color"), ("TMUX", "x"), ("LANG", "C.UTF-8")):
        monkeypatch.setenv(name, value)
    user_config_file.find_config_file().write_text('theme = "aurora"\nsound = 1\n')
    user_keymap.find_keymap_file().write_text('"design.heat" = "f5"\n"design.generate" = "e"\n')
    user_config_file.find_themes_folder().mkdir()
    (user_config_file.find_themes_folder() / "aurora.toml").write_text('inherits = "nobody"\n')
    assert main(["doctor", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    found = facts["configuration"]
    assert found["folder"] == str(folder)
    assert found["theme because"] == str(user_config_file.find_config_file())
    assert any("unknown theme 'nobody'" in problem for problem in found["problems"])
    assert any("sound: unknown key" in problem for problem in found["problems"])
    assert any("'f5' cannot be used" in problem for problem in found["problems"])
    assert any("from app.edit" in clash for clash in found["key clashes"])
    assert found["own keys"]["design.generate"] == "e"
    assert "aurora" in found["themes"]
    assert facts["terminal"]["multiplexer"] == "tmux"
    assert "set-clipboard" in facts["terminal"]["clipboard"]
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert "sound: unknown key" in text
    assert "takes e from app.edit" in text
