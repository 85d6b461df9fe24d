"""The picture of a state graph as lines of text, and the cursor on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from skiddy_boards import GAME, board_of, boards

from engine.files import levelfile
from engine.games.skiddy.board import SkiddyBoard
from engine.search.maps.statemap import StateMap
from engine.values.budget import Budget
from workbench.theme import theming
from workbench.ui.graph import routing, words
from workbench.ui.graph.drawing import Drawing, fitting
from workbench.ui.graph.rows import Rows
from workbench.ui.graph.view import StateView, Zoom

THEME = theming.load_shipped("default")
LEVELS = Path(__file__).parents[4] / "levels"
ARTICLE = board_of("#####/#r r#/#   #/#R###")

FIGURE = """
0                   [●S0]
                ┌─────┼────┐
                R     D    L
1               S1   ◐S2  ★S3
               L S3   │   R S1
                │     │   D ★
              ┌─┘   ┌─┴───┐
              D     U     L
2             S4   ◐S5   ☆S6
             U S1  D S2  R S2
              │     │    D ☆
              │     └─┐ ┌─┘
              L       L U
3            ★S7      ☆S8
             U S3     R S5
             R S4     D ☆
             D ★
"""
ARMS = {sign: arms for arms, sign in routing._SIGNS.items()}
STEPS = {routing.UP: (-1, 0), routing.DOWN: (1, 0), routing.LEFT: (0, -1), routing.RIGHT: (0, 1)}


def states_of(board: SkiddyBoard) -> StateMap:
    states = GAME.solver.solve(board).states
    assert states is not None
    states.prepare()
    return states


def shipped(name: str) -> StateMap:
    board = levelfile.read(LEVELS / name).board
    assert isinstance(board, SkiddyBoard)
    return states_of(board)


def text(view: StateView, width: int, height: int, top: int = 0) -> list[str]:
    lines = Drawing(view, THEME, width).lines(top, view.cursor, height)
    return ["".join(part for part, _ in line) for line, _ in lines]


def test_the_figure_of_the_article() -> None:
    states = states_of(ARTICLE)
    view = StateView(states, cursor=0, zoom=fitting(states, THEME, 43, 20))
    assert view.zoom == Zoom.MOVES
    drawn = [line.rstrip() for line in text(view, 43, 20)]
    assert drawn == FIGURE.strip("\n").splitlines()


@pytest.mark.parametrize("zoom", Zoom)
@pytest.mark.parametrize("name", ["skiddy/5-6-glacier.toml", "skiddy/2-3-stepping-stone.toml"])
def test_every_layer_fits_whatever_the_width(name: str, zoom: Zoom) -> None:
    states = shipped(name)
    for width in (24, 40, 76, 120):
        lines = text(StateView(states, 0, zoom=zoom), width, 1000)
        assert {len(line) for line in lines} == {width}
        heads = [line.split()[0] for line in lines if line.split() and line.split()[0].isdecimal()]
        assert heads == [str(depth) for depth in range(states.layers)]


def test_where_play_stands_and_the_solution_are_always_drawn() -> None:
    states = shipped("skiddy/5-6-glacier.toml")
    for here in range(states.count):
        lines = text(StateView(states, here=here, zoom=Zoom.KINDS), 40, 100)
        marks = "".join(lines).count
        assert marks("@") == 1
        assert marks("●") + marks("★") >= len(states.path) - (here in states.path)


@pytest.mark.parametrize("zoom", [Zoom.NAMES, Zoom.DOTS, Zoom.KINDS])
def test_a_picture_that_follows_play_is_the_one_that_would_be_drawn_anew(zoom: Zoom) -> None:
    states = shipped("skiddy/5-6-glacier.toml")
    drawing = None
    for here in (0, 2, 8, 16, 8, 17, 80, None, 0):
        view = StateView(states, here=here, zoom=zoom)
        drawing = Drawing(view, THEME, 40, drawing)
        assert drawing.lines(0, here, 60) == Drawing(view, THEME, 40).lines(0, here, 60)


def test_a_page_shows_the_cursor() -> None:
    states = shipped("skiddy/5-6-glacier.toml")
    for zoom in Zoom:
        drawing = Drawing(StateView(states, 0, zoom=zoom), THEME, 76)
        top = 0
        for state in (*range(states.count), *reversed(range(states.count))):
            top = drawing.first_layer(top, state, 14)
            lines = drawing.lines(top, state, 14)
            assert [role for line, _ in lines for _, role in line].count("selected") == 1


def test_what_is_clicked_is_the_state_that_is_written_there() -> None:
    states = shipped("skiddy/5-6-glacier.toml")
    for line, targets in Drawing(StateView(states, zoom=Zoom.NAMES), THEME, 76).lines(0, None, 99):
        written = "".join(part for part, _ in line)
        for target in targets:
            assert written[target.start : target.end].endswith(f"S{target.number}")


@given(boards(max_pieces=3))
def test_lines_lead_where_moves_do(board: SkiddyBoard) -> None:
    states = states_of(board)
    rows = Rows(StateView(states, zoom=Zoom.NAMES), THEME, 100)
    above = rows.row(0, None)
    for depth in range(1, states.layers):
        below = rows.row(depth, above)
        if below.linked:
            nets = routing.nets(above, below)
            signs = routing.draw(nets, routing.tracks(nets))
            wanted = {
                (spot.bundle.first, lead.move, lead.state)
                for spot in above.spots
                for lead in states.leads(spot.bundle.first)
                if lead.state in states.layer(depth)
            }
            entries = {
                column: (move, spot.bundle.first)
                for spot in below.spots
                for (_, move), column in zip(spot.entries, spot.entry_columns, strict=True)
            }
            found = {
                (above.spots[net.source].bundle.first, *entries[column])
                for net in nets
                for column in ends_of(signs, net.port)
            }
            assert found == wanted
        above = below


def ends_of(lines: list[dict[int, routing.Cell]], port: int) -> set[int]:
    """The columns at the bottom to which a line leads, read from the signs alone."""
    ends: set[int] = set()
    waiting = [(0, port, routing.DOWN)]
    while waiting:
        line, column, going = waiting.pop()
        if line == len(lines):
            ends.add(column)
            continue
        arms = ARMS[lines[line][column][0]]
        crossed = going in (routing.LEFT, routing.RIGHT) and arms == routing.UP | routing.DOWN
        back = {routing.UP: routing.DOWN, routing.LEFT: routing.RIGHT}
        back |= {there: here for here, there in back.items()}
        for arm in (going,) if crossed else [a for a in STEPS if a & arms and a != back[going]]:
            down, right = STEPS[arm]
            waiting.append((line + down, column + right, arm))
    return ends


def test_how_closely_to_look() -> None:
    assert fitting(states_of(ARTICLE), THEME, 44, 10) == Zoom.NAMES
    assert fitting(shipped("skiddy/5-6-glacier.toml"), THEME, 76, 20) == Zoom.NAMES
    assert fitting(shipped("skiddy/5-6-glacier.toml"), THEME, 40, 20) == Zoom.DOTS


def test_an_incomplete_graph_is_drawn_as_far_as_it_is_known() -> None:
    board = levelfile.read(LEVELS / "skiddy/5-6-glacier.toml").board
    states = GAME.solver.solve(board, budget=Budget(40)).states
    assert states is not None
    states.prepare()
    view = StateView(states, states.count - 1, zoom=Zoom.DOTS)
    assert words.title(view).startswith(f"Graph, incomplete · {states.count} states · ")
    drawn = "".join(text(view, 76, 40))
    assert drawn.count("?") + drawn.count("★") == states.count
    described = ["".join(str(part) for part, _ in line) for line in words.state_lines(view, "", 60)]
    assert f"S{states.count - 1}: depth 6, not known whether a win can be reached" in described
    assert "its moves were not tried" in described
