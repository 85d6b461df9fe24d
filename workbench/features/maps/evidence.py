"""What the solver concludes, and what trust alone would, over the board of the design screen."""

from __future__ import annotations

from dataclasses import replace

from textual import on

from engine.game.play import replay
from engine.game.reasoning import Conclusion, ReasonedTrace
from engine.values.grid import DOWN, LEFT, RIGHT, UP
from engine.values.leaks import Leak
from engine.values.trace import Trace
from workbench.commands import Command, keymap
from workbench.features.maps import conclusions as conclusion
from workbench.features.maps import leaks
from workbench.features.maps.conclusions import ConclusionsPane
from workbench.features.maps.leaks_pane import LeaksPane, Report
from workbench.features.maps.maps import DesignMaps
from workbench.session.players import View


class DesignLeaks(DesignMaps):
    """The map of uniqueness leaks: on the level as it stands, while it is edited too."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.leaks" and self.overlay != "leaks":
            return leaks.refusal(self.session.verdicts)
        return super().unavailable(command)

    def action_leaks(self) -> None:
        """Draw what trust in a single solution gives away, or no longer."""
        self.turn_map("leaks")
        if self.overlay == "leaks":
            self.focus_list("leaks")

    def mapped(self, view: View) -> View:
        """The view with leaks drawn over it, if they are the map.

        That is all of them on the level; from the list the one at its cursor, at the moment at
        which it opens. What is being drawn by hand is shown first.
        """
        if self.overlay != "leaks":
            return super().mapped(view)
        session, pane = self.session, self.pane("leaks", LeaksPane)
        game, board = session.game, session.board
        found = leaks.known(session.verdicts)
        state = leaks.refusal(session.verdicts) or "the solver is searching"
        named = None
        if found is not None:
            named = tuple((leak, game.contents(board, *leak.cell)) for leak in found)
        pane.show(Report(session.verdicts.digest, named, state))
        if session.playback.mode == "edit" and session.editor.drawing is not None:
            return view
        cell = session.editor.row, session.editor.col
        place = f"{session.history.where(*cell)} {game.contents(board, *cell)}"
        if found is None:
            return View(game.picture(board), f"{place}: {state}")
        if self.front == "leaks" and pane.pointed is not None:
            return self._opened(pane.pointed)
        told = f"{place}: {leaks.cell_told(found, cell)}"
        return View(game.picture(board), told, marks=leaks.marks(found))

    def _opened(self, leak: Leak) -> View:
        """The moment at which a leak opens."""
        game, board = self.session.game, self.session.board
        run, _ = replay(game, board, leak.moves)
        marks = dict.fromkeys(leak.because, "because") | dict.fromkeys(leak.claims, "claimed")
        return View(game.position_picture(run.position), leaks.told(leak), marks=marks)


class DesignConclusions(DesignMaps):
    """The conclusions of the trace one by one, each with all that it follows from."""

    _shown: tuple[Trace, int, tuple[Conclusion, ...]] | None = None
    _number = 0

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.conclusions" and self.overlay != "conclusions":
            player = self.session.playback.trace()
            if player is None:
                return "there is no trace yet"
            if not isinstance(player.trace, ReasonedTrace):
                return "the solver of this game tries moves, it concludes nothing"
            if not player.length:
                turn = keymap.key("design.strategy")
                return f"this strategy concludes nothing: {turn} turns to the next"
        return super().unavailable(command)

    def action_conclusions(self) -> None:
        """Go through conclusions, or no longer."""
        if self.overlay == "conclusions":
            self.leave_overlay()
            return
        self.pause()
        self.leave_overlay()
        session = self.session
        if session.playback.mode == "edit":
            self.action_edit()
        self.overlay = self.side = "conclusions"
        player = session.playback.trace()
        assert player is not None
        session.tracer.seek(player.place or 1)
        self.arrange_panes()
        self.focus_list("conclusions")  # or the board: its arrows do the same
        self.renew()

    def leave_overlay(self) -> None:
        """Show the trace again."""
        if self.overlay != "conclusions":
            super().leave_overlay()
            return
        front = self.front == self.overlay
        self.overlay = None
        self.side = "trace"
        if front:
            self.focus_pane("trace")
        self.arrange_panes()
        self.renew()

    def explained(self, view: View) -> View:
        """The view with the conclusion at hand, and the evidence at the list's cursor."""
        if self.overlay != "conclusions":
            return super().explained(view)
        player = self.session.playback.trace()
        if self.session.playback.mode != "trace" or player is None or not player.length:
            self.leave_overlay()
            return self.session.view()
        found, row = self._conclusions(), player.row
        pane = self.pane("conclusions", ConclusionsPane)
        number = min(self._number, max(len(found) - 1, 0))
        at_hand = found[number] if found else None
        name = f"{row.name} {row.result}" if row is not None else ""
        pane.show(conclusion.Report(name, at_hand, number, len(found)))
        if at_hand is None:
            return replace(view, marks={})
        seen = pane.pointed
        marks = dict.fromkeys(at_hand.because if seen is None else seen.cells, "because")
        if seen is not None:
            marks = dict.fromkeys(seen.cells, "inspected")
        told = at_hand.text if seen is None else seen.text
        where = f"{row.name if row is not None else ''}, {number + 1} of {len(found)}"
        return replace(
            view, caption=f"{where}: {told}", marks=dict.fromkeys(at_hand.claims, "claimed") | marks
        )

    def _conclusions(self) -> tuple[Conclusion, ...]:
        """Those of the row at the trace's cursor, worked out once; the first of them at first."""
        player = self.session.playback.trace()
        if player is None or not isinstance(player.trace, ReasonedTrace):
            return ()
        known = self._shown
        if known is None or known[0] is not player.trace or known[1] != player.place:
            found = player.trace.conclusions(player.place)
            self._shown = known = player.trace, player.place, found
            self._number = 0
        return known[2]

    @on(ConclusionsPane.Turned)
    def _another_wanted(self, message: ConclusionsPane.Turned) -> None:
        self.turn_conclusion(message.count)

    def turn_conclusion(self, count: int) -> None:
        """To the next conclusion, of the next row after a row's last, or back."""
        self.pause()
        found, player = self._conclusions(), self.session.playback.trace()
        wanted = self._number + count
        if 0 <= wanted < len(found):
            self._number = wanted
        elif player is not None:
            place = player.place
            player.step(1 if count > 0 else -1)
            if count < 0 and player.place != place:
                self._number = max(len(self._conclusions()) - 1, 0)
        self.renew()

    def go(self, direction: int) -> None:
        """An arrow on the board goes through conclusions and evidence while they are shown."""
        if self.overlay != "conclusions" or self.front == "timeline":
            super().go(direction)
        elif direction in (LEFT, RIGHT):
            self.turn_conclusion(1 if direction == RIGHT else -1)
        elif direction in (UP, DOWN):
            self.pane("conclusions", ConclusionsPane).action_move(1 if direction == DOWN else -1)
