"""The cursor on a state graph: from state to state along moves, and beside them."""

from __future__ import annotations

from graph_pictures import states_of
from skiddy_boards import board_of

from workbench.ui.graph.walking import Walk

ARTICLE = board_of("#####/#r r#/#   #/#R###")


def test_a_walk_goes_along_moves_and_back_the_way_it_came() -> None:
    walk = Walk(states_of(ARTICLE))
    assert walk.chosen is not None
    assert walk.chosen.state == 3  # along the solution
    walk.choose(-1)
    assert walk.follow()
    assert walk.state == 2
    walk.choose(1)
    assert walk.follow()  # S2 left to S6
    walk.choose(1)
    assert (walk.state, walk.chosen and walk.chosen.state) == (6, 2)
    assert walk.follow()
    assert [walk.back() and walk.state for _ in range(4)] == [6, 2, 0, False]
    walk.go(8)
    assert [walk.back() and walk.state for _ in range(3)] == [5, 2, 0]


def test_a_move_that_wins_leads_nowhere() -> None:
    walk = Walk(states_of(ARTICLE), 3)
    assert walk.chosen is not None
    assert walk.chosen.end == "won"
    assert not walk.follow()
    assert walk.state == 3
