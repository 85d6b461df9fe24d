"""Unsaved work of earlier sessions: a list of it, and what is known of one piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from workbench.document.recovery import Orphan
from workbench.features.levels.levellist import wrapped
from workbench.text.status import ago
from workbench.ui.cursorpane import CursorPane
from workbench.ui.lines import Line, columns

_DISK = {
    "same": ("the file is as it was; undo leads back to it", "muted"),
    "changed": ("the file has changed since; saving asks", "warning"),
    "gone": ("the file is gone; saving writes it again", "warning"),
    "never": ("not saved to a file yet", "muted"),
}


class OrphanList(CursorPane, can_focus=True):
    """One line for every piece of work, with a cursor."""

    def __init__(self, orphans: Sequence[Orphan]) -> None:
        super().__init__()
        self._orphans = list(orphans)

    def on_mount(self) -> None:
        """Shows what is under the cursor at first."""
        self.go(0)

    @property
    def orphan(self) -> Orphan | None:
        """What is under the cursor."""
        return self._orphans[self.cursor] if self._orphans else None

    @property
    def count(self) -> int:
        """How many pieces of work are listed."""
        return len(self._orphans)

    def take_off(self, orphan: Orphan) -> None:
        """Takes a piece of work off the list."""
        self._orphans.remove(orphan)
        self.go(self.cursor)

    def row_line(self, number: int, width: int) -> Line:
        """What it is called, and when it was saved."""
        orphan = self._orphans[number]
        name = " · ".join(filter(None, (orphan.name, orphan.kind)))
        left = (f" !{name}", "bad") if orphan.error else (f"  {name}", "")
        return columns([left], [(f" {ago(orphan.saved)} ", "muted")], width)


def facts(orphan: Orphan | None, width: int, height: int) -> Iterable[Line]:
    """A piece of work in words: name, what it is, file, time and what became of the file."""
    if orphan is None:
        return
    yield [(orphan.name, "title")]
    if orphan.error:
        yield from wrapped(orphan.error.removeprefix(f"{orphan.file}: "), "bad", width)
    else:
        if orphan.kind:
            yield from wrapped(orphan.kind, "", width)
        if orphan.path is not None:
            yield from wrapped(str(orphan.path), "", width)
        yield from wrapped(*_DISK[orphan.disk], width)
        if orphan.saved is not None:
            host = f" on {orphan.host}" if orphan.host else ""
            yield from wrapped(f"kept {orphan.saved:%Y-%m-%d %H:%M:%S}{host}", "muted", width)
    yield from wrapped(f"in {orphan.file}", "muted", width)
