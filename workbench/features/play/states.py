"""The picture of the states beside a board that is played, or on a screen of its own."""

from __future__ import annotations

from engine.game.game import Game
from workbench.features.graph.screen import StateGraphScreen
from workbench.features.play.board import PlayBoardScreen
from workbench.service.solving import SolverService
from workbench.session.playing.playtest import Playtest
from workbench.ui.graph import words
from workbench.ui.graph.preparing import Preparing
from workbench.ui.graph.view import StateView
from workbench.ui.stategraph import StatesPane

WIDE = 120
"""Columns from which there is room for the picture beside the board."""


class PlayStates(PlayBoardScreen):
    """A play screen with the picture of the states, which follows every move.

    Attributes:
        session: what is played.
    """

    DEFAULT_CSS = """
    PlayStates StatesPane { dock: right; width: 50%; height: 1fr; display: none; }
    PlayStates.-states StatesPane { display: block; }
    """

    session: Playtest
    _solver: SolverService | None = None

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._preparing = Preparing(self._hop, self.renew)

    def on_mount(self) -> None:
        """Puts the picture beside the board."""
        pane = StatesPane(self.workbench.theme_glyphs, id="states", classes="pane")
        self.query_one("#table").mount(pane)
        self.make_room()

    @property
    def room(self) -> tuple[int, int]:
        """Columns and lines for the board and what belongs to it."""
        width, height = self.app.size
        return (width - width // 2 if self._beside else width), height

    @property
    def _beside(self) -> bool:
        """Whether the picture is beside the board."""
        return self.workbench.play_switches.states and self.app.size.width >= WIDE

    def make_room(self) -> None:
        """Gives board and picture the room they want."""
        self.set_class(self._beside, "-states")
        super().make_room()

    @property
    def no_states(self) -> str | None:
        """Why the picture cannot be shown, or hidden; None if it can."""
        known = self.session.advice.states is not None
        return None if known or self._beside else self._missing

    @property
    def _missing(self) -> str:
        """Why there is no graph."""
        advice = self.session.advice
        if advice.searching:
            return "still searching"
        return advice.trouble or f"the solver of {self.game.title} leaves no graph behind"

    def action_states(self) -> None:
        """Shows the picture beside the board or no longer, or on a screen of its own."""
        switches, states = self.workbench.play_switches, self.session.advice.states
        if self.app.size.width >= WIDE:
            switches.states = not switches.states
            self.make_room()
            self.renew()
            self.call_after_refresh(self.renew)
        elif states is not None and self._solver is not None:
            self.session.show_solution()
            level, moves = self.session.level, self.session.run.moves
            self.app.push_screen(
                StateGraphScreen(
                    self.game, level.board, states, self._solver, moves=moves, playing=True
                )
            )

    def renew(self) -> None:
        """Shows the present position, here and in the picture."""
        super().renew()
        for pane in self.query(StatesPane):
            if self._beside:
                self._show_states(pane)

    def _show_states(self, pane: StatesPane) -> None:
        states = self.session.advice.states
        if states is None or self._solver is None:
            pane.show(StateView(empty=self._missing))
        elif not self._preparing.ready(states, self._solver):
            pane.show(StateView(empty=f"laying out {states.count:,} states"))
        else:
            arrival = states.arrival(self.session.run.moves)
            here = arrival.state if arrival is not None else None
            caption = "beyond what was searched"
            if arrival is not None:
                caption = words.arrival(states, arrival)
            pane.show(StateView(states, None, here, pane.fitting(states), caption=caption))
