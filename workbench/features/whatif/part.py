"""What single changes would do, drawn over the board of the design screen."""

from __future__ import annotations

from dataclasses import replace

from textual import on

from engine.edit.edits import Change
from workbench.commands import keymap
from workbench.features.design.editing import DesignEditing
from workbench.features.whatif import effects
from workbench.features.whatif.effects import Aim, Goal, Group
from workbench.features.whatif.pane import WhatIfPane
from workbench.features.whatif.whatif import WhatIf
from workbench.session.players import View
from workbench.ui.board import BoardView
from workbench.ui.dialogs import Ask, Choose, number_between

GOALS = (
    ("l", "longer: the most {}s"),
    ("s", "shorter: the fewest {}s"),
    ("v", "solvable: any solution"),
    ("n", "nearest to a number of {}s"),
)
"""Answers, each with what the game counts to be put in."""
AIMS: dict[str, Aim] = {"l": "longer", "s": "shorter", "v": "solvable", "n": "nearest"}
MOST = 999
"""The largest number of moves to ask for."""
SHOWN = 9
"""Changes that a question offers; its answers are digits."""


class DesignWhatIf(DesignEditing):
    """The heat map of changes: on edit mode's board, with its cursor."""

    _whatif: WhatIf | None = None
    _was_editing = False

    @property
    def exploring(self) -> bool:
        """Whether the effects of single changes are drawn over the board."""
        return self.overlay == "whatif"

    def action_what_if(self) -> None:
        """Draw what changes would do; asked again, choose what they are wanted for."""
        if self.exploring:
            self.run_worker(self._choose_goal(), group="question", exclusive=True)
            return
        self.leave_overlay()
        session = self.session
        if self._whatif is None:
            self._whatif = WhatIf(session.game, session.solver, self._hop, self.renew)
        self._was_editing = session.playback.mode == "edit"
        if not self._was_editing:
            self.action_edit()
        self.overlay = self.side = "whatif"
        self.arrange_panes()
        self.focus_pane("board")
        self.renew()

    def leave_overlay(self) -> None:
        """Draw the board as it is again."""
        if not self.exploring:
            super().leave_overlay()
            return
        self.overlay = None
        if self._whatif is not None:
            self._whatif.leave()
        if self.front == "whatif":
            self.focus_pane("board")
        if self.session.playback.mode != "edit":
            self.side = self._side_before
        elif self._was_editing:
            self.side = "palette"
        else:
            self.action_edit()
        self.arrange_panes()
        self.renew()

    async def _choose_goal(self) -> None:
        whatif = self._whatif
        if whatif is None:
            return
        unit = whatif.base.unit
        goals = [(key, told.format(unit)) for key, told in GOALS]
        answer = await self.workbench.push_screen_wait(
            Choose("What are changes wanted for?", goals)
        )
        if answer is None:
            return
        wanted = 0
        if AIMS[answer] == "nearest":
            moves = whatif.goal.wanted or whatif.base.moves or 1
            typed = await self.workbench.push_screen_wait(
                Ask(f"Nearest to how many {unit}s?", str(moves), number_between(1, MOST))
            )
            if typed is None:
                return
            wanted = int(typed)
        whatif.goal = Goal(AIMS[answer], wanted)
        self.renew()

    # Showing.

    def explained(self, view: View) -> View:
        """The view with what changes would do drawn over it, if that is wanted."""
        whatif, session = self._whatif, self.session
        if not self.exploring or whatif is None:
            return super().explained(view)
        # Generated anew, undone to another, or left by its own key.
        if session.playback.mode != "edit":
            self.leave_overlay()
            return session.view()
        cell = session.editor.row, session.editor.col
        whatif.follow(session.board, session.editor.tool, cell)
        report = whatif.report(cell, session.game.contents(session.board, *cell))
        pane = self.pane("whatif", WhatIfPane)
        pane.show(session.game.name, report)
        drawn = whatif.heat_map()
        caption = report.sentence
        if self.front == "whatif" and (group := pane.pointed) is not None:
            drawn.marks[group.cell] = "inspected"
            told = effects.told(group.names, group.length, report.base)
            caption = f"{report.place(group.cell)} → {told}"
        return replace(
            view,
            caption=caption,
            heat=drawn.heat,
            numbers=drawn.numbers,
            marks=drawn.marks,
        )

    # Making a change.

    def action_paint(self) -> None:
        """Make the best change of the cell while changes are drawn; else paint."""
        if self.exploring:
            self.make_best()
        else:
            super().action_paint()

    @on(BoardView.CellPressed)
    def _cell_wanted(self, message: BoardView.CellPressed) -> None:
        if not self.exploring:
            return
        message.prevent_default()
        message.board.cursor = (message.row, message.col)
        self.renew()
        if message.button == 1:
            self.make_best()

    def make_best(self) -> None:
        """Make the best change of the cell of the cursor; ask which if several are."""
        assert self._whatif is not None
        report = self._whatif.report(self.pane("board", BoardView).cursor, "")
        if report.here:
            self._make(report.here[0])
        else:
            self.say(f"{report.nothing_here} here")

    @on(WhatIfPane.Chosen)
    def _change_chosen(self, message: WhatIfPane.Chosen) -> None:
        self._make(message.group)

    def _make(self, group: Group) -> None:
        if len(group.changes) == 1:
            self._change(group.changes[0])
            return

        async def ask() -> None:
            """Make the change that is chosen among those of the group."""
            offered = group.changes[:SHOWN]
            answers = [(str(n), c.tool.title) for n, c in enumerate(offered, start=1)]
            question = Choose(
                f"Which of these at {self.session.history.where(*group.cell)}?", answers
            )
            answer = await self.workbench.push_screen_wait(question)
            if answer is not None:
                self._change(offered[int(answer) - 1])

        self.run_worker(ask(), group="question", exclusive=True)

    def _change(self, change: Change) -> None:
        if not (self.exploring and self._whatif is not None and self._whatif.offers(change)):
            self.say("not made: the level was changed meanwhile")
            return
        name = f"{change.tool.title} at {self.session.history.where(change.row, change.col)}"
        self.session.history.change(name, change.board)
        self.say(f"{name}; {keymap.key('design.undo')} takes it back")
