"""Autosave and recovery of the open document, and checks for changes by other programs.

All public methods are called in the UI thread. Most of them return immediately, because a
background thread accesses the files and passes its results back through ``post``. Without a
document, no jobs run. An open file is checked every few seconds, but the app is woken only if
something has changed.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path

from engine.errors import EngineError, LevelError
from engine.files.storage import FileStamp
from workbench.commands.keymap import get_key_hint
from workbench.document import app_sessions, recovery_files, recovery_snapshot
from workbench.document.app_sessions import AppSession, OtherSession
from workbench.document.debounced_worker import DebouncedWorker
from workbench.document.document import Document
from workbench.document.recovery_files import RecoveryFiles, UnsavedWork
from workbench.document.recovery_snapshot import LevelSnapshot, PackSnapshot, Snapshot
from workbench.document.undo_versions import HistoryEntry, OnDisk, StorageLocation
from workbench.paths.state_folder import StateFolder

AUTOSAVE_SECONDS = 3.0
"""The time between a change and its autosave, in seconds."""
CHECK_SECONDS = 3.0
"""The time between two checks of the open file and the other sessions, in seconds."""

Post = Callable[[Callable[[], None]], None]
"""A function that makes the UI thread call a callback soon. It may be called from any thread."""


class DiskWatch:
    """A watcher that reads a file again only if its modification time, size or inode changes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._signature: tuple[int, int, int] | None = None
        self._digest = ""

    def check_file(self, stamp: FileStamp) -> OnDisk:
        """Return how the file has changed since it had the given stamp.

        A file that exists but cannot be read counts as ``same``, because saving it will report the
        problem.
        """
        try:
            status = self.path.stat()
            signature = status.st_mtime_ns, status.st_size, status.st_ino
            if signature != self._signature:
                self._digest = FileStamp.from_file(self.path).digest
                self._signature = signature
        except FileNotFoundError:
            self._signature = None
            return "gone"
        except (OSError, ValueError, LevelError):
            return "same"
        return "same" if self._digest == stamp.digest else "changed"


class Autosave:
    """Autosave and recovery for one session, with checks of the open file and of other sessions.

    Args:
        state: The folders for recovery files, sessions and trash.
        post: A function that runs a callback in the UI thread.
        show_message: A function that shows a message; its second argument is a text style.
        update_status: A function that refreshes the document's file status on the screen.
        offer_recovery: A function that asks the user about unsaved work from earlier sessions.

    Attributes:
        intervals: The times in seconds between a change and its autosave, and between two checks
            of the file.
        problem: The reason why autosave currently does not work; empty if it works.
    """

    def __init__(
        self,
        state: StateFolder,
        post: Post,
        show_message: Callable[[str, str], None],
        update_status: Callable[[], None],
        offer_recovery: Callable[[list[UnsavedWork]], None],
    ) -> None:
        self.state = state
        self.intervals = (AUTOSAVE_SECONDS, CHECK_SECONDS)
        self.problem = ""
        self._post, self._show_message = post, show_message
        self._update_status, self._offer_recovery = update_status, offer_recovery
        self._session = AppSession(state.sessions)
        self._worker = DebouncedWorker(
            lambda error: self._report_problem(f"error while storing unsaved work: {error}")
        )
        self._document: Document | None = None
        self._numbers = count(1)
        self._recovery = self._create_recovery_files()
        self._best = StorageLocation()
        self._extra: dict[object, Snapshot] = {}
        self._extra_recovery = self._create_recovery_files()
        self._watched_path: Path | None = None
        self._disk: DiskWatch | None = None
        self._closed = False

    def start(self) -> None:
        """Register the session and offer work from crashed sessions; a second call does nothing."""
        if not self._worker.is_started:
            self._worker.schedule("begin", self._begin_session)
            self._worker.start()

    def _begin_session(self) -> None:
        from workbench.document import trash

        self._run_file_job(self._session.register)
        app_sessions.remove_dead_sessions(self._session)
        trash.prune_trash(self.state.trash, datetime.now().astimezone())
        found = recovery_files.find_unsaved_work(self.state, self._session)
        if found:
            self._post(lambda: self._offer_recovery(found))

    def list_unsaved_work(self) -> list[UnsavedWork]:
        """Return the unsaved work that can be recovered, reading files in the calling thread."""
        return recovery_files.find_unsaved_work(self.state, self._session)

    def flush(self) -> None:
        """Save all unsaved work now, waiting at most a few seconds for that to finish."""
        self._worker.flush(("begin", "keep", "aside"))

    def close(self) -> Path | None:
        """Save any unsaved work and end the session; a second call does nothing.

        If the user chose to quit, the document has already been released; see
        :meth:`watch_document`.

        Returns:
            The path of a recovery file, or None if there is no unsaved work.

        Raises:
            LevelError: A recovery file cannot be written.
        """
        if self._closed:
            return None
        self._closed = True
        document = self._document
        self._worker.close()
        try:
            own = self._recovery.write(
                {} if document is None else recovery_snapshot.snapshot_document(document)
            )
            beside = self._extra_recovery.write(self._extra)
            return own or beside
        finally:
            self._session.unregister()

    def watch_document(self, document: Document | None) -> None:
        """Watch a document, if any, and delete the recovery files of the previous document."""
        if document is self._document:
            return
        self._release_document()
        self._recovery = self._create_recovery_files()
        self._start_watching(document)

    def recover(self, unsaved: UnsavedWork) -> Document:
        """Open unsaved work as a document, and take over its recovery file for this session.

        Raises:
            LevelError: The work cannot be read, or another session has already taken it.
        """
        document = unsaved.document()
        files = self._create_recovery_files()
        files.claim_file(unsaved, document.location)
        self._release_document()
        self._recovery = files
        self._start_watching(document)
        return document

    def save_best(self, document: Document, best: HistoryEntry | None) -> None:
        """Save the best level that an improvement has found so far, in addition to the document.

        Args:
            document: The document that the improvement will change.
            best: The version that the improvement would add now; None when the improvement has
                ended. Its name describes the level. Its board must be the same object as in the
                last call unless a better board was found.
        """
        if document is not self._document:
            return
        old = self._extra.get(self._best)
        if best is None:
            # Remove the level after a delay, so that a document that took it over is saved first.
            self._schedule_extra(self._best, None, self.intervals[0])
        elif not isinstance(old, LevelSnapshot) or old.level.board is not best.level.board:
            self._schedule_extra(self._best, LevelSnapshot.from_version(best, best.name))

    def save_pack(self, owner: object, work: PackSnapshot | None) -> None:
        """Save the unsaved changes to a pack, in addition to the open document.

        Args:
            owner: The object that identifies the pack in this session.
            work: The current state of the pack; None once it is saved or its changes are discarded.
        """
        self._schedule_extra(owner, work)

    def recover_pack(self, unsaved: UnsavedWork, owner: object, work: PackSnapshot | None) -> None:
        """Take over a pack's recovery file and its unsaved changes; see :meth:`save_pack`."""
        self._extra_recovery.claim_file(unsaved, owner)
        self._schedule_extra(owner, work)

    def _schedule_extra(self, piece: object, work: Snapshot | None, wait: float = 0.0) -> None:
        """Schedule an autosave of additional work, or its removal if ``work`` is None."""
        if self._closed or self._extra.get(piece) == work:
            return
        if work is None:
            del self._extra[piece]
        else:
            self._extra[piece] = work
            wait = self.intervals[0]
        write = partial(self._extra_recovery.write, {**self._extra})
        # A delayed removal has a different key, so that it does not replace a waiting write.
        key = "aside" if work is not None or not wait else "ended aside"
        self._worker.schedule(key, partial(self._write_snapshot, write), wait)

    def check_disk(self) -> None:
        """Check the open file now, because the user may be returning from another program."""
        self._worker.schedule("look", self._check_disk)

    def _release_document(self) -> None:
        document, self._document = self._document, None
        if document is not None:
            document.listener = None
            self._worker.cancel_job("keep")
            # The key must be unique, so that the next document's autosave cannot replace this job.
            self._worker.schedule(f"clear {id(self._recovery)}", self._recovery.clear)
            self._schedule_extra(self._best, None)

    def _create_recovery_files(self) -> RecoveryFiles:
        return RecoveryFiles(self.state.recovery, self._session.name, self._numbers)

    def _start_watching(self, document: Document | None) -> None:
        self._document = document
        if document is not None:
            document.listener = self._handle_change
            document.has_no_autosave = bool(self.problem)
        self._handle_change()

    def _handle_change(self) -> None:
        """Schedule an autosave after a change, and watch the new file if the path has changed."""
        document = self._document
        path = document.path if document is not None else None
        works = recovery_snapshot.snapshot_document(document) if document is not None else {}
        if works:
            write = partial(self._recovery.write, works)
            self._worker.schedule("keep", partial(self._write_snapshot, write), self.intervals[0])
        elif document is not None:
            self._worker.schedule("keep", self._recovery.clear)
        if path != self._watched_path:
            self._watched_path = path
            self._disk = None if path is None else DiskWatch(path)
            self._worker.schedule("session", partial(self._publish_path, path))
            self.check_disk()

    def _publish_path(self, path: Path | None) -> None:
        with contextlib.suppress(EngineError):  # a more important problem has been reported already
            self._session.publish_path(path)

    # The methods up to _check_disk run in the background thread.

    def _write_snapshot(self, write: Callable[[], object]) -> None:
        # If registering failed before, for example because the disk was full, try it again.
        if self._session.is_registered or self._run_file_job(self._session.register):
            self._run_file_job(write)

    def _run_file_job(self, job: Callable[[], object]) -> bool:
        try:
            job()
        except EngineError as error:
            self._report_problem(f"unsaved work cannot be stored: {error}")
            return False
        if self.problem:
            self._set_problem("")
        return True

    def _report_problem(self, problem: str) -> None:
        """Report a problem, unless it is the last one reported and is still unsolved."""
        if problem != self.problem:
            self._set_problem(problem)
            self._post(lambda: self._show_message(problem, "bad"))

    def _set_problem(self, problem: str) -> None:
        """Record the current problem with autosave, or "" for none, and update the status."""
        self.problem = problem

        def show_status() -> None:
            if self._document is not None:
                self._document.has_no_autosave = bool(self.problem)
                self._update_status()

        self._post(show_status)

    def _check_disk(self) -> None:
        document, disk = self._document, self._disk
        if document is None or disk is None:
            return
        home = document.location
        stamp = home.stamp
        if home.path == disk.path:
            # This is the background thread, so only the callback below may change the document.
            on_disk = "same" if stamp is None else disk.check_file(stamp)
            others = tuple(app_sessions.find_other_sessions(self._session, disk.path))
            if (on_disk, others) != (home.on_disk, home.other_sessions):
                self._post(lambda: self._report_disk_changes(home, stamp, on_disk, others))
        self._worker.schedule("look", self._check_disk, self.intervals[1])

    def _report_disk_changes(
        self,
        location: StorageLocation,
        stamp: object,
        on_disk: OnDisk,
        others: Sequence[OtherSession],
    ) -> None:
        document = self._document
        if document is None or document.location is not location:
            return  # the document was closed or shows another level
        if location.stamp is not stamp or location.path is None:
            return  # the file was saved or reloaded after the check
        news = []
        if on_disk != location.on_disk:
            news.append(_format_disk_change(on_disk, document.is_dirty))
        if set(others) - set(location.other_sessions):
            who = ", ".join(map(str, others))
            news.append(f"also open in {who}; saving asks before it overwrites the other's changes")
        location.on_disk, location.other_sessions = on_disk, tuple(others)
        self._update_status()
        if any(news):
            self._show_message(f"{location.path.name}: {'; '.join(filter(None, news))}", "warning")


def _format_disk_change(on_disk: OnDisk, dirty: bool) -> str:
    if on_disk == "changed":
        after = f" ({get_key_hint('design.undo')} undoes that); saving asks first" if dirty else ""
        reads = f"{get_key_hint('design.reload')} on the design screen reloads it"
        return f"changed on disk by another program; {reads}{after}"
    return "no longer on disk; saving writes it again" if on_disk == "gone" else ""
