"""A pack of levels as an immutable value, with methods that return a changed copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import EngineError
from engine.values.level import Level, Table, compute_digest

MAX_LEVELS = 1_000
"""The maximum number of levels in a pack."""
DEFAULT_FACT = "difficulty"
"""The fact that rises from level to level in a pack, unless its origin names another fact."""


@dataclass(frozen=True, slots=True)
class PlaylistEntry:
    """A level in a playlist, which is in a file, embedded, or generated from a seed.

    Two entries are equal if the playlist describes them in the same way. The levels that were found
    for them are not compared.

    Attributes:
        board: The digest (:func:`engine.values.level.compute_digest`) that the playlist gives for
            the board; empty if it gives none, or if the level is damaged.
        file: The path of the level file relative to the playlist's folder, with ``/`` between
            folders; None for a level that has no file.
        embedded: The level itself if it is embedded in the playlist's file; None otherwise.
        pinned: True if the level keeps its place when the playlist is sorted or chosen again.
        locked: True if the level must not be replaced or removed.
        damage: The error message if the embedded level cannot be read; empty otherwise.
        extra: The unknown keys, which are preserved, and the content of a damaged level.
        grade, seed: The grade and seed of a generated level.
        index: The index of a generated level in its sorted list, counted from 0; None for a level
            beyond the end of the list.
        settings: The generator's parameters for a generated level.
        level: The level that was found or generated; None until then.
        path: The path of the file that the level was read from; None if there was no file.
        trouble: The reason why the level cannot be played; empty if it can be.
        note: The message to show if the level that was found differs from the entry; empty
            otherwise.
    """

    board: str = ""
    file: str | None = None
    embedded: Level | None = None
    pinned: bool = False
    locked: bool = False
    damage: str = ""
    extra: Table = field(default_factory=dict)
    grade: int = 0
    seed: int = 0
    index: int | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    level: Level | None = field(default=None, compare=False)
    path: Path | None = field(default=None, compare=False)
    trouble: str = field(default="", compare=False)
    note: str = field(default="", compare=False)

    @classmethod
    def from_level(
        cls, level: Level, file: str | None = None, path: Path | None = None
    ) -> PlaylistEntry:
        """Create an entry for a level, which is embedded if ``file`` is None."""
        embedded = level if file is None else None
        return cls(compute_digest(level.board), file, embedded, level=level, path=path)

    @property
    def is_playable(self) -> bool:
        """True if the entry has a level that can be played."""
        return self.level is not None and not self.trouble

    @property
    def digest(self) -> str:
        """The digest of the board found or, if none was found, the one that the playlist gives."""
        return self.board if self.level is None else compute_digest(self.level.board)

    @property
    def holds(self) -> list[str]:
        """The words ``pinned`` and ``locked``, each only if it applies to the entry."""
        return [word for word in ("pinned", "locked") if getattr(self, word)]


@dataclass(frozen=True, slots=True)
class PackOrigin:
    """The source of a pack's levels, and the facts used to choose them.

    Attributes:
        path: The path of a folder or catalogue, in the form of :attr:`PlaylistEntry.file`.
        where: The condition that levels had to meet; empty for no condition.
        by: The fact that rises from level to level in the pack.
        best: The fact whose high values were preferred, or low values if it ends in ``:asc``; empty
            for no preference.
        extra: The unknown keys, which are preserved.
    """

    path: str = ""
    where: str = ""
    by: str = DEFAULT_FACT
    best: str = ""
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pack:
    """Levels in the order in which they are played.

    Attributes:
        levels: The entries for the levels.
        title: The title of the pack; may be empty.
        author: The author, or None.
        notes: The notes, or None.
        origin: The source of the levels; None if unknown.
        extra: The unknown keys of the pack file, which are preserved.
    """

    levels: tuple[PlaylistEntry, ...] = ()
    title: str = ""
    author: str | None = None
    notes: str | None = None
    origin: PackOrigin | None = None
    extra: Table = field(default_factory=dict)

    def __len__(self) -> int:
        """Return the number of levels."""
        return len(self.levels)

    @property
    def rising_fact(self) -> str:
        """The fact that rises from level to level in the pack."""
        return DEFAULT_FACT if self.origin is None else self.origin.by

    def move_level(self, start: int, target: int) -> Pack:
        """Return the pack with the level at ``start`` moved to ``target``.

        Every level between the two places shifts by one place.

        Raises:
            EngineError: A place does not exist, or a pinned level would have to move.
        """
        self._require_places(start, target)
        low, high = sorted((start, target))
        # The level itself and all levels that shift must not be pinned.
        for place in range(low, high + 1):
            if start != target and self.levels[place].pinned:
                raise EngineError(f"level {place + 1} is pinned to its place")
        rest = [*self.levels]
        rest.insert(target, rest.pop(start))
        return replace(self, levels=tuple(rest))

    def change_entry(self, place: int, change: Callable[[PlaylistEntry], PlaylistEntry]) -> Pack:
        """Return the pack with ``change`` applied to the entry at ``place``.

        Raises:
            EngineError: The place does not exist.
        """
        self._require_places(place)
        levels = [*self.levels]
        levels[place] = change(levels[place])
        return replace(self, levels=tuple(levels))

    def replace_level(self, place: int, entry: PlaylistEntry) -> Pack:
        """Return the pack with the level at ``place`` replaced with ``entry``.

        The new level is pinned if the old one was.

        Raises:
            EngineError: The old level is locked, or the new one is already in the pack.
        """
        self._require_unlocked(place)
        if entry.board in (each.board for each in self.levels):
            raise EngineError("that level is in the pack already")
        return self.change_entry(place, lambda old: replace(entry, pinned=old.pinned))

    def remove_level(self, place: int) -> Pack:
        """Return the pack without the level at ``place``.

        Raises:
            EngineError: The level is locked, or a later level would have to move but is pinned.
        """
        self._require_unlocked(place)
        if any(each.pinned for each in self.levels[place + 1 :]):
            raise EngineError("a level below it is pinned to its place")
        return replace(self, levels=self.levels[:place] + self.levels[place + 1 :])

    def with_levels(self, levels: Iterable[PlaylistEntry]) -> Pack:
        """Return the pack with ``levels`` in place of its entries."""
        return replace(self, levels=tuple(levels))

    def _require_places(self, *places: int) -> None:
        for place in places:
            if not 0 <= place < len(self):
                raise EngineError(f"expected a level from 1 to {len(self)}, found {place + 1}")

    def _require_unlocked(self, at: int) -> None:
        self._require_places(at)
        if self.levels[at].locked:
            raise EngineError(f"level {at + 1} is locked")


def find_duplicates(entries: Sequence[PlaylistEntry]) -> dict[int, int]:
    """Return a mapping from each duplicate level's place to the first place with the same board."""
    first: dict[str, int] = {}
    for place, entry in enumerate(entries):
        # Give each entry without a digest a unique key, so that it is not a duplicate of another.
        first.setdefault(entry.digest or f"none at {place}", place)
    earlier = {place: first.get(entry.digest, place) for place, entry in enumerate(entries)}
    return {place: other for place, other in earlier.items() if other != place}
