"""What stands beside a wall: words, above them the bars of a histogram, which can be clicked."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from workbench.ui.linepane import WordsPane


class BesidePane(WordsPane):
    """The histogram and what is said below it; a bar can be clicked."""

    @dataclass
    class Picked(Message):
        """A bar was clicked, by its number from 0."""

        bar: int

    def on_click(self, event: events.Click) -> None:
        """Hands the bar on; the heading stands above the first."""
        offset = event.get_content_offset(self)
        if offset is not None and offset.y > 0:
            self.post_message(self.Picked(offset.y - 1))
