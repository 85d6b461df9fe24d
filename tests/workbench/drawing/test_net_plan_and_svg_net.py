"""Unfolded cubes on canvases of terminal columns: where cells are, what is around them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from frames import check_text
from monk_boards import GAME

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import CELLS
from engine.games.mazing_monk.cube.net import PLACES
from engine.values.picture import Picture
from workbench.drawing import export, net_plan, terminal_picture
from workbench.drawing.cell_brush import Overlay
from workbench.drawing.move_previews import preview_move
from workbench.theme import theme_loader
from workbench.theme.cell_sizes import SCALES, Scale

SVG = "{http://www.w3.org/2000/svg}"
BOARD = MonkBoard("M*.##.S#*##.**.##SS..*#.#.*.*.S##..#*#..S.##*..#S*..##", 7)
PICTURE = GAME.boards.draw_picture(BOARD)
PLANS = [
    net_plan.plan_net(PICTURE, scale, dress, solid=solid)
    for scale in SCALES
    for dress in net_plan.NET_STYLES
    for solid in (False, True)
]


def drawn(plan: net_plan.NetPlan, theme: str = "mono", picture: Picture = PICTURE) -> str:
    shown = preview_move(GAME, GAME.play.create_start(BOARD), reach=False)
    overlay = Overlay((4, 4), arrows=shown.arrows)
    painted = plan.draw_picture(picture, theme_loader.load_shipped(theme), GAME.name, overlay)
    return "".join("".join(text for text, _ in line).rstrip() + "\n" for line in painted)


@pytest.mark.parametrize("theme", ["default", "ascii", "mono", "emoji"])
@pytest.mark.parametrize("scale", SCALES)
def test_the_whole_net(theme: str, scale: Scale) -> None:
    plan = net_plan.plan_net(PICTURE, scale, net_plan.FRAMED, solid=True)
    check_text(drawn(plan, theme), f"net-{theme}-{scale}")


@pytest.mark.parametrize("dress", [net_plan.PARTED, net_plan.TIGHT])
def test_nets_in_little_room(dress: net_plan.NetStyle) -> None:
    plan = net_plan.plan_net(PICTURE, "compact", dress)
    check_text(drawn(plan), f"net-{'parted' if dress.apart else 'tight'}")


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
def test_cells_are_where_they_are_drawn(plan: net_plan.NetPlan) -> None:
    columns, lines = plan.size
    painted = plan.draw_picture(PICTURE, theme_loader.load_shipped("mono"), GAME.name, Overlay())
    assert len(painted) == lines and {len(line) for line in painted} == {columns}
    found = {plan.find_cell(x, y) for x in range(-1, columns + 1) for y in range(-1, lines + 1)}
    assert found == {None, *PLACES} and len(found) == CELLS + 1
    assert all(plan.find_cell(*plan.locate_cell(place)) == place for place in PLACES)


def test_what_a_terminal_of_80_by_24_has_room_for() -> None:
    whole = [plan.size for plan in terminal_picture.list_plans(PICTURE, margin=True)]
    assert any(columns <= 35 and lines <= 17 for columns, lines in whole)
    columns, lines = terminal_picture.measure_picture(PICTURE, "compact")
    assert columns <= 27 and lines == 12


@pytest.mark.parametrize("plan", [plan for plan in PLANS if plan.style.apart])
def test_arrows_are_found_where_they_are_drawn(plan: net_plan.NetPlan) -> None:
    columns, lines = plan.size
    found = {plan.find_arrow(x, y) for x in range(columns) for y in range(lines)} - {None}
    assert {
        (turn.cell, turn.direction)
        for turn in GAME.play.previews.list_handles(GAME.play.create_start(BOARD))
    } <= found


def test_notes_and_the_exit_follow_the_karma() -> None:
    position = GAME.play.create_start(MonkBoard("M*" + "." * 52, 1))
    plan = net_plan.plan_net(PICTURE, "compact", net_plan.FRAMED)
    closed = drawn(plan, "ascii", GAME.play.draw_picture(position))
    opened = drawn(plan, "ascii", GAME.play.draw_picture(GAME.play.step(position, "r").after))
    assert "0 of 1" in closed and "closed" in closed and ".x" in closed
    assert "1 of 1" in opened and "open" in opened and ".>" in opened


@pytest.mark.parametrize("theme", theme_loader.list_themes())
def test_pictures_show_the_faces_and_nothing_between_them(theme: str) -> None:
    drawn_svg = export.render_svg(GAME, PICTURE, theme_loader.load_shipped(theme), "")
    root = ElementTree.fromstring(drawn_svg)
    board, around = root.findall(f"{SVG}g")
    cells = board.findall(f"{SVG}g")
    assert len(cells) == CELLS + len(PICTURE.pieces)
    words = [element.text for element in around.iter(f"{SVG}text")]
    assert {"left", "right", "front", "back", "bottom", "0 of 7", "closed"} <= {*words}
    numbers = [word for word in words if word in ("0", "1", "2")]
    assert len(numbers) == 3 * (4 + 3), "rows of four bands, columns of three stacks"
