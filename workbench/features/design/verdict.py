"""The status line: what the solver knows right now, as many facts as fit, and then the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate, chain

from workbench.session import statusline
from workbench.session.making import progress
from workbench.session.players import View
from workbench.text.status import Words
from workbench.text.verdict import ALSO
from workbench.ui.linepane import WordsPane
from workbench.ui.lines import Line, Span, columns, cut, width_of
from workbench.ui.part import Part

BEFORE = " · ", ALSO
"""What stands before every fact but the first."""


def divided(words: Sequence[Words], width: int) -> tuple[Line, Line]:
    """The facts that fit into a line one after the other, and those that do not.

    No fact is cut in the middle, but for a first one that is longer than the line.
    """
    facts: list[list[Words]] = []
    for text, role in words:
        if text.startswith(BEFORE) or not facts:
            facts.append([])
        facts[-1].append((text, role))
    ends = accumulate(map(width_of, facts))
    number = max(sum(end <= width for end in ends), 1)
    first, rest = [*chain(*facts[:number])], [*chain(*facts[number:])]
    if rest:
        rest[0] = (rest[0][0].lstrip(" ·;"), rest[0][1])
    return first, rest


def line(words: Sequence[Words], notice: str, width: int, height: int) -> Iterable[Line]:
    """The facts that fit at the left, a notice, if there is room, at the right."""
    left = [*cut(divided(words, width)[0], width)]
    taken = width_of(left)
    right: list[Span] = []
    if notice and width - taken > 4:
        right = [("  ", ""), *cut([(notice, "muted")], width - taken - 2)]
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
        session, making = self.session, self.session.making
        self.workbench.keeper.keep_best(self.document, session.optimizer.best_so_far)
        intention = session.intention
        words = statusline.with_intended(
            statusline.verdict(session.verdicts, session.history.stored),
            intention.found,
            intention.words,
        )
        warnings = statusline.warnings(session.verdicts)
        if making is not None:
            words = [*statusline.generating(making), *progress.rejected_so_far(making)]
            warnings = []
        words = [*words, *warnings]
        self.pane.show(partial(line, words, session.solver.notice))
        self.host.key_line.show_standing(divided(words, self.pane.size.width)[1])
