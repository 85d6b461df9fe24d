"""A pack that is worked on and played: its versions, its levels, its wins, without a screen."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files.endings import PACK_ENDING
from engine.files.storage import FileStamp
from engine.game.campaign import Played
from engine.playlists import contents, packfile, selection
from engine.playlists.facts import Learned
from engine.playlists.pack import Pack, PlaylistEntry
from engine.playlists.ramp import RampStep
from engine.playlists.selection import Standing
from engine.playlists.wins import Wins
from engine.values.budget import Control
from engine.values.level import Level
from workbench.document.kept import KeptPack
from workbench.document.recovery import Orphan
from workbench.drawing.curves import Point
from workbench.folders.pack_levels import PackWriting
from workbench.folders.resources import is_shipped
from workbench.folders.state import State
from workbench.session.making.sheet import RANDOM_SEEDS
from workbench.text.status import count


class PackDesk:
    """A pack with its history; its file is written by a :class:`PackWriting` alone.

    All methods belong to one thread. What takes long is prepared by it, and then runs in another
    thread on values that never change.

    Args:
        path: its file.
        state: where wins are kept.
        pack: one that is not in the file yet; None to read it from there.

    Attributes:
        path: its file.
        is_new: whether it has never been saved.
        wins: of its levels, and of others.
        stands: how its levels stand, once that was found; None after they have changed.

    Raises:
        LevelError: the file cannot be read as a pack.
    """

    def __init__(self, path: Path, state: State, pack: Pack | None = None) -> None:
        self.path = path
        self.stands: Standing | None = None
        self.wins = Wins(state.wins)
        self._stamp = FileStamp.of(path) if pack is None else None
        self.is_new = pack is not None
        pack = packfile.read(path) if pack is None else pack
        self._versions = [("", contents.find_levels(pack, path.parent))]
        self._at = 0
        self._saved = Pack() if self.is_new else self.pack
        self._learned = Learned()

    @classmethod
    def recovered(cls, orphan: Orphan, state: State) -> PackDesk:
        """A pack with the unsaved changes of an earlier session, which undo takes back.

        One whose file is no longer what it was has the changes from the beginning; saving finds
        out that the file has changed.

        Raises:
            LevelError: the changes cannot be read.
        """
        if orphan.pack is None or orphan.path is None:
            raise LevelError(orphan.error)
        if orphan.disk == "same":
            desk = cls(orphan.path, state)
            pack = contents.find_levels(orphan.pack, orphan.path.parent)
            desk._do("unsaved changes recovered", pack)
        else:
            desk = cls(orphan.path, state, orphan.pack)
            desk._stamp, desk.is_new = orphan.stamp, orphan.stamp is None
        return desk

    # What it is.

    @property
    def pack(self) -> Pack:
        """Its levels in order, with what was found of them."""
        return self._versions[self._at][1]

    @property
    def done(self) -> str:
        """The last change in a few words; empty at first."""
        return self._versions[self._at][0]

    @property
    def levels(self) -> Sequence[PlaylistEntry]:
        """Its levels in order."""
        return self.pack.levels

    @property
    def title(self) -> str:
        """Its title, else the name of its file."""
        return self.pack.title or self.path.name.removesuffix(PACK_ENDING)

    @property
    def games(self) -> list[str]:
        """The games of its levels."""
        return sorted({each.level.game for each in self.levels if each.level is not None})

    @property
    def unsaved(self) -> bool:
        """Whether it has changed since it was read or saved."""
        return self.pack != self._saved

    def name(self, place: int) -> str:
        """What a level is called: by its title, else by its file."""
        entry = self.levels[place]
        if entry.level is not None and entry.level.title:
            return entry.level.title
        return Path(entry.file).stem if entry.file else f"level {place + 1}"

    def file(self, place: int) -> Path | None:
        """The file of a level, for records of play beside it; None for none, and a shipped one."""
        path = self.levels[place].path
        return None if path is None or is_shipped(path) else path

    @property
    def standing(self) -> str:
        """The number of levels won, in words."""
        playable = sum(each.is_playable for each in self.levels)
        lost = len(self.levels) - playable
        cannot = f", {lost} not playable" if lost else ""
        return f"{self.number_won} of {count(playable, 'level')} won{cannot}"

    def curve(self) -> list[Point]:
        """Return the difficulties of its levels, as far as they are known."""
        points = []
        for place in range(len(self.levels)):
            step = self.step(place)
            height, wanted = (step.level.difficulty, step.wanted) if step else (None, None)
            points.append(Point(height, wanted, self.name(place)))
        return points

    def step(self, place: int) -> RampStep | None:
        """How a level stands at its place; None if that is not known."""
        return None if self.stands is None else self.stands.get(place)

    def prepare_standing(self) -> Callable[[Control], Standing]:
        """Return a slow job that finds how the levels stand in their order, for :attr:`stands`.

        It raises Cancelled when its control was cancelled.
        """
        pack = self.pack
        return lambda control: selection.standing(pack, control, self._learned)

    # Changing it.

    def moved(self, at: int, to: int) -> None:
        """Moves a level to another place.

        Raises:
            EngineError: there is no such place, or a pinned level would have to move.
        """
        self._do(f"level {at + 1} moved to {to + 1}", self.pack.moved(at, to))

    def pinned(self, at: int) -> None:
        """Pins a level to its place, or lets it go; errors as :meth:`moved`."""
        now = self.pack.changed(at, lambda entry: replace(entry, pinned=not entry.pinned))
        self._do(f"level {at + 1} {'pinned' if now.levels[at].pinned else 'no longer pinned'}", now)

    def locked(self, at: int) -> None:
        """Locks a level in the pack, or lets it go; errors as :meth:`moved`."""
        now = self.pack.changed(at, lambda entry: replace(entry, locked=not entry.locked))
        self._do(f"level {at + 1} {'locked' if now.levels[at].locked else 'no longer locked'}", now)

    def removed(self, at: int) -> None:
        """Takes a level out; its file stays.

        Raises:
            EngineError: it is locked, or a pinned one below it would have to move.
        """
        self._do(f"level {at + 1} taken out", self.pack.without(at))

    def described(self, title: str, notes: str | None) -> None:
        """Gives the pack another title and notes."""
        self._do("title and notes changed", replace(self.pack, title=title, notes=notes))

    def replaced(self, at: int, level: Level, path: Path | None) -> None:
        """Puts another level in the place of one; without a file it is embedded.

        Raises:
            EngineError: the level there is locked, or the other one is in the pack already.
        """
        file = None if path is None else contents.relative(path, self.path.parent)
        entry, old = PlaylistEntry.of(level, file, path), self.levels[at].digest
        now = self.pack.replaced(at, entry)
        self._learned.passed |= {old, entry.board}
        self._do(f"level {at + 1} replaced", now)

    def ordered(self, order: Sequence[int]) -> None:
        """Puts the levels in an order of their places."""
        levels = (self.pack.levels[place] for place in order)
        self._do("put in order", self.pack.with_levels(levels))

    def prepare_order(self) -> Callable[[Control], list[int]]:
        """Return a slow job that finds the best order, for :meth:`ordered`.

        It raises Cancelled when its control was cancelled.
        """
        pack = self.pack
        return lambda control: selection.in_order(pack, control, self._learned)

    def prepare_other(self, at: int) -> Callable[[Control], tuple[Level, Path | None]]:
        """Return a slow job that finds a level like one of the pack, for :meth:`replaced`.

        It raises the errors of :func:`selection.find_like`.

        Raises:
            EngineError: the level is locked.
        """
        if self.pack.levels[at].locked:
            raise EngineError(f"level {at + 1} is locked")
        pack, folder, seed = self.pack, self.path.parent, secrets.randbelow(RANDOM_SEEDS)
        return lambda control: selection.find_like(pack, folder, at, seed, control, self._learned)

    def _do(self, done: str, pack: Pack) -> None:
        if pack != self.pack:
            self._versions[self._at + 1 :] = [(done, pack)]
            self._go(1)

    def _go(self, by: int) -> None:
        """Goes to another version; how its levels stand is not known, unless they are the same."""
        before = self.pack.levels
        self._at += by
        if self.pack.levels != before:
            self.stands = None

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier version."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether a version was taken back."""
        return self._at + 1 < len(self._versions)

    def undo(self) -> str:
        """Takes the last change back; what it was, in words."""
        done = self.done
        self._go(-1)
        return done

    def redo(self) -> str:
        """Does again what was taken back; what it is, in words."""
        self._go(1)
        return self.done

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Path | None:
        """Write the pack at once, to its file or another; see :meth:`prepare_save`.

        Returns:
            Where the old file with its comments is kept, if there were some.

        Raises:
            FileChanged: the file is not as it was read or saved last.
            FileExistsError: another file is there.
            LevelError: it cannot be written.
        """
        writing = self.prepare_save(path, overwrite=overwrite)
        stamp = writing.write()
        self.note_saved(writing, stamp)
        return stamp.kept

    def prepare_save(self, path: Path | None = None, *, overwrite: bool = False) -> PackWriting:
        """Return the pack as it is to be written now, to its file or another.

        Raises:
            FileExistsError: another file is there.
        """
        target = path or self.path
        elsewhere = target != self.path
        if (elsewhere or self.is_new) and not overwrite and os.path.lexists(target):
            raise FileExistsError(str(target))
        expect = None if overwrite or elsewhere else self._stamp
        return PackWriting(self.pack, self.path.parent, target, expect)

    def note_saved(self, writing: PackWriting, stamp: FileStamp) -> None:
        """Take over that the pack was written; what was changed meanwhile stays, unsaved."""
        versions = self._versions
        saved = (at for at, (_, pack) in enumerate(versions) if pack is writing.pack)
        at = next(saved, None)
        if writing.path != self.path:
            # Versions name their files from the old folder. Those before the saved one go, unless
            # the user has gone back to one of them meanwhile.
            first = 0 if at is None else min(at, self._at)
            del versions[:first]
            self._at -= first
            at = 0
        if at is not None:
            versions[at:] = [(done, writing.settle(pack)) for done, pack in versions[at:]]
        self._saved, self._stamp = writing.settle(writing.pack), stamp
        self.path, self.is_new = writing.path, False

    @property
    def kept(self) -> KeptPack | None:
        """What to keep of it in case the app ends early; None while all is saved."""
        return KeptPack(self.pack, self.path, self._stamp) if self.unsaved else None

    # Playing it.

    def win(self, place: int) -> Played | None:
        """The best win of a level; None if it was never won."""
        return self.wins.of(self.levels[place].digest)

    @property
    def upcoming(self) -> int | None:
        """The place of the first level that can be played and was not won; None if all were."""
        for place, each in enumerate(self.levels):
            if each.is_playable and self.win(place) is None:
                return place
        return None

    @property
    def number_won(self) -> int:
        """How many of the levels that can be played were won."""
        return sum(
            each.is_playable and self.win(place) is not None
            for place, each in enumerate(self.levels)
        )

    @property
    def boards(self) -> frozenset[str]:
        """The boards of its levels, by which their wins are kept."""
        return frozenset(each.digest for each in self.levels if each.digest)
