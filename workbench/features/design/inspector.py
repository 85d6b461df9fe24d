"""What is known of the cell under the cursor, in the free room beside or below the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.geometry import Size

from workbench.ui.lines import Line, LinePane, wrap

WIDTH = 30
"""Columns beside the board from which it stands there."""
LEAST = 4
"""Lines below the board from which it stands there."""


class InspectorPane(LinePane):
    """A few lines over the free room of the board's pane; the board itself stays where it is."""

    DEFAULT_CSS = """
    InspectorPane { layer: above; display: none; dock: bottom; width: 1fr; }
    InspectorPane.-beside { dock: right; height: 1fr; }
    """

    _words: Sequence[str] = ()

    def fit(self, room: Size, board: Size) -> bool:
        """Stand where the board leaves room for it; False if that is nowhere.

        Args:
            room: the inside of the board's pane.
            board: what the board needs of it; it is drawn in the middle.
        """
        beside = (room.width - board.width) // 2 - 1
        below = (room.height - board.height) // 2
        fits = beside >= WIDTH or below >= LEAST
        self.set_class(beside >= WIDTH, "-beside")
        if beside >= WIDTH:
            self.styles.width, self.styles.height = beside, room.height
        elif fits:
            self.styles.width, self.styles.height = room.width, below
        self.display = fits
        return fits

    def show(self, words: Sequence[str]) -> None:
        """Show lines; each is folded as the width asks for."""
        self._words = words
        self.renew()

    @property
    def text(self) -> str:
        """All lines as plain text."""
        return "\n".join(self._words)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The words, the first line strong; as many as there is room for."""
        for number, words in enumerate(self._words):
            role = "title" if number == 0 else ""
            for line in wrap(words, width, subsequent_indent="  "):
                yield [(line, role)]
