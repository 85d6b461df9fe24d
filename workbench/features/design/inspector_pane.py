"""A pane that shows facts about the cell under the cursor, next to the board or below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Size

from workbench.ui.line_pane import TextPane
from workbench.ui.styled_lines import Line, wrap_text

MIN_WIDTH = 30
"""The smallest width in columns that the text needs next to the board."""
MIN_HEIGHT = 3
"""The smallest height in lines that the text needs below the board."""


class InspectorPane(TextPane):
    """A pane that shows a few lines of text in the space that the board leaves free."""

    DEFAULT_CSS = """
    InspectorPane { layer: above; display: none; dock: bottom; width: 1fr; }
    InspectorPane.-aside { dock: right; height: 1fr; }
    """

    @staticmethod
    def has_room(room: Size, board: Size) -> bool:
        """Return True if a centred board leaves enough room for the text."""
        beside = (room.width - board.width) // 2 - 1
        return beside >= MIN_WIDTH or (room.height - board.height) // 2 >= MIN_HEIGHT

    def fit_into(self, room: Size, board: Size) -> bool:
        """Place the text next to the board or below it, and return whether there is room.

        Args:
            room: The size of the inside of the board's pane.
            board: The size of the board.
        """
        # The board is centred in its pane, so half of the free space lies on each side.
        beside = (room.width - board.width) // 2 - 1
        below = (room.height - board.height) // 2
        fits = self.has_room(room, board)
        self.set_class(beside >= MIN_WIDTH, "-aside")
        if beside >= MIN_WIDTH:
            self.styles.width, self.styles.height = beside, room.height
        elif fits:
            self.styles.width, self.styles.height = room.width, below
        self.display = fits
        return fits


def wrap_sentences(sentences: Sequence[str], width: int, height: int) -> Iterable[Line]:
    """Yield the lines of ``sentences``, wrapped to ``width``. The first sentence is the title."""
    for number, sentence in enumerate(sentences):
        for line in wrap_text(sentence, width, subsequent_indent="  "):
            yield [(line, "" if number else "title")]
