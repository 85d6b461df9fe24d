"""A pane that shows one conclusion of a reasoning solver and all the evidence for it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.reasoned_trace import Conclusion, Evidence
from workbench.text.quantity_text import make_sentence
from workbench.ui.sections_pane import Section, SectionsPane
from workbench.ui.styled_lines import Line, cut_line, wrap_paragraph, wrap_text

TITLE = "Reasons"


class ConclusionsPane(SectionsPane, keys="conclusions"):
    """A pane that states one conclusion in a sentence and lists all evidence for it.

    The first item is the conclusion as a whole. If there is room, every piece of evidence is shown
    in full. Otherwise, each piece gets one line, and only the selected one is also shown in full,
    below the list.
    """

    _row_title = ""
    _conclusion: Conclusion | None = None

    def show_conclusion(
        self, row: str, conclusion: Conclusion | None, number: int, count: int
    ) -> None:
        """Show a conclusion. If it differs from the previous one, move the cursor to the top.

        Args:
            row: The name and result of the trace row that contains the conclusion.
            conclusion: The conclusion, or None if there is none yet.
            number: The conclusion's number in its trace row, counted from 0.
            count: The number of conclusions in the trace row.
        """
        if conclusion is not self._conclusion:
            self.move_to_top()
        self._row_title, self._conclusion = row, conclusion
        which = f" · {number + 1} of {count}" if count else ""
        self.set_titles(f"{TITLE}{which}")
        self.update_content()

    @property
    def selected_evidence(self) -> Evidence | None:
        """The piece of evidence under the cursor; None if the whole conclusion is selected."""
        found = self._conclusion
        return found.evidence[self.cursor - 1] if found is not None and self.cursor else None

    def list_sections(self) -> Sequence[Section]:
        """Return sections that show the conclusion and its evidence, in full or as a short list."""
        found, width = self._conclusion, max(self.size.width, 1)
        row, rule = [(self._row_title, "title")], [("─" * width, "muted")]
        if found is None:
            return (Section((row, *wrap_paragraph(START, "muted", width))),)
        top = Section((row, *wrap_paragraph(make_sentence(found.text), "", width), rule))
        in_full = self._make_full_sections(found)
        if top.line_count + sum(section.line_count for section in in_full) <= self.size.height:
            return top, *in_full
        listed = Section((), 1 + len(found.evidence))
        if self.selected_evidence is None:
            return top, listed
        return (
            top,
            listed,
            Section((rule, *wrap_paragraph(f"{self.selected_evidence.text}.", "", width))),
        )

    def _make_full_sections(self, found: Conclusion) -> tuple[Section, ...]:
        """Return sections with an item for the whole conclusion and all evidence in full."""
        sections = [Section((), 1)]
        for evidence in found.evidence:
            rest = self._wrap_text(evidence.text)[1:]
            sections += Section((), 1), Section([[(f"  {line}", "")] for line in rest])
        return tuple(sections)

    def _wrap_text(self, text: str) -> list[str]:
        return wrap_text(text, self.size.width - 2)

    def draw_item(self, number: int, width: int) -> Line:
        """Return the line for the whole conclusion, or for one piece of evidence."""
        found = self._conclusion
        assert found is not None
        whole = f"Summary of {len(found.evidence)} steps of evidence"
        text = found.evidence[number - 1].text if number else whole
        # If evidence is shown in full, a separate section contains all lines but the first.
        if self.list_sections()[1].items == 1:
            text = self._wrap_text(text)[0]
        return cut_line([(text, self.get_item_role(number))], width)


START = "No conclusion yet: the next layer begins."
