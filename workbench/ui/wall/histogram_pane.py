"""The pane that shows a histogram next to a wall."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from workbench.ui.line_pane import TextPane


class HistogramPane(TextPane):
    """A pane that shows a histogram with clickable bars, and more text below it."""

    @dataclass
    class BarPicked(Message):
        """A message that the user clicked a bar. Bars are numbered from 0."""

        bar: int

    def on_click(self, event: events.Click) -> None:
        """Post the number of the clicked bar. Line 0 is the heading, so line 1 shows bar 0."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y > 0:
            self.post_message(self.BarPicked(offset.y - 1))
