"""Every state that a theme shows can be recognised by text or attributes, whatever the colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.segment import Segment
from rich.style import Style
from showcase import GAMES, names, single_cells

from engine.values.picture import DrawnPiece, Picture
from workbench.drawing import terminal_picture
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import SCALES, Scale
from workbench.theme.theme_loader import Theme

GAME = "fruit-dating"
MARKS = (
    "problem", "warning", "changed", "blamed", "locked", "preview", "held", "match", "differs",
    "better", "worse", "same", "broken", "breakpoint", "inspected",
    "reached", "threatened", "arrived", "moves-right", "moves-up", "moves-left", "moves-down",
    "pencil-empty", "pencil-level", "pencil-upright", "inert", "needed",
)  # fmt: skip
ROLES = (
    "muted", "key", "title", "number", "good", "bad", "warning", "path", "dead", "selected",
    "cursor", "bracket", "gate", "disabled", "preview", "held", "match", "differs", "better",
    "worse", "same", "broken", "breakpoint", "inspected",
)  # fmt: skip
ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse")


def themes() -> list[str]:
    return [*theme_loader.list_shipped()]


def without_colour(theme: Theme, **options: object) -> list[tuple[str, tuple[object, ...]]]:
    """A drawn cell of floor, with a fruit beside it, as text and attributes."""
    picture = Picture((("floor", "floor"),), {(0, 1): DrawnPiece("fruit-a", 0)})
    (line,) = terminal_picture.draw_picture(picture, theme, GAME, **options)
    return [(segment.text, attributes(segment.style or Style.null())) for segment in line]


def seen_without_colour(segment: Segment) -> tuple[str, tuple[object, ...]]:
    """A text and its attributes, but those that cannot be seen where there is no ink."""
    style = segment.style or Style.null()
    if not segment.text.strip():
        style = Style(reverse=style.reverse, underline=style.underline)
    return segment.text, attributes(style)


def attributes(style: Style) -> tuple[object, ...]:
    return tuple(bool(getattr(style, name)) for name in ATTRIBUTES)


@pytest.mark.parametrize("name", themes())
class TestEveryTheme:
    def test_it_has_all_marks_and_roles(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        assert set(MARKS) <= set(theme.tables["marks"])
        assert set(ROLES) <= set(theme.tables["text"])

    @pytest.mark.parametrize("game", GAMES)
    def test_it_names_everything_of_the_game(self, name: str, game: str) -> None:
        tables = theme_loader.load_theme(name).tables
        assert {*names(game).tiles, *names(game).pieces} <= {*tables[game], *tables["any"]}

    @pytest.mark.parametrize("game", GAMES)
    @pytest.mark.parametrize("scale", SCALES)
    def test_every_cell_can_be_shown_by_text_and_attributes(
        self, name: str, game: str, scale: Scale
    ) -> None:
        theme = theme_loader.load_theme(name)
        seen: dict[str, Picture] = {}
        for picture in single_cells(game):
            lines = terminal_picture.draw_picture(picture, theme, game, scale=scale)
            shown = str([[seen_without_colour(segment) for segment in line] for line in lines])
            assert shown not in seen, (picture, seen.get(shown))
            seen[shown] = picture

    def test_marks_differ_from_no_mark_and_from_each_other(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        alike: dict[str, list[str]] = {str(without_colour(theme)): ["no mark"]}
        for mark in MARKS:
            drawn = str(without_colour(theme, marks={(0, 0): mark, (0, 1): mark}))
            alike.setdefault(drawn, []).append(mark)
        assert [marks for marks in alike.values() if len(marks) > 1] == []

    def test_cursor_heat_and_lock_differ_from_none_of_them(self, name: str) -> None:
        theme = theme_loader.load_theme(name)
        plain = without_colour(theme)
        assert without_colour(theme, cursor=(0, 0)) != plain
        assert without_colour(theme, cursor=(0, 1)) != plain
        shown = [str(without_colour(theme, heat={(0, 0): heat})) for heat in (0.0, 0.4, 0.9)]
        assert len({*shown, str(plain)}) == 4

    @pytest.mark.parametrize("role", ["selected", "cursor"])
    def test_what_is_selected_is_shown_by_an_attribute(self, name: str, role: str) -> None:
        style = theme_loader.load_theme(name).get_style(role)
        assert any(attributes(style))


def test_refusals_are_dimmed_in_the_theme_without_colour() -> None:
    assert theme_loader.load_theme("mono").get_style("disabled").dim


def test_marks_and_roles_of_the_program_are_those_tested_here() -> None:
    """A mark that the program asks for and no theme has would be drawn as a mere underline."""
    source = "\n".join(
        path.read_text("utf-8")
        for path in (Path(theme_loader.__file__).parent).rglob("*.py")
        if path.name not in ("theming.py", "themefile.py")
    )
    asked = set(re.findall(r'\.mark\("([a-z-]+)"\)', source))
    assert asked <= set(MARKS)
    roles = set(re.findall(r'\.style\("([a-z-]+)"\)', source))
    assert roles <= set(ROLES)


def test_the_sixteen_colours_are_the_terminals_own() -> None:
    theme = theme_loader.load_theme("ansi")
    colours = []
    for section, looks in theme.tables.items():
        if section == "ui":
            assert all(v.startswith("ansi_") for v in looks.values() if isinstance(v, str))
        elif section == "variables":
            assert all("ansi_" in v or v in ("reverse",) for v in looks.values())
        elif section not in ("title", "symbols", "heat"):
            colours += [theme._make_style(look) for look in looks.values()]
    colours += [theme.get_heat_style(value / 16) for value in range(17)]
    for style in colours:
        for colour in (style.color, style.bgcolor):
            assert colour is None or colour.triplet is None
            assert colour is None or colour.number is None or colour.number < 16
    assert theme.textual_theme.ansi


def test_emoji_are_wide_in_every_table_since_unicode_9_and_stand_alone() -> None:
    from rich.cells import cell_len

    versions = [f"{n}.0.0" for n in range(9, 17)]
    tables = theme_loader.load_theme("emoji").tables
    for look in (look for game in GAMES for look in tables[game].values()):
        wide = [character for character in look["glyph"] if not ord(character) < 0x10000]
        assert len(wide) in (0, len(look["glyph"]))
        for character in wide:
            assert len(look["glyph"]) == 1, "no joiner and no variation selector"
            assert {cell_len(character, unicode_version=version) for version in versions} == {2}
