"""The open level of plain mode: its document, its solver's answer, and play on it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from pathlib import Path

from engine import workshop
from engine.edit import editing
from engine.errors import EngineError, LevelError, quoted
from engine.game import registry
from engine.game.boards import Tool
from engine.game.game import Game
from engine.game.playthrough import Playthrough
from engine.search.maps.trapmap import TrapMap
from engine.search.solved import Solved
from engine.values.budget import ProgressSnapshot
from engine.values.judgement import Judgement
from engine.values.leaks import judged
from engine.values.level import Board, Level, board_digest
from engine.values.picture import Picture
from workbench.document import recovery
from workbench.document.document import Document
from workbench.document.history import Entry, Home, named_like
from workbench.document.recoveryfiles import RecoveryFiles
from workbench.document.sessions import Session
from workbench.drawing import rendering
from workbench.folders.state import State
from workbench.plain import making, words
from workbench.service import running, solving
from workbench.session.playing.advice import Advice
from workbench.theme import theming


class Desk:
    """One document at a time, kept safe after every change.

    Args:
        state: where unsaved work is kept.

    Attributes:
        run: the moves made by hand on the level as it stands; None while it is a draft.
        solution_shown: whether the solution of the level as it stands was looked at.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._session = Session(state.sessions)
        self._kept = RecoveryFiles(state.recovery, self._session.name, count())
        self._document: Document | None = None
        self._shown: Path | None = None
        self._solved: tuple[str, Solved] | None = None
        self._advice: tuple[str, Advice] | None = None
        self.run: Playthrough | None = None
        self.solution_shown = False

    @property
    def state(self) -> State:
        """Where things are kept."""
        return self._state

    # The session.

    def begin(self) -> list[str]:
        """Makes the session known; what there is to say of it and earlier ones, in sentences."""
        try:
            self._session.begin()
        except LevelError as error:
            return [f"Unsaved work cannot be kept: {error}."]
        return [
            f"Unsaved work of an earlier session is kept in {orphan.file}."
            for orphan in recovery.orphans(self._state, self._session)
        ]

    def end(self, *, discard: bool) -> Path | None:
        """Ends the session.

        Args:
            discard: keep nothing of what is unsaved.

        Returns:
            Where unsaved work is kept, None if there is none.
        """
        try:
            if not discard:
                return self._keep()
            self._kept.clear()
            return None
        finally:
            self._session.end()

    # The document.

    @property
    def document(self) -> Document:
        """The open document.

        Raises:
            EngineError: none is open.
        """
        if self._document is None:
            raise EngineError("no level is open; type: open FILE, or: generate GAME")
        return self._document

    @property
    def unsaved(self) -> tuple[Entry, ...]:
        """What would be lost without the document."""
        return self._document.unsaved_versions if self._document is not None else ()

    @property
    def level(self) -> Level:
        """The level as it stands."""
        return self.document.level

    @property
    def board(self) -> Board:
        """Its board."""
        return self.level.board

    @property
    def game(self) -> Game:
        """Its game."""
        return registry.get(self.level.game)

    def take(self, document: Document) -> None:
        """Opens a document in place of the last one, of which nothing is kept."""
        self._kept.clear()
        self._document = document
        self.renewed()

    def change(self, name: str, level: Level, home: Home | None = None) -> None:
        """A new version of the level, or another level, or the first of a new document.

        Args:
            name: what was done, in words.
            level: the level afterwards.
            home: of another level; None for the same one.
        """
        if self._document is None:
            self._document = Document.unsaved(level, None, None, None)
        else:
            self._document.change(name, level, home=home)
        self.renewed()

    def renewed(self) -> None:
        """The level is another one now: play begins anew, and what is unsaved is kept."""
        playable = not self.game.boards.problems(self.board)
        self.run = Playthrough(self.game.play, self.board) if playable else None
        self.solution_shown = False
        self.stored()

    def stored(self) -> None:
        """The document's file may be another one now, and other work unsaved."""
        if self.document.path != self._shown:
            self._shown = self.document.path
            self._session.show(self._shown)
        self._keep()

    def _keep(self) -> Path | None:
        works = recovery.unsaved(self._document) if self._document is not None else {}
        if not works:
            self._kept.clear()
            return None
        try:
            if not self._session.begun:  # others would take the work for that of a dead session
                self._session.begin()
            return self._kept.write(works)
        except LevelError as error:
            raise EngineError(f"done, but it cannot be kept until it is saved: {error}") from error

    # What is known.

    def playing(self) -> Playthrough:
        """Play on the level.

        Raises:
            LevelError: it is a draft; names its first problem.
        """
        if self.run is None:
            workshop.require_playable(self.level)
        assert self.run is not None
        return self.run

    @property
    def standing(self) -> str:
        """How play stands, as a sentence.

        Raises:
            LevelError: the level is a draft; names its first problem.
        """
        return words.standing(self.game, self.playing(), solution_shown=self.solution_shown)

    def show_solution(self) -> None:
        """The solution is looked at; a win before that was one without it."""
        if self.run is None or self.run.position.status != "won":
            self.solution_shown = True

    @property
    def picture(self) -> Picture:
        """What the board looks like now: after the moves made, if any were."""
        if self.run is not None and self.run.moves:
            return self.game.play.picture(self.run.position)
        return self.game.boards.picture(self.board)

    def told(self, row: int, col: int) -> str:
        """What is on a cell now, in words."""
        game, run = self.game, self.run
        if run is not None and game.play.placing is not None:
            return game.play.placing.contents(run.position, (row, col))
        return words.cell(game, self.picture, row, col)

    def row(self, number: int) -> str:
        """One row in words."""
        return words.row(number, [self.told(number, col) for col in range(self.board.cols)])

    def drawn(self) -> list[str]:
        """The board as characters, with the numbers of rows and columns."""
        theme = theming.load_shipped("ascii")
        return rendering.render_text(self.game, self.picture, theme, False).splitlines()

    def solved(self) -> Solved:
        """The solver's answer to the level as it stands, found once.

        Raises:
            LevelError: the level is a draft.
            KeyboardInterrupt: the user stopped the search.
        """
        digest = board_digest(self.board)
        if self._solved is None or self._solved[0] != digest:
            game = workshop.require_playable(self.level)
            solved = running.solve(game, self.board)
            self._solved = digest, solved
            if solved.facts["complete"]:
                self.document.amend(workshop.with_verdict(self.level, solved))
        return self._solved[1]

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """What is made of the solver's answer, leaks included where it looks for them.

        Raises:
            LevelError: the level is a draft.
            KeyboardInterrupt: the user stopped the search.
        """
        solved = self.solved()
        leaks = (judged(solved.leaks.leaks()),) if solved.leaks is not None else ()
        return (*self.game.solver.judgements(solved.facts), *leaks)

    def known(self) -> Advice:
        """What is known of the ways to win from the level's positions, without a search.

        The level breaks no rule.
        """
        digest = board_digest(self.board)
        if self._advice is None or self._advice[0] != digest:
            self._advice = digest, Advice(self.game, self.level, lambda: None)
        return self._advice[1]

    def advice(self) -> Advice:
        """What the solver knows of them, found once.

        Raises:
            LevelError: the level is a draft.
            KeyboardInterrupt: the user stopped the search.
        """
        solved = self.solved()
        advice = self.known()
        if advice.searching:
            digest, name = board_digest(self.board), self.game.solver.strategies[0]
            advice.take(solving.Snapshot(digest, name, solved, None, cancelled=False))
            advice.settle()
        return advice

    def traps(self) -> TrapMap | None:
        """The traps of the level as it stands, None if not every position of it is known.

        Raises:
            LevelError: the level is a draft.
            KeyboardInterrupt: the user stopped the search.
        """
        return running.traps(self.solved())

    # Changes.

    def require_cell(self, row: int, col: int) -> None:
        """Refuses a cell that the board does not have.

        Raises:
            EngineError: no such cell.
        """
        rows, cols = self.board.rows, self.board.cols
        if not (0 <= row < rows and 0 <= col < cols):
            raise EngineError(
                f"no such cell; rows go from 0 to {rows - 1} and columns from 0 to {cols - 1}"
            )

    def paint(self, tool: Tool, row: int, col: int) -> bool:
        """Puts a tool on a cell; False if that changes nothing."""
        self.require_cell(row, col)
        board = self.game.boards.paint(self.board, tool, row, col)
        return self._edited(f"{tool.title} at {row},{col}", board)

    def erase(self, row: int, col: int) -> bool:
        """Takes the topmost thing off a cell; False if there is nothing."""
        self.require_cell(row, col)
        return self._edited(
            f"erase {row},{col}", editing.erased(self.game, self.board, [(row, col)])
        )

    def _edited(self, name: str, board: Board) -> bool:
        if board_digest(board) == board_digest(self.board):
            return False
        self.change(name, self.level.with_edited_board(board))
        return True

    def generate(
        self, game: Game, seed: int, settings: Mapping[str, object]
    ) -> ProgressSnapshot | None:
        """Replaces the level by the first accepted one of a seed, around its locked cells.

        Args:
            game: whose level.
            seed: of the level.
            settings: the parameters that are not to have their defaults.

        Returns:
            How far the level was improved; None if it was not.

        Raises:
            ParameterError: an unknown or bad parameter.
            GenerationFailed: there is none.
            KeyboardInterrupt: the user stopped it.
        """
        game.generator.parameters.complete(settings)
        sketch = None
        if self._document is not None and self.level.game == game.name:
            sketch = workshop.sketch_of(game, self.board)
        if sketch is not None:
            settings = workshop.sized_like(game, sketch, settings)
        level, snapshot = making.generated(game, seed, settings, sketch)
        home = self._document.home_of(level) if self._document is not None else None
        if home is not None and home is self.document.home:
            level = named_like(level, self.level, game.title)
        self.change(f"generate {seed}", level, home)
        return snapshot

    def reroll(self, stage: str) -> ProgressSnapshot | None:
        """Rolls one stage of a generated level again, everything else as it was.

        Returns:
            How far the level was improved; None if it was not.

        Raises:
            EngineError: the level was not generated, or has no such stage.
            KeyboardInterrupt: the user stopped it.
        """
        game = self.game
        known = {each.name: each for each in game.generator.stages}
        if stage not in known:
            raise EngineError(f"no such stage {quoted(stage)}; the stages are {', '.join(known)}")
        if not known[stage].draws:
            raise EngineError(f"nothing is drawn in stage {stage}: it always comes out the same")
        recipe = workshop.recipe_of(self.level).rolled_again(stage)
        level, snapshot = making.made(game, recipe)
        level = named_like(level, self.level, game.title)
        self.change(f"re-roll {stage}", level)
        return snapshot
