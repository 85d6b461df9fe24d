"""An open level: its file, its version history, and its unsaved changes.

A document's history can contain several levels, because a newly generated level replaces the one
before it. All versions of a level share a
:class:`~workbench.document.undo_versions.StorageLocation`. Therefore undo returns to the earlier
level together with its file, and saving never overwrites one level with another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import LevelError
from engine.files import levelfile, storage
from engine.files.storage import make_absolute
from engine.values.level import compute_digest
from workbench.document.undo_versions import HistoryEntry, StorageLocation

if TYPE_CHECKING:
    from engine.files.storage import FileStamp
    from engine.values.level import Level


MAX_ATTACHMENTS = 8
"""The maximum number of attachments in a history, each up to a megabyte; the latest are kept."""


class Document:
    """An open level with unlimited undo and redo.

    Each change adds a :class:`HistoryEntry`. Undo keeps the later entries for redo, and a new
    change drops them. The document is *dirty* if the level differs from the version that was opened
    or last saved. The stored verdict is ignored, because the solver adds it without being asked.

    Args:
        level: The level to open.
        path: The level's file; None if it was never saved.
        stamp: The state of the file when it was read.

    Attributes:
        listener: A function that is called after every change, undo, redo and save; may be None.
        has_no_autosave: True if unsaved changes would be lost in a crash of the app.
    """

    def __init__(
        self, level: Level, path: Path | None = None, stamp: FileStamp | None = None
    ) -> None:
        self._entries = [HistoryEntry("opened", level, StorageLocation(path, path, stamp, level))]
        self._current = 0
        self.listener: Callable[[], None] | None = None
        self.has_no_autosave = False

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Document:
        """Open a level file; if ``read_only`` is True, the document has no path to save to.

        Raises:
            LevelError: The file cannot be read as a level.
        """
        stamp = storage.FileStamp.from_file(path)
        level = levelfile.read_level(path)
        document = cls(level, path, stamp)
        if read_only:
            document.location.path = None
        return document

    @classmethod
    def from_unsaved_work(
        cls, level: Level, path: Path | None, source: Path | None, stamp: FileStamp | None
    ) -> Document:
        """Create a document for unsaved work that is based on a file with the given ``stamp``."""
        document = cls(level, path, stamp)
        document.location.source, document.location.saved = source, None
        return document

    @property
    def location(self) -> StorageLocation:
        """The storage location of the current version's level."""
        return self.entry.location

    @property
    def path(self) -> Path | None:
        """The path of the level's file; None if it was never saved."""
        return self.location.path

    @property
    def entry(self) -> HistoryEntry:
        """The current version."""
        return self._entries[self._current]

    @property
    def attachment(self) -> Any:
        """The attachment of the current version, or None."""
        return self.entry.attachment

    @property
    def history(self) -> tuple[HistoryEntry, ...]:
        """All versions up to the current one, from oldest to newest."""
        return tuple(self._entries[: self._current + 1])

    @property
    def redo_entries(self) -> tuple[HistoryEntry, ...]:
        """The versions that redo would restore, in order."""
        return tuple(self._entries[self._current + 1 :])

    @property
    def level(self) -> Level:
        """The level in the current version."""
        return self.entry.level

    @property
    def name(self) -> str:
        """The title of the level, the name of its file if it has no title, or ``untitled``."""
        return self.entry.title

    @property
    def file_status(self) -> str:
        """The name of the file, followed by short notes such as ``changed on disk``."""
        notes = {"same": "", "changed": "changed on disk", "gone": "missing on disk"}
        path, source = self.path, self.location.source
        name = "not saved yet" if path is None else path.name
        if path is None and source is not None:
            name = f"copy of {source.name}"
        elsewhere = "also open elsewhere" if self.location.other_sessions else ""
        unkept = "no autosave" if self.has_no_autosave else ""
        return " · ".join(filter(None, (name, notes[self.location.on_disk], elsewhere, unkept)))

    @property
    def is_dirty(self) -> bool:
        """True if the level differs from the version that was opened or last saved."""
        return self.entry.is_dirty

    @property
    def unsaved_versions(self) -> tuple[HistoryEntry, ...]:
        """The versions that would be lost if the document were closed now, newest first.

        These are the current version and the last version of each earlier level in the history, if
        unsaved. An earlier level is left out if it was never saved and its seed can generate it.
        """
        # Going backwards, the first entry found for a location is the last version of its level.
        last: dict[StorageLocation, HistoryEntry] = {}
        first: dict[StorageLocation, HistoryEntry] = {}
        for entry in reversed(self.history):
            last.setdefault(entry.location, entry)
            first[entry.location] = entry
        return tuple(
            entry
            for home, entry in last.items()
            if entry.is_dirty and (entry is self.entry or _has_manual_work(entry, first[home]))
        )

    @property
    def undo_name(self) -> str | None:
        """The name of the change that undo would revert, or None if there is nothing to undo."""
        return self.entry.name if self._current else None

    @property
    def redo_name(self) -> str | None:
        """The name of the change that redo would repeat, or None if there is nothing to redo."""
        later = self._current + 1
        return self._entries[later].name if later < len(self._entries) else None

    def add_version(
        self,
        name: str,
        level: Level,
        attachment: Any = None,
        location: StorageLocation | None = None,
    ) -> None:
        """Add a new version as the current one, and drop the versions that could be redone.

        Args:
            name: A description of the change, for undo and redo.
            level: The level after the change.
            attachment: A value to attach to this version; the oldest attachments are dropped if
                there are more than :data:`MAX_ATTACHMENTS`.
            location: The level's storage location if ``level`` is not a version of the current
                level; None if it is.
        """
        new = attachment is not None and attachment is not self.attachment
        entry = HistoryEntry(name, level, location or self.location, attachment)
        self._entries[self._current + 1 :] = [entry]
        self._current += 1
        if new:
            self._forget_attachments()
        self._notify_listener()

    def change_settings(self, name: str, before: object, after: object) -> None:
        """Add a version that changes only the parameters for the next generation.

        Consecutive changes with the same ``name`` share one version.
        """
        entry = self.entry
        # Merge with the last version, but not after an undo.
        if name == entry.name and entry.settings is not None and self.redo_name is None:
            self._entries[self._current] = replace(entry, settings=after)
        else:
            self.attach_settings(before)
            self.add_version(name, self.level, entry.attachment)
            self.attach_settings(after)

    def attach_settings(self, settings: object) -> None:
        """Attach the parameters for the next generation to the current version."""
        self._entries[self._current] = replace(self.entry, settings=settings)

    def find_location(self, generated: Level) -> StorageLocation:
        """Return the storage location for a generated level.

        The result is the current location if ``generated`` equals the current level as it was
        before any edits. Otherwise it is a new, empty location.
        """
        provenance, board = self.level.provenance, compute_digest(self.level.board)
        if provenance is not None and provenance.edited:
            # After an edit, the provenance still has the digest of the board as generated.
            board = provenance.generated or ""
        again = generated.is_made_like(self.level) and compute_digest(generated.board) == board
        return self.location if again else StorageLocation()

    def replace_current_level(self, level: Level) -> None:
        """Replace the level with a copy that has a new verdict, without adding an undo step."""
        self._entries[self._current] = replace(self.entry, level=level)

    def undo(self) -> str | None:
        """Undo the last change and return its name, or None if there is nothing to undo."""
        name = self.undo_name
        if name is not None:
            self.go_to(self._current - 1)
        return name

    def redo(self) -> str | None:
        """Redo the last change undone and return its name, or None if there is nothing to redo."""
        name = self.redo_name
        if name is not None:
            self.go_to(self._current + 1)
        return name

    @property
    def version_names(self) -> tuple[str, ...]:
        """The names of all versions from oldest to newest, including undone ones."""
        return tuple(entry.name for entry in self._entries)

    @property
    def version_number(self) -> int:
        """The index of the current version in the history."""
        return self._current

    def go_to(self, number: int) -> None:
        """Undo or redo to version ``number``, or to the first or last one if it is out of range."""
        self._current = min(max(number, 0), len(self._entries) - 1)
        self._notify_listener()

    def save(
        self,
        path: Path | None = None,
        *,
        overwrite: bool = False,
        version: HistoryEntry | None = None,
    ) -> Path | None:
        """Save the level to its file, or to another path, which then becomes its file.

        Args:
            path: The path to save to; None for the level's current file.
            overwrite: True to replace a file even if it exists or was changed by another program.
            version: The version to save; None for the current one.

        Returns:
            The path of a backup if the old file had comments, and otherwise None.

        Raises:
            FileChanged: The level's file was changed after it was opened or last saved.
            FileExistsError: There is another file at ``path``.
            LevelError: The file cannot be written. In this case, it is unchanged.
            ValueError: The level has no file and ``path`` is None.
        """
        level, home = (version or self.entry).level, (version or self.entry).location
        target = path or home.path
        if target is None:
            raise ValueError("the level has no file to save to")
        own = home.path is not None and make_absolute(target) == make_absolute(home.path)
        # Unless overwriting, the level's own file must be unchanged, and any other must not exist.
        expected = home.stamp if own and not overwrite else None
        new = not own and not overwrite
        home.stamp = levelfile.write_level(level, target, expect=expected, new=new)
        home.path = home.source = target
        home.saved, home.on_disk = level, "same"
        self._notify_listener()
        return home.stamp.backup

    def reload(self) -> bool:
        """Read the level from its file again, as a change that can be undone.

        Returns:
            True if the level in the file differs from the current one.

        Raises:
            LevelError: The file cannot be read as a level. In this case, the document is unchanged.
            ValueError: The level has no file.
        """
        home = self.location
        if home.path is None:
            raise ValueError("the level has no file to reload")
        stamp = storage.FileStamp.from_file(home.path)
        # The stamp was read first, so the next check notices a write that happens in between.
        level = levelfile.read_level(home.path)
        if level.game != self.level.game:
            raise LevelError(
                f"the file now has a level of another game ({level.game})", file=str(home.path)
            )
        home.stamp, home.saved, home.on_disk = stamp, level, "same"
        new = level != self.level
        if new:
            self.add_version("reload from disk", level)
        else:
            self._notify_listener()
        return new

    def _forget_attachments(self) -> None:
        """Drop the oldest attachments beyond the limit, but keep their versions."""
        kept: set[int] = set()
        for number in reversed(range(len(self._entries))):
            entry = self._entries[number]
            if entry.attachment is None or id(entry.attachment) in kept:
                continue
            if len(kept) < MAX_ATTACHMENTS:
                kept.add(id(entry.attachment))
            else:
                self._entries[number] = replace(entry, attachment=None)

    def _notify_listener(self) -> None:
        if self.listener is not None:
            self.listener()


def _has_manual_work(entry: HistoryEntry, first: HistoryEntry) -> bool:
    """Return True if a level was ever saved, or if its seed cannot generate its last version."""
    provenance = entry.level.provenance
    by_hand = provenance is None or provenance.edited or provenance.improve is not None
    return (
        entry.location.saved is not None
        or by_hand
        or _list_designer_texts(entry) != _list_designer_texts(first)
    )


def _list_designer_texts(entry: HistoryEntry) -> tuple[object, ...]:
    level = entry.level
    return level.title, level.author, level.notes, level.tags, level.intended
