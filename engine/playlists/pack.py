"""A pack as a value: its levels in order, and the ways to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.errors import EngineError
from engine.values.level import Level, Table, board_digest

MOST = 1_000
"""Levels of a pack."""
DIFFICULTY = "difficulty"
"""The fact that a pack rises by unless another one is named."""


@dataclass(frozen=True, slots=True)
class PlaylistEntry:
    """A level of a playlist: in a file, embedded, or one to be made of a seed.

    Two entries are equal if their playlist says the same of them, whatever is found there.

    Attributes:
        board: the digest of its board (:func:`engine.values.level.board_digest`) as the playlist
            names it; empty if it names none, and for what is damaged.
        file: the path of its file from the playlist's folder, with ``/`` between folders; None for
            a level without a file.
        embedded: the level itself, if the playlist's file holds it.
        pinned: it keeps its place when the playlist is put in order, or chosen anew.
        locked: it is neither replaced nor taken out.
        damaged: the reason why the embedded level cannot be read; empty if it can.
        extra: unknown keys, kept, and what is damaged.
        grade, seed: of a level that is made of a seed, what its list says of it.
        index: the place of such a level in its sorted list, from 0; None past the end of the list.
        settings: the generator's parameters for such a level.
        level: the level that was found or made; None before that, and if there is none.
        path: the file that the level was read from; None for none.
        trouble: the reason why the level cannot be played; empty if it can.
        note: the difference between the level and its entry, if it can be played; empty for none.
    """

    board: str = ""
    file: str | None = None
    embedded: Level | None = None
    pinned: bool = False
    locked: bool = False
    damaged: str = ""
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
    def of(cls, level: Level, file: str | None = None, path: Path | None = None) -> PlaylistEntry:
        """Return the entry of a level, embedded unless it has a file."""
        embedded = level if file is None else None
        return cls(board_digest(level.board), file, embedded, level=level, path=path)

    @property
    def is_playable(self) -> bool:
        """True if its level can be played."""
        return self.level is not None and not self.trouble

    @property
    def digest(self) -> str:
        """The digest of the board that was found, else of the one that should be there."""
        return self.board if self.level is None else board_digest(self.level.board)

    @property
    def held(self) -> list[str]:
        """The words for what keeps it in its playlist: pinned, locked."""
        return [word for word in ("pinned", "locked") if getattr(self, word)]


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of the levels of a pack, and the facts by which they are chosen.

    Attributes:
        path: of a folder or a catalogue, from the pack's folder, as :attr:`PlaylistEntry.file`.
        where: the expression that narrowed the choice; empty for none.
        by: the fact that the pack rises by.
        best: the fact of which more, or less, was preferred, as ``KEY:asc``; empty for none.
        extra: unknown keys, kept.
    """

    path: str = ""
    where: str = ""
    by: str = DIFFICULTY
    best: str = ""
    extra: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pack:
    """Levels in the order in which they are played, immutable.

    Attributes:
        origin: where they were chosen from; None if that is not known.
        extra: unknown keys of the file it was read from.
    """

    levels: tuple[PlaylistEntry, ...] = ()
    title: str = ""
    author: str | None = None
    notes: str | None = None
    origin: Origin | None = None
    extra: Table = field(default_factory=dict)

    def __len__(self) -> int:
        """How many levels it has."""
        return len(self.levels)

    @property
    def by(self) -> str:
        """The fact that it rises by."""
        return DIFFICULTY if self.origin is None else self.origin.by

    def moved(self, at: int, to: int) -> Pack:
        """The pack with a level at another place; those between move by one.

        Raises:
            EngineError: there is no such place, or a pinned level would have to move.
        """
        self._require(at, to)
        low, high = sorted((at, to))
        for place in range(low, high + 1):
            if at != to and self.levels[place].pinned:
                raise EngineError(f"level {place + 1} is pinned to its place")
        rest = [*self.levels]
        rest.insert(to, rest.pop(at))
        return replace(self, levels=tuple(rest))

    def changed(self, at: int, change: Callable[[PlaylistEntry], PlaylistEntry]) -> Pack:
        """The pack with one entry changed.

        Raises:
            EngineError: there is no such level.
        """
        self._require(at)
        levels = [*self.levels]
        levels[at] = change(levels[at])
        return replace(self, levels=tuple(levels))

    def replaced(self, at: int, entry: PlaylistEntry) -> Pack:
        """The pack with another level at a place, which stays pinned if it is.

        Raises:
            EngineError: the level is locked, or the other one is in the pack already.
        """
        self._require_loose(at)
        if entry.board in (each.board for each in self.levels):
            raise EngineError("that level is in the pack already")
        return self.changed(at, lambda old: replace(entry, pinned=old.pinned))

    def without(self, at: int) -> Pack:
        """The pack without a level.

        Raises:
            EngineError: the level is locked, or a pinned one below it would have to move.
        """
        self._require_loose(at)
        if any(each.pinned for each in self.levels[at + 1 :]):
            raise EngineError("a level below it is pinned to its place")
        return replace(self, levels=self.levels[:at] + self.levels[at + 1 :])

    def with_levels(self, levels: Iterable[PlaylistEntry]) -> Pack:
        """The pack with these levels in place of its own."""
        return replace(self, levels=tuple(levels))

    def _require(self, *places: int) -> None:
        for place in places:
            if not 0 <= place < len(self):
                raise EngineError(f"expected a level from 1 to {len(self)}, found {place + 1}")

    def _require_loose(self, at: int) -> None:
        self._require(at)
        if self.levels[at].locked:
            raise EngineError(f"level {at + 1} is locked")


def doubled(entries: Sequence[PlaylistEntry]) -> dict[int, int]:
    """The places of levels whose board stands earlier in a pack, with the place where it does."""
    first: dict[str, int] = {}
    for place, entry in enumerate(entries):
        first.setdefault(entry.digest or f"none at {place}", place)
    earlier = {place: first.get(entry.digest, place) for place, entry in enumerate(entries)}
    return {place: other for place, other in earlier.items() if other != place}
