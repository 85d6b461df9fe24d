"""The design screen's part that shows the what-if overlay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from textual.message import Message

from workbench.commands import Action, Command, keymap
from workbench.features.whatif.pane import WhatIfPane
from workbench.session.playback_players import View
from workbench.ui.boards.board_view import BoardView
from workbench.ui.dialogs import ChoicePrompt, LinePrompt
from workbench.ui.part import Handler, Part

if TYPE_CHECKING:
    from engine.edit.single_changes import Change
    from workbench.features.whatif.change_effects import ChangeGroup
    from workbench.features.whatif.model import WhatIfModel

MAX_ANSWERS = 9
"""The largest number of changes to list in a dialog, where each is chosen with a digit."""


class WhatIfPart(Part):
    """The part that draws a heat map of possible changes on the board in edit mode."""

    pane_spec = (WhatIfPane, "whatif", "pane answers")
    pane: WhatIfPane
    overlay = "whatif"
    pane_keys = (("whatif", "design"), ("What if", "Edit", "Panes"))
    board_keys = (("whatif", "design"), ("What if", "Edit", "Level", "Panes"))
    _was_editing = False

    @cached_property
    def model(self) -> WhatIfModel:
        """The model for the effects of all changes, created when it is first needed."""
        from workbench.features.whatif.model import WhatIfModel

        session, host = self.session, self.host
        return WhatIfModel(session.game, session.solver, host.run_in_ui_thread, host.update_content)

    def bind_handlers(self) -> Mapping[type[Message], Handler]:
        """Return the handler for clicks on the board, which make a change."""
        return {BoardView.CellPressed: self._handle_cell_pressed}

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that show the overlay or make the selected change."""
        return {"design.what-if": self._show_or_ask, "whatif.apply": self._make_selected}

    def _show_or_ask(self) -> None:
        """Show the overlay, or ask for an objective if it is already shown."""
        if self.is_shown:
            self.host.ask_question(self._ask_objective())
            return
        self.panes.show_overlay(None)
        self._was_editing = self.session.playback.is_editing
        if not self._was_editing:
            self.panes.toggle_edit_mode()
        self.panes.show_overlay(self.overlay)
        self.panes.focus_pane("board")
        self.host.update_content()

    def leave(self) -> None:
        """Stop the search, and leave edit mode if it was off before the overlay opened."""
        self.model.stop_search()
        panes = self.panes
        if not self.session.playback.is_editing:
            panes.side = panes.side_before
        elif self._was_editing:
            panes.side = "palette"
        else:
            self.panes.toggle_edit_mode()

    async def _ask_objective(self) -> None:
        """Let the user choose an objective, and use it for the overlay."""
        from workbench.ui.objective_prompt import assign_keys, describe_objective

        improver = self.session.improver
        keyed = assign_keys(improver.objectives)
        answers = [(key, describe_objective(aim)) for key, aim in keyed.items()]
        answer = await self.ask_and_wait(
            ChoicePrompt("Which objective should changes improve?", answers)
        )
        if answer is None:
            return
        aim: str | None = keyed[answer]
        name, equals, _ = keyed[answer].partition("=")
        if equals:
            aim = await self._ask_value(name, describe_objective(keyed[answer]))
        if aim is not None:
            self.model.objective = aim
            self.host.update_content()

    async def _ask_value(self, name: str, question: str) -> str | None:
        """Ask for the value of the objective ``name``.

        Returns:
            The objective in the form ``name=value``, or None if the user cancelled.
        """
        whatif, improver = self.model, self.session.improver
        before, _, value = whatif.objective.partition("=")
        if before != name:
            value = "" if name == "wish" else str(whatif.base.facts.get("moves") or "")

        def find_error(typed: str) -> str | None:
            return improver.find_refusal(f"{name}={typed}")

        typed = await self.ask_and_wait(LinePrompt(question, value, find_error))
        return None if typed is None else f"{name}={typed}"

    def update_view(self, view: View) -> View:
        """Return the view, with the heat map added if the overlay is shown."""
        whatif, session = self.model, self.session
        if not self.is_shown:
            return view
        # Edit mode may have ended because of its key, undo, or a newly generated level.
        if not session.playback.is_editing:
            self.panes.show_overlay(None)
            return session.build_view()
        # The session's cursor already matches the board's cursor.
        cell = session.editor.row, session.editor.col
        whatif.follow_level(session.level, session.editor.tool, cell)
        report = whatif.make_report(cell, session.game.boards.describe_cell(session.board, *cell))
        pane = self.pane
        pane.show_report(session.game.name, report)
        drawn = whatif.make_heat_map()
        caption = report.sentence
        if self.panes.front == "whatif" and (group := pane.selected_group) is not None:
            drawn.marks[group.cell] = "inspected"
            words = report.comparison.describe_change(group.names, group.assessment)
            caption = f"{report.format_place(group.cell)} → {words}"
        return replace(
            view, caption=caption, heat=drawn.heat, numbers=drawn.numbers, marks=drawn.marks
        )

    def run_command(self, command: Command) -> bool:
        """Handle the command "edit.paint" by making the best change to the cell.

        Returns:
            True if the command was "edit.paint".
        """
        if command.id == "edit.paint":
            self._make_best()
        return command.id == "edit.paint"

    def _handle_cell_pressed(self, message: BoardView.CellPressed) -> bool:
        if not self.is_shown:
            return False
        message.board.cursor = (message.row, message.col)
        self.host.update_content()
        if message.button == 1:
            self._make_best()
        return True

    def _make_best(self) -> None:
        """Make the best change to the cell under the cursor, asking if several are equally good."""
        report = self.model.make_report(self.board.cursor, "")
        if report.here:
            self._make_change(report.here[0])
        else:
            self.host.show_message(f"{report.nothing_here} here")

    def _make_selected(self) -> None:
        if self.pane.selected_group is not None:
            self._make_change(self.pane.selected_group)

    def _make_change(self, group: ChangeGroup) -> None:
        if len(group.changes) == 1:
            self._apply_change(group.changes[0])
            return
        offered = group.changes[:MAX_ANSWERS]
        answers = [(str(n), c.tool.title) for n, c in enumerate(offered, start=1)]
        question = f"Which change at {self.session.history.format_place(*group.cell)}?"
        self.ask_question(
            ChoicePrompt(question, answers), lambda key: self._apply_change(offered[int(key) - 1])
        )

    def _apply_change(self, change: Change) -> None:
        # The level may have changed while the dialog was open.
        if not (self.is_shown and self.model.has_change(change)):
            self.host.show_message("Not applied: the level has changed in the meantime.")
            return
        name = f"{change.tool.title} at {self.session.history.format_place(change.row, change.col)}"
        self.session.history.change_board(name, change.board)
        self.host.show_message(f"Applied: {name}. Undo with {keymap.get_key_hint('design.undo')}.")
