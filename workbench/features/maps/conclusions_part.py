"""What the solver concludes, over the board of the design screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from engine.game.reasoning import Conclusion, ReasonedTrace
from engine.values.trace import Trace
from workbench.commands import Action, Command, Unless, keymap
from workbench.features.maps.conclusions_pane import ConclusionsPane
from workbench.session.players import View
from workbench.ui.part import Part

TURNS = {"left": -1, "right": 1}
MOVES = {"up": -1, "down": 1}
"""Arrows on the board that go through conclusions, and through evidence."""


class ConclusionsPart(Part):
    """The conclusions of the trace one by one, each with all that it follows from."""

    brings = (ConclusionsPane, "conclusions", "pane answers")
    pane: ConclusionsPane
    overlay = "conclusions"
    below = "trace"
    pane_keys = board_keys = (("conclusions", "design"), ("Conclusions", "Reasoning", "Panes"))
    _shown: tuple[Trace, int, tuple[Conclusion, ...]] | None = None
    _number = 0

    def commands(self) -> Mapping[str, Action]:
        """Goes through conclusions one by one, or no longer."""
        return {
            "design.conclusions": Unless(self._no_conclusions, self._conclude),
            "conclusions.before": partial(self.turn, -1),
            "conclusions.after": partial(self.turn, 1),
        }

    def _no_conclusions(self) -> str | None:
        player = self.session.playback.trace()
        if self.shown:
            return None
        if player is None:
            return "there is no trace yet"
        if not isinstance(player.trace, ReasonedTrace):
            return "the solver of this game tries moves, it concludes nothing"
        turn = keymap.key("design.strategy")
        return (
            None if player.length else f"this strategy concludes nothing: {turn} turns to the next"
        )

    def _conclude(self) -> None:
        """Go through conclusions, or no longer."""
        if self.shown:
            self.panes.show_overlay(None)
            return
        if self.session.playback.editing:
            self.panes.show_overlay(None)
            self.panes.turn_editing()
        self.panes.show_overlay(self.overlay)
        # Where only the board is shown, its arrows do the same.
        self.panes.focus(self.panes.listing("conclusions"))
        self.host.renew()

    def enter(self) -> None:
        """Goes to the row of the trace's cursor."""
        player = self.session.playback.trace()
        assert player is not None
        self.session.tracer.seek(player.moment or 1)

    def leave(self) -> None:
        """Shows the trace again."""
        self.panes.side = "trace"

    def draw(self, view: View) -> View:
        """The view with the conclusion at hand, and the evidence at the list's cursor."""
        if not self.shown:
            return view
        player = self.session.playback.trace()
        if self.session.playback.view_kind != "trace" or player is None or not player.length:
            self.panes.show_overlay(None)
            return self.session.view()
        found, row = self._conclusions(), player.row
        number = min(self._number, max(len(found) - 1, 0))
        at_hand = found[number] if found else None
        name, result = (row.name, row.result) if row is not None else ("", "")
        self.pane.show(f"{name} {result}".strip(), at_hand, number, len(found))
        if at_hand is None:
            return replace(view, marks={})
        text, cells, mark = at_hand.text, at_hand.because, "because"
        if (seen := self.pane.pointed) is not None:
            text, cells, mark = seen.text, seen.cells, "inspected"
        caption = f"{name}, {number + 1} of {len(found)}: {text}"
        marks = dict.fromkeys(at_hand.claims, "claimed") | dict.fromkeys(cells, mark)
        return replace(view, caption=caption, marks=marks)

    def _conclusions(self) -> tuple[Conclusion, ...]:
        """Those of the row at the trace's cursor, worked out once; the first of them at first."""
        player = self.session.playback.trace()
        if player is None or not isinstance(player.trace, ReasonedTrace):
            return ()
        known = self._shown
        if known is None or known[0] is not player.trace or known[1] != player.moment:
            found = player.trace.conclusions(player.moment)
            self._shown = known = player.trace, player.moment, found
            self._number = 0
        return known[2]

    def turn(self, count: int) -> None:
        """To the next conclusion, of the next row after a row's last, or back."""
        self.timer.pause()
        found, player = self._conclusions(), self.session.playback.trace()
        wanted = self._number + count
        if 0 <= wanted < len(found):
            self._number = wanted
        elif player is not None:
            moment = player.moment
            player.step(1 if count > 0 else -1)
            if count < 0 and player.moment != moment:
                self._number = max(len(self._conclusions()) - 1, 0)
        self.host.renew()

    def take(self, command: Command) -> bool:
        """An arrow on the board goes through conclusions and evidence."""
        if self.panes.front == "timeline" or command.action not in {**TURNS, **MOVES}:
            return False
        if command.action in TURNS:
            self.turn(TURNS[command.action])
        else:
            self.pane.action_move(MOVES[command.action])
        return True
