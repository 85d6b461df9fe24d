"""A catalogue that is open: what it holds, and how levels get in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from engine.catalogue import lock, opening
from engine.catalogue.errors import CatalogueError, refusing
from engine.catalogue.inserting import Inserter
from engine.catalogue.runs import COLUMNS, RunState, batch_of, new_batch, read_runs
from engine.files import storage
from engine.game.game import Game
from engine.staging.generation import DEFAULT_MAX_ATTEMPTS

if TYPE_CHECKING:
    from engine.generation.bulk import SeedResult


class Catalogue:
    """A catalogue, open to read or to write; a context that closes it.

    Attributes:
        path: its file.
        connection: for the other modules of this room.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self._ends: list[Any] = []
        self._state, self._file = opening.state(path), opening.identity(path)
        self._inserters: dict[str, Inserter] = {}

    @classmethod
    def open(cls, path: Path | str, *, write: bool = False) -> Self:
        """A catalogue that is there; to write means tags, notes and stars, beside a batch too.

        Raises:
            CatalogueError: empty, missing, foreign, damaged, or of a newer workbench; the file
                stays as it is.
        """
        path = Path(path)
        if write:
            return cls(path, opening.writing(path))
        connection, end = opening.reading(path)
        catalogue = cls(path, connection)
        catalogue._ends.append(end)
        return catalogue

    @classmethod
    def begin(cls, path: Path | str) -> Self:
        """A catalogue to add levels to, made if it is not there, or empty.

        Raises:
            CatalogueError: another process adds to it, or as for :meth:`open`.
            LevelError: nothing can be written there.
        """
        path = Path(path)
        held = lock.acquire(path)
        try:
            if not path.exists() or (path.is_file() and path.stat().st_size == 0):
                _make(path)
            catalogue = cls(path, opening.writing(path))
        except BaseException:
            lock.release(path, held)
            raise
        catalogue._ends.append(lambda: lock.release(path, held))
        return catalogue

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; of what was written nothing is left beside it, unless others read it."""
        opening.settle(self.connection)
        self.connection.close()
        while self._ends:
            self._ends.pop()()

    def discard(self) -> None:
        """Has the file removed when it is closed, before another process can add to it."""
        self._ends.append(lambda: self.path.unlink(missing_ok=True))

    @property
    def changed(self) -> bool:
        """Whether the file was changed since it was opened, by others or by this itself.

        What is open to be read may see none of that, or only a part of it: open it again.
        """
        return opening.state(self.path) != self._state

    def error(self, what: str) -> CatalogueError:
        """An error that names the file."""
        return CatalogueError(f"{self.path}: {what}")

    def refusing(self) -> Any:
        """A context that turns what SQLite refuses into a :class:`CatalogueError`."""
        return refusing(self.path)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Within it all changes are made, or none.

        Raises:
            CatalogueError: they cannot be made.
        """
        with self.refusing():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                self._inserters.clear()
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise

    def runs(self) -> list[RunState]:
        """All runs, in the order in which they began.

        Raises:
            CatalogueError: damaged.
        """
        with self.refusing():
            rows = self.connection.execute(f"SELECT {', '.join(COLUMNS)} FROM run ORDER BY id")
            return read_runs(rows, self.path)

    def run(
        self,
        game: Game,
        settings: Mapping[str, Any],
        first_seed: int,
        count: int,
        versions: Mapping[str, Any] | None = None,
        max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    ) -> RunState:
        """The run of a batch, of which a catalogue holds one; it is made where there is none.

        A larger ``count`` than before extends it, whatever its archive was filled with.

        Raises:
            CatalogueError: the catalogue holds something else, or fewer levels are asked for.
        """
        wanted = new_batch(game, settings, first_seed, count, versions, max_attempts)
        run = self.run_there(wanted)
        if run is None:
            with self.transaction():
                run = self.add_run(wanted)
        if count > run.count:
            run = replace(run, count=count)
            with self.transaction():
                self.save_run(run)
        return run

    def run_there(self, wanted: RunState) -> RunState | None:
        """The run of a batch as it stands; None if the catalogue has no run.

        Raises:
            CatalogueError: it is another one than is wanted, or one of more levels.
        """
        found = self.runs()
        if not found:
            return None
        run = batch_of(found)
        if run is None:
            raise self.error("no batch but imported or merged levels")
        for name in ("game", "generator", "rules", "max_attempts", "first_seed"):
            here, there = getattr(wanted, name), getattr(run, name)
            if here != there:
                words = name.replace("_", " ")
                raise self.error(f"a batch of {words} {there}, not {here}")
        for key in dict.fromkeys((*run.settings, *wanted.settings)):
            here, there = wanted.settings.get(key), run.settings.get(key)
            if here != there:
                raise self.error(f"a batch with {key}={there}, not {key}={here}")
        if wanted.count < run.count:
            more = f"a batch of {run.count:,} levels; expected --count {run.count} or more"
            raise self.error(f"{more}, found {wanted.count}")
        return run

    def append(self, run: RunState, tried: Sequence[SeedResult], seconds: float = 0.0) -> RunState:
        """Adds what became of the next seeds, in one transaction, up to the last level wanted.

        Levels with the fingerprint of an earlier one of the run are dropped and counted; one that
        the archive was filled with becomes that of the seed, so that the run has the same levels
        and the same ledger whatever else is in the catalogue. What comes after the last level that
        is wanted is dropped and not counted.

        Args:
            run: as the last call left it.
            tried: of consecutive seeds, from ``run.next_seed`` on.
            seconds: that it took, to be added to those of the run.

        Returns:
            The run as it is now.

        Raises:
            CatalogueError: it cannot be written, was removed or replaced, or another process has
                added levels; nothing has changed then.
        """
        if opening.identity(self.path) != self._file:
            raise self.error("removed, or replaced by another file, while levels were added")
        state = replace(run, seconds=run.seconds + seconds)
        with self.transaction():
            self._require_unchanged(run)
            inserter = self.inserter(run.game)
            counted, kept, duplicates = 0, run.kept, 0
            for each in tried:
                if kept >= run.count:
                    break
                if each.seed != run.next_seed + counted:
                    raise ValueError(f"expected seed {run.next_seed + counted}, found {each.seed}")
                if each.attempt is not None:
                    new = inserter.add(run.id, each)
                    kept, duplicates = kept + new, duplicates + (not new)
                counted += 1
            state = state.with_tried(tried[:counted], duplicates)
            self.save_run(state)
        return state

    def _require_unchanged(self, run: RunState) -> None:
        """Refuses a ledger that is not as it was left: the lock was not heeded, or is gone.

        Raises:
            CatalogueError: another process has written.
        """
        query = "SELECT tried, kept, count FROM run WHERE id = ?"
        if self.connection.execute(query, (run.id,)).fetchone() != (run.tried, run.kept, run.count):
            raise self.error("another process has added levels to it meanwhile")

    def add_run(self, run: RunState) -> RunState:
        """Adds a run within a transaction; gives it with its number."""
        columns, marks = ", ".join(COLUMNS[1:]), ", ".join("?" * (len(COLUMNS) - 1))
        query = f"INSERT INTO run ({columns}) VALUES ({marks})"
        number = self.connection.execute(query, run.values()[1:]).lastrowid
        assert number is not None
        return replace(run, id=number)

    def save_run(self, run: RunState) -> None:
        """Writes how far a run has come, within a transaction."""
        names = ", ".join(f"{name} = ?" for name in COLUMNS[1:])
        self.connection.execute(f"UPDATE run SET {names} WHERE id = ?", [*run.values()[1:], run.id])

    def inserter(self, game: str) -> Inserter:
        """What adds levels of a game within a transaction."""
        if game not in self._inserters:
            found = Inserter(self.connection, self.path, game)
            self._inserters[game] = found
        return self._inserters[game]


def _make(path: Path) -> None:
    """Makes an empty catalogue, all at once.

    Raises:
        CatalogueError: it cannot be made.
        LevelError: nothing can be written there.
    """
    with storage.replacing(path) as temporary:
        try:
            opening.making(temporary)
        except CatalogueError as error:
            cause = str(error).partition(": ")[2]
            raise CatalogueError(f"{path}: {cause}") from error
