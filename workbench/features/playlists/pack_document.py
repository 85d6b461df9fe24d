"""The model for editing and playing a pack: its versions, its levels and its wins."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files.storage import FileStamp
from engine.files.suffixes import PACK_SUFFIX
from engine.game.win_record import LevelWin
from engine.playlists import pack_level_files, pack_selection, packfile
from engine.playlists.difficulty_curve import RampStep
from engine.playlists.level_facts import FactCache
from engine.playlists.pack import Pack, PlaylistEntry
from engine.playlists.pack_selection import PackSteps
from engine.playlists.win_store import WinStore
from engine.values.budget import Control
from engine.values.level import Level
from workbench.document.recovery_files import UnsavedWork
from workbench.document.recovery_snapshot import PackSnapshot
from workbench.drawing.difficulty_plot import CurvePoint
from workbench.paths.pack_writer import PackWriter
from workbench.paths.resources import is_shipped
from workbench.paths.state_folder import StateFolder
from workbench.session.generation.generator_settings import RANDOM_SEEDS
from workbench.text.quantity_text import format_count


class PackDocument:
    """A pack, its edit history, and the wins on its levels.

    All methods must be called in the same thread. The ``prepare_...`` methods return slow jobs,
    which may run in other threads, because they work on immutable values.

    Args:
        path: The path of the pack's file.
        state: The state folder, which contains the wins.
        pack: A new pack that has no file yet, or None to read the file.

    Attributes:
        path: The path of the pack's file.
        is_new: True if the pack has never been saved.
        wins: The store of wins, which also contains wins on levels in other packs.
        steps: The difficulty of each level, keyed by the level's index, or None until the
            difficulties have been computed.

    Raises:
        LevelError: The file cannot be read as a pack.
    """

    def __init__(self, path: Path, state: StateFolder, pack: Pack | None = None) -> None:
        self.path = path
        self.steps: PackSteps | None = None
        self.wins = WinStore(state.wins)
        self._stamp = FileStamp.from_file(path) if pack is None else None
        self.is_new = pack is not None
        pack = packfile.read_pack(path) if pack is None else pack
        self._versions = [("", pack_level_files.load_levels(pack, path.parent))]
        self._version = 0
        # A new pack counts as unsaved unless it is empty.
        self._saved = Pack() if self.is_new else self.pack
        self._known_facts = FactCache()

    @classmethod
    def from_recovery(cls, recovery: UnsavedWork, state: StateFolder) -> PackDocument:
        """Return a pack that includes the unsaved changes from an earlier session.

        If the file has not changed, the changes are a single undo step. Otherwise, they cannot be
        undone, and saving will report that the file has changed.

        Raises:
            LevelError: The unsaved changes cannot be read.
        """
        if recovery.pack is None or recovery.path is None:
            raise LevelError(recovery.error)
        if recovery.file_change == "same":
            document = cls(recovery.path, state)
            pack = pack_level_files.load_levels(recovery.pack, recovery.path.parent)
            document._add_version("unsaved changes recovered", pack)
        else:
            document = cls(recovery.path, state, recovery.pack)
            document._stamp, document.is_new = recovery.stamp, recovery.stamp is None
        return document

    @property
    def pack(self) -> Pack:
        """The current version of the pack."""
        return self._versions[self._version][1]

    @property
    def last_change(self) -> str:
        """A description of the change that led to the current version, or "" for the original."""
        return self._versions[self._version][0]

    @property
    def levels(self) -> Sequence[PlaylistEntry]:
        """The pack's entries, one for each level, in order."""
        return self.pack.levels

    @property
    def title(self) -> str:
        """The pack's title, or the name of its file if it has no title."""
        return self.pack.title or self.path.name.removesuffix(PACK_SUFFIX)

    @property
    def games(self) -> list[str]:
        """The sorted names of the games that the levels are for."""
        return sorted({each.level.game for each in self.levels if each.level is not None})

    @property
    def has_unsaved_changes(self) -> bool:
        """True if the pack has changed since it was last read or saved."""
        return self.pack != self._saved

    def get_name(self, place: int) -> str:
        """Return the title of the level at ``place`` or, failing that, its file name or number."""
        entry = self.levels[place]
        if entry.level is not None and entry.level.title:
            return entry.level.title
        return Path(entry.file).stem if entry.file else f"level {place + 1}"

    def get_file(self, place: int) -> Path | None:
        """Return the file of the level at ``place``, or None if it has no file or is shipped.

        Recordings are saved next to this file.
        """
        path = self.levels[place].path
        return None if path is None or is_shipped(path) else path

    @property
    def progress_text(self) -> str:
        """A string that says how many levels have been won, and how many cannot be played."""
        playable = sum(each.is_playable for each in self.levels)
        lost = len(self.levels) - playable
        cannot = f", {lost} unplayable" if lost else ""
        return f"{self.won_count} of {format_count(playable, 'level')} won{cannot}"

    def build_curve(self) -> list[CurvePoint]:
        """Build the difficulty curve. A level whose difficulty is unknown has the height None."""
        points = []
        for place in range(len(self.levels)):
            step = self.get_step(place)
            height, wanted = (step.level.difficulty, step.target) if step else (None, None)
            points.append(CurvePoint(height, wanted, self.get_name(place)))
        return points

    def get_step(self, place: int) -> RampStep | None:
        """Return the difficulty of the level at ``place``, or None if it is not known yet."""
        return None if self.steps is None else self.steps.get(place)

    def prepare_steps(self) -> Callable[[Control], PackSteps]:
        """Return a slow job that computes the value for :attr:`steps`.

        The job raises Cancelled if its control is cancelled.
        """
        pack = self.pack
        return lambda control: pack_selection.evaluate_pack(pack, control, self._known_facts)

    def move_level(self, place: int, target: int) -> None:
        """Move the level at ``place`` to ``target``.

        Raises:
            EngineError: One of the indices does not exist, or a pinned level would move.
        """
        self._add_version(
            f"level {place + 1} moved to {target + 1}", self.pack.move_level(place, target)
        )

    def toggle_pin(self, place: int) -> None:
        """Pin or unpin the level at ``place``; raise EngineError if there is no such level."""
        now = self.pack.change_entry(place, lambda entry: replace(entry, pinned=not entry.pinned))
        self._add_version(
            f"level {place + 1} {'pinned' if now.levels[place].pinned else 'unpinned'}", now
        )

    def toggle_lock(self, place: int) -> None:
        """Lock or unlock the level at ``place``; raise EngineError if there is no such level."""
        now = self.pack.change_entry(place, lambda entry: replace(entry, locked=not entry.locked))
        self._add_version(
            f"level {place + 1} {'locked' if now.levels[place].locked else 'unlocked'}", now
        )

    def remove_level(self, place: int) -> None:
        """Remove the level at ``place`` from the pack, but keep its file.

        Raises:
            EngineError: The level is locked, or a pinned level after it would move.
        """
        self._add_version(f"level {place + 1} removed", self.pack.remove_level(place))

    def set_description(self, title: str, notes: str | None) -> None:
        """Set the pack's title and notes."""
        self._add_version("title and notes changed", replace(self.pack, title=title, notes=notes))

    def replace_level(self, place: int, level: Level, path: Path | None) -> None:
        """Replace the level at ``place`` with ``level``, embedding it if ``path`` is None.

        Raises:
            EngineError: The old level is locked, or the new one is already in the pack.
        """
        file = None if path is None else pack_level_files.make_relative(path, self.path.parent)
        entry, old = PlaylistEntry.from_level(level, file, path), self.levels[place].digest
        now = self.pack.replace_level(place, entry)
        # Do not propose either board again.
        self._known_facts.used_boards |= {old, entry.board}
        self._add_version(f"level {place + 1} replaced", now)

    def reorder_levels(self, order: Sequence[int]) -> None:
        """Rearrange the levels; ``order`` lists their current indices in the new order."""
        levels = (self.pack.levels[place] for place in order)
        self._add_version("levels sorted", self.pack.with_levels(levels))

    def prepare_order(self) -> Callable[[Control], list[int]]:
        """Return a slow job that computes the best order to pass to :meth:`reorder_levels`.

        The job raises Cancelled if its control is cancelled.
        """
        pack = self.pack
        return lambda control: pack_selection.sort_pack(pack, control, self._known_facts)

    def prepare_replacement(self, place: int) -> Callable[[Control], tuple[Level, Path | None]]:
        """Return a slow job that finds a level similar to the one at ``place``.

        Pass the result to :meth:`replace_level`. The job raises EngineError if it finds no level.

        Raises:
            EngineError: The level at ``place`` is locked.
        """
        if self.pack.levels[place].locked:
            raise EngineError(f"level {place + 1} is locked")
        pack, folder, seed = self.pack, self.path.parent, secrets.randbelow(RANDOM_SEEDS)
        return lambda control: pack_selection.find_similar(
            pack, folder, place, seed, control, self._known_facts
        )

    def _add_version(self, description: str, pack: Pack) -> None:
        if pack != self.pack:
            self._versions[self._version + 1 :] = [(description, pack)]
            self._go_to_version(1)

    def _go_to_version(self, offset: int) -> None:
        """Move by ``offset`` versions, discarding :attr:`steps` if that changes the levels."""
        before = self.pack.levels
        self._version += offset
        if self.pack.levels != before:
            self.steps = None

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return self._version > 0

    @property
    def can_redo(self) -> bool:
        """True if there is an undone change to redo."""
        return self._version + 1 < len(self._versions)

    def undo(self) -> str:
        """Undo the last change, and return its description."""
        # The description belongs to the version that the change led to.
        done = self.last_change
        self._go_to_version(-1)
        return done

    def redo(self) -> str:
        """Redo the last undone change, and return its description."""
        self._go_to_version(1)
        return self.last_change

    def save(self, path: Path | None = None, *, overwrite: bool = False) -> Path | None:
        """Write the pack in the calling thread, to ``path`` or, if that is None, to its own file.

        Returns:
            The path of the backup if the old file had comments, otherwise None.

        Raises:
            FileChanged: The pack's file has changed since it was last read or saved.
            FileExistsError: There is another file at ``path``, and ``overwrite`` is false.
            LevelError: The file cannot be written.
        """
        writing = self.prepare_save(path, overwrite=overwrite)
        stamp = writing.write()
        self.finish_save(writing, stamp)
        return stamp.backup

    def prepare_save(self, path: Path | None = None, *, overwrite: bool = False) -> PackWriter:
        """Return a job that writes the current version. Pass it to :meth:`finish_save` afterwards.

        Raises:
            FileExistsError: There is another file at ``path``, and ``overwrite`` is false.
        """
        target = path or self.path
        elsewhere = target != self.path
        if (elsewhere or self.is_new) and not overwrite and os.path.lexists(target):
            raise FileExistsError(str(target))
        expect = None if overwrite or elsewhere else self._stamp
        return PackWriter(self.pack, self.path.parent, target, expect)

    def finish_save(self, writing: PackWriter, stamp: FileStamp) -> None:
        """Record that the job ``writing`` is done. Changes made in the meantime remain unsaved."""
        versions = self._versions
        saved = (at for at, (_, pack) in enumerate(versions) if pack is writing.pack)
        at = next(saved, None)
        if writing.path != self.path:
            # Levels' paths are relative to the pack's folder, so the kept versions must be changed.
            # Drop versions before the saved one, but keep any that the user has returned to.
            first = 0 if at is None else min(at, self._version)
            del versions[:first]
            self._version -= first
            at = 0
        if at is not None:
            versions[at:] = [(done, writing.relocate_pack(pack)) for done, pack in versions[at:]]
        self._saved, self._stamp = writing.relocate_pack(writing.pack), stamp
        self.path, self.is_new = writing.path, False

    @property
    def recovery_snapshot(self) -> PackSnapshot | None:
        """A snapshot for recovery after a crash, or None if there are no unsaved changes."""
        return PackSnapshot(self.pack, self.path, self._stamp) if self.has_unsaved_changes else None

    def get_best_win(self, place: int) -> LevelWin | None:
        """Return the best win for the level at ``place``, or None if it was never won."""
        return self.wins.find_win(self.levels[place].digest)

    @property
    def next_place(self) -> int | None:
        """The index of the first playable level that was never won, or None if all are won."""
        for place, each in enumerate(self.levels):
            if each.is_playable and self.get_best_win(place) is None:
                return place
        return None

    @property
    def won_count(self) -> int:
        """The number of playable levels that have been won."""
        return sum(
            each.is_playable and self.get_best_win(place) is not None
            for place, each in enumerate(self.levels)
        )

    @property
    def digests(self) -> frozenset[str]:
        """The digests of all boards in the pack. Wins are stored under these digests."""
        return frozenset(each.digest for each in self.levels if each.digest)
