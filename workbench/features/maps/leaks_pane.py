"""The uniqueness leaks of a level as a list, and the one at the cursor in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.values.leaks import Leak
from workbench.features.maps.leaks import NONE
from workbench.ui.sections import Heading, Section, SectionsPane, paragraph

TITLE = "Leaks"


@dataclass(frozen=True, slots=True)
class LeaksReport:
    """What there is to say.

    Attributes:
        board: digest of the board.
        leaks: its leaks, each with what it is about in words; None while they are not known.
        state: what there is to say in their place.
    """

    board: str = ""
    leaks: tuple[tuple[Leak, str], ...] | None = None
    state: str = ""


class LeaksPane(SectionsPane, keys="leaks"):
    """A line for every leak: when it opens, for whom, and the layer that proves it."""

    gap = ""
    _report = LeaksReport()

    def show(self, report: LeaksReport) -> None:
        """Show a report; the cursor begins anew with another board."""
        if report.board != self._report.board:
            self.to_top()
        self._report = report
        self.keep_in_list()
        known = report.leaks
        self.retitle(TITLE if known is None else f"{TITLE} · {len(known) or 'none'}")
        self.renew()

    @property
    def pointed(self) -> Leak | None:
        """The leak at the cursor; None without any."""
        leaks = self._report.leaks
        return leaks[self.index][0] if leaks and self.index is not None else None

    def sections(self) -> Sequence[Section]:
        """All leaks, then the one at the cursor in full."""
        leaks, width = self._report.leaks, max(self.size.width, 1)
        if not leaks:
            said = self._report.state if leaks is None else NONE
            return (Section(paragraph(said, width, "")),)
        head: Heading = [("after  what", "muted")], [("proven", "muted")]
        leak = leaks[min(self._index, len(leaks) - 1)][0]
        text: tuple[Heading, ...] = (
            ([("─" * width, "muted")], ()),
            *paragraph(f"{leak.rule[:1].upper()}{leak.rule[1:]}: {leak.text}.", width, ""),
            *paragraph(f"{leak.saves[:1].upper()}{leak.saves[1:]}.", width, "worse"),
        )
        return Section((head,), len(leaks)), Section(text)

    def item(self, number: int, width: int) -> Heading:
        """A leak in one line."""
        leaks = self._report.leaks
        assert leaks is not None
        leak, what = leaks[number]
        row, col = leak.cell
        when = f"L{leak.layer}" if leak.layer else "start"
        proven = "never" if leak.proven is None else f"L{leak.proven}"
        text = f"{when:<6}{what} at {row},{col}"
        return [(text, self.look(number))], [(f" {proven}", "")]

    def action_apply(self) -> None:
        """Nothing more: the board shows the leak at the cursor already."""
