"""The state of plain mode: the open level with its session and playtest, and the autosave."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from engine import workshop
from engine.errors import EngineError, LevelError
from engine.files.storage import FileChanged
from engine.game.game import Game
from engine.search.solver_result import SolverResult
from engine.values.picture import Picture
from workbench import commands
from workbench.document.autosave import Autosave
from workbench.document.document import Document
from workbench.document.undo_versions import HistoryEntry, format_unsaved
from workbench.features.playlists.pack_document import PackDocument
from workbench.features.playlists.seed_list_run import RunSession
from workbench.paths.state_folder import StateFolder
from workbench.plain import plain_text
from workbench.plain.line_console import LineConsole
from workbench.service import foreground
from workbench.service.solver_service import ForegroundService, finish_with_best
from workbench.session.commands import bind_commands
from workbench.session.playtest.commands import bind_play_commands
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.playtest import PlayAssignment, Playtest
from workbench.session.session import Session
from workbench.text.intended_text import TITLE
from workbench.text.quantity_text import make_sentence
from workbench.text.refusals import FILE_CHANGED, FILE_EXISTS

if TYPE_CHECKING:
    from workbench.features.collection.gallery_model import Gallery
    from workbench.features.collection.session_history import SessionHistory


def create_session(document: Document, service: ForegroundService) -> Session:
    """Create a session for ``document`` that works without a screen."""
    return Session(document, service, lambda act: act(), lambda: None)


class PlainApp:
    """Plain mode's counterpart to the app, which has at most one open document.

    Attributes:
        state: The folder for unsaved work, galleries and runs.
        console: The console for writing answers and asking questions.
        autosave: The autosave, which works as in the app.
        service: The service that runs slow jobs in the foreground and waits for them.
        playtest: The playtest of the level, or None if no playable level is open.
        run_session: The run that the user is playing, or None.
        pack: The open pack, or None.
        gallery: The open gallery, or None.
        offered_levels: Functions that open the levels in the latest list, one for each level.
        deferred_actions: Actions to run after the current command.
        next_row: The trace row with which the next listing begins.
    """

    def __init__(self, state: StateFolder, console: LineConsole) -> None:
        self.state = state
        self.console = console
        self._pending_messages: list[Callable[[], None]] = []
        self.autosave = Autosave(
            state,
            self._pending_messages.append,
            lambda message, _: console.write_lines(make_sentence(message)),
            lambda: None,
            lambda old: console.write_lines(*map(plain_text.describe_unsaved_work, count(1), old)),
        )
        self.service = ForegroundService()
        self.playtest: Playtest | None = None
        self.run_session: RunSession | None = None
        self.pack: PackDocument | None = None
        self.gallery: Gallery | None = None
        self.offered_levels: list[Callable[[], Document]] = []
        self.deferred_actions: list[Callable[[], None]] = []
        self.next_row = 0
        self._session: Session | None = None
        self._assignment: PlayAssignment | None = None
        self._recovery_pack: PackDocument | None = None

    def say(self, *lines: str) -> None:
        """Finish pending autosaves, write their messages, and then write ``lines``."""
        self.autosave.flush()
        while self._pending_messages:
            self._pending_messages.pop(0)()
        self.console.write_lines(*lines)

    def update_pack_recovery(self) -> None:
        """Save the open pack for recovery, and delete the recovery file of a closed one."""
        old, self._recovery_pack = self._recovery_pack, self.pack
        if old is not None and old is not self.pack:
            self.autosave.save_pack(old, None)
        if self.pack is not None:
            self.autosave.save_pack(self.pack, self.pack.recovery_snapshot)

    def close(self, *, discard: bool) -> Path | None:
        """End the conversation, saving unsaved work for recovery unless ``discard`` is true.

        Returns:
            The path of the recovery file, or None if there was nothing to save.

        Raises:
            EngineError: The unsaved work cannot be saved for recovery.
        """
        if discard:
            self.autosave.watch_document(None)
            self.pack = None
            self.update_pack_recovery()
        try:
            return self.autosave.close()
        except LevelError as error:
            raise EngineError(f"unsaved work cannot be stored: {error}") from error

    @cached_property
    def generated_levels(self) -> SessionHistory:
        """The levels generated since the app started."""
        from workbench.features.collection.session_history import SessionHistory

        return SessionHistory(self.state.galleries)

    @property
    def is_open(self) -> bool:
        """True if a document is open."""
        return self._session is not None

    @property
    def session(self) -> Session:
        """The session of the open document.

        Raises:
            EngineError: No document is open.
        """
        if self._session is None:
            raise EngineError("no level is open; type open FILE or generate GAME")
        return self._session

    @property
    def document(self) -> Document:
        """The open document. Raises EngineError if no document is open."""
        return self.session.document

    @property
    def game(self) -> Game:
        """The open document's game. Raises EngineError if no document is open."""
        return self.session.game

    @property
    def unsaved_versions(self) -> tuple[HistoryEntry, ...]:
        """The unsaved versions, which would be lost if the document were closed now."""
        return self.document.unsaved_versions if self.is_open else ()

    def open_document(
        self,
        document: Document,
        solved: SolverResult | None = None,
        assignment: PlayAssignment | None = None,
    ) -> None:
        """Open a document, closing the current one without saving it.

        ``solved`` is the solver's result, if it is known. ``assignment`` receives playtest events.
        """
        self._assignment = assignment
        self.autosave.watch_document(document)
        self._start_session(document, solved)

    def _start_session(self, document: Document, solved: SolverResult | None = None) -> None:
        """Start a session for a document, and a playtest of its level."""
        self._session = create_session(document, self.service)
        self._session.history.show_version(solved)
        self._start_playtest()

    def _start_playtest(self) -> None:
        level, session = self.document.level, self.session
        # Keep the player's settings when the board changes, but not the moves.
        aiming = self.playtest is None or self.playtest.prefers_better_wins
        limited = self.playtest is not None and self.playtest.visibility.view is not None
        # The assignment is for the level as it was opened, so a win after an edit does not count.
        assignment, self._assignment = self._assignment, None
        self.playtest = None
        if not session.verdicts.problems:
            advice = LevelAnalysis(session.game, level, lambda: None)
            self.playtest = Playtest(session.game, level, advice, assignment=assignment)
            self.playtest.prefers_better_wins = aiming
            self.playtest.limit_visibility(limited=limited)

    def run_command(self, command_id: str) -> str:
        """Run a command on the session or the playtest, and return any notice as a sentence.

        Raises:
            EngineError: The command is unavailable. The message gives the reason.
        """
        if command_id.startswith(("play.", "steering.")):
            act = bind_play_commands(self.require_playtest())[command_id]
        else:
            act = bind_commands(self.session)[command_id]
        if (refusal := commands.find_refusal(act)) is not None:
            raise EngineError(refusal)
        return self.apply_change(act)

    def apply_change(self, change: Callable[[], object], solved: SolverResult | None = None) -> str:
        """Change the level, waiting for the generator if the change starts it.

        Args:
            change: A function that makes the change.
            solved: The solver's result for a new level of another game, or None if it is unknown.

        Returns:
            The session's notice about the change as a sentence, or "" if there is none.
        """
        session, digest = self.session, self.session.verdicts.digest
        session.history.notice = ""
        change()
        self.wait_for_generation(session)
        # A level for another game needs another session. Otherwise, restart the playtest only if
        # the board has changed, so that a new title does not lose the player's moves.
        if self.document.level.game != session.game.name:
            self._start_session(self.document, solved)
        elif session.verdicts.digest != digest:
            self._start_playtest()
        return plain_text.format_notice(session.history.notice)

    def wait_for_generation(self, session: Session) -> None:
        """Wait for the session's generator; an interrupt ends its work with the best level so far.

        Raises:
            EngineError: No level can be generated.
            KeyboardInterrupt: The user interrupted the search before it had found a level.
        """
        while session.search is not None:
            self.service.run_job("make", plain_text.describe_progress, finish_with_best)
            self.service.run_job("improve", plain_text.describe_progress, finish_with_best)

    def wait_for_timeline(self) -> None:
        """Wait until the timeline of the level's generation is rebuilt, if that is possible."""
        with suppress(EngineError):
            self.service.run_job("make", lambda _: "rebuilding the steps of generation")

    def describe_level(self) -> None:
        """Say the level's name and size, its first problem if it is a draft, and any warnings."""
        size = plain_text.describe_size(self.game.boards.draw_picture(self.session.board))
        verdicts = self.session.verdicts
        self.say(
            f"{self.document.name}, {self.game.title}: {size}.",
            *(f"The level is a draft: {problem}." for problem in verdicts.problems[:1]),
            *(f"Warning: {warning}." for warning in verdicts.warnings),
        )
        self.say_intended()

    def say_intended(self) -> None:
        """Say the facts about the intended solution that are known without a search."""
        if said := self.session.pinned_solution.summary:
            self.say(make_sentence(f"{TITLE}: {said}"))

    def save_version(self, path: Path | None, version: HistoryEntry) -> bool:
        """Save a version of the level, but ask before overwriting a changed file or another file.

        Returns:
            True if the version was saved, or False if the user cancelled.
        """
        document, overwrite = self.document, False
        if path is None and version.location.path is None:
            back = "" if version is document.entry else "undo edit until it is current, then "
            raise EngineError(f'"{version.title}" has no file yet; {back}type save FILE')
        while True:
            try:
                document.save(path, overwrite=overwrite, version=version)
            except (FileChanged, FileExistsError) as error:
                question = FILE_CHANGED if isinstance(error, FileChanged) else FILE_EXISTS
            else:
                self.say(f"Saved {version.location.path}.")
                return True
            if self.console.ask_choice(question, ("overwrite", "cancel")) == "cancel":
                self.say("Not saved.")
                return False
            overwrite = True

    def confirm_leave(self) -> bool:
        """Ask about any unsaved changes, and return whether the document may be closed."""
        question = format_unsaved(self.unsaved_versions)
        if not question:
            return True
        answer = self.console.ask_choice(question, ("save", "discard", "cancel"))
        if answer == "save":
            return all(self.save_version(None, version) for version in self.unsaved_versions)
        return answer == "discard"

    @property
    def board_caption(self) -> str:
        """The caption that the app shows above the board, as a sentence."""
        return plain_text.format_notice(self.session.build_view().caption)

    def require_playtest(self) -> Playtest:
        """Return the playtest of the open level.

        Raises:
            LevelError: The level is a draft. The message names its first problem.
        """
        if self.playtest is None:
            workshop.require_playable(self.document.level)
        assert self.playtest is not None
        return self.playtest

    @property
    def play_status(self) -> str:
        """The state of play as a sentence. Raises LevelError if the level is a draft."""
        return plain_text.describe_play(self.require_playtest())

    @property
    def picture(self) -> Picture:
        """A picture of the position during play, or of the board otherwise."""
        play = self.playtest
        if play is not None and (play.playthrough.moves or play.visibility.view is not None):
            return self.game.play.draw_picture(play.visible_position)
        return self.game.boards.draw_picture(self.session.board)

    def solve_level(self) -> SolverResult:
        """Return the solver's result for the open level, solving it if necessary.

        Raises:
            LevelError: The level is a draft.
            EngineError: The game's solver failed.
            KeyboardInterrupt: The user stopped the search.
        """
        workshop.require_playable(self.document.level)
        verdicts = self.session.verdicts
        answer = verdicts.verdict
        if answer is None or answer.value is None:
            verdicts.request_answer(verdicts.default_strategy, again=True)
            self.service.run_job("verdict", foreground.format_search_progress)
        answer = verdicts.verdict
        if answer is None or answer.value is None:
            raise EngineError(answer.error if answer is not None and answer.error else "no verdict")
        return answer.value

    def analyze_level(self) -> LevelAnalysis:
        """Return the analysis of all kinds of win in the open level, solving it if necessary."""
        self.solve_level()
        advice, answer = self.require_playtest().analysis, self.session.verdicts.verdict
        if advice.is_searching and answer is not None:
            advice.store_answer(answer)
            advice.complete_routes()
        return advice
