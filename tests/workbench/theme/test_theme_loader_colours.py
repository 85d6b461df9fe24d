"""Colours that can be read, and distinguished by people who see fewer of them."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from colours import contrast, contrast_of, linear
from rich.segment import Segment
from rich.style import Style
from sample_picture import FULL
from showcase import GAMES, everything, names, single_cells

from engine.values.picture import Picture
from workbench.drawing import terminal_picture
from workbench.drawing.cell_art import BLOCKS
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import SCALES, Scale
from workbench.theme.theme_loader import Theme

COLOURED = ("default", "light", "high-contrast", "colour-blind", "ascii", "emoji")
"""Themes whose colours are their own, not the terminal's."""
LEAST = {"text": 4.5, "sign": 3.0, "refused": 3.0, "dot": 2.0}
"""Least contrasts. WCAG 2.2 asks for 4.5 of text (1.4.3) and 3 of signs (1.4.11).

It asks nothing of what cannot be done now, nor of decoration such as the dots of the floor:
those are to be seen all the same.
"""
HIGH = {"text": 7.0, "sign": 4.5, "refused": 7.0, "dot": 4.5}
"""The same for the theme of high contrast; 7 is what WCAG 2.2 asks for in 1.4.6."""
INK = BLOCKS | {" "}
"""Characters that are an area rather than a sign."""


def least(name: str, kind: str) -> float:
    return (HIGH if name == "high-contrast" else LEAST)[kind]


def paper(theme: Theme) -> Style:
    """What boards are drawn on."""
    return Style(
        color=theme.get_ui_colour("foreground", ""), bgcolor=theme.get_ui_colour("background", "")
    )


@pytest.mark.parametrize("name", COLOURED)
def test_words_can_be_read_on_panes_and_dialogs(name: str) -> None:
    theme = theme_loader.load_shipped(name)
    for ground, role in product(("background", "surface"), theme.tables["text"]):
        wanted = least(name, "refused" if role == "disabled" else "text")
        under = Style(
            color=theme.get_ui_colour("foreground", ""), bgcolor=theme.get_ui_colour(ground, "")
        )
        assert contrast_of(under + theme.get_style(role)) >= wanted, (role, ground)


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize("kind", ["foreground", "primary", "accent", "warning", "error", "success"])
def test_colours_of_dialogs_can_be_read(name: str, kind: str) -> None:
    theme = theme_loader.load_shipped(name)
    for ground in ("background", "surface"):
        found = contrast(theme.get_ui_colour(kind, ""), theme.get_ui_colour(ground, ""))
        assert found >= least(name, "text"), ground


def drawn(theme: Theme, game: str, picture: Picture, **options: object) -> list[Segment]:
    """The segments of a picture on its paper, at all scales."""
    under = paper(theme)
    return [
        Segment(text, under + (style or Style.null()))
        for scale in SCALES
        for line in terminal_picture.draw_picture(picture, theme, game, scale=scale, **options)
        for text, style, _ in line
    ]


def dots_of(theme: Theme, game: str) -> set[str]:
    """The first characters of empty ground."""
    return {theme.get_look(game, tile).glyph[0] for tile in ("floor", "empty", names(game).ground)}


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize(
    ("game", "picture"),
    [("fruit-dating", FULL), *((game, everything(game)) for game in GAMES)],
    ids=["fruit-dating-gates", *GAMES],
)
def test_everything_on_a_board_can_be_seen(name: str, game: str, picture: Picture) -> None:
    theme = theme_loader.load_shipped(name)
    dots = dots_of(theme, game)
    for text, style, _ in drawn(theme, game, picture, margin=True, cursor=(1, 4)):
        signs = {*text} - INK
        assert style is not None
        wanted = least(name, "dot" if signs <= dots else "sign")
        assert not signs or contrast_of(style) >= wanted, text


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize("game", GAMES)
def test_marks_and_what_they_mark_can_be_read(name: str, game: str) -> None:
    theme = theme_loader.load_shipped(name)
    dots = dots_of(theme, game)
    for mark, thing in product(theme.tables["marks"], single_cells(game)):
        look, found = theme.get_mark(mark), {"": 21.0}
        for text, style, _ in drawn(theme, game, thing, marks={(0, 0): mark}):
            assert style is not None
            found |= {sign: contrast_of(style) for sign in {*text} - INK - dots}
        assert min(found.values()) >= LEAST["sign"], (mark, thing, found)
        if look.style.bgcolor is not None:
            assert found[look.narrow] >= LEAST["text"], (mark, thing, found)


@pytest.mark.parametrize("name", COLOURED)
def test_numbers_of_a_heat_map_can_be_read(name: str) -> None:
    theme = theme_loader.load_shipped(name)
    for step in range(17):
        assert contrast_of(theme.get_heat_style(step / 16)) >= least(name, "text")


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("game", "tile"), [("fruit-dating", "wall"), ("skiddy", "block")])
def test_walls_stay_walls_under_marks_and_numbers(game: str, tile: str, scale: Scale) -> None:
    theme = theme_loader.load_shipped("default")
    own = theme.get_look(game, tile).style.color
    for options in (
        {"heat": {(0, 0): 0.5}, "heat_text": {(0, 0): "="}},
        {"marks": {(0, 0): "held"}},
    ):
        lines = terminal_picture.draw_picture(
            Picture(((tile,),)), theme, game, scale=scale, **options
        )
        ink = [style for line in lines for text, style, _ in line if "█" in text]
        assert ink
        assert all(style is not None and style.color == own for style in ink)


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
    """A colour as a person sees it, in CIE L*a*b* under D65."""
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
@pytest.mark.parametrize(
    ("game", "chips"),
    [
        *((game, names(game).pieces) for game in GAMES if game != "linjat"),  # have digits
        ("skiddy", ("goal-red", "goal-blue")),
    ],
)
def test_chips_of_the_safe_palette_differ_for_every_vision(
    vision: str, game: str, chips: tuple[str, ...]
) -> None:
    looks = theme_loader.load_theme("colour-blind").tables[game]
    colours = {name: looks[name]["background"] for name in chips if "background" in looks[name]}
    for (one, first), (other, second) in combinations(colours.items(), 2):
        seen = lab(first, vision), lab(second, vision)
        difference = sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5
        assert difference >= 4 * JUST_NOTICEABLE, f"{one} and {other}: {difference:.1f}"


@pytest.mark.parametrize("vision", VISION)
def test_good_and_bad_of_the_safe_palette_differ_for_every_vision(vision: str) -> None:
    texts = theme_loader.load_theme("colour-blind").tables["text"]
    for one, other in (("good", "bad"), ("better", "worse"), ("better", "broken")):
        seen = lab(texts[one]["colour"], vision), lab(texts[other]["colour"], vision)
        difference = sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5
        assert difference >= 10 * JUST_NOTICEABLE, f"{one} and {other}: {difference:.1f}"
