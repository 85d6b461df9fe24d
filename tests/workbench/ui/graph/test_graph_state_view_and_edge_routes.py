"""The picture of a state graph as lines of text, and the cursor on it."""

from __future__ import annotations

import pytest
from graph_pictures import LEVELS, THEME, shipped, states_of, text
from hypothesis import given
from skiddy_boards import GAME, boards

from engine.files import levelfile
from engine.games.skiddy.board import SkiddyBoard
from engine.values.budget import Budget
from workbench.ui.graph import edge_routes, state_text
from workbench.ui.graph.graph_picture_contents import StateView, Zoom
from workbench.ui.graph.layer_layout import RowBuilder

ARMS = {sign: arms for arms, sign in edge_routes._SIGNS.items()}
STEPS = {
    edge_routes.UP: (-1, 0),
    edge_routes.DOWN: (1, 0),
    edge_routes.LEFT: (0, -1),
    edge_routes.RIGHT: (0, 1),
}


@pytest.mark.parametrize("zoom", Zoom)
@pytest.mark.parametrize("name", ["skiddy/5-6-glacier.toml", "skiddy/2-3-stepping-stone.toml"])
def test_every_layer_fits_whatever_the_width(name: str, zoom: Zoom) -> None:
    states = shipped(name)
    for width in (24, 40, 76, 120):
        lines = text(StateView(states, 0, zoom=zoom), width, 1000)
        assert {len(line) for line in lines} == {width}
        heads = [line.split()[0] for line in lines if line.split() and line.split()[0].isdecimal()]
        assert heads == [str(depth) for depth in range(states.layer_count)]


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
    rows = RowBuilder(StateView(states, zoom=Zoom.NAMES), THEME, 100)
    above = rows.build_row(0, None)
    for depth in range(1, states.layer_count):
        below = rows.build_row(depth, above)
        if below.linked:
            nets = edge_routes.make_nets(above, below)
            signs = edge_routes.draw_tracks(nets, edge_routes.assign_tracks(nets))
            wanted = {
                (spot.bundle.first, lead.move, lead.state)
                for spot in above.spots
                for lead in states.list_transitions(spot.bundle.first)
                if lead.state in states.get_layer(depth)
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


def ends_of(lines: list[dict[int, edge_routes.TrackCell]], port: int) -> set[int]:
    """The columns at the bottom to which a line leads, read from the signs alone."""
    ends: set[int] = set()
    waiting = [(0, port, edge_routes.DOWN)]
    while waiting:
        line, column, going = waiting.pop()
        if line == len(lines):
            ends.add(column)
            continue
        arms = ARMS[lines[line][column][0]]
        crossed = (
            going in (edge_routes.LEFT, edge_routes.RIGHT)
            and arms == edge_routes.UP | edge_routes.DOWN
        )
        back = {edge_routes.UP: edge_routes.DOWN, edge_routes.LEFT: edge_routes.RIGHT}
        back |= {there: here for here, there in back.items()}
        for arm in (going,) if crossed else [a for a in STEPS if a & arms and a != back[going]]:
            down, right = STEPS[arm]
            waiting.append((line + down, column + right, arm))
    return ends


def test_an_incomplete_graph_is_drawn_as_far_as_it_is_known() -> None:
    board = levelfile.read_level(LEVELS / "skiddy/5-6-glacier.toml").board
    states = GAME.solver.solve(board, budget=Budget(40)).states
    assert states is not None
    states.prepare()
    view = StateView(states, states.count - 1, zoom=Zoom.DOTS)
    assert state_text.format_title(view).startswith(f"Graph, incomplete · {states.count} states · ")
    drawn = "".join(text(view, 76, 40))
    assert drawn.count("?") + drawn.count("★") == states.count
    described = [
        "".join(str(part) for part, _ in line) for line in state_text.draw_state(view, "", 60)
    ]
    assert f"S{states.count - 1}: depth 6, a win may be possible" in described
    assert "moves from here were not tried" in described
