"""The one who looks after the open document, and after what earlier sessions left.

All methods belong to the UI thread and return at once; work on files happens in a thread of its
own, and what comes of it returns through ``post``. Nothing runs while no document is open; an
open one is looked at every few seconds in that thread, which wakes the app only for news.
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
from workbench.commands.keymap import key
from workbench.document import kept, recovery, sessions
from workbench.document.document import Document
from workbench.document.errands import Errands
from workbench.document.history import HistoryEntry, Home, OnDisk
from workbench.document.kept import Kept, KeptPack, KeptVersion
from workbench.document.recovery import Orphan, RecoveryFiles
from workbench.document.sessions import AppSession, Other
from workbench.folders.state import State

AUTOSAVE = 3.0
"""Seconds after a change by which it has been kept."""
LOOK = 3.0
"""Seconds between two looks at the open file and at the other sessions."""

Post = Callable[[Callable[[], None]], None]
"""Runs something in the UI thread soon; may be called from any thread."""


class DiskWatch:
    """Looks at one file; reads it only after its time, size or identity has changed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._signature: tuple[int, int, int] | None = None
        self._digest = ""

    def look(self, stamp: FileStamp) -> OnDisk:
        """What became of the file since it had that stamp.

        A file that cannot be looked at for any reason but being gone counts as ``same``: saving
        it will say what is wrong.
        """
        try:
            status = self.path.stat()
            signature = status.st_mtime_ns, status.st_size, status.st_ino
            if signature != self._signature:
                self._digest = FileStamp.of(self.path).digest
                self._signature = signature
        except FileNotFoundError:
            self._signature = None
            return "gone"
        except (OSError, ValueError, LevelError):
            return "same"
        return "same" if self._digest == stamp.digest else "changed"


class WorkKeeper:
    """Autosave, recovery, other sessions and changes on disk, for one session.

    Args:
        state: the folders to keep things in.
        post: runs something in the UI thread.
        say: shows a message with a text style, such as ``bad``.
        renew: shows what the document says of its file again.
        offer: asks what to do with unsaved work of earlier sessions.

    Attributes:
        pace: seconds between a change and its autosave, and between two looks.
        problem: why nothing can be kept at present, empty while all is well.
    """

    def __init__(
        self,
        state: State,
        post: Post,
        say: Callable[[str, str], None],
        renew: Callable[[], None],
        offer: Callable[[list[Orphan]], None],
    ) -> None:
        self.state = state
        self.pace = (AUTOSAVE, LOOK)
        self.problem = ""
        self._post, self._say, self._renew, self._offer = post, say, renew, offer
        self._session = AppSession(state.sessions)
        self._errands = Errands(lambda error: self._failed(f"a fault while keeping work: {error}"))
        self._document: Document | None = None
        self._numbers = count(1)
        self._kept = self._files()
        self._best = Home()
        self._beside: dict[object, Kept] = {}
        self._kept_beside = self._files()
        self._shown: Path | None = None
        self._disk: DiskWatch | None = None
        self._closed = False

    # Life.

    def start(self) -> None:
        """Makes the session known, then looks for unsaved work of those that ended early.

        A second call does nothing.
        """
        if not self._errands.started:
            self._errands.later("begin", self._begin)
            self._errands.start()

    def _begin(self) -> None:
        from workbench.document import trash

        self._try(self._session.begin)
        sessions.sweep(self._session)
        trash.prune(self.state.trash, datetime.now().astimezone())
        found = recovery.orphans(self.state, self._session)
        if found:
            self._post(lambda: self._offer(found))

    def orphans(self) -> list[Orphan]:
        """Unsaved work that waits to be recovered; reads files."""
        return recovery.orphans(self.state, self._session)

    def flush(self) -> None:
        """Keeps what is unsaved at once, and waits until that is done, a few seconds at most."""
        self._errands.hurry(("begin", "keep", "beside"))

    def close(self) -> Path | None:
        """Ends the session, once; what is unsaved is kept, at once.

        Before a clean end the document was let go, see :meth:`attend`.

        Returns:
            Where unsaved work is kept, None if there is none.

        Raises:
            LevelError: it cannot be written.
        """
        if self._closed:
            return None
        self._closed = True
        document = self._document
        self._errands.close()
        try:
            own = self._kept.write({} if document is None else kept.unsaved(document))
            beside = self._kept_beside.write(self._beside)
            return own or beside
        finally:
            self._session.end()

    # The document.

    def attend(self, document: Document | None) -> None:
        """Looks after another document from now on; of the last one nothing is kept."""
        if document is self._document:
            return
        self._let_go()
        self._kept = self._files()
        self._watch(document)

    def recover(self, orphan: Orphan) -> Document:
        """Takes unsaved work over: its recovery file now belongs to this session.

        Raises:
            LevelError: another session was quicker, or the work cannot be read.
        """
        document = orphan.document()
        files = self._files()
        files.adopt(orphan, document.home)
        self._let_go()
        self._kept = files
        self._watch(document)
        return document

    def keep_best(self, document: Document, best: HistoryEntry | None) -> None:
        """Keeps the best level so far of an optimisation, beside the document's own work.

        Args:
            document: the optimisation is to change it.
            best: the version that it would be, its name saying what it is in a few words, its
                board the same object until there is a better one; None once it has ended.
        """
        if document is not self._document:
            return
        old = self._beside.get(self._best)
        if best is None:
            # Not before the document, which may have taken the level, has been kept.
            self._keep_beside(self._best, None, self.pace[0])
        elif not isinstance(old, KeptVersion) or old.level.board is not best.level.board:
            self._keep_beside(self._best, KeptVersion.of(best, best.name))

    def keep_pack(self, desk: object, work: KeptPack | None) -> None:
        """Keeps the unsaved changes of a pack, beside the open document.

        Args:
            desk: on which it is worked, the same object as long as that goes on.
            work: the pack as it stands; None once it is saved, or its changes are given up.
        """
        self._keep_beside(desk, work)

    def recover_pack(self, orphan: Orphan, desk: object, work: KeptPack | None) -> None:
        """Takes the unsaved changes of a pack over, for :meth:`keep_pack`; as :meth:`recover`."""
        self._kept_beside.adopt(orphan, desk)
        self._keep_beside(desk, work)

    def _keep_beside(self, piece: object, work: Kept | None, wait: float = 0.0) -> None:
        """Keeps a piece of work beside the open document; for None no more, in so many seconds."""
        if self._closed or self._beside.get(piece) == work:
            return
        if work is None:
            del self._beside[piece]
        else:
            self._beside[piece] = work
            wait = self.pace[0]
        write = partial(self._kept_beside.write, {**self._beside})
        # What is to be kept until then does not wait with what is not.
        key = "beside" if work is not None or not wait else "ended beside"
        self._errands.later(key, partial(self._keep, write), wait)

    def look(self) -> None:
        """Looks at the file now: the user may come back from another program."""
        self._errands.later("look", self._look)

    def _let_go(self) -> None:
        document, self._document = self._document, None
        if document is not None:
            document.listener = None
            self._errands.drop("keep")
            # Under a key of its own: the next document's first autosave must not replace it.
            self._errands.later(f"clear {id(self._kept)}", self._kept.clear)
            self._keep_beside(self._best, None)

    def _files(self) -> RecoveryFiles:
        return RecoveryFiles(self.state.recovery, self._session.name, self._numbers)

    def _watch(self, document: Document | None) -> None:
        self._document = document
        if document is not None:
            document.listener = self._changed
            document.unkept = bool(self.problem)
        self._changed()

    def _changed(self) -> None:
        """Something was done to the document."""
        document = self._document
        path = document.path if document is not None else None
        works = kept.unsaved(document) if document is not None else {}
        if works:
            write = partial(self._kept.write, works)
            self._errands.later("keep", partial(self._keep, write), self.pace[0])
        elif document is not None:
            self._errands.later("keep", self._kept.clear)
        if path != self._shown:
            self._shown = path
            self._disk = None if path is None else DiskWatch(path)
            self._errands.later("session", partial(self._show, path))
            self.look()

    def _show(self, path: Path | None) -> None:
        with contextlib.suppress(EngineError):  # what matters more has said so already
            self._session.show(path)

    # In the thread.

    def _keep(self, write: Callable[[], object]) -> None:
        # A session that could not begin, for want of space maybe, may be able to by now.
        if self._session.begun or self._try(self._session.begin):
            self._try(write)

    def _try(self, job: Callable[[], object]) -> bool:
        try:
            job()
        except EngineError as error:
            self._failed(f"unsaved work cannot be kept: {error}")
            return False
        if self.problem:
            self._set_problem("")
        return True

    def _failed(self, problem: str) -> None:
        """Says once what is wrong, until it is right again."""
        if problem != self.problem:
            self._set_problem(problem)
            self._post(lambda: self._say(problem, "bad"))

    def _set_problem(self, problem: str) -> None:
        """Lets the document say, as long as it is so, that what is unsaved cannot be kept."""
        self.problem = problem

        def show() -> None:
            """Show on the document whether it is kept."""
            if self._document is not None:
                self._document.unkept = bool(self.problem)
                self._renew()

        self._post(show)

    def _look(self) -> None:
        document, disk = self._document, self._disk
        if document is None or disk is None:
            return
        home = document.home
        stamp = home.stamp
        if home.path == disk.path:
            on_disk = "same" if stamp is None else disk.look(stamp)
            others = tuple(sessions.others(self._session, disk.path))
            if (on_disk, others) != (home.on_disk, home.elsewhere):
                self._post(lambda: self._seen(home, stamp, on_disk, others))
        self._errands.later("look", self._look, self.pace[1])

    def _seen(self, home: Home, stamp: object, on_disk: OnDisk, others: Sequence[Other]) -> None:
        document = self._document
        if document is None or document.home is not home:
            return  # closed meanwhile, or another level stands there
        if home.stamp is not stamp or home.path is None:
            return  # saved or read again meanwhile
        news = []
        if on_disk != home.on_disk:
            news.append(_disk_words(on_disk, document.dirty))
        if set(others) - set(home.elsewhere):
            who = ", ".join(map(str, others))
            news.append(f"also open in {who}; nobody's save overwrites the other's unasked")
        home.on_disk, home.elsewhere = on_disk, tuple(others)
        self._renew()
        if any(news):
            self._say(f"{home.path.name}: {'; '.join(filter(None, news))}", "warning")


def _disk_words(on_disk: OnDisk, dirty: bool) -> str:
    if on_disk == "changed":
        after = f" ({key('design.undo')} undoes that), saving asks" if dirty else ""
        reads = f"{key('design.reload')} on the design screen reads it again"
        return f"changed on disk by another program; {reads}{after}"
    return "no longer on disk; saving writes it again" if on_disk == "gone" else ""
