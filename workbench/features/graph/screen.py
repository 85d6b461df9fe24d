"""The screen that shows a level's state graph, in which a cursor follows moves.

On the left is the picture of the graph (:mod:`workbench.ui.graph`). On the right are the board in
the state under the cursor and, below it, facts about that state. Laying out a large graph takes a
moment. Until it is done, the picture shows a note, but the keys already work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.game.game import Game
from engine.game.playthrough import replay_moves
from engine.search.maps.statemap import StateMap
from engine.values.level import Board
from workbench.commands import Action, GuardedAction, require_value
from workbench.drawing import terminal_picture
from workbench.session.move_text import list_signs
from workbench.theme.cell_sizes import SCALES
from workbench.ui.boards.board_view import BoardView
from workbench.ui.graph import state_text
from workbench.ui.graph.graph_cursor import GraphCursor
from workbench.ui.graph.graph_picture_contents import StateView, Zoom
from workbench.ui.graph.graph_preparer import GraphPreparer
from workbench.ui.graph.pane import StatesPane
from workbench.ui.line_pane import TextPane
from workbench.ui.screen import CommandScreen

MIN_WIDTH = 76
"""The smallest width, in columns, at which the board and text are next to the picture."""
ROOMY = 110
"""The smallest width, in columns, that has room for a large board."""
TEXT_COLUMNS = (30, 42)
"""The widths of the text, in columns, below a small board and below a large one."""


class StateGraphScreen(CommandScreen):
    """The screen that shows the state graph of a board.

    Args:
        game: The game of the board.
        board: The board whose state graph is shown.
        states: The states that can be reached from the board.
        moves: The moves that lead from the start to the cursor's first state.
        playing: True to mark the cursor's first state as the player's current state.
        show: A function that shows the state after the given moves on the screen below; None if
            that screen cannot show other states.
    """

    CONTEXTS = ("states",)
    DEFAULT_CSS = """
    StateGraphScreen #picture { height: 1fr; }
    StateGraphScreen StatesPane { width: 1fr; height: 1fr; }
    StateGraphScreen #aside { height: 1fr; }
    StateGraphScreen #state { width: 1fr; margin: 0 1; }
    StateGraphScreen TextPane { width: 1fr; height: 1fr; margin-top: 1; }
    StateGraphScreen.-narrow #picture { layout: vertical; }
    StateGraphScreen.-narrow #aside { height: 2; }
    StateGraphScreen.-narrow #state { display: none; }
    StateGraphScreen.-narrow TextPane { margin-top: 0; }
    """

    def __init__(
        self,
        game: Game,
        board: Board,
        states: StateMap,
        *,
        moves: tuple[str, ...] = (),
        playing: bool = False,
        show: Callable[[tuple[str, ...]], None] | None = None,
    ) -> None:
        super().__init__()
        self._game = game
        self._board = board
        self._show_moves = show
        arrival = states.follow_moves(moves)
        self.graph_cursor = GraphCursor(states, arrival.state if arrival is not None else 0)
        self._here = arrival.state if playing and arrival is not None else None
        self._zoom: Zoom | None = None
        self._preparer = GraphPreparer(self.run_in_ui_thread, self.update_content)

    def compose_contents(self) -> ComposeResult:
        """Yield the picture of the graph, and the board and text for one state."""
        with Horizontal(id="picture"):
            yield StatesPane(id="states", classes="pane")
            with Vertical(id="aside"):
                yield BoardView(id="state", margin=False)
                yield TextPane(id="about")

    def on_mount(self) -> None:
        """Arrange the widgets to fit the screen."""
        self.query_one(BoardView).can_focus = False
        self.on_resize()

    def on_resize(self) -> None:
        """Rearrange the widgets to fit the screen's new size."""
        self._arrange_widgets()
        self.call_after_refresh(self.update_content)

    def _arrange_widgets(self) -> None:
        width, height = self.app.size
        narrow = width < MIN_WIDTH
        self.set_class(narrow, "-narrow")
        columns = TEXT_COLUMNS[width >= ROOMY]
        self.query_one("#aside").styles.width = "1fr" if narrow else columns
        # Draw the board at the largest scale that leaves half of the height for the text.
        picture = self._game.boards.draw_picture(self._board)
        sizes = [terminal_picture.measure_picture(picture, scale) for scale in SCALES]
        fitting = [high for wide, high in sizes if wide <= columns - 2 and high <= height // 2]
        self.query_one(BoardView).styles.height = fitting[0] if fitting else 0

    def update_content(self) -> None:
        """Redraw the graph, and the board and text for the state under the cursor."""
        view = self._make_view()
        pane = self.query_one(StatesPane)
        pane.show_view(view)
        chosen = self.graph_cursor.chosen_move if view.states is not None else None
        move = chosen.move if chosen is not None else ""
        alike, theme = pane.count_bundled(self.graph_cursor.state), self.workbench.theme_glyphs
        self.query_one(TextPane).show_text(
            partial(state_text.draw_details, view, move, alike, theme)
        )
        moves = self.graph_cursor.states.moves_to(self.graph_cursor.state)
        # A state's board is found by replaying the moves that lead to it.
        playthrough, _ = replay_moves(self._game.play, self._board, moves)
        picture = self._game.play.draw_picture(playthrough.position)
        self.query_one(BoardView).show_picture(picture, self._game.name)
        self.key_line.update_keys()

    def _make_view(self) -> StateView:
        states = self.graph_cursor.states
        if not self._preparer.request_graph(states, self.workbench.solver):
            return StateView(empty=f"Drawing {states.count:,} states...")
        signs = list_signs(self._game, self.workbench.theme_glyphs.get_symbol)
        return StateView(states, self.graph_cursor.state, self._here, self._get_zoom(), signs=signs)

    def _get_zoom(self) -> Zoom:
        """Return the chosen zoom or, if none was chosen, the one that suits the pane's size."""
        chosen = self._zoom
        return (
            self.query_one(StatesPane).choose_zoom(self.graph_cursor.states)
            if chosen is None
            else chosen
        )

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that move the cursor, change the zoom, and leave the screen."""
        walk, pane = self.graph_cursor, self.query_one(StatesPane)
        return {
            "states.left": lambda: self._go_to(pane.find_neighbor(walk.state, -1)),
            "states.right": lambda: self._go_to(pane.find_neighbor(walk.state, 1)),
            "states.page-up": partial(self._turn_page, -1),
            "states.page-down": partial(self._turn_page, 1),
            "states.first": partial(self._go_to, 0),
            "states.next-move": partial(self._choose_move, 1),
            "states.previous-move": partial(self._choose_move, -1),
            "states.closer": partial(self._change_zoom, -1),
            "states.farther": partial(self._change_zoom, 1),
            "states.next-dead": GuardedAction(self._explain_no_dead, partial(self._go_to_dead, 1)),
            "states.previous-dead": GuardedAction(
                self._explain_no_dead, partial(self._go_to_dead, -1)
            ),
            "states.before": lambda: self._go_to(walk.state - 1),
            "states.after": lambda: self._go_to(walk.state + 1),
            "states.choose": GuardedAction(
                require_value(
                    lambda: self._show_moves, ("you cannot jump to a state while you play")
                ),
                self._leave_for_state,
            ),
            "states.back": self.dismiss,
        }

    def _explain_no_dead(self) -> str | None:
        none = {
            None: "dead states are not known in an incomplete graph",
            0: "there are no dead states",
        }
        return none.get(self.graph_cursor.states.dead_count)

    def _go_to(self, state: int) -> None:
        self.graph_cursor.go_to(min(max(state, 0), self.graph_cursor.states.count - 1))
        self.update_content()

    def action_parent(self) -> None:
        """Go back to the state that the cursor came from, or else to the current state's parent."""
        if not self.graph_cursor.go_back():
            self.show_message("This is the start.")
        self.update_content()

    def action_follow(self) -> None:
        """Go to the state that the chosen move leads to."""
        if not self.graph_cursor.follow_move():
            chosen = self.graph_cursor.chosen_move
            ends = chosen is not None and f"{chosen.move}: {chosen.end}. The game is over."
            self.show_message(ends or "No further move is known from here.")
        self.update_content()

    def _choose_move(self, step: int) -> None:
        self.graph_cursor.choose_move(step)
        self.update_content()

    def _turn_page(self, direction: int) -> None:
        states, pane = self.graph_cursor.states, self.query_one(StatesPane)
        depth = states.get_node(self.graph_cursor.state).depth + direction * pane.page
        depth = min(max(depth, 0), states.layer_count - 1)
        # Prefer a state on the solution to the layer's first state.
        path = states.path
        self._go_to(path[depth] if depth < len(path) else states.get_layer(depth).start)

    def action_last(self) -> None:
        """Go to the last state of the solution or, if there is none, to the graph's last state."""
        states = self.graph_cursor.states
        self._go_to(states.path[-1] if states.path else states.count - 1)

    def _change_zoom(self, step: int) -> None:
        # The zoom levels are ordered from the closest to the most distant.
        looks = list(Zoom)
        self._zoom = looks[min(max(self._get_zoom() + step, 0), len(looks) - 1)]
        self.update_content()

    def _go_to_dead(self, step: int) -> None:
        state = self.graph_cursor.states.find_next_dead(self.graph_cursor.state, step)
        if state is not None:
            self._go_to(state)

    @on(StatesPane.StatePointed)
    def _handle_state_pointed(self, message: StatesPane.StatePointed) -> None:
        self._go_to(message.state)

    def _leave_for_state(self) -> None:
        """Close this screen, and show the state under the cursor on the screen below."""
        moves = self.graph_cursor.states.moves_to(self.graph_cursor.state)
        self.dismiss()
        if self._show_moves is not None:
            self._show_moves(moves)
