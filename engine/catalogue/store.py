"""An open catalogue, with its runs and the transactions that add levels and annotations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from engine.catalogue import connections, lock
from engine.catalogue.catalogue_errors import CatalogueError, translate_sqlite_errors
from engine.catalogue.inserter import Inserter
from engine.catalogue.run_record import (
    COLUMNS,
    CatalogueRun,
    create_batch_run,
    find_batch_run,
    read_runs,
)
from engine.files import storage
from engine.game.game import Game
from engine.stages.candidate import DEFAULT_MAX_ATTEMPTS

if TYPE_CHECKING:
    from engine.generation.bulk_generator import SeedResult


class Catalogue:
    """An open catalogue. As a context manager, it closes the file at the end of the ``with`` block.

    Attributes:
        path: The path of the file.
        connection: The SQLite connection, which only the modules in this package use.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self._cleanups: list[Any] = []
        self._opened_state, self._file_identity = (
            connections.read_file_state(path),
            connections.read_file_identity(path),
        )
        self._inserters: dict[str, Inserter] = {}

    @classmethod
    def open(cls, path: Path | str, *, write: bool = False) -> Self:
        """Open an existing catalogue for reading or, if ``write`` is True, for annotating levels.

        Raises:
            CatalogueError: The file is missing, empty, damaged, not a catalogue, or was made by a
                newer workbench.
        """
        path = Path(path)
        if write:
            return cls(path, connections.open_for_writing(path))
        connection, end = connections.open_for_reading(path)
        catalogue = cls(path, connection)
        catalogue._cleanups.append(end)
        return catalogue

    @classmethod
    def open_for_adding(cls, path: Path | str) -> Self:
        """Open a catalogue to add levels, creating it if it is missing or empty.

        Raises:
            CatalogueError: Another process is adding levels, or the file is invalid; see
                :meth:`open`.
            LevelError: The file cannot be written.
        """
        path = Path(path)
        # Lock first, so that two processes do not both find the file missing and create it.
        held = lock.acquire_lock(path)
        try:
            if not path.exists() or (path.is_file() and path.stat().st_size == 0):
                _create_file(path)
            catalogue = cls(path, connections.open_for_writing(path))
        except BaseException:
            lock.release_lock(path, held)
            raise
        catalogue._cleanups.append(lambda: lock.release_lock(path, held))
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
        """Close the file. SQLite removes its companion files unless another process uses them."""
        connections.checkpoint_log(self.connection)
        self.connection.close()
        while self._cleanups:
            # Run the clean-ups in reverse order, so that a discarded file is removed before its
            # lock is released.
            self._cleanups.pop()()

    def discard_file(self) -> None:
        """Mark the file for removal. It is removed on closing, before the lock is released."""
        self._cleanups.append(lambda: self.path.unlink(missing_ok=True))

    @property
    def has_changed(self) -> bool:
        """True if this process or another has changed the file since it was opened.

        A catalogue that is open for reading may show all, part or none of such a change. Open it
        again to see the whole change.
        """
        return connections.read_file_state(self.path) != self._opened_state

    def build_error(self, problem: str) -> CatalogueError:
        """Build an error whose message names the file."""
        return CatalogueError(f"{self.path}: {problem}")

    def translate_errors(self) -> Any:
        """Return a context manager that turns SQLite errors into :class:`CatalogueError`."""
        return translate_sqlite_errors(self.path)

    @contextmanager
    def begin_transaction(self) -> Iterator[sqlite3.Connection]:
        """Save the changes made in the ``with`` block together, or undo them all on an error.

        Raises:
            CatalogueError: The changes cannot be made.
        """
        with self.translate_errors():
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                # The inserters may have cached shapes and columns that are now rolled back.
                self._inserters.clear()
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise

    def list_runs(self) -> list[CatalogueRun]:
        """Return all runs in the order in which they were added.

        Raises:
            CatalogueError: The catalogue is damaged.
        """
        with self.translate_errors():
            rows = self.connection.execute(f"SELECT {', '.join(COLUMNS)} FROM run ORDER BY id")
            return read_runs(rows, self.path)

    def begin_batch(
        self,
        game: Game,
        settings: Mapping[str, Any],
        first_seed: int,
        count: int,
        versions: Mapping[str, Any] | None = None,
        max_attempts: int = DEFAULT_MAX_ATTEMPTS,
    ) -> CatalogueRun:
        """Return the run of this catalogue's batch, creating it if there is none.

        A larger ``count`` extends an existing batch.

        Raises:
            CatalogueError: The catalogue holds levels that are not from a batch, a different batch,
                or one with a larger count.
        """
        wanted = create_batch_run(game, settings, first_seed, count, versions, max_attempts)
        run = self.find_batch(wanted)
        if run is None:
            with self.begin_transaction():
                run = self.add_run(wanted)
        if count > run.count:
            run = replace(run, count=count)
            with self.begin_transaction():
                self.save_run(run)
        return run

    def find_batch(self, wanted: CatalogueRun) -> CatalogueRun | None:
        """Return the run of this catalogue's batch after checking that it matches ``wanted``.

        Returns:
            The run, or None if the catalogue is empty.

        Raises:
            CatalogueError: The catalogue holds levels that are not from a batch, a different batch,
                or one with a larger count.
        """
        found = self.list_runs()
        if not found:
            return None
        run = find_batch_run(found)
        if run is None:
            raise self.build_error("it holds imported or merged levels, not a batch")
        for name in ("game", "generator", "rules", "max_attempts", "first_seed"):
            here, there = getattr(wanted, name), getattr(run, name)
            if here != there:
                words = name.replace("_", " ")
                raise self.build_error(f"a batch of {words} {there}, not {here}")
        for key in dict.fromkeys((*run.settings, *wanted.settings)):
            here, there = wanted.settings.get(key), run.settings.get(key)
            if here != there:
                raise self.build_error(f"a batch with {key}={there}, not {key}={here}")
        if wanted.count < run.count:
            more = f"a batch of {run.count:,} levels; expected --count {run.count} or more"
            raise self.build_error(f"{more}, found {wanted.count}")
        return run

    def append_results(
        self, run: CatalogueRun, results: Sequence[SeedResult], seconds: float = 0.0
    ) -> CatalogueRun:
        """Add the results of the next seeds in one transaction, until the batch is complete.

        A level with the same fingerprint as an earlier level in the run is dropped and counted as a
        duplicate. A level with the same fingerprint as one from an archive fill replaces that one,
        so the run has the same levels and counts no matter what else is in the catalogue. Results
        after the last level wanted are dropped and not counted.

        Args:
            run: The run that the previous call returned.
            results: The results of consecutive seeds, starting with ``run.next_seed``.
            seconds: The working time to add to the run.

        Returns:
            The updated run.

        Raises:
            CatalogueError: The catalogue cannot be written, was removed or replaced, or another
                process has added levels. In these cases nothing has changed.
        """
        # SQLite would continue to write to a removed file without an error.
        if connections.read_file_identity(self.path) != self._file_identity:
            raise self.build_error("removed, or replaced by another file, while levels were added")
        state = replace(run, seconds=run.seconds + seconds)
        with self.begin_transaction():
            self._require_unchanged(run)
            inserter = self.get_inserter(run.game)
            counted, kept, duplicates = 0, run.kept, 0
            # Add the results in seed order, because the first of several equal levels is kept.
            for each in results:
                # Workers may try more seeds than needed. The extra ones must not count, or the
                # run's counts would depend on the number of workers.
                if kept >= run.count:
                    break
                if each.seed != run.next_seed + counted:
                    raise ValueError(f"expected seed {run.next_seed + counted}, found {each.seed}")
                if each.attempt is not None:
                    new = inserter.add_result(run.id, each)
                    kept, duplicates = kept + new, duplicates + (not new)
                counted += 1
            state = state.with_results(results[:counted], duplicates)
            self.save_run(state)
        return state

    def _require_unchanged(self, run: CatalogueRun) -> None:
        """Raise an error if another process has changed the run despite the lock.

        Raises:
            CatalogueError: The stored run differs from ``run``.
        """
        query = "SELECT tried, kept, count FROM run WHERE id = ?"
        if self.connection.execute(query, (run.id,)).fetchone() != (run.tried, run.kept, run.count):
            raise self.build_error("another process has added levels to it")

    def add_run(self, run: CatalogueRun) -> CatalogueRun:
        """Add a run within the caller's transaction, and return it with its new id."""
        columns, marks = ", ".join(COLUMNS[1:]), ", ".join("?" * (len(COLUMNS) - 1))
        query = f"INSERT INTO run ({columns}) VALUES ({marks})"
        number = self.connection.execute(query, run.to_row()[1:]).lastrowid
        assert number is not None
        return replace(run, id=number)

    def save_run(self, run: CatalogueRun) -> None:
        """Save the progress of a run within the caller's transaction."""
        names = ", ".join(f"{name} = ?" for name in COLUMNS[1:])
        self.connection.execute(f"UPDATE run SET {names} WHERE id = ?", [*run.to_row()[1:], run.id])

    def get_inserter(self, game: str) -> Inserter:
        """Return the inserter for a game's levels, to be used within a transaction."""
        if game not in self._inserters:
            found = Inserter(self.connection, self.path, game)
            self._inserters[game] = found
        return self._inserters[game]


def _create_file(path: Path) -> None:
    """Create an empty catalogue atomically.

    Raises:
        CatalogueError: The file cannot be created.
        LevelError: The folder cannot be written.
    """
    with storage.open_replacement(path) as temporary:
        try:
            connections.create_file(temporary)
        except CatalogueError as error:
            cause = str(error).partition(": ")[2]
            raise CatalogueError(f"{path}: {cause}") from error
