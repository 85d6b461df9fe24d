"""The state graph of a level on a screen of its own, with a cursor to walk through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from engine.game.game import Game
from engine.game.playthrough import replay
from engine.search.maps.statemap import StateMap
from engine.values.level import Board
from workbench.commands import Action, Unless, lacking
from workbench.drawing import canvas
from workbench.session.moves import signs_of
from workbench.theme.scales import SCALES
from workbench.ui.boards.board import BoardView
from workbench.ui.graph import words
from workbench.ui.graph.pane import StatesPane
from workbench.ui.graph.preparing import Preparing
from workbench.ui.graph.view import StateView, Zoom
from workbench.ui.graph.walking import Walk
from workbench.ui.linepane import WordsPane
from workbench.ui.screen import CommandScreen

BESIDE = 76
"""Columns from which the words stand beside the picture, with a board above them."""
ROOMY = 110
"""Columns from which there is room for a large board."""
COLUMNS = (30, 42)
"""Columns of the words, and of the words with a large board."""


class StateGraphScreen(CommandScreen):
    """Shows the states of one board.

    Args:
        game: whose board.
        board: the board.
        states: its states.
        moves: moves from the start to where the cursor begins.
        playing: the cursor begins where play stands, which stays marked.
        show: shows what some moves from the start lead to, on the screen below; None where only
            moves of the player may lead there.
    """

    CONTEXTS = ("states",)
    DEFAULT_CSS = """
    StateGraphScreen #picture { height: 1fr; }
    StateGraphScreen StatesPane { width: 1fr; height: 1fr; }
    StateGraphScreen #beside { height: 1fr; }
    StateGraphScreen #state { width: 1fr; margin: 0 1; }
    StateGraphScreen WordsPane { width: 1fr; height: 1fr; margin-top: 1; }
    StateGraphScreen.-narrow #picture { layout: vertical; }
    StateGraphScreen.-narrow #beside { height: 2; }
    StateGraphScreen.-narrow #state { display: none; }
    StateGraphScreen.-narrow WordsPane { margin-top: 0; }
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
        self._show = show
        arrival = states.arrival(moves)
        self.walk = Walk(states, arrival.state if arrival is not None else 0)
        self._here = arrival.state if playing and arrival is not None else None
        self._zoom: Zoom | None = None
        self._preparing = Preparing(self.hop, self.renew)

    def contents(self) -> ComposeResult:
        """The picture, a board and the words."""
        with Horizontal(id="picture"):
            yield StatesPane(id="states", classes="pane")
            with Vertical(id="beside"):
                yield BoardView(id="state", margin=False)
                yield WordsPane(id="about")

    def on_mount(self) -> None:
        """Has the tables computed."""
        self.query_one(BoardView).can_focus = False
        self.on_resize()

    def on_resize(self) -> None:
        """Arranges for the new size."""
        self._arrange()
        self.call_after_refresh(self.renew)

    def _arrange(self) -> None:
        width, height = self.app.size
        narrow = width < BESIDE
        self.set_class(narrow, "-narrow")
        columns = COLUMNS[width >= ROOMY]
        self.query_one("#beside").styles.width = "1fr" if narrow else columns
        # As high as the board at the scale that there is room for, with words below.
        picture = self._game.boards.picture(self._board)
        sizes = [canvas.size(picture, scale) for scale in SCALES]
        fitting = [high for wide, high in sizes if wide <= columns - 2 and high <= height // 2]
        self.query_one(BoardView).styles.height = fitting[0] if fitting else 0

    # Showing.

    def renew(self) -> None:
        """Shows what is known now."""
        view = self._view()
        pane = self.query_one(StatesPane)
        pane.show(view)
        chosen = self.walk.chosen if view.states is not None else None
        move = chosen.move if chosen is not None else ""
        alike, theme = pane.drawn_as_one(self.walk.state), self.workbench.theme_glyphs
        self.query_one(WordsPane).show(partial(words.beside, view, move, alike, theme))
        moves = self.walk.states.moves_to(self.walk.state)
        playthrough, _ = replay(self._game.play, self._board, moves)
        picture = self._game.play.picture(playthrough.position)
        self.query_one(BoardView).show(picture, self._game.name)
        self.key_line.renew()

    def _view(self) -> StateView:
        states = self.walk.states
        if not self._preparing.ready(states, self.workbench.solver):
            return StateView(empty=f"laying out {states.count:,} states")
        signs = signs_of(self._game, self.workbench.theme_glyphs.symbol)
        return StateView(states, self.walk.state, self._here, self._looked(), signs=signs)

    def _looked(self) -> Zoom:
        """How closely to look, as chosen or as the size allows."""
        chosen = self._zoom
        return self.query_one(StatesPane).fitting(self.walk.states) if chosen is None else chosen

    # Commands.

    def commands(self) -> Mapping[str, Action]:
        """Steps through the graph, and looks at it from nearer or farther."""
        walk, pane = self.walk, self.query_one(StatesPane)
        return {
            "states.left": lambda: self._go(pane.beside(walk.state, -1)),
            "states.right": lambda: self._go(pane.beside(walk.state, 1)),
            "states.page-up": partial(self._turn, -1),
            "states.page-down": partial(self._turn, 1),
            "states.first": partial(self._go, 0),
            "states.next-move": partial(self._choose, 1),
            "states.previous-move": partial(self._choose, -1),
            "states.closer": partial(self._look, -1),
            "states.farther": partial(self._look, 1),
            "states.next-dead": Unless(self._no_dead, partial(self._go_dead, 1)),
            "states.previous-dead": Unless(self._no_dead, partial(self._go_dead, -1)),
            "states.before": lambda: self._go(walk.state - 1),
            "states.after": lambda: self._go(walk.state + 1),
            "states.choose": Unless(
                lacking(lambda: self._show, "only moves lead there while playing"),
                self._leave_for_state,
            ),
            "states.back": self.dismiss,
        }

    def _no_dead(self) -> str | None:
        none = {None: "not known in an incomplete graph", 0: "no state is dead"}
        return none.get(self.walk.states.dead)

    def _go(self, state: int) -> None:
        self.walk.go(min(max(state, 0), self.walk.states.count - 1))
        self.renew()

    def action_parent(self) -> None:
        """Back up."""
        if not self.walk.back():
            self.say("this is the start")
        self.renew()

    def action_follow(self) -> None:
        """To the state that the chosen move leads to."""
        if not self.walk.follow():
            chosen = self.walk.chosen
            ends = chosen is not None and f"{chosen.move}: {chosen.end}, and the game is over"
            self.say(ends or "no move is known to lead on from here")
        self.renew()

    def _choose(self, step: int) -> None:
        self.walk.choose(step)
        self.renew()

    def _turn(self, direction: int) -> None:
        states, pane = self.walk.states, self.query_one(StatesPane)
        depth = states.node(self.walk.state).depth + direction * pane.page
        depth = min(max(depth, 0), states.layers - 1)
        path = states.path
        self._go(path[depth] if depth < len(path) else states.layer(depth).start)

    def action_last(self) -> None:
        """To the last state of the solution, or to the last of all if there is none."""
        states = self.walk.states
        self._go(states.path[-1] if states.path else states.count - 1)

    def _look(self, step: int) -> None:
        looks = list(Zoom)
        self._zoom = looks[min(max(self._looked() + step, 0), len(looks) - 1)]
        self.renew()

    def _go_dead(self, step: int) -> None:
        state = self.walk.states.dead_after(self.walk.state, step)
        if state is not None:
            self._go(state)

    @on(StatesPane.StatePointed)
    def _pointed(self, message: StatesPane.StatePointed) -> None:
        self._go(message.state)

    def _leave_for_state(self) -> None:
        """Leaves, with the screen below at the state of the cursor."""
        moves = self.walk.states.moves_to(self.walk.state)
        self.dismiss()
        if self._show is not None:
            self._show(moves)
