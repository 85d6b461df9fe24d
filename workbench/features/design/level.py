"""What concerns the whole level on the design screen: its board, its history, its title."""

from __future__ import annotations

from collections.abc import Mapping

from engine.edit import editing
from engine.edit.transforms import TRANSFORMS, Transform
from engine.errors import EngineError
from engine.game.boards import Symmetrizing
from engine.values.level import Board
from workbench.commands import Action, Unless, lacking
from workbench.ui.lists import PickableRow, PickRow
from workbench.ui.part import Part

TRANSFORM_KEYS = "rlumftec12345678"
"""The keys of the transforms, in their order; arrows and hjkl move through the list."""
SYMMETRY_KEYS = "1234567bcefgmn"
"""The same of the ways to make walls and pieces symmetric."""


class LevelPart(Part):
    """Transforms the board, goes through the history, and describes the level."""

    def commands(self) -> Mapping[str, Action]:
        """What there is to ask about the level."""
        history = self.session.history
        unrated = lacking(lambda: history.judgements, "no rating of this board is known")
        return {
            "design.transform": self._transform,
            "design.symmetrize": Unless(self._unsymmetric, self._symmetrize),
            "design.history": self._history,
            "design.reasons": Unless(unrated, self._reasons),
            "design.describe": self._describe,
        }

    def _transform(self) -> None:
        """Choose how to turn, mirror, crop or resize the board."""
        self.session.painter.put_back()
        self.follow_cursor()
        rows = [
            self._transform_row(transform, key)
            for transform, key in zip(TRANSFORMS, TRANSFORM_KEYS, strict=True)
        ]
        board = self.session.board
        if self.game.boards.shape is not None and all(row.refused for row in rows):
            self.host.say("; ".join(dict.fromkeys(row.refused or "" for row in rows)))
            return
        question = f"Transform the board, {board.rows} by {board.cols}"
        self.ask(PickRow(question, rows), self._make_transform)

    def _make_transform(self, number: int) -> None:
        self.session.painter.transform(TRANSFORMS[number])
        editor = self.session.editor
        self.board.cursor = (editor.row, editor.col)
        self.host.renew()

    def _transform_row(self, transform: Transform, key: str) -> PickableRow:
        """A transform as an answer: why it cannot be made, or what would go with it."""
        game, board = self.game, self.session.board
        try:
            after = transform.of(game, board)
        except EngineError as error:
            return PickableRow(transform.title, key, refused=str(error))
        gone = transform.losses(game, board, after)
        return PickableRow(transform.title, key, f"takes away {gone}" if gone else "")

    def _unsymmetric(self) -> str | None:
        game = self.game
        fixed = f"boards of {game.title} are made symmetric by drawing only"
        return fixed if game.boards.symmetrizing is None else None

    def _symmetrize(self) -> None:
        """Choose what to make symmetric, and how."""
        self.follow_cursor()
        painter, board = self.session.painter, self.session.board
        area, symmetrizing = painter.selection, self.game.boards.symmetrizing
        assert symmetrizing is not None
        painter.put_back()
        if area is not None:
            try:
                board = symmetrizing.cut(board, area)
            except EngineError as error:
                self.host.say(str(error))
                return
        ways = [
            (part, mirror)
            for part in symmetrizing.parts
            for mirror in editing.MIRRORS[1:]
            if mirror.fits(board)
        ]
        rows = [
            self._symmetric_row(symmetrizing, board, *way, key)
            for way, key in zip(ways, SYMMETRY_KEYS, strict=False)
        ]
        rating = symmetrizing.judgement(board).rating
        where = "" if area is None else f" {area.words}"
        question = PickRow(f"Make symmetric{where}: now {rating}", rows)
        self.ask(question, lambda number: painter.symmetrize(*ways[number], area))

    def _symmetric_row(
        self, symmetrizing: Symmetrizing, board: Board, part: str, mirror: editing.Mirror, key: str
    ) -> PickableRow:
        """A way to make the board symmetric as an answer: what comes of it, or why it cannot."""
        title = f"{part}, {mirror.title}"
        try:
            after = symmetrizing.symmetric(board, part, mirror.symmetries)
        except EngineError as error:
            return PickableRow(title, key, refused=str(error))
        return PickableRow(title, key, f"{symmetrizing.share(after, part):.2f}")

    def _history(self) -> None:
        """Choose a version of the document to go to."""
        self.session.painter.put_back()
        document = self.document
        names = document.names
        here = len(names) - 1 - document.number
        rows = [
            PickableRow(name, note="now" if row == here else "undone" if row < here else "")
            for row, name in enumerate(reversed(names))
        ]
        question = PickRow("History, the newest change first", rows, here)
        self.ask(question, lambda answer: self.session.history.go_to(len(names) - 1 - answer))

    def _reasons(self) -> None:
        """Show why the level is rated as it is."""
        from workbench.ui.help import HelpPane, HelpScreen, reasons

        page = reasons(self.session.history.judgements)
        self.workbench.push_screen(HelpScreen(HelpPane([page])))

    def _describe(self) -> None:
        """Write title, author, tags and notes."""
        from workbench.ui.exchange.pasting import DescribeLevel

        self.session.painter.put_back()
        self.ask(DescribeLevel(self.session.level), self.session.history.describe)
