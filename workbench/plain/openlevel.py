"""The open level of plain mode: a session as in the app, play on it, and all kept safe."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from engine import workshop
from engine.errors import EngineError
from engine.files.storage import FileChanged
from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.picture import Picture
from workbench import commands
from workbench.document.document import Document
from workbench.document.history import HistoryEntry, unsaved_words
from workbench.document.keeper import WorkKeeper
from workbench.features.playlists.desk import PackDesk
from workbench.features.playlists.journey import Journey
from workbench.folders.state import State
from workbench.plain import words
from workbench.plain.talk import Talk
from workbench.service import running
from workbench.service.solving import WaitingService, take_best
from workbench.session.commands import commands_of
from workbench.session.playing.advice import Advice
from workbench.session.playing.commands import play_commands
from workbench.session.playing.playtest import Assignment, Playtest
from workbench.session.session import Session
from workbench.text.intended import TITLE
from workbench.text.status import sentence

if TYPE_CHECKING:
    from workbench.features.collection.gallery import Gallery
    from workbench.features.collection.seen import Seen


def new_session(document: Document, service: WaitingService) -> Session:
    """Return a session on a document that shows nothing by itself."""
    return Session(document, service, lambda act: act(), lambda: None)


class OpenLevel:
    """The document that is open, at most one at a time, kept safe after every change.

    Attributes:
        state: where unsaved work is kept.
        talk: where answers go.
        keeper: keeps what is unsaved, as in the app.
        service: runs everything slow.
        play: play on the level as it stands; None while it is a draft.
        journey: through the list of levels that is being played; None for none.
        pack: the pack that is open; None for none.
        gallery: the gallery that is chosen in; None for none.
        offered: opens each of the levels that were listed to choose from.
        after: what is to be done and said once the order is obeyed.
        next_row: of the trace, to go on with.
    """

    def __init__(self, state: State, talk: Talk) -> None:
        self.state = state
        self.talk = talk
        self._news: list[Callable[[], None]] = []
        self.keeper = WorkKeeper(
            state,
            self._news.append,
            lambda message, _: talk.say(sentence(message)),
            lambda: None,
            lambda orphans: talk.say(*map(words.orphan, count(1), orphans)),
        )
        self.service = WaitingService()
        self.play: Playtest | None = None
        self.journey: Journey | None = None
        self.pack: PackDesk | None = None
        self.gallery: Gallery | None = None
        self.offered: list[Callable[[], Document]] = []
        self.after: list[Callable[[], None]] = []
        self.next_row = 0
        self._session: Session | None = None
        self._assignment: Assignment | None = None
        self._kept_pack: PackDesk | None = None

    # The whole conversation.

    def say(self, *lines: str) -> None:
        """Write lines, once the work that they speak of is kept; news of that come first."""
        self.keeper.flush()
        while self._news:
            self._news.pop(0)()
        self.talk.say(*lines)

    def keep(self) -> None:
        """Keep the pack as it stands now, and no other one any more."""
        old, self._kept_pack = self._kept_pack, self.pack
        if old is not None and old is not self.pack:
            self.keeper.keep_pack(old, None)
        if self.pack is not None:
            self.keeper.keep_pack(self.pack, self.pack.kept)

    def end(self, *, discard: bool) -> Path | None:
        """Ends the session; of what is unsaved nothing is kept if it is to be discarded.

        Returns:
            Where unsaved work is kept, None if there is none.
        """
        if discard:
            self.keeper.attend(None)
            self.pack = None
            self.keep()
        return self.keeper.close()

    @cached_property
    def seen(self) -> Seen:
        """The levels that were generated since the start."""
        from workbench.features.collection.seen import Seen

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
        self._assignment = assignment
        self.keeper.attend(document)
        self._follow(document, solved)

    def _follow(self, document: Document, solved: Solved | None = None) -> None:
        """Open a session on a document, in place of the last one."""
        self._session = new_session(document, self.service)
        self._session.history.show(solved)
        self._play_anew()

    def _play_anew(self) -> None:
        level, session = self.document.level, self.session
        aiming = self.play is None or self.play.aiming
        limited = self.play is not None and self.play.visibility.view is not None
        assignment, self._assignment = self._assignment, None
        self.play = None
        if not session.verdicts.problems:
            advice = Advice(session.game, level, lambda: None)
            self.play = Playtest(session.game, level, advice, assignment=assignment)
            self.play.aiming = aiming
            self.play.limit_visibility(limited=limited)

    def do(self, command_id: str) -> str:
        """Do a command of the session or of play; see :meth:`run`.

        Raises:
            EngineError: something speaks against it.
        """
        played = command_id.startswith(("play.", "steering."))
        known = play_commands(self.playing()) if played else commands_of(self.session)
        act = known[command_id]
        refusal = commands.refused(act)
        if refusal is not None:
            raise EngineError(refusal)
        return self.run(act)

    def run(self, act: Callable[[], object], solved: Solved | None = None) -> str:
        """Do something to the level, and wait for the level that it makes, if it makes one.

        ``solved`` is the answer to a level of another game that stands then, if that is known.

        Returns:
            The notice of the session as a sentence; empty if there is none.
        """
        session, digest = self.session, self.session.verdicts.digest
        session.history.notice = ""
        act()
        self.wait_for_making(session)
        if self.document.level.game != session.game.name:
            self._follow(self.document, solved)
        elif session.verdicts.digest != digest:
            self._play_anew()
        return words.in_words(session.history.notice)

    def wait_for_making(self, session: Session) -> None:
        """Wait for the level that a session makes; an interrupt ends that with the best so far.

        Raises:
            EngineError: none can be made.
            KeyboardInterrupt: there was no level so far.
        """
        while session.making is not None:
            self.service.settle("make", words.making, take_best)
            self.service.settle("improve", words.making, take_best)

    def find_making(self) -> None:
        """Find out how the level was made, as far as that can be done."""
        with suppress(EngineError):
            self.service.settle("make", lambda _: "finding out how the level was made")

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

    # What is known.

    @property
    def shown(self) -> str:
        """The caption of the board in the app, as a sentence."""
        return words.in_words(self.session.view().caption)

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
