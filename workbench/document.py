"""The open level: where it is stored, every version of it so far, and whether it is saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine import levelfile
from engine.errors import LevelError
from engine.storage import absolute

if TYPE_CHECKING:
    from engine.level import Level
    from engine.levelfile import FileStamp
    from workbench.keeping.sessions import Other
    from workbench.keeping.watching import Sight


@dataclass(frozen=True, slots=True)
class Entry:
    """One version of the level.

    Attributes:
        name: what was done, in words, for undo and redo; ``opened`` for the first.
        level: the level afterwards.
        attachment: anything that must come back with this version when it is undone to, such
            as the generated candidate whose timeline it shows.
    """

    name: str
    level: Level
    attachment: Any = None


class Document:
    """One open level with unlimited undo and redo.

    Every change is an :class:`Entry`; undoing keeps the later entries for redo, a new change
    drops them. The document is *dirty* when the level differs from what was opened or last saved,
    a stored verdict apart: the solver adds that by itself.

    Args:
        level: the level to start from.
        path: its file; None for one that was never saved.
        stamp: what the file looked like when it was read.

    Attributes:
        listener: called after every change, undo, redo and save; None for nobody.
        on_disk: what became of the file since it was read or saved, as far as is known.
        elsewhere: the other sessions that have the file open, as far as is known.
        unkept: whether what is unsaved would be lost if the app ended early.
    """

    def __init__(
        self, level: Level, path: Path | None = None, stamp: FileStamp | None = None
    ) -> None:
        self.path = path
        self.source = path
        """Where the level came from, also when it cannot be saved there."""
        self._stamp = stamp
        self._entries = [Entry("opened", level)]
        self._place = 0
        self._saved: Level | None = level
        self.listener: Callable[[], None] | None = None
        self.on_disk: Sight = "same"
        self.elsewhere: tuple[Other, ...] = ()
        self.unkept = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Document:
        """The document of a level file; a read-only source forgets its path.

        Raises:
            LevelError: the file cannot be read as a level.
        """
        stamp = levelfile.FileStamp.of(path)
        level = levelfile.read(path)
        document = cls(level, path, stamp)
        if read_only:
            document.path = None
        return document

    @classmethod
    def unsaved(
        cls, level: Level, path: Path | None, source: Path | None, stamp: FileStamp | None
    ) -> Document:
        """A document of work that stands in no file; ``stamp`` is what it was based on."""
        document = cls(level, path, stamp)
        document.source = source
        document._saved = None
        return document

    @property
    def stamp(self) -> FileStamp | None:
        """What the file looked like when it was read or last saved."""
        return self._stamp

    @property
    def entry(self) -> Entry:
        """The version that stands now."""
        return self._entries[self._place]

    @property
    def history(self) -> tuple[Entry, ...]:
        """Every version up to the one that stands now, the oldest first."""
        return tuple(self._entries[: self._place + 1])

    @property
    def level(self) -> Level:
        """The level as it stands now."""
        return self.entry.level

    @property
    def name(self) -> str:
        """The title of the level, else its file name, else ``untitled``."""
        if self.level.title:
            return self.level.title
        return self.source.stem if self.source else "untitled"

    @property
    def where(self) -> str:
        """The name of the file, with what there is to know about it in a few words."""
        notes = {"same": "", "changed": "changed on disk", "gone": "gone from disk"}
        name = "not a file yet" if self.path is None else self.path.name
        elsewhere = "also open elsewhere" if self.elsewhere else ""
        unkept = "no autosave" if self.unkept else ""
        return " · ".join(filter(None, (name, notes[self.on_disk], elsewhere, unkept)))

    @property
    def dirty(self) -> bool:
        """Whether closing the document now would lose something."""
        if self._saved is None:
            return True
        return replace(self.level, verdict=None) != replace(self._saved, verdict=None)

    @property
    def undo_name(self) -> str | None:
        """What an undo would take back, None if there is nothing."""
        return self.entry.name if self._place else None

    @property
    def redo_name(self) -> str | None:
        """What a redo would make again, None if there is nothing."""
        later = self._place + 1
        return self._entries[later].name if later < len(self._entries) else None

    def change(self, name: str, level: Level, attachment: Any = None) -> None:
        """A new version of the level; what was undone before can no longer be redone."""
        self._entries[self._place + 1 :] = [Entry(name, level, attachment)]
        self._place += 1
        self._tell()

    def amend(self, level: Level) -> None:
        """Replaces the current version in place: for a verdict, which is no change."""
        self._entries[self._place] = replace(self.entry, level=level)

    def undo(self) -> str | None:
        """Back by one version.

        Returns:
            The name of what was taken back, None if there was nothing.
        """
        name = self.undo_name
        if name is not None:
            self._place -= 1
            self._tell()
        return name

    def redo(self) -> str | None:
        """Forward by one version.

        Returns:
            The name of what was made again, None if there was nothing.
        """
        name = self.redo_name
        if name is not None:
            self._place += 1
            self._tell()
        return name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all versions, the undone ones included, the oldest first."""
        return tuple(entry.name for entry in self._entries)

    @property
    def place(self) -> int:
        """The number of the version that stands now, in the history."""
        return self._place

    def go_to(self, place: int) -> None:
        """Undo or redo to a version of the history, held within its ends."""
        self._place = min(max(place, 0), len(self._entries) - 1)
        self._tell()

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Path | None:
        """Writes the level to its file, or to another that becomes its file.

        Args:
            path: where to save; None for the document's own file.
            overwrite: replace what is there even if it is not what was opened.

        Returns:
            Where the replaced file was kept because it had comments, None if nothing was.

        Raises:
            FileChanged: the document's own file is no longer what was opened or last saved.
            FileExistsError: another file already stands at ``path``.
            LevelError: the file cannot be written; nothing has changed then.
            ValueError: the document has no file and none was given.
        """
        target = path or self.path
        if target is None:
            raise ValueError("no file to save to")
        own = self.path is not None and absolute(target) == absolute(self.path)
        expected = self._stamp if own and not overwrite else None
        new = not own and not overwrite
        self._stamp = levelfile.write(self.level, target, expect=expected, new=new)
        self.path = target
        self._saved = self.level
        self.on_disk = "same"
        self._tell()
        return self._stamp.kept

    def reload(self) -> bool:
        """Takes the level as its file has it now; what stood here stays one undo away.

        Returns:
            False if the file has nothing new.

        Raises:
            LevelError: the file cannot be read as a level; nothing has changed then.
            ValueError: the document has no file.
        """
        if self.path is None:
            raise ValueError("no file to read again")
        stamp = levelfile.FileStamp.of(self.path)
        level = levelfile.read(self.path)
        if level.game != self.level.game:
            raise LevelError(f"a level of another game now, {level.game}", file=str(self.path))
        self._stamp, self._saved, self.on_disk = stamp, level, "same"
        new = level != self.level
        if new:
            self.change("reload from disk", level)
        else:
            self._tell()
        return new

    def _tell(self) -> None:
        if self.listener is not None:
            self.listener()
