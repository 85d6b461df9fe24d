"""What single changes would do, drawn over the board of the design screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from textual.message import Message

from workbench.commands import Action, Command, keymap
from workbench.features.whatif.pane import WhatIfPane
from workbench.session.players import View
from workbench.ui.boards.board import BoardView
from workbench.ui.dialogs import Ask, Choose
from workbench.ui.part import Handler, Part

if TYPE_CHECKING:
    from engine.edit.edits import Change
    from workbench.features.whatif.effects import ChangeGroup
    from workbench.features.whatif.model import WhatIf

SHOWN = 9
"""Changes that a question offers; its answers are digits."""


class WhatIfPart(Part):
    """The heat map of changes: on edit mode's board, with its cursor."""

    brings = (WhatIfPane, "whatif", "pane answers")
    pane: WhatIfPane
    overlay = "whatif"
    pane_keys = (("whatif", "design"), ("What if", "Edit", "Panes"))
    board_keys = (("whatif", "design"), ("What if", "Edit", "Level", "Panes"))
    _was_editing = False

    @cached_property
    def whatif(self) -> WhatIf:
        """What the changes come to; made when that is first asked for."""
        from workbench.features.whatif.model import WhatIf

        session, host = self.session, self.host
        return WhatIf(session.game, session.solver, host.hop, host.renew)

    def handlers(self) -> Mapping[type[Message], Handler]:
        """A change is chosen by a click on the board."""
        return {BoardView.CellPressed: self._cell_pressed}

    def commands(self) -> Mapping[str, Action]:
        """Draws what changes would do; asked again, what they are wanted for."""
        return {"design.what-if": self._what_if, "whatif.apply": self._make_pointed}

    def _what_if(self) -> None:
        """Draw what changes would do; asked again, choose what they are wanted for."""
        if self.shown:
            self.host.ask(self._choose_aim())
            return
        self.panes.show_overlay(None)
        self._was_editing = self.session.playback.editing
        if not self._was_editing:
            self.panes.turn_editing()
        self.panes.show_overlay(self.overlay)
        self.panes.focus("board")
        self.host.renew()

    def leave(self) -> None:
        """Looks for changes no longer; edit mode is left if it was not on before."""
        self.whatif.leave()
        panes = self.panes
        if not self.session.playback.editing:
            panes.side = panes.side_before
        elif self._was_editing:
            panes.side = "palette"
        else:
            self.panes.turn_editing()

    async def _choose_aim(self) -> None:
        """Ask for one of the aims that levels are improved for."""
        from workbench.ui.aims import by_keys, meant

        improver = self.session.improver
        keyed = by_keys(improver.aims)
        answers = [(key, meant(aim)) for key, aim in keyed.items()]
        answer = await self.answer(Choose("What are changes wanted for?", answers))
        if answer is None:
            return
        aim: str | None = keyed[answer]
        name, equals, _ = keyed[answer].partition("=")
        if equals:
            aim = await self._with_value(name, meant(keyed[answer]))
        if aim is not None:
            self.whatif.aim = aim
            self.host.renew()

    async def _with_value(self, name: str, question: str) -> str | None:
        """The aim of a name with the value that is asked for; None if none is given."""
        whatif, improver = self.whatif, self.session.improver
        before, _, value = whatif.aim.partition("=")
        if before != name:
            value = "" if name == "wish" else str(whatif.base.facts.get("moves") or "")

        def objection(typed: str) -> str | None:
            """Why a value makes no aim."""
            return improver.objection(f"{name}={typed}")

        typed = await self.answer(Ask(question, value, objection))
        return None if typed is None else f"{name}={typed}"

    # Showing.

    def draw(self, view: View) -> View:
        """The view with what changes would do drawn over it, if that is wanted."""
        whatif, session = self.whatif, self.session
        if not self.shown:
            return view
        # It was generated anew, undone to another, or edit mode was left by its own key.
        if not session.playback.editing:
            self.panes.show_overlay(None)
            return session.view()
        cell = session.editor.row, session.editor.col
        whatif.follow(session.level, session.editor.tool, cell)
        report = whatif.report(cell, session.game.boards.contents(session.board, *cell))
        pane = self.pane
        pane.show(session.game.name, report)
        drawn = whatif.heat_map()
        caption = report.sentence
        if self.panes.front == "whatif" and (group := pane.pointed) is not None:
            drawn.marks[group.cell] = "inspected"
            words = report.yardstick.change_words(group.names, group.standing)
            caption = f"{report.place(group.cell)} → {words}"
        return replace(
            view, caption=caption, heat=drawn.heat, numbers=drawn.numbers, marks=drawn.marks
        )

    # Making a change.

    def take(self, command: Command) -> bool:
        """Painting makes the best change of the cell."""
        if command.id == "edit.paint":
            self._make_best()
        return command.id == "edit.paint"

    def _cell_pressed(self, message: BoardView.CellPressed) -> bool:
        if not self.shown:
            return False
        message.board.cursor = (message.row, message.col)
        self.host.renew()
        if message.button == 1:
            self._make_best()
        return True

    def _make_best(self) -> None:
        """Make the best change of the cell of the cursor; ask which if several are."""
        report = self.whatif.report(self.board.cursor, "")
        if report.here:
            self._make(report.here[0])
        else:
            self.host.say(f"{report.nothing_here} here")

    def _make_pointed(self) -> None:
        if self.pane.pointed is not None:
            self._make(self.pane.pointed)

    def _make(self, group: ChangeGroup) -> None:
        if len(group.changes) == 1:
            self._change(group.changes[0])
            return
        offered = group.changes[:SHOWN]
        answers = [(str(n), c.tool.title) for n, c in enumerate(offered, start=1)]
        question = f"Which of these at {self.session.history.where(*group.cell)}?"
        self.ask(Choose(question, answers), lambda key: self._change(offered[int(key) - 1]))

    def _change(self, change: Change) -> None:
        if not (self.shown and self.whatif.offers(change)):
            self.host.say("not made: the level was changed meanwhile")
            return
        name = f"{change.tool.title} at {self.session.history.where(change.row, change.col)}"
        self.session.history.change(name, change.board)
        self.host.say(f"{name}; {keymap.key('design.undo')} takes it back")
