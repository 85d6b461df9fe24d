"""Every state that a theme shows can be told by text or attributes, whatever the colours."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from rich.style import Style
from sample_picture import PIECES, TILES

from engine.picture import Picture, Piece
from workbench import resources, theming
from workbench.drawing import canvas
from workbench.theming import Theme

GAME = "fruit-dating"
MARKS = (
    "problem", "changed", "blamed", "locked", "preview", "held", "match", "differs", "better",
    "worse", "same", "broken", "breakpoint", "inspected",
)  # fmt: skip
ROLES = (
    "muted", "key", "title", "number", "good", "bad", "warning", "path", "dead", "selected",
    "cursor", "bracket", "gate", "disabled", "preview", "held", "match", "differs", "better",
    "worse", "same", "broken", "breakpoint", "inspected",
)  # fmt: skip
ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse")


def themes() -> list[str]:
    return [*theming.shipped()]


def without_colour(theme: Theme, **options: object) -> list[tuple[str, tuple[object, ...]]]:
    """A drawn cell of floor, with a fruit beside it, as text and attributes."""
    picture = Picture((("floor", "floor"),), {(0, 1): Piece("fruit-a", 0)})
    (line,) = canvas.draw(picture, theme, GAME, **options)
    return [(segment.text, attributes(segment.style or Style.null())) for segment in line]


def attributes(style: Style) -> tuple[object, ...]:
    return tuple(bool(getattr(style, name)) for name in ATTRIBUTES)


@pytest.mark.parametrize("name", themes())
class TestEveryTheme:
    def test_it_has_all_marks_and_roles(self, name: str) -> None:
        theme = theming.load(name)
        assert set(MARKS) <= set(theme.tables["marks"])
        assert set(ROLES) <= set(theme.tables["text"])

    def test_it_names_everything_of_the_game(self, name: str) -> None:
        section = theming.load(name).tables[GAME]
        assert {*TILES.values(), *PIECES.values()} <= set(section)

    @pytest.mark.parametrize("mark", MARKS)
    def test_a_mark_differs_from_no_mark_and_from_others(self, name: str, mark: str) -> None:
        theme = theming.load(name)
        drawn = {
            other: str(without_colour(theme, marks={(0, 0): other, (0, 1): other}))
            for other in MARKS
        }
        assert drawn[mark] != str(without_colour(theme))
        assert [*drawn.values()].count(drawn[mark]) == 1

    def test_cursor_heat_and_lock_differ_from_none_of_them(self, name: str) -> None:
        theme = theming.load(name)
        plain = without_colour(theme)
        assert without_colour(theme, cursor=(0, 0)) != plain
        assert without_colour(theme, cursor=(0, 1)) != plain
        shown = [str(without_colour(theme, heat={(0, 0): heat})) for heat in (0.0, 0.4, 0.9)]
        assert len({*shown, str(plain)}) == 4

    @pytest.mark.parametrize("role", ["selected", "cursor"])
    def test_what_is_selected_is_told_by_an_attribute(self, name: str, role: str) -> None:
        style = theming.load(name).style(role)
        assert any(attributes(style))


@pytest.mark.parametrize("name", ["mono", "ascii"])
def test_refusals_are_dimmed_in_themes_without_colour(name: str) -> None:
    assert theming.load("mono").style("disabled").dim


def test_marks_and_roles_of_the_program_are_those_tested_here() -> None:
    """A mark that the program asks for and no theme has would be drawn as a mere underline."""
    source = "\n".join(
        path.read_text("utf-8")
        for path in (Path(theming.__file__).parent).rglob("*.py")
        if path.name not in ("theming.py", "themefile.py")
    )
    asked = set(re.findall(r'\.mark\("([a-z-]+)"\)', source))
    assert asked <= set(MARKS)
    roles = set(re.findall(r'\.style\("([a-z-]+)"\)', source))
    assert roles <= set(ROLES)


def test_the_sixteen_colours_are_the_terminals_own() -> None:
    theme = theming.load("ansi")
    colours = []
    for section, looks in theme.tables.items():
        if section == "ui":
            assert all(v.startswith("ansi_") for v in looks.values() if isinstance(v, str))
        elif section == "variables":
            assert all("ansi_" in v or v in ("reverse",) for v in looks.values())
        elif section not in ("title", "symbols", "heat"):
            colours += [theme._style(look) for look in looks.values()]
    colours += [theme.heat(value / 16) for value in range(17)]
    for style in colours:
        for colour in (style.color, style.bgcolor):
            assert colour is None or colour.triplet is None
            assert colour is None or colour.number is None or colour.number < 16
    assert theme.textual.ansi


def test_emoji_are_wide_in_every_table_since_unicode_9_and_stand_alone() -> None:
    from rich.cells import cell_len

    versions = [f"{n}.0.0" for n in range(9, 17)]
    for look in theming.load("emoji").tables[GAME].values():
        wide = [character for character in look["glyph"] if not ord(character) < 0x10000]
        assert len(wide) in (0, len(look["glyph"]))
        for character in wide:
            assert len(look["glyph"]) == 1, "no joiner and no variation selector"
            assert {cell_len(character, unicode_version=version) for version in versions} == {2}


# Contrast and colour vision.


def channel(value: int) -> float:
    """A byte of an sRGB colour as linear light."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def linear(colour: str) -> tuple[float, float, float]:
    red, green, blue = (channel(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it, from 1 to 21."""
    first, second = sorted(
        sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
        for c in (one, other)
    )
    return (second + 0.05) / (first + 0.05)


def test_high_contrast_is_high() -> None:
    theme = theming.load("high-contrast")
    paper = theme.ui_colour("background", "")
    for role, look in theme.tables["text"].items():
        ground = look.get("background", paper)
        assert contrast(look.get("colour", "#ffffff"), ground) >= 7, role
    for section in ("any", GAME):
        for name, look in theme.tables[section].items():
            ground = look.get("background", paper)
            assert contrast(look.get("colour", "#ffffff"), ground) >= 5, name
    for name, look in theme.tables["marks"].items():
        if "background" in look:
            assert contrast(look.get("colour", "#ffffff"), look["background"]) >= 4.5, name


@pytest.mark.parametrize("name", ["default", "light", "colour-blind", "high-contrast"])
def test_letters_can_be_read_on_their_fruit(name: str) -> None:
    theme = theming.load(name)
    for letter in "abcdefgh":
        look = theme.tables[GAME][f"fruit-{letter}"]
        assert contrast(look["colour"], look["background"]) >= 4.5


# Machado, Oliveira and Fernandes 2009, "A Physiologically-based Model for Simulation of Color
# Vision Deficiency", table 1, severity 1.0; they act on linear light.
VISION = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
JUST_NOTICEABLE = 2.3
"""Difference in CIE L*a*b* that can just be seen with the colours side by side."""


def lab(colour: str, vision: str) -> tuple[float, float, float]:
    """A colour as somebody sees it, in CIE L*a*b* under D65."""
    light = linear(colour)
    seen = [
        min(max(sum(a * b for a, b in zip(line, light, strict=True)), 0.0), 1.0)
        for line in VISION[vision]
    ]
    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        root(sum(a * b for a, b in zip(line, seen, strict=True)) / full)
        for line, full in zip(to_xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29


@pytest.mark.parametrize("vision", VISION)
def test_fruit_of_the_safe_palette_differ_for_every_vision(vision: str) -> None:
    looks = theming.load("colour-blind").tables[GAME]
    colours = {name: look["background"] for name, look in looks.items() if "fruit" in name}
    for (one, first), (other, second) in combinations(colours.items(), 2):
        seen = lab(first, vision), lab(second, vision)
        difference = sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5
        assert difference >= 4 * JUST_NOTICEABLE, f"{one} and {other}: {difference:.1f}"


@pytest.mark.parametrize("vision", VISION)
def test_good_and_bad_of_the_safe_palette_differ_for_every_vision(vision: str) -> None:
    texts = theming.load("colour-blind").tables["text"]
    for one, other in (("good", "bad"), ("better", "worse"), ("better", "broken")):
        seen = lab(texts[one]["colour"], vision), lab(texts[other]["colour"], vision)
        difference = sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5
        assert difference >= 10 * JUST_NOTICEABLE, f"{one} and {other}: {difference:.1f}"


def test_the_shipped_folder_has_the_promised_themes() -> None:
    promised = {
        "default", "light", "high-contrast", "colour-blind", "ansi", "mono", "ascii", "emoji",
    }  # fmt: skip
    assert promised <= {path.stem for path in resources.themes_folder().glob("*.toml")}
