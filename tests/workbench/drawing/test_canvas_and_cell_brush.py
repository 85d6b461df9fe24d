from __future__ import annotations

from pathlib import Path

import pytest
from frames import check_text
from sample_picture import FULL

from engine.files import levelfile
from engine.game import registry
from engine.values.grid import Cell
from engine.values.picture import DrawnPiece, Picture
from workbench.drawing import terminal_picture
from workbench.drawing.cell_art import is_filled
from workbench.drawing.cell_brush import Overlay
from workbench.paths.resources import get_shipped_levels
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import SCALES, Scale

GAME = "fruit-dating"
MONO = theme_loader.load_theme("mono")
CURSOR = (4, 4)
HEAT = {(row, col): row * col / 36 for row in range(1, 7) for col in range(1, 7)}


def text(picture: Picture = FULL, theme: theme_loader.Theme = MONO, **options: object) -> str:
    lines = terminal_picture.draw_picture(picture, theme, GAME, **options)  # type: ignore[arg-type]
    return "".join("".join(part.text for part in line).rstrip() + "\n" for line in lines)


@pytest.mark.parametrize("theme", ["default", "ascii"])
@pytest.mark.parametrize("scale", SCALES)
def test_everything(theme: str, scale: Scale) -> None:
    drawn = text(theme=theme_loader.load_theme(theme), scale=scale, margin=True)
    check_text(drawn, f"board-{theme}-{scale}")


@pytest.mark.parametrize("scale", SCALES)
def test_cursor_marks_and_heat_without_colour(scale: Scale) -> None:
    marks = {(1, 6): "problem", (6, 1): "changed"}
    pointed = text(scale=scale, margin=True, cursor=CURSOR, marks=marks)
    hot = text(scale=scale, margin=True, cursor=CURSOR, heat=HEAT)
    check_text(f"{pointed}\n{hot}", f"board-overlays-{scale}")


def test_light_and_mono_draw_what_the_default_draws() -> None:
    default = text(theme=theme_loader.load_theme("default"))
    assert text(theme=theme_loader.load_theme("light")) == default
    assert text(theme=MONO) == default


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("margin", [False, True])
def test_size_and_place_of_cells(scale: Scale, margin: bool) -> None:
    width, height = terminal_picture.measure_picture(FULL, scale, margin=margin)
    lines = terminal_picture.draw_picture(FULL, MONO, GAME, scale=scale, margin=margin)
    assert len(lines) == height
    assert {sum(part.cell_length for part in line) for line in lines} == {width}
    places = {
        terminal_picture.plan_picture(FULL, scale, margin=margin).find_cell(x, y)
        for x in range(-1, width + 1)
        for y in range(-1, height + 1)
    }
    assert places == {None} | {(row, col) for row in range(8) for col in range(8)}


def corner(**options: object) -> Picture:
    return Picture((("floor", "floor"), ("wall", "mud")), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("overlay", [{}, {"cursor": (0, 0)}, {"heat": {(0, 0): 0.4}},
                                     {"marks": {(0, 0): "problem"}}])  # fmt: skip
@pytest.mark.parametrize("piece", [{}, {(0, 0): DrawnPiece("fruit-a", 0)}])
def test_a_gate_never_vanishes(overlay: dict[str, object], piece: dict[Cell, DrawnPiece]) -> None:
    for direction, arrow in enumerate("→↑←↓"):
        picture = corner(pieces=piece, gates=frozenset({(0, 0, direction)}))
        assert text(picture, **overlay)[1] == arrow
    several = corner(pieces=piece, gates=frozenset({(0, 0, 0), (0, 0, 3)}))
    assert text(several, **overlay)[1] == "+"


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("direction", range(4))
def test_a_gate_leaves_the_sign_of_a_mark(scale: Scale, direction: int) -> None:
    gates = frozenset({(0, 0, direction), (0, 1, 2), (1, 0, 1)})
    drawn = text(corner(gates=gates), scale=scale, marks={(0, 0): "needed", (0, 1): "inert"})
    assert "§" in drawn and "¬" in drawn


def test_mud_stays_visible_between_a_mark_and_a_gate() -> None:
    drawn = text(corner(gates=frozenset({(1, 1, 0)})), marks={(1, 1): "needed"})
    assert drawn.splitlines()[1] == "██≈→"


def test_large_gates_stand_on_the_edge_they_guard() -> None:
    right = text(corner(gates=frozenset({(0, 0, 0)})), scale="large").splitlines()
    left = text(corner(gates=frozenset({(0, 1, 2)})), scale="large").splitlines()
    assert (right[0][3], right[1][3]) == ("→", "┊")
    assert (left[0][3], left[1][3]) == ("←", "┊")
    down = text(corner(gates=frozenset({(0, 0, 3)})), scale="large").splitlines()
    up = text(corner(gates=frozenset({(1, 0, 1)})), scale="large").splitlines()
    assert down[1][:3] == "╌↓╌"
    assert up[1][:3] == "╌↑╌"


def test_mud_shows_beside_a_piece_on_it() -> None:
    picture = corner(pieces={(1, 1): DrawnPiece("stone", 0)})
    assert text(picture).splitlines()[1] == "██●≈"


def test_the_cursor_shows_by_reversing_and_by_brackets() -> None:
    [line, _] = terminal_picture.draw_picture(corner(), MONO, GAME, cursor=(0, 1))
    assert "".join(part.text for part in line) == "·[·]"
    assert [part.text for part in line if part.style and part.style.reverse] == ["·"]


@pytest.mark.parametrize("scale", SCALES)
def test_a_wall_under_the_cursor_looks_like_a_wall(scale: Scale) -> None:
    theme = theme_loader.load_theme("default")
    lines = terminal_picture.draw_picture(corner(), theme, GAME, cursor=(1, 0), scale=scale)
    wall = theme.get_look(GAME, "wall").style.color
    [line] = [line for line in lines if any("]" in part.text for part in line)]
    [bracket] = [part for part in line if "]" in part.text]
    assert bracket.style is not None and bracket.style.bgcolor == wall
    assert not any(part.style and part.style.reverse for part in line)
    # Without colours, a bracket in reverse has the colour of the block that it replaces.
    lines = terminal_picture.draw_picture(corner(), MONO, GAME, cursor=(1, 0), scale=scale)
    brackets = [part for line in lines for part in line if "]" in part.text]
    assert [part.style and part.style.reverse for part in brackets] == [True]


def test_numbers_of_a_heat_map() -> None:
    heat = {(0, 0): 0.0, (0, 1): 1.0, (1, 1): 0.5}
    assert text(corner(), heat=heat).splitlines() == [" 0 9", "██≈5"]
    words = {(0, 0): "7", (0, 1): "12", (1, 1): "100"}
    assert text(corner(), heat=heat, heat_text=words).splitlines() == [" 712", "██++"]
    words = {(0, 0): "-15", (0, 1): "+12", (1, 1): "100"}
    assert text(corner(), heat=heat, heat_text=words).splitlines() == ["--++", "██++"]
    large = text(corner(), heat=heat, heat_text=words, scale="large").splitlines()
    assert large[1] == " -15 +12" and large[3].endswith(" 100")


def test_a_wide_glyph_gives_way_to_a_gate(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("themes")
    looks = 'stone = { glyph = "石", narrow = "s" }\n'
    (folder / "wide.toml").write_text(f'inherits = "mono"\n[{GAME}]\n{looks}', "utf-8")
    theme = theme_loader.load_theme("wide", folder)
    stone = {(0, 0): DrawnPiece("stone", 0)}
    assert text(corner(pieces=stone), theme).startswith("石·\n")
    gated = corner(pieces=stone, gates=frozenset({(0, 0, 0)}))
    assert text(gated, theme).startswith("s→·\n")


def test_unknown_names_and_empty_pictures_draw() -> None:
    assert text(Picture((("lava", "ice-floe"),))) == "LaIF\n"
    assert text(Picture(())) == ""
    assert text(Picture(()), margin=True) == "\n"


def test_brackets_on_a_chip_are_of_its_ink() -> None:
    picture = corner(pieces={(0, 0): DrawnPiece("fruit-a", 0)})
    for scale in ("compact", "large"):
        [line, *_] = terminal_picture.draw_picture(
            picture, theme_loader.load_theme("default"), GAME, cursor=(0, 0), scale=scale
        )  # type: ignore[arg-type]
        chip = theme_loader.load_theme("default").get_look(GAME, "fruit-a").style
        brackets = [part.style for part in line if set(part.text.strip()) & {"[", "]"}]
        on_chip = [style for style in brackets if style and style.bgcolor == chip.bgcolor]
        assert on_chip
        assert {style.color for style in on_chip} == {chip.color}


def test_digits_of_a_difference_and_of_the_chip_beside_it_stand_on_grounds_of_their_own() -> None:
    theme = theme_loader.load_theme("default")
    picture = Picture((("empty", "empty"),), pieces={(0, 1): DrawnPiece("number-4", 0)})
    marks = {(0, 0): "worse", (0, 1): "worse"}
    heat = {(0, 0): 0.2, (0, 1): 0.2}
    (line,) = terminal_picture.draw_picture(
        picture, theme, "linjat", marks=marks, heat=heat, heat_text={(0, 0): "-2", (0, 1): "-1"}
    )
    assert [part.text for part in line] == ["-2", "4", "-"]
    worse = theme.get_mark("worse").style.bgcolor
    assert [part.style.bgcolor == worse for part in line if part.style] == [True, False, True]


@pytest.mark.parametrize("mark", ["blamed", "changed"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("theme", ["default", "ascii", "emoji"])
@pytest.mark.parametrize("game", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
def test_the_last_event_hides_nothing_on_the_board(
    game: str, theme: str, scale: Scale, mark: str
) -> None:
    loaded, known = theme_loader.load_shipped(theme), registry.get_game(game)
    files = (get_shipped_levels() / game).glob("*.toml")
    names = {name for path in files for name in shown(path)}
    for tile, piece in sorted(names):
        picture = Picture(((tile,),), {(0, 0): DrawnPiece(piece, 0)} if piece else {})
        plain, marked = (
            [
                column
                for line in terminal_picture.plan_picture(picture, scale).draw_picture(
                    picture, loaded, known.name, overlay
                )
                for column in line
            ]
            for overlay in (Overlay(), Overlay(marks={(0, 0): mark}))
        )
        assert marked != plain, (tile, piece)
        if piece or not is_filled(loaded.get_look(game, tile)):
            kept = [before for before, after in zip(plain, marked, strict=True)
                    if before[0] not in (" ", after[0])]  # fmt: skip
            assert not kept, (tile, piece)


def shown(path: Path) -> set[tuple[str, str]]:
    """The tiles of a level, each with the piece on it."""
    level = levelfile.read_level(path)
    picture = registry.get_game(level.game).boards.draw_picture(level.board)
    pieces = {cell: piece.name for cell, piece in picture.pieces.items()}
    cells = ((row, col) for row in range(picture.rows) for col in range(picture.cols))
    return {
        (picture.tiles[r][c], pieces.get((r, c), "")) for r, c in cells if picture.has_cell((r, c))
    }
