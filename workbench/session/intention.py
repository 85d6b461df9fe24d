"""The intended solution of the open level: pinned, taken off, and checked after every change."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engine.errors import EngineError
from engine.evaluation.intended import Intended, intended, pinned
from engine.game.playthrough import replay
from engine.search.solved import Solved
from engine.values.budget import Control
from engine.values.level import Level
from workbench.service.lanes import Outcome
from workbench.session.playback import Playback, SessionPart
from workbench.session.players import MovesPlayer, TracePlayer
from workbench.session.solutionways import Way
from workbench.session.verdicts import through
from workbench.text.intended import TITLE, summary

LANE = "intended"


class Intention(SessionPart):
    """What the open level's intended solution comes to on its board.

    That it wins is known at once; how it stands beside others, once the board is solved and they
    were looked for in the background.
    """

    def __init__(self, playback: Playback) -> None:
        super().__init__(playback)
        self._level: Level | None = None
        self._solved: Solved | None = None
        self._found: Intended | None = None

    @property
    def found(self) -> Intended | None:
        """What is known of it now; None for a draft, or if none is pinned."""
        level, solved = self._history.level, self._history.solved
        shown = self._level
        if shown is None or (shown.intended, shown.board) != (level.intended, level.board):
            draft = bool(self._game.boards.problems(level.board))
            self._found = None if draft else intended(self._game, level)
            self._solved = None
        self._level = level
        if self._found is not None and self._found.wins and solved is not None:
            self._look(level, solved)
        return self._found

    def _look(self, level: Level, solved: Solved) -> None:
        """Looks for what wins beside it, once."""
        if solved is self._solved:
            return
        self._solved = solved

        def job(_: Control) -> Intended | None:
            """How it stands beside others."""
            return intended(self._game, level, solved)

        arrived = through(self._history.hop, partial(self._arrived, solved))
        self._solver.background(job, arrived, LANE)

    def _arrived(self, solved: Solved, outcome: Outcome[Intended | None]) -> None:
        if solved is self._solved and outcome.value is not None:
            self._found = outcome.value
            self._history.changed()

    @property
    def words(self) -> str:
        """What is known of it in a clause; empty if there is nothing to say."""
        found = self.found
        return "" if found is None else summary(self._game, self._history.board, found)

    # Pinning.

    @property
    def candidate(self) -> tuple[str, ...]:
        """The moves that the board shows, the whole of a solution that is stepped through."""
        player = self._playback.player
        if isinstance(player, MovesPlayer):
            return player.line
        return player.moves() if isinstance(player, TracePlayer) else ()

    @property
    def no_pin(self) -> str | None:
        """Why nothing can be pinned now; None if what is on the board can."""
        return self.objection(self.candidate)

    def objection(self, moves: tuple[str, ...]) -> str | None:
        """Why moves cannot be pinned; None if they can."""
        if self._history.verdicts.problems:
            return "a draft has no solution"
        if not moves:
            return "show a solution or make the moves by hand first"
        played, legal = replay(self._game.play, self._history.board, moves)
        return None if legal and played.position.status == "won" else "these moves do not win"

    @property
    def no_unpin(self) -> str | None:
        """Why there is nothing to take off the level; None if there is."""
        pinned = self._history.level.intended is not None
        return None if pinned else "no intended solution is pinned"

    @property
    def no_steps(self) -> str | None:
        """Why it cannot be stepped through; None if it can."""
        problems = self._history.verdicts.problems
        return f"a draft cannot be played: {problems[0]}" if problems else self.no_unpin

    def pin(self, moves: tuple[str, ...]) -> None:
        """Pin moves that win: one entry to undo."""
        history = self._history
        try:
            level = pinned(self._game, history.level, moves)
        except EngineError as error:
            self._history.say(str(error))
            return
        if level == history.level:
            self._history.say("these moves are pinned already")
            return
        history.put(f"pin the {TITLE}", level, history.document.attachment)
        self._history.say(f"{TITLE} pinned: {self.words}")

    def unpin(self) -> None:
        """Take it off the level: one entry to undo."""
        history = self._history
        level = replace(history.level, intended=None)
        history.put(f"unpin the {TITLE}", level, history.document.attachment)
        self._history.say(f"{TITLE} no longer pinned")

    def show(self) -> None:
        """Step through it, from the start up to where it breaks."""
        text = self._history.level.intended
        if text is not None:
            self._playback.show_solution(Way(TITLE, self._game.play.read_moves(text)))
