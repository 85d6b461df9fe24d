"""One state of a graph in words, the legend of the picture, and its title."""

from __future__ import annotations

from graph_pictures import states_of
from skiddy_boards import board_of

from engine.games.skiddy.board import SkiddyBoard
from workbench.theme import theme_loader
from workbench.ui.graph import state_text
from workbench.ui.graph.graph_picture_contents import StateView

THEME = theme_loader.load_shipped("default")
ARTICLE = board_of("#####/#r r#/#   #/#R###")


def test_words() -> None:
    states = states_of(ARTICLE)
    assert state_text.format_title(StateView(states)) == "Graph · 9 states · none dead · 4 layers"
    assert (
        state_text.describe_state(states, states.get_node(3))
        == "S3: depth 1, 1 move from a win, on the solution"
    )
    lines = state_text.draw_state(StateView(states, 6), "D", 40)
    assert ["".join(str(part) for part, _ in line) for line in lines] == [
        "S6: depth 2, 1 move from a win, max", "combo lost", "path D L", "", " U S8, 1 to go",
        " R S2, 2 to go", "▸D won: no combo", "reached from S2",
    ]  # fmt: skip


def test_the_move_that_loses_the_combo_says_so_and_no_later_one() -> None:
    states = states_of(ARTICLE)
    described = {
        (start, lead.move): state_text.describe_move(states, lead, start)
        for start in range(states.count)
        for lead in states.list_transitions(start)
    }
    lost = {key: said for key, said in described.items() if "lost" in said[0]}
    assert lost == {(0, "D"): ("S2, max combo lost, 2 to go", "worse")}


def test_the_legend_explains_what_there_is_to_see() -> None:
    def described(board: SkiddyBoard) -> list[str]:
        lines = state_text.draw_legend(StateView(states_of(board), 0), THEME)
        return ["".join(str(part) for part, _ in line) for line in lines]

    assert described(ARTICLE)[1:] == [
        "○ one move from the cursor",
        "○ a win can be reached", "● on the solution",
        "★ a move wins: max combo", "☆ a move wins: no combo", "◐ max combo lost: 4",
    ]  # fmt: skip
    never = board_of("#######/#r   #R/#   rr#/#######")
    assert described(never)[2:] == ["✗ dead: cannot be won"]
