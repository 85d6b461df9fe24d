"""The open level of plain mode: a session as in the app, play on it, and all kept safe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from engine import workshop
from engine.errors import EngineError, LevelError
from engine.files.storage import FileChanged
from engine.game import registry
from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.document import kept, recovery
from workbench.document.document import Document
from workbench.document.history import HistoryEntry, Home, named_like, unsaved_words
from workbench.document.recovery import Orphan, RecoveryFiles
from workbench.document.sessions import AppSession
from workbench.features.playlists.desk import PackDesk
from workbench.features.playlists.journey import Journey
from workbench.folders.state import State
from workbench.plain import words
from workbench.plain.talk import Talk
from workbench.service import running
from workbench.service.solving import Made, WaitingService
from workbench.session.playing.advice import Advice
from workbench.session.playing.playtest import Assignment, Playtest
from workbench.session.session import Session
from workbench.text.intended import TITLE
from workbench.text.status import sentence

if TYPE_CHECKING:
    from workbench.features.gallery.gallery import Gallery
    from workbench.features.gallery.seen import Seen


class OpenLevel:
    """The document that is open, at most one at a time, kept safe after every change.

    Attributes:
        state: where unsaved work is kept.
        talk: where answers go.
        say: writes lines.
        service: runs everything slow.
        play: play on the level as it stands; None while it is a draft.
        journey: through the list of levels that is being played; None for none.
        pack: the pack that is open; None for none.
        gallery: the gallery that is chosen in; None for none.
        offered: the levels without a file that were listed to choose from.
        after: what is to be done and said once the order is obeyed.
        next_row: of the trace, to go on with.
    """

    def __init__(self, state: State, talk: Talk) -> None:
        self.state = state
        self.talk = talk
        self.say = talk.say
        self.service = WaitingService()
        self.play: Playtest | None = None
        self.journey: Journey | None = None
        self.pack: PackDesk | None = None
        self.gallery: Gallery | None = None
        self.offered: tuple[Level, ...] = ()
        self.after: list[Callable[[], None]] = []
        self.next_row = 0
        self._app_session = AppSession(state.sessions)
        self._kept = RecoveryFiles(state.recovery, self._app_session.name, count())
        self._session: Session | None = None
        self._shown: Path | None = None

    # The whole conversation.

    def begin(self) -> list[str]:
        """Makes the session known; what there is to say of it and earlier ones, in sentences."""
        try:
            if not self._app_session.begun:  # by a level without a file
                self._app_session.begin()
        except LevelError as error:
            return [f"Unsaved work cannot be kept: {error}."]
        return [
            f"Unsaved work of an earlier session is kept in {each.file}; recover {number} opens it."
            for number, each in enumerate(self.orphans, 1)
        ]

    @property
    def orphans(self) -> list[Orphan]:
        """Unsaved work of earlier sessions, the newest first."""
        return recovery.orphans(self.state, self._app_session)

    def recover(self, orphan: Orphan) -> None:
        """Goes on with unsaved work of an earlier session, in place of the level or pack there is.

        Raises:
            LevelError: it cannot be read, or another session was quicker.
        """
        if orphan.pack is None:
            document = orphan.document()
            self._kept.adopt(orphan, document.home)
            self.take(document)
        else:
            desk = PackDesk.recovered(orphan, self.state)
            self._kept.adopt(orphan, desk)
            self.pack = desk
            self.keep()

    def end(self, *, discard: bool) -> Path | None:
        """Ends the session; of what is unsaved nothing is kept if it is to be discarded.

        Returns:
            Where unsaved work is kept, None if there is none.
        """
        try:
            if not discard:
                return self.keep()
            self._kept.clear()
            return None
        finally:
            self._app_session.end()

    @cached_property
    def seen(self) -> Seen:
        """The levels that were generated since the start."""
        from workbench.features.gallery.seen import Seen

        return Seen(self.state.galleries)

    # The document.

    @property
    def is_open(self) -> bool:
        """Whether there is an open document."""
        return self._session is not None

    @property
    def session(self) -> Session:
        """What is known of the open document.

        Raises:
            EngineError: none is open.
        """
        if self._session is None:
            raise EngineError("no level is open; type: open FILE, or: generate GAME")
        return self._session

    @property
    def document(self) -> Document:
        """The open document; as :attr:`session`."""
        return self.session.document

    @property
    def game(self) -> Game:
        """Its game; as :attr:`session`."""
        return self.session.game

    @property
    def unsaved(self) -> tuple[HistoryEntry, ...]:
        """What would be lost without the document."""
        return self.document.unsaved_versions if self.is_open else ()

    def take(
        self,
        document: Document,
        solved: Solved | None = None,
        assignment: Assignment | None = None,
    ) -> None:
        """Opens a document in place of the last one, of which nothing is kept."""
        self._follow(document)
        self.renewed(solved, assignment)

    def offer(self, levels: Sequence[Level]) -> None:
        """Open the only one of some levels without a file, or list several to choose from."""
        self.offered = tuple(levels)
        if len(levels) == 1:
            self.take_offered(0)
            return
        self.say(f"{len(levels)} levels. Type open and a number to open one.")
        for number, level in enumerate(levels, 1):
            self.say(f"{number}: {level.title or 'untitled'}, {registry.get(level.game).title}.")

    def take_offered(self, place: int) -> None:
        """Open one of the levels that were listed, in place of the last one."""
        self.take(Document.unsaved(self.offered[place], None, None, None))
        self.introduce()

    def _follow(self, document: Document) -> None:
        self._session = Session(document, self.service, lambda act: act(), lambda: None)

    def renewed(self, solved: Solved | None = None, assignment: Assignment | None = None) -> None:
        """Another version of the level stands: play begins anew, and what is unsaved is kept."""
        level = self.document.level
        if level.game != self.game.name:
            self._follow(self.document)
        self.session.history.show(solved)
        aiming = self.play is None or self.play.aiming
        limited = self.play is not None and self.play.visibility.view is not None
        self.play = None
        if not self.session.verdicts.problems:
            advice = Advice(self.game, level, lambda: None)
            self.play = Playtest(self.game, level, advice, assignment=assignment)
            self.play.aiming = aiming
            self.play.limit_visibility(limited=limited)
        self._stored()

    def replace(self, name: str, made: Made, home: Home) -> None:
        """Puts a level that was made in place of the one that stands, as ``name`` says."""
        level = made.level
        if home is self.document.home:
            level = named_like(level, self.document.level, registry.get(level.game).title)
            level = level.with_painted(self.document.level.painted)
        self.document.change(name, level, made, home)
        self.renewed(made.solved)

    def introduce(self) -> None:
        """Says what the open level is, and what is wrong with it."""
        size = words.size(self.game.boards.picture(self.session.board))
        verdicts = self.session.verdicts
        self.say(
            f"{self.document.name}, {self.game.title}: {size}.",
            *(f"It is a draft: {problem}." for problem in verdicts.problems[:1]),
            *(f"Warning: {warning}." for warning in verdicts.warnings),
        )
        self.say_intended()

    def say_intended(self) -> None:
        """Says how the intended solution stands as far as it shows without a search."""
        if said := self.session.intention.words:
            self.say(sentence(f"{TITLE}: {said}"))

    def save(self, path: Path | None, version: HistoryEntry) -> bool:
        """Saves a version, asking about what is in the way; False if the user backs out."""
        document, overwrite = self.document, False
        if path is None and version.home.path is None:
            back = "" if version is document.entry else "go back to it by undo edit, and "
            raise EngineError(f'"{version.title}" has no file yet; {back}type: save FILE')
        while True:
            try:
                document.save(path, overwrite=overwrite, version=version)
            except FileChanged:
                question = "The file was changed by somebody else since it was opened."
            except FileExistsError:
                question = "There is such a file already."
            else:
                self._stored()
                self.say(f"Saved {version.home.path}.")
                return True
            if self.talk.ask(question, ("overwrite", "cancel")) == "cancel":
                self.say("Not saved.")
                return False
            overwrite = True

    def may_leave(self) -> bool:
        """Whether the document may go; asks about unsaved changes."""
        question = unsaved_words(self.unsaved)
        if not question:
            return True
        answer = self.talk.ask(question, ("save", "discard", "cancel"))
        if answer == "save":
            return all(self.save(None, version) for version in self.unsaved)
        return answer == "discard"

    def _stored(self) -> None:
        """The document's file may be another one now, and other work unsaved."""
        if self.document.path != self._shown:
            self._shown = self.document.path
            self._app_session.show(self._shown)
        self.keep()

    def keep(self) -> Path | None:
        """Keeps what is unsaved as it stands now.

        Returns:
            Where, None if nothing is.

        Raises:
            EngineError: it cannot be kept.
        """
        works = kept.unsaved(self.document) if self.is_open else {}
        if self.pack is not None and (work := self.pack.kept) is not None:
            works[self.pack] = work
        if not works:
            self._kept.clear()
            return None
        try:
            if not self._app_session.begun:  # others would take the work for a dead session's
                self._app_session.begin()
            return self._kept.write(works)
        except LevelError as error:
            raise EngineError(f"done, but it cannot be kept until it is saved: {error}") from error

    # What is known.

    def playing(self) -> Playtest:
        """Play on the level.

        Raises:
            LevelError: it is a draft; names its first problem.
        """
        if self.play is None:
            workshop.require_playable(self.document.level)
        assert self.play is not None
        return self.play

    @property
    def standing(self) -> str:
        """How play stands, as a sentence; as :meth:`playing`."""
        return words.standing(self.playing())

    @property
    def picture(self) -> Picture:
        """What the board looks like now: after the moves made, if any were."""
        play = self.play
        if play is not None and (play.playthrough.moves or play.visibility.view is not None):
            return self.game.play.picture(play.visible_position)
        return self.game.boards.picture(self.session.board)

    def solved(self) -> Solved:
        """The solver's answer to the level as it stands, found once.

        Raises:
            LevelError: the level is a draft.
            KeyboardInterrupt: the user stopped the search.
        """
        workshop.require_playable(self.document.level)
        verdicts = self.session.verdicts
        answer = verdicts.verdict
        if answer is None or answer.cancelled:
            verdicts.ask(verdicts.default, again=True)
            self.service.settle("verdict", running.positions)
        answer = verdicts.verdict
        assert answer is not None and answer.value is not None
        return answer.value

    def advice(self) -> Advice:
        """What the solver knows of the ways to win, found once; as :meth:`solved`."""
        self.solved()
        advice, answer = self.playing().advice, self.session.verdicts.verdict
        if advice.searching and answer is not None:
            advice.take(answer)
            advice.settle()
        return advice
