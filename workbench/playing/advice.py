"""What the solver knows of the positions of one level, asked for in the background."""

from __future__ import annotations

from collections.abc import Callable

from engine import exploration
from engine.errors import MoveError
from engine.game import Game
from engine.guide import Guide, Prospect
from engine.level import Level
from workbench.service.solving import Snapshot, SolverService

LANE = "play"

Hop = Callable[[Callable[[], None]], None]
"""Runs a function in the UI thread, from any thread."""


class Advice:
    """The way to a win from every position of a level, as far as it is known yet.

    A stored verdict that belongs to this very board serves until the search is over.

    Args:
        game: the level's game.
        level: a level whose board breaks no rule.
        changed: called in the UI thread when more is known.
    """

    def __init__(self, game: Game, level: Level, changed: Callable[[], None]) -> None:
        self._game = game
        self._level = level
        self._changed = changed
        self._answer: Snapshot | None = None
        self._known: dict[tuple[str, ...], Prospect | None] = {}
        fresh = level.verdict is not None and level.verdict_is_fresh(game.rules_version)
        self._facts = dict(level.verdict.facts) if fresh and level.verdict else {}
        self._guide: Guide | None = self._along_stored_solution()

    def ask(self, solver: SolverService, hop: Hop) -> None:
        """Search the board, unless that was done to the end."""
        if self._answer is None or (self._answer.provisional and solver.ready):
            self._answer = None
            solver.solve(
                self._game,
                self._level.board,
                lambda answer: hop(lambda: self._arrived(answer)),
                lane=LANE,
                guided=True,
            )

    @property
    def searching(self) -> bool:
        """Whether more will be known."""
        return self._answer is None or self._answer.provisional

    @property
    def trouble(self) -> str:
        """Why not everything is known although the search is over; empty if it is."""
        answer = self._answer
        if answer is None or answer.provisional:
            return ""
        if answer.error is not None:
            return answer.error
        if answer.solved is None or answer.cancelled:
            return "the search was stopped"
        return "" if answer.solved.facts.get("complete") else "too many positions to tell"

    @property
    def solution(self) -> tuple[str, ...] | None:
        """A shortest solution, None if none is known."""
        word = self._facts.get("solution")
        if not isinstance(word, str):
            return None
        try:
            return self._game.read_moves(word)
        except MoveError:  # a verdict that somebody has written by hand
            return None

    @property
    def best(self) -> int | None:
        """Moves of a shortest solution, None if that is not known or there is none."""
        start = self.prospect(())
        if start is not None:
            return start.remaining
        moves = self._facts.get("moves")
        return moves if isinstance(moves, int) else None

    def prospect(self, moves: tuple[str, ...]) -> Prospect | None:
        """What lies ahead after some moves from the start; None while it is not known."""
        if moves not in self._known:
            self._known[moves] = None if self._guide is None else self._guide.prospect(moves)
        return self._known[moves]

    def off_track(self, moves: tuple[str, ...]) -> int | None:
        """Moves by which these and the shortest way on exceed the optimum; None if not known.

        None too where no win can be reached.
        """
        prospect, best = self.prospect(moves), self.best
        if prospect is None or prospect.remaining is None or best is None:
            return None
        return len(moves) + prospect.remaining - best

    def way_back(self, moves: tuple[str, ...]) -> int | None:
        """How many of the last moves to take back until a win can be reached; None if never."""
        for back in range(len(moves) + 1):
            prospect = self.prospect(moves[: len(moves) - back])
            if prospect is None:
                return None
            if not prospect.dead:
                return back
        return None

    def take(self, answer: Snapshot) -> None:
        """Know what a search of the board has found, whoever asked for it."""
        self._answer = answer
        if answer.solved is not None:
            if answer.solved.guide is not None:
                self._guide = answer.solved.guide
                self._known.clear()
            if answer.solved.facts.get("moves") is not None or answer.solved.facts.get("complete"):
                self._facts = dict(answer.solved.facts)

    def _arrived(self, answer: Snapshot) -> None:
        self.take(answer)
        self._changed()

    def _along_stored_solution(self) -> Guide | None:
        solution = self.solution
        if solution is None:
            return None
        return exploration.along(self._game, self._level.board, solution)
