"""The design screen's commands for the whole level: transforms, history and metadata."""

from __future__ import annotations

from collections.abc import Mapping

from engine.edit import draw_tools
from engine.edit.transforms import TRANSFORMS, Transform
from engine.errors import EngineError
from engine.game.boards import Symmetrizer
from engine.values.level import Board
from workbench.commands import Action, GuardedAction, require_value
from workbench.ui.part import Part
from workbench.ui.pick_list import PickableRow, PickRow

TRANSFORM_KEYS = "rlumftec12345678"
"""The keys that choose a transform, in the order in which the dialog lists them."""
SYMMETRY_KEYS = "1234567bcefgmn"
"""The keys that make walls or pieces symmetric, in the order in which the dialog lists them."""


class LevelPart(Part):
    """The part that transforms the board, restores versions, and edits the description."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that apply to the whole level."""
        history = self.session.history
        unrated = require_value(lambda: history.outcomes, "this board has no rating yet")
        return {
            "design.transform": self._ask_transform,
            "design.symmetrize": GuardedAction(self._explain_no_symmetry, self._ask_symmetry),
            "design.history": self._ask_version,
            "design.reasons": GuardedAction(unrated, self._show_reasons),
            "design.describe": self._ask_description,
        }

    def _ask_transform(self) -> None:
        """Ask how to rotate, mirror, crop or resize the board, then do it."""
        self.session.painter.cancel_drawing()
        self.follow_cursor()
        rows = [
            self._make_transform_row(transform, key)
            for transform, key in zip(TRANSFORMS, TRANSFORM_KEYS, strict=True)
        ]
        board = self.session.board
        # Games with a fixed board size often allow no transform at all; then just show the reasons.
        if self.game.boards.shape is not None and all(row.refusal for row in rows):
            self.host.show_message("; ".join(dict.fromkeys(row.refusal or "" for row in rows)))
            return
        question = f"Transform the board ({board.rows} rows, {board.cols} columns)"
        self.ask_question(PickRow(question, rows), self._apply_transform)

    def _apply_transform(self, number: int) -> None:
        self.session.painter.transform_board(TRANSFORMS[number])
        editor = self.session.editor
        self.board.cursor = (editor.row, editor.col)
        self.host.update_content()

    def _make_transform_row(self, transform: Transform, key: str) -> PickableRow:
        """Return a row with a transform's title, and what it would remove or why it is refused."""
        game, board = self.game, self.session.board
        try:
            after = transform.transform_board(game, board)
        except EngineError as error:
            return PickableRow(transform.title, key, refusal=str(error))
        gone = transform.describe_losses(game, board, after)
        return PickableRow(transform.title, key, f"removes {gone}" if gone else "")

    def _explain_no_symmetry(self) -> str | None:
        game = self.game
        fixed = f"boards of {game.title} can be made symmetric only by drawing"
        return fixed if game.boards.symmetrizer is None else None

    def _ask_symmetry(self) -> None:
        """Ask which part of the board to make symmetric and how to mirror it, then do it."""
        self.follow_cursor()
        painter, board = self.session.painter, self.session.board
        area, symmetrizing = painter.selection, self.game.boards.symmetrizer
        assert symmetrizing is not None
        painter.cancel_drawing()
        if area is not None:
            try:
                board = symmetrizing.cut_area(board, area)
            except EngineError as error:
                self.host.show_message(str(error))
                return
        ways = [
            (part, mirror)
            for part in symmetrizing.parts
            # The first mirror is "none".
            for mirror in draw_tools.MIRRORS[1:]
            if mirror.can_mirror(board)
        ]
        rows = [
            self._make_symmetry_row(symmetrizing, board, *way, key)
            for way, key in zip(ways, SYMMETRY_KEYS, strict=False)
        ]
        rating = symmetrizing.judge_symmetry(board).rating
        where = "" if area is None else f" {area.corners}"
        question = PickRow(f"Make symmetric{where} (now {rating})", rows)
        self.ask_question(question, lambda number: painter.symmetrize_board(*ways[number], area))

    def _make_symmetry_row(
        self,
        symmetrizing: Symmetrizer,
        board: Board,
        part: str,
        mirror: draw_tools.Mirror,
        key: str,
    ) -> PickableRow:
        """Return a row with an option's title, and the resulting symmetry or why it is refused."""
        title = f"{part}, {mirror.title}"
        try:
            after = symmetrizing.make_symmetric(board, part, mirror.symmetries)
        except EngineError as error:
            return PickableRow(title, key, refusal=str(error))
        return PickableRow(title, key, f"{symmetrizing.measure_symmetry(after, part):.2f}")

    def _ask_version(self) -> None:
        """Let the user choose a version of the document, and restore it."""
        self.session.painter.cancel_drawing()
        document = self.document
        names = document.version_names
        # The list is ordered from the newest version to the oldest.
        here = len(names) - 1 - document.version_number
        rows = [
            PickableRow(name, note="now" if row == here else "undone" if row < here else "")
            for row, name in enumerate(reversed(names))
        ]
        question = PickRow("History, newest change first", rows, here)
        self.ask_question(
            question, lambda answer: self.session.history.go_to(len(names) - 1 - answer)
        )

    def _show_reasons(self) -> None:
        """Show the reasons behind the level's rating."""
        from workbench.ui.help_screen import HelpPane, HelpScreen, make_judgement_page

        page = make_judgement_page(self.session.history.outcomes)
        self.workbench.push_screen(HelpScreen(HelpPane([page])))

    def _ask_description(self) -> None:
        """Ask for the level's title, author, tags and notes."""
        from workbench.ui.exchange.paste_and_metadata_dialogs import DescribeLevel

        self.session.painter.cancel_drawing()
        self.ask_question(DescribeLevel(self.session.level), self.session.history.change_metadata)
