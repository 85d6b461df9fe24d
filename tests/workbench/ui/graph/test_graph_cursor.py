"""The cursor on a state graph: from state to state along moves, and beside them."""

from __future__ import annotations

from graph_pictures import states_of
from skiddy_boards import board_of

from workbench.ui.graph.graph_cursor import GraphCursor

ARTICLE = board_of("#####/#r r#/#   #/#R###")


def test_a_walk_goes_along_moves_and_back_the_way_it_came() -> None:
    walk = GraphCursor(states_of(ARTICLE))
    assert walk.chosen_move is not None
    assert walk.chosen_move.state == 3  # along the solution
    walk.choose_move(-1)
    assert walk.follow_move()
    assert walk.state == 2
    walk.choose_move(1)
    assert walk.follow_move()  # S2 left to S6
    walk.choose_move(1)
    assert (walk.state, walk.chosen_move and walk.chosen_move.state) == (6, 2)
    assert walk.follow_move()
    assert [walk.go_back() and walk.state for _ in range(4)] == [6, 2, 0, False]
    walk.go_to(8)
    assert [walk.go_back() and walk.state for _ in range(3)] == [5, 2, 0]


def test_a_move_that_wins_leads_nowhere() -> None:
    walk = GraphCursor(states_of(ARTICLE), 3)
    assert walk.chosen_move is not None
    assert walk.chosen_move.end == "won"
    assert not walk.follow_move()
    assert walk.state == 3
