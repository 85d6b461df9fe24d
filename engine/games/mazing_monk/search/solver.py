"""The strategies of the monk's solver, their facts and traces; but for the published one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from threading import get_ident
from typing import Any

from engine.game.game import Position
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.checks import problems, require_valid
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search import proving, pursuing, turns
from engine.games.mazing_monk.search.mechanics import mechanics
from engine.games.mazing_monk.search.retracing import BackwardsTrace
from engine.games.mazing_monk.search.settling import Judge, facts_found
from engine.games.mazing_monk.search.trace import TurnsTrace
from engine.jit import marks
from engine.search.solved import Solved, strategy_named
from engine.values.budget import Budget, Control
from engine.values.guide import HOPELESS, WON, Prospect
from engine.values.judgement import Aim

MOST_STATES = 300_000
"""States that one position may cost: a fraction of a second."""
PLAIN_STATES = 3_000
"""The same where everything runs as plain Python."""


@dataclass(frozen=True)
class WalkGuide:
    """Solves positions of one board, and remembers what it has found.

    What remains is counted in words of the best play, the one with the fewest turns and then the
    fewest walks; a walk that picks up karma on its way takes several words.

    Attributes:
        best: the best play from the start; empty where it is not known.
    """

    board: MonkBoard
    best: tuple[str, ...] = ()
    _known: dict[Position, Prospect] = field(default_factory=dict, repr=False, compare=False)

    def prospect(self, moves: tuple[str, ...]) -> Prospect | None:
        """See :meth:`engine.values.guide.Guide.prospect`; of the best moves it names one."""
        position = self._position(moves)
        if self._looked_up(position) is None:
            self._solve(position)
        return self._looked_up(position)

    def known(self, moves: tuple[str, ...]) -> Prospect | None:
        """See :meth:`engine.values.guide.Ponders.known`."""
        return self._looked_up(self._position(moves))

    def toward(self, aim: Aim) -> None:
        """See :meth:`engine.values.guide.Guide.toward`; all wins are of one kind."""

    def _solve(self, position: Position) -> None:
        """Finds out what lies ahead of a position, and of those on its best play."""
        states = PLAIN_STATES if marks.disabled() else MOST_STATES
        found = proving.proven(position, Budget(states), Control())
        if found.solvable is False:
            self._known[position] = HOPELESS
        if found.settled and found.words is not None:
            self._known.update(_prospects(position, found.words) | self._known)

    def _position(self, moves: tuple[str, ...]) -> Position:
        position = playing.start(self.board)
        for word in moves:
            position = playing.played(position, word).after
        return position

    def _looked_up(self, position: Position) -> Prospect | None:
        if position.status != "playing":
            return WON if position.status == "won" else HOPELESS
        return self._ahead.get(position) or self._known.get(position)

    @cached_property
    def _ahead(self) -> Mapping[Position, Prospect]:
        """What lies ahead on the best play from the start."""
        return _prospects(playing.start(self.board), self.best)


def _prospects(position: Position, words: Sequence[str]) -> dict[Position, Prospect]:
    """What lies ahead of a position and of the others on its best play, to a win."""
    found: dict[Position, Prospect] = {}
    for index, word in enumerate(words):
        found.setdefault(position, Prospect(len(words) - index, (word,)))
        position = playing.played(position, word).after
    return found


def solve(
    board: MonkBoard,
    strategy: str | None = None,
    budget: Budget | None = None,
    control: Control | None = None,
) -> Solved:
    """The verdict on a valid board.

    The budget's states are those of all iterations of a search together.

    Raises:
        EngineError: no such strategy, or too little memory for the budget.
        LevelError: the board breaks a rule of the game.
    """
    name = strategy_named(strategy, _SOLVERS)
    begin, budget, control = playing.start(board), budget or Budget(), control or Control()
    return _SOLVERS[name](begin, budget, control)


def facts(board: MonkBoard, control: Control | None = None) -> Mapping[str, Any]:
    """All facts of a valid board by the strategy ``optimal``.

    A level of few states, as most are, is settled in one compiled call, in memory that is kept.

    Raises:
        EngineError: too little memory for the usual budget.
        LevelError: the board breaks a rule of the game.
    """
    require_valid(board)
    found = _judge(get_ident()).facts(board, control or Control())
    return found if found["complete"] else solve(board, None, None, control).all_facts


@lru_cache(maxsize=4)
def _judge(thread: int) -> Judge:
    """A thread's memory for small levels: to get it anew takes longer than to settle one."""
    return Judge(MOST_STATES, with_play=True)


def facts_without(
    board: MonkBoard, budget: Budget | None = None, control: Control | None = None
) -> Mapping[str, Any]:
    """The facts of the least turns, see :meth:`engine.game.solver.Solver.facts_without`.

    A board with less karma than the exit needs, or on which soldiers reach the monk at the start,
    cannot be won.

    Raises:
        EngineError: too little memory for the budget.
    """
    if problems(board):
        return facts_found(board, turns.NO, 0, 0, None)
    begin = playing.start(board)
    return proving.proven(begin, budget or Budget(), control or Control()).facts


def _optimal(begin: Position, budget: Budget, control: Control) -> Solved:
    """The least turns, proven; then the fewest walks, and how many ways there are."""
    found = proving.proven(begin, budget, control)
    words = found.words
    guide = WalkGuide(begin.board, words or () if found.settled else ())
    trace = TurnsTrace("optimal", found)
    return Solved(
        found.facts,
        trace,
        guide,
        path=words,
        mechanics=partial(mechanics, found) if found.settled else None,
        computed=computed(begin, words),
    )


def _fast(begin: Position, budget: Budget, control: Control) -> Solved:
    """A solution soon, and a bound for the least turns."""
    found = proving.beamed(begin, budget, control)
    known = computed(begin, found.words)
    return Solved(found.facts, TurnsTrace("fast", found), path=found.words, computed=known)


def _by_objectives(begin: Position, budget: Budget, control: Control) -> Solved:
    """A first solution, from one piece of karma to the next."""
    pursuit = pursuing.pursued(begin, budget, control)
    known, trace = computed(begin, pursuit.words), pursuing.ObjectivesTrace(pursuit)
    return Solved(pursuit.facts, trace, path=pursuit.words, computed=known)


def _backwards(begin: Position, budget: Budget, control: Control) -> Solved:
    """The least turns, by all states up to there, and the ways back from the wins."""
    found = proving.retraced(begin, budget, control)
    known = computed(begin, found.words)
    return Solved(found.facts, BackwardsTrace(found), path=found.words, computed=known)


def computed(begin: Position, words: Sequence[str] | None) -> Mapping[str, object]:
    """Facts that no file stores; None for a verdict without the words of a solution."""
    board = begin.board
    assert isinstance(board, MonkBoard)
    return {"thesis_moves": None if words is None else playing.thesis_moves(board, words)}


_SOLVERS: Mapping[str, Callable[[Position, Budget, Control], Solved]] = {
    "optimal": _optimal,
    "fast": _fast,
    "objectives": _by_objectives,
    "backwards": _backwards,
}
