"""One conclusion of a solver that reasons, with everything that it follows from."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.reasoning import Conclusion, Evidence
from workbench.text.status import sentence
from workbench.ui.lines import Line, cut, paragraph, wrap
from workbench.ui.sections import Section, SectionsPane

TITLE = "Reasons"


class ConclusionsPane(SectionsPane, keys="conclusions"):
    """The conclusion in a sentence, and every piece of evidence.

    The first item stands for the conclusion as a whole. Evidence stands in full where there is
    room for all; else in a line each, and that at the cursor in full below the list.
    """

    _row_words = ""
    _found: Conclusion | None = None

    def show(self, row: str, conclusion: Conclusion | None, number: int, count: int) -> None:
        """Show a conclusion; the cursor begins anew with another one.

        ``row`` is name and result of its row of the trace, in which it is one of ``count``, from 0.
        """
        if conclusion is not self._found:
            self.to_top()
        self._row_words, self._found = row, conclusion
        which = f" · {number + 1} of {count}" if count else ""
        self.retitle(f"{TITLE}{which}")
        self.renew()

    @property
    def pointed(self) -> Evidence | None:
        """The evidence at the cursor; None for the conclusion as a whole."""
        found = self._found
        return found.evidence[self.cursor - 1] if found is not None and self.cursor else None

    def sections(self) -> Sequence[Section]:
        """The row, the conclusion, its evidence, and the evidence at the cursor in full."""
        found, width = self._found, max(self.size.width, 1)
        row, rule = [(self._row_words, "title")], [("─" * width, "muted")]
        if found is None:
            return (Section((row, *paragraph(START, "muted", width))),)
        top = Section((row, *paragraph(sentence(found.text), "", width), rule))
        in_full = self._in_full(found)
        if top.lines + sum(section.lines for section in in_full) <= self.size.height:
            return top, *in_full
        listed = Section((), 1 + len(found.evidence))
        if self.pointed is None:
            return top, listed
        return top, listed, Section((rule, *paragraph(f"{self.pointed.text}.", "", width)))

    def _in_full(self, found: Conclusion) -> tuple[Section, ...]:
        """An item for the whole, and one for each piece of evidence with its further lines."""
        sections = [Section((), 1)]
        for evidence in found.evidence:
            rest = self._wrapped(evidence.text)[1:]
            sections += Section((), 1), Section([[(f"  {line}", "")] for line in rest])
        return tuple(sections)

    def _wrapped(self, text: str) -> list[str]:
        return wrap(text, self.size.width - 2)

    def item(self, number: int, width: int) -> Line:
        """The whole, or one piece of evidence."""
        found = self._found
        assert found is not None
        whole = f"at a glance, {len(found.evidence)} to check"
        text = found.evidence[number - 1].text if number else whole
        if self.sections()[1].items == 1:
            text = self._wrapped(text)[0]
        return cut([(text, self.look(number))], width)


START = "Nothing is concluded yet: the next layer begins."
