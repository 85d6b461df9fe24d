"""The status line, which shows as many facts as fit; the message line shows the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate, chain

from workbench.session import status_line
from workbench.session.generation import generation_text
from workbench.session.playback_players import View
from workbench.text.quantity_text import StyledText
from workbench.text.verdict_text import CHANGE_SEPARATOR
from workbench.ui.line_pane import TextPane
from workbench.ui.part import Part
from workbench.ui.styled_lines import Line, Span, cut_line, justify_line, measure_width

SEPARATORS = " · ", CHANGE_SEPARATOR
"""The separators between facts. Every fact except the first begins with one of them."""


def split_facts(words: Sequence[StyledText], width: int) -> tuple[Line, Line]:
    """Return two lines: the facts that fit in ``width`` columns, and the remaining facts.

    The first line contains the first fact even if it is too long.
    """
    facts: list[list[StyledText]] = []
    for text, role in words:
        if text.startswith(SEPARATORS) or not facts:
            facts.append([])
        facts[-1].append((text, role))
    ends = accumulate(map(measure_width, facts))
    # The end columns are increasing, so counting those within the width counts the facts that fit.
    number = max(sum(end <= width for end in ends), 1)
    first, rest = [*chain(*facts[:number])], [*chain(*facts[number:])]
    if rest:
        rest[0] = (rest[0][0].lstrip(" ·;"), rest[0][1])
    return first, rest


def draw_status(
    words: Sequence[StyledText], notice: str, width: int, height: int
) -> Iterable[Line]:
    """Yield a line with the facts that fit and, if there is room, ``notice`` at the right."""
    left = [*cut_line(split_facts(words, width)[0], width)]
    taken = measure_width(left)
    right: list[Span] = []
    if notice and width - taken > 4:
        right = [("  ", ""), *cut_line([(notice, "muted")], width - taken - 2)]
    yield justify_line(left, right, width)


class StatusPart(Part):
    """The part that shows the verdict, or the progress while a level is being generated."""

    pane_spec = (TextPane, "verdict", "")
    pane: TextPane
    slot = "below"

    def update_view(self, view: View) -> View:
        """Update the status line, and return ``view`` unchanged."""
        self.show_progress()
        return view

    def show_progress(self) -> None:
        """Show the verdict or, while a level is being generated, its progress."""
        session, making = self.session, self.session.search
        self.workbench.autosave.save_best(self.document, session.optimizer.best_so_far)
        intention = session.pinned_solution
        words = status_line.insert_intended(
            # A level that is as saved has no change to compare.
            status_line.format_verdict(
                session.verdicts, session.history.stored_facts, compares=self.document.is_dirty
            ),
            intention.status,
            intention.summary,
        )
        warnings = status_line.format_warnings(session.verdicts)
        if making is not None:
            words = [
                *status_line.format_generation(making),
                *generation_text.format_rejections_so_far(making),
            ]
            warnings = []
        words = [*words, *warnings]
        self.pane.show_text(partial(draw_status, words, session.solver.notice))
        self.host.key_line.show_default(split_facts(words, self.pane.size.width)[1])
