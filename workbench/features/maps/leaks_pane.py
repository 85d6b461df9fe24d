"""The uniqueness leaks of a level as a list, and the one at the cursor in full."""

from __future__ import annotations

from collections.abc import Sequence

from engine.values.leaks import Leak
from workbench.features.maps.leaks import NONE
from workbench.text.status import sentence
from workbench.ui.lines import Line, columns, paragraph
from workbench.ui.sections import Section, SectionsPane

TITLE = "Leaks"


class LeaksPane(SectionsPane, keys="leaks"):
    """A line for every leak: when it opens, for whom, and the layer that proves it."""

    gap = ""
    _board = _state = ""
    _leaks: Sequence[tuple[Leak, str]] | None = None

    def show(self, board: str, leaks: Sequence[tuple[Leak, str]] | None, state: str) -> None:
        """Show the leaks of a board; the cursor begins anew with another one.

        ``leaks`` come with what each is about; while they are not known, ``state`` is said.
        """
        if board != self._board:
            self.to_top()
        self._board, self._leaks, self._state = board, leaks, state
        self.keep_in_list()
        self.retitle(TITLE if leaks is None else f"{TITLE} · {len(leaks) or 'none'}")
        self.renew()

    @property
    def pointed(self) -> Leak | None:
        """The leak at the cursor; None without any."""
        leaks = self._leaks
        return leaks[self.index][0] if leaks and self.index is not None else None

    def sections(self) -> Sequence[Section]:
        """All leaks, then the one at the cursor in full."""
        leaks, width = self._leaks, max(self.size.width, 1)
        if not leaks:
            said = self._state if leaks is None else NONE
            return (Section(paragraph(said, "", width)),)
        head = columns([("after  what", "muted")], [("proven", "muted")], width)
        leak = leaks[min(self.cursor, len(leaks) - 1)][0]
        text = (
            [("─" * width, "muted")],
            *paragraph(sentence(f"{leak.rule}: {leak.text}"), "", width),
            *paragraph(sentence(leak.saves), "worse", width),
        )
        return Section((head,), len(leaks)), Section(text)

    def item(self, number: int, width: int) -> Line:
        """A leak in one line."""
        leaks = self._leaks
        assert leaks is not None
        leak, what = leaks[number]
        row, col = leak.cell
        when = f"L{leak.layer}" if leak.layer else "start"
        proven = "never" if leak.proven is None else f"L{leak.proven}"
        text = f"{when:<6}{what} at {row},{col}"
        return columns([(text, self.look(number))], [(f" {proven}", "")], width)
