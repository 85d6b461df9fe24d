"""Versions of levels, and where those levels are stored.

What makes a level that level and no other is its :class:`Home`, which all its versions share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from engine.files.storage import FileStamp
    from engine.values.level import Level
    from workbench.document.sessions import Other

OnDisk = Literal["same", "changed", "gone"]
"""What became of a file on disk since it was read."""

NAMED = 3
"""Levels with unsaved changes that are listed by name."""


@dataclass(slots=True, eq=False)
class Home:
    """Where one level is stored, shared by all its versions.

    Attributes:
        path: its file; None for one that was never saved.
        source: where it came from, also when it cannot be saved there.
        stamp: what the file looked like when it was read or last saved.
        saved: the level as it was opened or last saved; None if it stands in no file.
        on_disk: what became of the file since, as far as is known.
        elsewhere: the other sessions that have the file open, as far as is known.
    """

    path: Path | None = None
    source: Path | None = None
    stamp: FileStamp | None = None
    saved: Level | None = None
    on_disk: OnDisk = "same"
    elsewhere: tuple[Other, ...] = ()


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One version of a level.

    Attributes:
        name: what was done, in words, for undo and redo; ``opened`` for the first.
        attachment: anything that must come back with this version when it is undone to, such
            as the generated candidate whose timeline it shows; None also if it was let go of.
        settings: the parameters of the next generation, where they were set with this version or
            right after it; None where they were not.
    """

    name: str
    level: Level
    home: Home
    attachment: Any = None
    settings: Any = None

    @property
    def title(self) -> str:
        """The title of the level, else its file name, else ``untitled``."""
        if self.level.title:
            return self.level.title
        return self.home.source.stem if self.home.source else "untitled"

    @property
    def dirty(self) -> bool:
        """Whether the level differs from what was opened or last saved, its verdict apart."""
        saved = self.home.saved
        if saved is None:
            return True
        return replace(self.level, verdict=None) != replace(saved, verdict=None)


def has_own_title(level: Level, game_title: str) -> bool:
    """Whether a level was named by hand: it has a title, and not the one that generation gave."""
    given = level.provenance is not None and level.title == f"{game_title} {level.provenance.seed}"
    return bool(level.title) and not given


def named_like(made: Level, old: Level, game_title: str) -> Level:
    """A version of a level that was made anew, with what a designer wrote on the old one kept."""
    return replace(
        made,
        title=old.title if has_own_title(old, game_title) else made.title,
        author=old.author,
        notes=old.notes,
        tags=old.tags,
        intended=old.intended,
        extra=old.extra,
    )


def unsaved_words(versions: Sequence[HistoryEntry]) -> str:
    """That levels have unsaved changes, as a sentence that names a few; empty if none have."""
    if not versions:
        return ""
    titles = [f'"{version.title}"' for version in versions[:NAMED]]
    rest = len(versions) - len(titles)
    titles += [f"{rest} more"] if rest else []
    named = " and ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))
    return f"{named} {'has' if len(versions) == 1 else 'have'} unsaved changes."
