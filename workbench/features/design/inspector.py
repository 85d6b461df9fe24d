"""What is known of the cell under the cursor, in the free room beside or below the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Size

from workbench.ui.linepane import WordsPane
from workbench.ui.lines import Line, wrap

WIDTH = 30
"""Columns beside the board from which it stands there."""
LEAST = 3
"""Lines below the board from which it stands there."""


class InspectorPane(WordsPane):
    """A few lines over the free room of the board's pane; the board itself stays where it is."""

    DEFAULT_CSS = """
    InspectorPane { layer: above; display: none; dock: bottom; width: 1fr; }
    InspectorPane.-beside { dock: right; height: 1fr; }
    """

    @staticmethod
    def fits(room: Size, board: Size) -> bool:
        """Whether a board that is drawn in the middle of a pane leaves room for it."""
        beside = (room.width - board.width) // 2 - 1
        return beside >= WIDTH or (room.height - board.height) // 2 >= LEAST

    def fit(self, room: Size, board: Size) -> bool:
        """Stand where the board leaves room for it; False if that is nowhere.

        Args:
            room: the inside of the board's pane.
            board: what the board needs of it; it is drawn in the middle.
        """
        beside = (room.width - board.width) // 2 - 1
        below = (room.height - board.height) // 2
        fits = self.fits(room, board)
        self.set_class(beside >= WIDTH, "-beside")
        if beside >= WIDTH:
            self.styles.width, self.styles.height = beside, room.height
        elif fits:
            self.styles.width, self.styles.height = room.width, below
        self.display = fits
        return fits


def folded(sentences: Sequence[str], width: int, height: int) -> Iterable[Line]:
    """Sentences folded as the width asks for, the first of them strong."""
    for number, sentence in enumerate(sentences):
        for line in wrap(sentence, width, subsequent_indent="  "):
            yield [(line, "" if number else "title")]
