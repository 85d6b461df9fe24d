"""The commands of the design screen: what every key does."""

from __future__ import annotations

from textual import events, on

from workbench import commands
from workbench.commands import Command
from workbench.designing import layout
from workbench.designing.sheet import Sheet
from workbench.panes.board import BoardView
from workbench.panes.palette import PalettePane
from workbench.panes.parameters import ParametersPane
from workbench.panes.trace import TracePane
from workbench.screens.design_playback import DesignPlayback
from workbench.screens.dialogs import new_level

STEPPING = ("back", "forward", "previous-stage", "next-stage", "first", "last", "play-pause")


class DesignActions(DesignPlayback):
    """Generating, tracing, editing, panes and files."""

    shown_sheet: Sheet | None = None
    """The sheet last given to the parameters pane, or taken from it."""

    # What can be done now.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leaves the keys of edit mode to other commands outside of it."""
        if action == "command" and str(parameters[0]).startswith("edit."):
            return self.session.mode == "edit"
        return True

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        session = self.session
        name = command.id.partition(".")[2]
        if command.context == "edit" and session.mode != "edit":
            return "only in edit mode (e)"
        if name in STEPPING:
            return self._unsteppable()
        if name == "heat" and session.mode != "timeline":
            return "weights belong to the timeline (t, or e to leave edit mode)"
        if name == "reroll" and session.made is None:
            return "not a generated level"
        if name == "playtest" and session.verdicts.problems:
            return f"a draft: {session.verdicts.problems[0]}"
        if name == "undo" and self.document.undo_name is None:
            return "nothing to undo"
        if name == "redo" and self.document.redo_name is None:
            return "nothing to redo"
        return None

    def _unsteppable(self) -> str | None:
        if self.session.mode == "edit":
            return "first leave edit mode (e)"
        if self.session.player is None:
            return "nothing to step through: g generates a level"
        return None

    def listed(self) -> tuple[Command, ...]:
        """The commands of the key line."""
        return tuple(c for c in commands.of("edit", "design") if c.label)

    # Generation.

    def action_generate(self) -> None:
        """Generate from the seed and the parameters."""
        self.pause()
        self.session.generate()

    def action_new_seed(self) -> None:
        """Generate from a new random seed."""
        self.session.sheet = self.session.sheet.with_new_seed()
        self.action_generate()

    def action_reroll(self) -> None:
        """Roll the stage at the playhead again."""
        self.pause()
        self.session.reroll()

    @on(ParametersPane.Changed)
    def _sheet_changed(self) -> None:
        sheet = self.query_one("#parameters", ParametersPane).sheet
        if sheet is not None:
            self.session.sheet = self.shown_sheet = sheet

    def action_heat(self) -> None:
        """Draw the weights, or no longer."""
        self.session.turn_heat()

    def action_playtest(self) -> None:
        """Play the level on the play screen."""
        self.pause()
        self.workbench.open_play(self.document.level)

    # The trace.

    def action_strategy(self) -> None:
        """The trace of the next strategy."""
        self.session.turn_strategy()

    def action_search(self) -> None:
        """Find in the trace."""
        self.focus_pane("trace")
        self.query_one("#trace", TracePane).ask()

    def action_locate(self) -> None:
        """Find the state on the board in the trace."""
        self.pause()
        self.session.locate()

    def action_solve(self) -> None:
        """Search again after a stop."""
        self.session.search_again()

    @on(TracePane.Selected)
    def _row_selected(self, message: TracePane.Selected) -> None:
        self.pause()
        self.session.seek_trace(message.row)
        self.arrange_panes()

    @on(TracePane.Find)
    def _row_wanted(self, message: TracePane.Find) -> None:
        self.session.find(message.text)

    @on(TracePane.Chosen)
    def _row_chosen(self) -> None:
        self.session.play_from_row()
        self.focus_pane("board")

    # Editing.

    def action_edit(self) -> None:
        """Edit mode on or off."""
        self.pause()
        session = self.session
        if session.mode == "edit":
            self.side = self._side_before
            session.set_mode("timeline")
        else:
            self._side_before, self.side = self.side, "palette"
            session.set_mode("edit")
        self.focus_pane("board")
        self.arrange_panes()

    def action_paint(self) -> None:
        """Paint the cell of the cursor."""
        self.follow_cursor()
        self.session.paint()

    def action_erase(self) -> None:
        """Erase the cell of the cursor."""
        self.follow_cursor()
        self.session.erase()

    def follow_cursor(self) -> None:
        """Bring the editor to where the board's cursor is.

        The board moves its cursor at once, its messages arrive later: when keys come faster
        than they are handled, only the board knows where the cursor is.
        """
        board = self.query_one("#board", BoardView)
        self.session.editor.place(self.session.board, *board.cursor)

    def action_previous_tool(self) -> None:
        """The tool before."""
        self.session.editor.turn(-1)
        self.renew()

    def action_next_tool(self) -> None:
        """The tool after."""
        self.session.editor.turn(1)
        self.renew()

    def action_undo(self) -> None:
        """Take the last change back."""
        self.pause()
        self.session.undo()

    def action_redo(self) -> None:
        """Make it again."""
        self.pause()
        self.session.redo()

    def on_key(self, event: events.Key) -> None:
        """In edit mode, the key of a tool picks it."""
        editing = self.session.mode == "edit" and event.character is not None
        if editing and self.session.editor.pick(event.character or ""):
            event.stop()
            self.renew()

    @on(PalettePane.Picked)
    def _tool_picked(self, message: PalettePane.Picked) -> None:
        self.session.editor.index = message.index
        self.renew()

    @on(BoardView.CursorMoved)
    def _cursor_moved(self) -> None:
        self.renew()

    @on(BoardView.CellPressed)
    def _cell_pressed(self, message: BoardView.CellPressed) -> None:
        if self.session.mode != "edit":
            return
        message.board.cursor = (message.row, message.col)
        if message.button == 1:
            self.action_paint()
        else:
            self.action_erase()

    # Panes.

    def action_next_pane(self) -> None:
        """The keys go to the next pane."""
        self._turn_pane(1)

    def action_previous_pane(self) -> None:
        """The keys go to the pane before."""
        self._turn_pane(-1)

    def _turn_pane(self, delta: int) -> None:
        order = layout.order(editing=self.session.mode == "edit")
        place = order.index(self.front) if self.front in order else 0
        self.focus_pane(order[(place + delta) % len(order)])

    def action_zoom(self) -> None:
        """The pane with the focus gets the whole screen, or gives it back."""
        self.zoomed = not self.zoomed
        self.arrange_panes()

    def action_cancel(self) -> None:
        """Stop what runs, else leave zoom, playback, edit mode, or the screen."""
        session = self.session
        if self.playing:
            self.pause()
            self.renew()
        elif session.busy:
            session.cancel()
        elif self.zoomed:
            self.action_zoom()
        elif session.mode == "edit":
            self.action_edit()
        elif session.mode != "timeline":
            session.set_mode("timeline")
        else:
            self.action_levels()

    # Files.

    def action_save(self) -> None:
        """Save the level."""
        self._save(elsewhere=False)

    def action_save_as(self) -> None:
        """Save the level under another name."""
        self._save(elsewhere=True)

    def _save(self, *, elsewhere: bool) -> None:
        async def save() -> None:
            await self.workbench.save_document(self.document, elsewhere=elsewhere)
            self.renew()

        self.run_worker(save(), group="question", exclusive=True)

    def action_new(self) -> None:
        """Start an empty level."""

        async def start() -> None:
            if await self.workbench.may_leave():
                document = await new_level(self.workbench)
                if document is not None:
                    self.workbench.open_design(document)

        self.run_worker(start(), group="question", exclusive=True)

    def action_levels(self) -> None:
        """Back to the levels."""
        self.workbench.open_levels()
