from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from sample_picture import PIECES, TILES

from workbench.paths import resources
from workbench.theme import theme_loader
from workbench.theme.theme_file import ThemeError

GATES = tuple(f"gate-{word}" for word in ("right", "up", "left", "down", "several"))
NAMES = (*TILES.values(), *PIECES.values(), *GATES)
EMOJI = range(0x1F000, 0x20000)


@pytest.mark.parametrize("name", theme_loader.list_themes())
class TestShippedThemes:
    def test_every_name_has_a_glyph_of_its_own(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        tiles_and_pieces = NAMES[: -len(GATES)]
        for group in (tiles_and_pieces, GATES):
            glyphs = [theme.get_look("fruit-dating", each).glyph for each in group]
            assert len(set(glyphs)) == len(glyphs), "told apart without colour"

    def test_no_glyph_can_shift_a_column(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        for each in NAMES:
            look = theme.get_look("fruit-dating", each)
            assert [cell_len(character) for character in look.glyph] in ([1, 1], [2])
            assert cell_len(look.narrow) == 1
            if name != "emoji":
                assert not any(ord(character) in EMOJI for character in look.glyph)

    def test_what_stands_in_one_column_is_still_distinguished(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        pieces = [theme.get_look("fruit-dating", each).narrow for each in PIECES.values()]
        assert len(set(pieces)) == len(pieces)

    def test_textual_can_use_it(self, name: str) -> None:
        assert theme_loader.load_theme(name).textual_theme.to_color_system().generate()


def test_mono_has_no_colour() -> None:
    theme = theme_loader.load_theme("mono")
    for each in NAMES:
        style = theme.get_look("fruit-dating", each).style
        assert style.color is None
        assert style.bgcolor is None
    assert theme.get_heat_style(0.5).bgcolor is None
    assert theme.textual_theme.ansi


def test_ascii_is_ascii() -> None:
    theme = theme_loader.load_theme("ascii")
    assert theme.is_ascii
    for each in NAMES:
        assert theme.get_look("fruit-dating", each).glyph.isascii()
    assert all(str(word).isascii() for word in theme.tables["symbols"].values())
    assert all(mark["glyph"].isascii() for mark in theme.tables["marks"].values())


def test_the_ascii_fruit_are_the_letters_of_the_file() -> None:
    theme = theme_loader.load_theme("ascii")
    for letter, name in PIECES.items():
        assert theme.get_look("fruit-dating", name).narrow == letter


def test_a_game_without_a_section_is_drawn_by_its_names() -> None:
    theme = theme_loader.load_theme("default")
    assert theme.get_look("plug-in", "wall").glyph == "██"
    assert theme.get_look("plug-in", "red-crate").glyph == "RC"
    assert theme.get_look("plug-in", "monk").glyph == "Mo"
    assert theme.get_look("plug-in", "x").glyph == "X "
    assert theme.get_look("plug-in", "").glyph == "? "


def write(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.toml").write_text(text, "utf-8")


def test_inheritance_goes_key_by_key(tmp_path: Path) -> None:
    write(tmp_path, "mine", 'inherits = "light"\n[fruit-dating]\nwall = { colour = "#010203" }\n')
    theme = theme_loader.load_theme("mine", tmp_path)
    look = theme.get_look("fruit-dating", "wall")
    assert look.glyph == "██"
    assert look.style.color is not None
    assert look.style.color.name == "#010203"
    assert not theme.is_dark


def test_a_wide_character_is_one_glyph(tmp_path: Path) -> None:
    text = 'inherits = "default"\n[fruit-dating]\nstone = { glyph = "石", narrow = "s" }\n'
    write(tmp_path, "wide", text)
    look = theme_loader.load_theme("wide", tmp_path).get_look("fruit-dating", "stone")
    assert look.columns == ("石", "")
    assert look.narrow == "s"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[fruit-dating", "bad.toml: not TOML: expected ']'"),
        ("title = 3", "title: expected a string"),
        ("fruit-dating = 3", "fruit-dating: expected a table"),
        ("[x]\nwall = 3", "x.wall: expected a table"),
        ('[x]\nwall = { glyph = "abc" }', "x.wall.glyph: expected 2 terminal column(s)"),
        ('[x]\nwall = { glyph = "a\u0301b" }', "x.wall.glyph: expected 2 terminal column(s)"),
        ('[x]\nwall = { colour = "#fff" }', "x.wall.colour: expected a colour"),
        ('[x]\nwall = { glyph = "##", colour = "reddish" }', "x.wall.colour: expected a colour"),
        ('[x]\nwall = { glyph = "##", attributes = ["loud"] }', "attributes: expected a list of"),
        ('[x]\nwall = { glyph = "##", size = 3 }', "x.wall.size: unknown key"),
        ('[x]\nwall = { colour = "red" }', "x.wall.glyph: expected a glyph"),
        ('[x]\nwall = { glyph = "石" }', "x.wall.narrow: expected a glyph of one column"),
        ('[x]\nwall = { glyph = "##", narrow = "##" }', "x.wall.narrow: expected 1 terminal"),
        ('[ui]\ndark = "yes"', "ui.dark: expected true or false"),
        ('[ui]\nprimary = "blue"', "ui.primary: expected a colour"),
        ('[ui]\nprimary = "ansi_defeult"', "ui.primary: expected a colour: #rrggbb, ansi_default"),
        ('[ui]\nprimary = "ansi_bright_default"', "ui.primary: expected a colour"),
        ('[variables]\nborder = "bold"', "variables.border: expected a colour"),
        ('[variables]\nlink-style-hover = "#aabbcc"', "link-style-hover: expected none, or some"),
        ('[variables]\n"a; b" = "#aabbcc"', "variables.a; b: expected a name in a-z"),
        (f"[x]\nwall = {{ colour = 'rgb({'9' * 5000},0,0)' }}", "wall.colour: expected a colour"),
        ('[heat]\nlow = "#102030"', "heat: expected both low and high"),
        ('[heat]\nlow = "#12"', "heat.low: expected a colour"),
        ("[symbols]\nplay = 3", "symbols.play: expected a string"),
        ('inherits = "nobody"', "unknown theme 'nobody'; the themes are"),
        ('inherits = "bad"', "inherits: leads back to 'bad'"),
    ],
)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path, "bad", text)
    with pytest.raises(ThemeError) as caught:
        theme_loader.load_theme("bad", tmp_path)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    theme, problem = theme_loader.load_or_default("bad", tmp_path)
    assert theme.name == "default"
    assert problem == str(caught.value)


@pytest.mark.parametrize("flag", ["ansi = true", "colour = false"])
def test_no_theme_lacks_a_variable_of_textuals_style_sheets(tmp_path: Path, flag: str) -> None:
    write(tmp_path, "own", f'inherits = "default"\n[ui]\n{flag}\n')
    usual, own = (
        theme_loader.load_theme(name, tmp_path).textual_theme.to_color_system().generate()
        for name in ("default", "own")
    )
    assert set(usual) <= set(own)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ThemeError, match=r"bad\.toml"):
        theme_loader.load_theme("bad", tmp_path)


def test_the_shipped_folders() -> None:
    assert resources.get_shipped_themes().joinpath("default.toml").is_file()
    assert resources.get_shipped_levels().name == "levels"
    assert theme_loader.list_themes()[0] == "default"


def test_a_user_theme_may_build_on_the_shipped_one_of_its_name(tmp_path: Path) -> None:
    write(tmp_path, "default", 'title = "Mine"\ninherits = "default"\n')
    theme = theme_loader.load_theme("default", tmp_path)
    assert theme.title == "Mine"
    assert theme.get_look("fruit-dating", "wall").glyph == "██"
    assert [path.parent for path in theme.files] == [tmp_path, resources.get_shipped_themes()]


def test_shipped_themes_do_not_build_on_a_users(tmp_path: Path) -> None:
    write(tmp_path, "default", 'title = "Mine"\n')
    assert theme_loader.load_theme("light", tmp_path).get_look("fruit-dating", "wall").glyph == "██"


def test_the_users_themes_are_listed_after_the_shipped(tmp_path: Path) -> None:
    write(tmp_path, "aurora", 'inherits = "light"\n')
    assert theme_loader.list_themes(tmp_path) == (*theme_loader.list_shipped(), "aurora")
    with pytest.raises(ThemeError, match="the themes are aurora, default"):
        theme_loader.load_theme("borealis", tmp_path)
