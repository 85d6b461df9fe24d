"""Versions of levels, and the places where levels are stored.

All versions of a level share a :class:`StorageLocation`, and different levels have different
locations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from engine.files.storage import FileStamp
    from engine.values.level import Level
    from workbench.document.app_sessions import OtherSession

OnDisk = Literal["same", "changed", "gone"]
"""The change of a file on disk since it was read or last saved."""

MAX_NAMED = 3
"""The maximum number of unsaved levels that a message lists by name."""


@dataclass(slots=True, eq=False)
class StorageLocation:
    """The place where a level is stored, shared by all of its versions.

    Attributes:
        path: The path of the level's file; None if it was never saved.
        source: The file that the level was read from, even if the level cannot be saved there.
        stamp: The state of the file when it was read or last saved.
        saved: The level as it was read or last saved; None if no file contains it.
        on_disk: The last known change of the file on disk.
        other_sessions: The other sessions that are known to have the file open.
    """

    path: Path | None = None
    source: Path | None = None
    stamp: FileStamp | None = None
    saved: Level | None = None
    on_disk: OnDisk = "same"
    other_sessions: tuple[OtherSession, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One version of a level.

    Attributes:
        name: A description of the change that led to this version, for undo and redo; ``opened``
            for the first version.
        level: The level in this version.
        location: The storage location of the level.
        attachment: A value that undo and redo restore together with this version, such as the
            generated candidate whose timeline is shown; None if there is none or it was dropped.
        settings: The parameters for the next generation, if this version or the one after it
            changed them; otherwise None.
    """

    name: str
    level: Level
    location: StorageLocation
    attachment: Any = None
    settings: Any = None

    @property
    def title(self) -> str:
        """The title of the level, the name of its file if it has no title, or ``untitled``."""
        if self.level.title:
            return self.level.title
        return self.location.source.stem if self.location.source else "untitled"

    @property
    def is_dirty(self) -> bool:
        """True if the level differs from its saved version, apart from the verdict."""
        saved = self.location.saved
        if saved is None:
            return True
        # The solver updates verdicts without being asked, so they do not count as changes.
        return replace(self.level, verdict=None) != replace(saved, verdict=None)


def has_custom_title(level: Level, game_title: str) -> bool:
    """Return True if a level has a title other than the one it was generated with."""
    given = level.provenance is not None and level.title == f"{game_title} {level.provenance.seed}"
    return bool(level.title) and not given


def copy_designer_texts(generated: Level, old: Level, game_title: str) -> Level:
    """Return ``generated`` with everything that the designer added to ``old``.

    This includes the title, unless it was generated, and the author, notes, tags, intended solution
    and unknown keys.
    """
    return replace(
        generated,
        title=old.title if has_custom_title(old, game_title) else generated.title,
        author=old.author,
        notes=old.notes,
        tags=old.tags,
        intended=old.intended,
        extra=old.extra,
    )


def format_unsaved(versions: Sequence[HistoryEntry]) -> str:
    """Return a sentence that names the levels with unsaved changes, or an empty string."""
    if not versions:
        return ""
    titles = [f'"{version.title}"' for version in versions[:MAX_NAMED]]
    rest = len(versions) - len(titles)
    titles += [f"{rest} more"] if rest else []
    named = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
    return f"{named} {'has' if len(versions) == 1 else 'have'} unsaved changes."
