"""The way out from any position of play: each is solved when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.game.position import Position
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search import proving
from engine.games.mazing_monk.search.situation import Situation
from engine.jit import marks
from engine.values.budget import Budget, Control
from engine.values.guide import HOPELESS, WON, Prospect
from engine.values.judgement import Aim

MOST_STATES = 300_000
"""States that one position may cost: a fraction of a second."""
PLAIN_STATES = 3_000
"""The same where everything runs as plain Python."""


@dataclass(frozen=True, slots=True)
class WalkGuide:
    """Solves positions of one board, and remembers what it has found.

    What remains is told in words of the best play, the one with the fewest turns and then the
    fewest walks; a walk that picks up karma on its way takes several words.
    """

    board: MonkBoard
    _known: dict[Position, Prospect] = field(default_factory=dict, repr=False, compare=False)

    def prospect(self, moves: tuple[str, ...]) -> Prospect | None:
        """See :meth:`engine.values.guide.Guide.prospect`; of the best moves it names one."""
        position = self._position(moves)
        if self._told(position) is None:
            self._solve(position)
        return self._told(position)

    def known(self, moves: tuple[str, ...]) -> Prospect | None:
        """See :meth:`engine.values.guide.Ponders.known`."""
        return self._told(self._position(moves))

    def learn(self, position: Position, words: tuple[str, ...]) -> None:
        """Takes the best play from a position on, to a win."""
        for place, word in enumerate(words):
            self._known.setdefault(position, Prospect(len(words) - place, (word,)))
            position = playing.played(position, word).after

    def toward(self, aim: Aim) -> None:
        """See :meth:`engine.values.guide.Guide.toward`; all wins are of one kind."""

    def _solve(self, position: Position) -> None:
        """Finds out what lies ahead of a position, and of those on its best play."""
        states = PLAIN_STATES if marks.disabled() else MOST_STATES
        found = proving.proven(Situation.of(position), Budget(states), Control())
        if found.solvable is False:
            self._known[position] = HOPELESS
        if found.settled and found.words is not None:
            self.learn(position, found.words)

    def _position(self, moves: tuple[str, ...]) -> Position:
        position = playing.start(self.board)
        for word in moves:
            position = playing.played(position, word).after
        return position

    def _told(self, position: Position) -> Prospect | None:
        if position.status != "playing":
            return WON if position.status == "won" else HOPELESS
        return self._known.get(position)
