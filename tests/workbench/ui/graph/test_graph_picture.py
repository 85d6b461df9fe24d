"""The drawing of a state graph, as text."""

from __future__ import annotations

import pytest
from graph_pictures import ARTICLE, THEME, shipped, states_of, text

from workbench.ui.graph.graph_picture import GraphPicture, choose_zoom
from workbench.ui.graph.graph_picture_contents import StateView, Zoom

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


def test_the_figure_of_the_article() -> None:
    states = states_of(ARTICLE)
    view = StateView(states, cursor=0, zoom=choose_zoom(states, THEME, 43, 20))
    assert view.zoom == Zoom.MOVES
    drawn = [line.rstrip() for line in text(view, 43, 20)]
    assert drawn == FIGURE.strip("\n").splitlines()


@pytest.mark.parametrize("zoom", [Zoom.NAMES, Zoom.DOTS, Zoom.KINDS])
def test_a_picture_that_follows_play_is_the_one_that_would_be_drawn_anew(zoom: Zoom) -> None:
    states = shipped("skiddy/5-6-glacier.toml")
    drawing = None
    for here in (0, 2, 8, 16, 8, 17, 80, None, 0):
        view = StateView(states, here=here, zoom=zoom)
        drawing = GraphPicture(view, THEME, 40, drawing)
        assert drawing.draw_lines(0, here, 60) == GraphPicture(view, THEME, 40).draw_lines(
            0, here, 60
        )


def test_a_page_shows_the_cursor() -> None:
    states = shipped("skiddy/5-6-glacier.toml")
    for zoom in Zoom:
        drawing = GraphPicture(StateView(states, 0, zoom=zoom), THEME, 76)
        top = 0
        for state in (*range(states.count), *reversed(range(states.count))):
            top = drawing.find_first_layer(top, state, 14)
            lines = drawing.draw_lines(top, state, 14)
            assert [role for line, _ in lines for _, role in line].count("selected") == 1


def test_what_is_clicked_is_the_state_that_is_written_there() -> None:
    states = shipped("skiddy/5-6-glacier.toml")
    for line, targets in GraphPicture(StateView(states, zoom=Zoom.NAMES), THEME, 76).draw_lines(
        0, None, 99
    ):
        written = "".join(part for part, _ in line)
        for target in targets:
            assert written[target.start : target.end].endswith(f"S{target.number}")


def test_how_closely_to_look() -> None:
    assert choose_zoom(states_of(ARTICLE), THEME, 44, 10) == Zoom.NAMES
    assert choose_zoom(shipped("skiddy/5-6-glacier.toml"), THEME, 76, 20) == Zoom.NAMES
    assert choose_zoom(shipped("skiddy/5-6-glacier.toml"), THEME, 40, 20) == Zoom.DOTS
