"""The status line: one line that says what the solver knows right now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from rich.cells import cell_len

from workbench.document import statusline
from workbench.document.status import Words
from workbench.session.making import progress
from workbench.session.players import View
from workbench.ui.lines import Line, Span, WordsPane, columns, cut
from workbench.ui.part import Part


def line(
    verdict: Sequence[Words], warnings: Sequence[Words], preparing: str, width: int, height: int
) -> Iterable[Line]:
    """The verdict and what is unusual about the level at the left, what is prepared at the right.

    What is being prepared gives way to the verdict, its details to warnings.
    """
    room = max(width - sum(cell_len(text) for text, _ in warnings), width // 2)
    left = [*cut([*verdict], room), *warnings]
    taken = sum(cell_len(text) for text, _ in left)
    right: list[Span] = []
    if preparing and width - taken > 4:
        right = [("  ", ""), *cut([(preparing, "muted")], width - taken - 2)]
    yield columns(left, right, width)


class StatusPart(Part):
    """Shows the verdict, and what comes of the best level while one is being improved."""

    brings = (WordsPane, "verdict", "")
    pane: WordsPane
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
        preparing = session.solver.kernels.line
        self.pane.show(partial(line, words, warnings, preparing))
