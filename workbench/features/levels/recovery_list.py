"""The list of unsaved work from earlier sessions, and the description of one item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.document.recovery_files import UnsavedWork
from workbench.features.levels.levels_pane import wrap_spans
from workbench.text.quantity_text import format_age
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.styled_lines import Line, justify_line

_FILE_STATES = {
    "same": ("the file is unchanged; undo goes back to it", "muted"),
    "changed": ("the file has changed; saving asks before it overwrites it", "warning"),
    "gone": ("the file no longer exists; saving writes it again", "warning"),
    "never": ("not saved to a file yet", "muted"),
}


class UnsavedList(CursorPane, can_focus=True):
    """A list with a cursor, in which each line shows one item of unsaved work."""

    def __init__(self, items: Sequence[UnsavedWork]) -> None:
        super().__init__()
        self._items = list(items)

    def on_mount(self) -> None:
        """Highlight the first item."""
        self.go_to(0)

    @property
    def selected_item(self) -> UnsavedWork | None:
        """The item under the cursor, or None if the list is empty."""
        return self._items[self.cursor] if self._items else None

    @property
    def count(self) -> int:
        """The number of items."""
        return len(self._items)

    def remove_item(self, item: UnsavedWork) -> None:
        """Remove an item from the list."""
        self._items.remove(item)
        self.go_to(self.cursor)

    def draw_row(self, number: int, width: int) -> Line:
        """Return the line that shows an item's name and age."""
        unsaved = self._items[number]
        name = " · ".join(filter(None, (unsaved.name, unsaved.kind)))
        left = (f" !{name}", "bad") if unsaved.error else (f"  {name}", "")
        return justify_line([left], [(f" {format_age(unsaved.saved)} ", "muted")], width)


def draw_item(item: UnsavedWork | None, width: int, height: int) -> Iterable[Line]:
    """Yield lines with an item's name, kind and path, its file's state, and the autosave time."""
    if item is None:
        return
    yield [(item.name, "title")]
    if item.error:
        yield from wrap_spans(item.error.removeprefix(f"{item.file}: "), "bad", width)
    else:
        if item.kind:
            yield from wrap_spans(item.kind, "", width)
        if item.path is not None:
            yield from wrap_spans(str(item.path), "", width)
        yield from wrap_spans(*_FILE_STATES[item.file_change], width)
        if item.saved is not None:
            host = f" on {item.host}" if item.host else ""
            yield from wrap_spans(f"stored {item.saved:%Y-%m-%d %H:%M:%S}{host}", "muted", width)
    yield from wrap_spans(f"in {item.file}", "muted", width)
