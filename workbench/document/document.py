"""The open level: where it is stored, every version of it so far, and whether it is saved.

A document goes from version to version, and now and then to another level: a generated one is
not the level that stood before it. What makes a level that level and no other is its
:class:`Home`, which its versions share. So undoing leads back to the level before with its file,
and no save writes one level over another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import LevelError
from engine.files import levelfile, storage
from engine.files.storage import absolute
from engine.values.level import board_digest
from workbench.document.history import HistoryEntry, Home

if TYPE_CHECKING:
    from engine.files.storage import FileStamp
    from engine.values.level import Level


ATTACHMENTS = 8
"""Attachments that a history keeps, those that came last; each can be a megabyte."""


class Document:
    """One open level with unlimited undo and redo.

    Every change is an :class:`HistoryEntry`; undoing keeps the later entries for redo, a new change
    drops them. The document is *dirty* when the level differs from what was opened or last saved,
    a stored verdict apart: the solver adds that by itself.

    Args:
        path: its file; None for one that was never saved.
        stamp: what the file looked like when it was read.

    Attributes:
        listener: called after every change, undo, redo and save; None for no listener.
        unkept: whether what is unsaved would be lost if the app ended early.
    """

    def __init__(
        self, level: Level, path: Path | None = None, stamp: FileStamp | None = None
    ) -> None:
        self._entries = [HistoryEntry("opened", level, Home(path, path, stamp, level))]
        self._number = 0
        self.listener: Callable[[], None] | None = None
        self.unkept = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Document:
        """The document of a level file; a read-only source forgets its path.

        Raises:
            LevelError: the file cannot be read as a level.
        """
        stamp = storage.FileStamp.of(path)
        level = levelfile.read(path)
        document = cls(level, path, stamp)
        if read_only:
            document.home.path = None
        return document

    @classmethod
    def unsaved(
        cls, level: Level, path: Path | None, source: Path | None, stamp: FileStamp | None
    ) -> Document:
        """A document of work that stands in no file; ``stamp`` is what it was based on."""
        document = cls(level, path, stamp)
        document.home.source, document.home.saved = source, None
        return document

    @property
    def home(self) -> Home:
        """Where the level is stored."""
        return self.entry.home

    @property
    def path(self) -> Path | None:
        """The file of the level; None for one that was never saved."""
        return self.home.path

    @property
    def entry(self) -> HistoryEntry:
        """The version that stands now."""
        return self._entries[self._number]

    @property
    def attachment(self) -> Any:
        """The attachment of the version that stands now; None if it has none."""
        return self.entry.attachment

    @property
    def history(self) -> tuple[HistoryEntry, ...]:
        """Every version up to the one that stands now, the oldest first."""
        return tuple(self._entries[: self._number + 1])

    @property
    def undone(self) -> tuple[HistoryEntry, ...]:
        """The versions that a redo can make again, the next one first."""
        return tuple(self._entries[self._number + 1 :])

    @property
    def level(self) -> Level:
        """The level as it stands now."""
        return self.entry.level

    @property
    def name(self) -> str:
        """The title of the level, else its file name, else ``untitled``."""
        return self.entry.title

    @property
    def where(self) -> str:
        """The name of the file, with what there is to know about it in a few words."""
        notes = {"same": "", "changed": "changed on disk", "gone": "gone from disk"}
        path, source = self.path, self.home.source
        name = "not a file yet" if path is None else path.name
        if path is None and source is not None:
            name = f"copy of {source.name}"
        elsewhere = "also open elsewhere" if self.home.elsewhere else ""
        unkept = "no autosave" if self.unkept else ""
        return " · ".join(filter(None, (name, notes[self.home.on_disk], elsewhere, unkept)))

    @property
    def dirty(self) -> bool:
        """Whether the level differs from what was opened or last saved."""
        return self.entry.dirty

    @property
    def unsaved_versions(self) -> tuple[HistoryEntry, ...]:
        """What closing the document now would lose, the newest first.

        That is the level, and those before it in the history, as they were left. Of the latter
        those do not count that stood in no file and that a seed brings back.
        """
        last: dict[Home, HistoryEntry] = {}
        first: dict[Home, HistoryEntry] = {}
        for entry in reversed(self.history):
            last.setdefault(entry.home, entry)
            first[entry.home] = entry
        return tuple(
            entry
            for home, entry in last.items()
            if entry.dirty and (entry is self.entry or _is_work(entry, first[home]))
        )

    @property
    def undo_name(self) -> str | None:
        """What an undo would take back, None if there is nothing."""
        return self.entry.name if self._number else None

    @property
    def redo_name(self) -> str | None:
        """What a redo would make again, None if there is nothing."""
        later = self._number + 1
        return self._entries[later].name if later < len(self._entries) else None

    def change(
        self, name: str, level: Level, attachment: Any = None, home: Home | None = None
    ) -> None:
        """A new version of the level; what was undone before can no longer be redone.

        ``attachment`` comes back with the version, unless :data:`ATTACHMENTS` others came after it.
        ``home`` is that of another level that takes the place of this one; None for the same level.
        """
        new = attachment is not None and attachment is not self.attachment
        self._entries[self._number + 1 :] = [
            HistoryEntry(name, level, home or self.home, attachment)
        ]
        self._number += 1
        if new:
            self._forget_attachments()
        self._notify()

    def change_settings(self, name: str, before: object, after: object) -> None:
        """Add a version that differs in the parameters of the next generation only.

        Setting the same thing several times in a row is one version: it has one ``name``.
        """
        entry = self.entry
        if name == entry.name and entry.settings is not None and self.redo_name is None:
            self._entries[self._number] = replace(entry, settings=after)
        else:
            self.note_settings(before)
            self.change(name, self.level, entry.attachment)
            self.note_settings(after)

    def note_settings(self, settings: object) -> None:
        """Keep the parameters of the next generation with the current version."""
        self._entries[self._number] = replace(self.entry, settings=settings)

    def home_of(self, made: Level) -> Home:
        """Where a level that was generated is to be stored: nowhere yet, if it is another one.

        It is the level at hand if that was made by the same recipe, and of the same board.
        """
        provenance, board = self.level.provenance, board_digest(self.level.board)
        if provenance is not None and provenance.edited:
            board = provenance.generated or ""
        again = made.made_like(self.level) and board_digest(made.board) == board
        return self.home if again else Home()

    def amend(self, level: Level) -> None:
        """Replaces the current version in place: for a verdict, which is no change."""
        self._entries[self._number] = replace(self.entry, level=level)

    def undo(self) -> str | None:
        """Back by one version.

        Returns:
            The name of what was taken back, None if there was nothing.
        """
        name = self.undo_name
        if name is not None:
            self.go_to(self._number - 1)
        return name

    def redo(self) -> str | None:
        """Forward by one version.

        Returns:
            The name of what was made again, None if there was nothing.
        """
        name = self.redo_name
        if name is not None:
            self.go_to(self._number + 1)
        return name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all versions, the undone ones included, the oldest first."""
        return tuple(entry.name for entry in self._entries)

    @property
    def number(self) -> int:
        """The number of the version that stands now, in the history."""
        return self._number

    def go_to(self, number: int) -> None:
        """Undo or redo to a version of the history, held within its ends."""
        self._number = min(max(number, 0), len(self._entries) - 1)
        self._notify()

    def save(
        self,
        path: Path | None = None,
        *,
        overwrite: bool = False,
        version: HistoryEntry | None = None,
    ) -> Path | None:
        """Writes the level to its file, or to another that becomes its file.

        Args:
            path: where to save; None for the level's own file.
            overwrite: replace what is there even if it is not what was opened.
            version: what to save; None for the version that stands now.

        Returns:
            Where the replaced file was kept because it had comments, None if nothing was.

        Raises:
            FileChanged: the level's own file is no longer what was opened or last saved.
            FileExistsError: another file already stands at ``path``.
            LevelError: the file cannot be written; nothing has changed then.
            ValueError: the level has no file and none was given.
        """
        level, home = (version or self.entry).level, (version or self.entry).home
        target = path or home.path
        if target is None:
            raise ValueError("no file to save to")
        own = home.path is not None and absolute(target) == absolute(home.path)
        expected = home.stamp if own and not overwrite else None
        new = not own and not overwrite
        home.stamp = levelfile.write(level, target, expect=expected, new=new)
        home.path = home.source = target
        home.saved, home.on_disk = level, "same"
        self._notify()
        return home.stamp.kept

    def reload(self) -> bool:
        """Takes the level as its file has it now; what stood here stays one undo away.

        Returns:
            False if the file has nothing new.

        Raises:
            LevelError: the file cannot be read as a level; nothing has changed then.
            ValueError: the level has no file.
        """
        home = self.home
        if home.path is None:
            raise ValueError("no file to read again")
        stamp = storage.FileStamp.of(home.path)
        level = levelfile.read(home.path)
        if level.game != self.level.game:
            raise LevelError(f"a level of another game now, {level.game}", file=str(home.path))
        home.stamp, home.saved, home.on_disk = stamp, level, "same"
        new = level != self.level
        if new:
            self.change("reload from disk", level)
        else:
            self._notify()
        return new

    def _forget_attachments(self) -> None:
        """Lets go of the attachments that came before the last few; the levels stay."""
        kept: set[int] = set()
        for number in reversed(range(len(self._entries))):
            entry = self._entries[number]
            if entry.attachment is None or id(entry.attachment) in kept:
                continue
            if len(kept) < ATTACHMENTS:
                kept.add(id(entry.attachment))
            else:
                self._entries[number] = replace(entry, attachment=None)

    def _notify(self) -> None:
        if self.listener is not None:
            self.listener()


def _is_work(entry: HistoryEntry, first: HistoryEntry) -> bool:
    """Whether a version that was left, of a level that began so, is more than what a seed gave."""
    provenance = entry.level.provenance
    by_hand = provenance is None or provenance.edited or provenance.improve is not None
    return entry.home.saved is not None or by_hand or _words(entry) != _words(first)


def _words(entry: HistoryEntry) -> tuple[object, ...]:
    level = entry.level
    return level.title, level.author, level.notes, level.tags, level.intended
