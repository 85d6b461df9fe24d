"""What concerns the whole level on the design screen: its board, its history, its title."""

from __future__ import annotations

from engine.edit.transforms import TRANSFORMS, Transform
from engine.errors import EngineError
from workbench.commands import Command
from workbench.features.design.base import DesignBase
from workbench.ui.board import BoardView
from workbench.ui.picking import PickRow, Row

TRANSFORM_KEYS = "rlumftec12345678"
"""The keys of the transforms, in their order; arrows and hjkl move through the list."""


class DesignWhole(DesignBase):
    """Transforming the board, going through the history, and what the level says of itself."""

    def unavailable(self, command: Command) -> str | None:
        """Why a command cannot be done now."""
        if command.id == "design.reasons" and not self.session.history.judgements:
            return "no rating of this board is known"
        return super().unavailable(command)

    def action_transform(self) -> None:
        """Choose how to turn, mirror, crop or resize the board."""
        self.pause()
        self.session.painter.put_back()
        self.follow_cursor()
        rows = [
            self._transform_row(transform, key)
            for transform, key in zip(TRANSFORMS, TRANSFORM_KEYS, strict=True)
        ]
        board = self.session.board
        if self.session.game.shape is not None and all(row.refused for row in rows):
            self.say("; ".join(dict.fromkeys(row.refused or "" for row in rows)))
            return
        question = PickRow(
            self.workbench.theme_glyphs, f"Transform the board, {board.rows} by {board.cols}", rows
        )

        async def ask() -> None:
            """Make the transformation that is chosen."""
            answer = await self.workbench.push_screen_wait(question)
            if answer is not None:
                self.session.painter.transform(TRANSFORMS[answer])
                editor = self.session.editor
                self.query_one("#board", BoardView).cursor = (editor.row, editor.col)
                self.renew()

        self.run_worker(ask(), group="question", exclusive=True)

    def _transform_row(self, transform: Transform, key: str) -> Row:
        """A transform as an answer: why it cannot be made, or what would go with it."""
        game, board = self.session.game, self.session.board
        try:
            after = transform.of(game, board)
        except EngineError as error:
            return Row(transform.title, key, refused=str(error))
        gone = transform.losses(game, board, after)
        return Row(transform.title, key, f"takes away {gone}" if gone else "")

    def action_history(self) -> None:
        """Choose a version of the document to go to."""
        self.pause()
        self.session.painter.put_back()
        document = self.document
        names = document.names
        here = len(names) - 1 - document.place
        rows = [
            Row(name, note="now" if place == here else "undone" if place < here else "")
            for place, name in enumerate(reversed(names))
        ]
        question = PickRow(
            self.workbench.theme_glyphs, "History, the newest change first", rows, here
        )

        async def ask() -> None:
            """Go to the version that is chosen."""
            answer = await self.workbench.push_screen_wait(question)
            if answer is not None:
                self.session.history.go_to(len(names) - 1 - answer)

        self.run_worker(ask(), group="question", exclusive=True)

    def action_reasons(self) -> None:
        """Show why the level is rated as it is."""
        from workbench.ui.reasons import ReasonsScreen

        self.pause()
        theme = self.workbench.theme_glyphs
        self.workbench.push_screen(ReasonsScreen(theme, self.session.history.judgements))

    def action_describe(self) -> None:
        """Write title, author, tags and notes."""
        from workbench.ui.describing import DescribeLevel

        async def ask() -> None:
            """Take over what was written of the level."""
            told = await self.workbench.push_screen_wait(DescribeLevel(self.session.level))
            if told is not None:
                self.session.history.describe(told)

        self.pause()
        self.session.painter.put_back()
        self.run_worker(ask(), group="question", exclusive=True)
