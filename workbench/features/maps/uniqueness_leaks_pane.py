"""A pane that lists a level's uniqueness leaks and describes the selected one in full."""

from __future__ import annotations

from collections.abc import Sequence

from engine.values.uniqueness_leak import Leak
from workbench.features.maps.uniqueness_leak_text import NO_LEAKS
from workbench.text.quantity_text import make_sentence
from workbench.ui.sections_pane import Section, SectionsPane
from workbench.ui.styled_lines import Line, justify_line, wrap_paragraph

TITLE = "Leaks"


class LeaksPane(SectionsPane, keys="leaks"):
    """A list of leaks. Each line shows a piece, when its leak arises, and when that is proven."""

    gap = ""
    _board = _state = ""
    _leaks: Sequence[tuple[Leak, str]] | None = None

    def show_leaks(self, board: str, leaks: Sequence[tuple[Leak, str]] | None, state: str) -> None:
        """Show a board's leaks. If the board is not the previous one, move the cursor to the top.

        Args:
            board: The board's digest.
            leaks: The leaks, each paired with a description of its cell; None while unknown.
            state: The text to show while the leaks are unknown.
        """
        if board != self._board:
            self.move_to_top()
        self._board, self._leaks, self._state = board, leaks, state
        self.clamp_cursor()
        self.set_titles(TITLE if leaks is None else f"{TITLE} · {len(leaks) or 'none'}")
        self.update_content()

    @property
    def selected_leak(self) -> Leak | None:
        """The leak under the cursor, or None if there are no leaks."""
        leaks = self._leaks
        return leaks[self.index][0] if leaks and self.index is not None else None

    def list_sections(self) -> Sequence[Section]:
        """Return the list of leaks, and the full description of the selected one."""
        leaks, width = self._leaks, max(self.size.width, 1)
        if not leaks:
            said = self._state if leaks is None else NO_LEAKS
            return (Section(wrap_paragraph(said, "", width)),)
        head = justify_line([("after  piece", "muted")], [("proven", "muted")], width)
        leak = leaks[min(self.cursor, len(leaks) - 1)][0]
        text = (
            [("─" * width, "muted")],
            *wrap_paragraph(make_sentence(f"{leak.rule}: {leak.text}"), "", width),
            *wrap_paragraph(make_sentence(leak.benefit), "worse", width),
        )
        return Section((head,), len(leaks)), Section(text)

    def draw_item(self, number: int, width: int) -> Line:
        """Return the line for a leak in the list."""
        leaks = self._leaks
        assert leaks is not None
        leak, what = leaks[number]
        row, col = leak.cell
        when = f"L{leak.layer}" if leak.layer else "start"
        proven = "never" if leak.proven is None else f"L{leak.proven}"
        text = f"{when:<6}{what} at {row},{col}"
        return justify_line([(text, self.get_item_role(number))], [(f" {proven}", "")], width)
