"""The status line: one line that says what the solver knows right now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from workbench.document import statusline
from workbench.document.status import Words
from workbench.session.making import progress
from workbench.session.players import View
from workbench.ui.lines import Line, LinePane, Span, columns, cut
from workbench.ui.part import Part


class VerdictPane(LinePane):
    """The verdict at the left; at the right what the solver still waits for."""

    DEFAULT_CSS = "VerdictPane { height: 1; }"

    _left: Sequence[Words] = ()
    _warnings: Sequence[Words] = ()
    _preparing = ""

    def show(self, left: Sequence[Words], preparing: str, warnings: Sequence[Words] = ()) -> None:
        """Show the verdict, what is still being prepared, and what is unusual about the level."""
        self._left, self._preparing, self._warnings = left, preparing, warnings
        self.renew()

    @property
    def text(self) -> str:
        """The whole line as plain text, for screen readers and tests."""
        words = "".join(text for text, _ in (*self._left, *self._warnings))
        return f"{words}  {self._preparing}" if self._preparing else words

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """One line; what is being prepared gives way to the verdict, its details to warnings."""
        room = max(width - sum(cell_len(text) for text, _ in self._warnings), width // 2)
        left = [*cut([*self._left], room), *self._warnings]
        taken = sum(cell_len(text) for text, _ in left)
        right: list[Span] = []
        if self._preparing and width - taken > 4:
            right = [("  ", ""), *cut([(self._preparing, "muted")], width - taken - 2)]
        yield columns(left, right, width)


class StatusPart(Part):
    """Shows the verdict, and what comes of the best level while one is being improved."""

    brings = (VerdictPane, "verdict", "")
    pane: VerdictPane
    slot = "below"

    def draw(self, view: View) -> View:
        """Shows the verdict."""
        self.sample()
        return view

    def sample(self) -> None:
        """Shows the verdict, or how far a generation is."""
        session, making = self.session, self.session.maker.search
        self.host.workbench.keeper.keep_best(self.document, session.optimizer.best_so_far)
        words = statusline.verdict(session.verdicts, session.history.stored)
        warnings = statusline.warnings(session.verdicts)
        if making is not None:
            words = [*statusline.generating(making), *progress.rejected_so_far(making)]
            warnings = []
        self.pane.show(words, session.solver.kernels.line(session.game.name), warnings)
