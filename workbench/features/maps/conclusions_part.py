"""The design screen's overlay that shows the solver's conclusions one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from engine.game.reasoned_trace import Conclusion, ReasonedTrace
from engine.values.solver_trace import Trace
from workbench.commands import Action, Command, GuardedAction, keymap
from workbench.features.maps.conclusions_pane import ConclusionsPane
from workbench.session.commands import NO_TRACE
from workbench.session.playback_players import View
from workbench.ui.part import Part

TURNS = {"left": -1, "right": 1}
MOVES = {"up": -1, "down": 1}
"""The arrow keys that move through the evidence; those in ``TURNS`` change the conclusion."""


class ConclusionsPart(Part):
    """The part that shows each conclusion in the trace and the evidence for it."""

    pane_spec = (ConclusionsPane, "conclusions", "pane answers")
    pane: ConclusionsPane
    overlay = "conclusions"
    pane_below = "trace"
    pane_keys = board_keys = (("conclusions", "design"), ("Conclusions", "Reasoning", "Panes"))
    _row_conclusions: tuple[Trace, int, tuple[Conclusion, ...]] | None = None
    _number = 0

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that show the overlay and step through the conclusions."""
        return {
            "design.conclusions": GuardedAction(self._explain_no_conclusions, self._toggle_overlay),
            "conclusions.before": partial(self.turn_conclusion, -1),
            "conclusions.after": partial(self.turn_conclusion, 1),
        }

    def _explain_no_conclusions(self) -> str | None:
        player = self.session.playback.get_trace_player()
        if self.is_shown:
            return None
        if player is None:
            return NO_TRACE
        if not isinstance(player.trace, ReasonedTrace):
            return "the solver of this game tries moves instead of drawing conclusions"
        turn = keymap.get_key_hint("design.strategy")
        return (
            None
            if player.length
            else (f"this strategy draws no conclusions. Press {turn} for the next strategy.")
        )

    def _toggle_overlay(self) -> None:
        """Show the overlay, or leave it if it is already shown."""
        if self.is_shown:
            self.panes.show_overlay(None)
            return
        if self.session.playback.is_editing:
            self.panes.show_overlay(None)
            self.panes.toggle_edit_mode()
        self.panes.show_overlay(self.overlay)
        # If only the board is shown, it takes the focus, and its arrow keys change the conclusion.
        self.panes.focus_pane(self.panes.resolve_list_pane("conclusions"))
        self.host.update_content()

    def enter(self) -> None:
        """Show the current row of the trace or, at its start, the first row."""
        player = self.session.playback.get_trace_player()
        assert player is not None
        self.session.trace_navigator.seek_row(player.moment or 1)

    def leave(self) -> None:
        """Show the trace again in place of the conclusions."""
        self.panes.side = "trace"

    def update_view(self, view: View) -> View:
        """Return the view with marks for the current conclusion or the selected evidence."""
        if not self.is_shown:
            return view
        player = self.session.playback.get_trace_player()
        if self.session.playback.view_kind != "trace" or player is None or not player.length:
            self.panes.show_overlay(None)
            return self.session.build_view()
        found, row = self._get_conclusions(), player.row
        # The trace row may have changed to one that has fewer conclusions.
        number = min(self._number, max(len(found) - 1, 0))
        at_hand = found[number] if found else None
        name, result = (row.name, row.result) if row is not None else ("", "")
        self.pane.show_conclusion(f"{name} {result}".strip(), at_hand, number, len(found))
        if at_hand is None:
            return replace(view, marks={})
        text, cells, mark = at_hand.text, at_hand.premise_cells, "because"
        if (seen := self.pane.selected_evidence) is not None:
            text, cells, mark = seen.text, seen.cells, "inspected"
        caption = f"{name}, {number + 1} of {len(found)}: {text}"
        marks = dict.fromkeys(at_hand.concluded_cells, "claimed") | dict.fromkeys(cells, mark)
        return replace(view, caption=caption, marks=marks)

    def _get_conclusions(self) -> tuple[Conclusion, ...]:
        """Return the conclusions in the current trace row. They are computed once for each row."""
        player = self.session.playback.get_trace_player()
        if player is None or not isinstance(player.trace, ReasonedTrace):
            return ()
        # In a different trace or row, start at the first conclusion.
        known = self._row_conclusions
        if known is None or known[0] is not player.trace or known[1] != player.moment:
            found = player.trace.list_conclusions(player.moment)
            self._row_conclusions = known = player.trace, player.moment, found
            self._number = 0
        return known[2]

    def turn_conclusion(self, count: int) -> None:
        """Move by ``count`` conclusions, backwards if negative, crossing into adjacent rows."""
        self.timer.pause()
        found, player = self._get_conclusions(), self.session.playback.get_trace_player()
        wanted = self._number + count
        if 0 <= wanted < len(found):
            self._number = wanted
        elif player is not None:
            moment = player.moment
            player.step_by(1 if count > 0 else -1)
            # After stepping back into the previous row, show its last conclusion.
            if count < 0 and player.moment != moment:
                self._number = max(len(self._get_conclusions()) - 1, 0)
        self.host.update_content()

    def run_command(self, command: Command) -> bool:
        """Let an arrow command move through the conclusions and evidence; return whether it did."""
        if self.panes.front == "timeline" or command.action_name not in {**TURNS, **MOVES}:
            return False
        if command.action_name in TURNS:
            self.turn_conclusion(TURNS[command.action_name])
        else:
            self.pane.action_move(MOVES[command.action_name])
        return True
