"""The picture of a state graph as lines of text, and the cursor on it."""

from __future__ import annotations

import pytest
from graph_pictures import LEVELS, THEME, shipped, states_of, text
from hypothesis import given
from skiddy_boards import GAME, boards

from engine.files import levelfile
from engine.games.skiddy.board import SkiddyBoard
from engine.values.budget import Budget
from workbench.ui.graph import routing, words
from workbench.ui.graph.rows import Rows
from workbench.ui.graph.view import StateView, Zoom

ARMS = {sign: arms for arms, sign in routing._SIGNS.items()}
STEPS = {routing.UP: (-1, 0), routing.DOWN: (1, 0), routing.LEFT: (0, -1), routing.RIGHT: (0, 1)}


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
