"""A moment of play as plain values, and the words for what is to be done from there on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from engine.game.position import Position
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.codes import KARMA, MONK_GLYPH, PATH, PATH_GLYPH, TILE_GLYPHS
from engine.games.mazing_monk.cube.cube import EXIT, FACE, TURNS, turned, way
from engine.games.mazing_monk.cube.words import TurnMove, WalkMove, read_word, walk_word
from engine.games.mazing_monk.play import playing
from engine.games.mazing_monk.search.counting import NO_TURN


class WalkAndTurn(NamedTuple):
    """A walk, if he walks, and the turn after it.

    Attributes:
        walks: whether the monk walks; he then picks up karma as long as any is missing.
        square: where he stands after that.
        turn: the number of the turn; NO_TURN at the end of play.
    """

    walks: bool
    square: int
    turn: int


@dataclass(frozen=True, slots=True)
class Situation:
    """A moment of play.

    Attributes:
        codes: codes of the 54 tiles, path below the monk.
        monk: his square.
        missing: karma still to be collected, 0 if there is enough.
    """

    codes: tuple[int, ...]
    monk: int
    missing: int

    @classmethod
    def of(cls, position: Position) -> Situation:
        """The situation of a position of play."""
        board = position.board
        assert isinstance(board, MonkBoard)
        cells = playing.cells_of(position)
        plain = cells.replace(MONK_GLYPH, PATH_GLYPH)
        missing = max(0, playing.missing_karma(position))
        return cls(tuple(map(TILE_GLYPHS.index, plain)), cells.index(MONK_GLYPH), missing)

    @property
    def walkable(self) -> int:
        """The mask of path and karma on the top face."""
        return sum(1 << cell for cell in range(FACE) if self.codes[cell] in (PATH, KARMA))

    def _nearest_karma(self) -> int | None:
        """The nearest karma that he can walk to; of several, that on the lowest cell."""
        ways = [
            (len(steps), cell)
            for cell in range(FACE)
            if self.codes[cell] == KARMA
            and (steps := way(self.walkable, self.monk, cell)) is not None
        ]
        return min(ways)[1] if ways else None

    def walk(self, square: int) -> tuple[tuple[str, ...], Situation]:
        """The words of a walk to a square by the karma that is missing, and what follows."""
        words: list[str] = []
        now = self
        while now.missing and (goal := now._nearest_karma()) is not None:
            words.append(walk_word(goal))
            codes = (*now.codes[:goal], PATH, *now.codes[goal + 1 :])
            now = Situation(codes, goal, now.missing - 1)
        if square != now.monk:
            words.append(walk_word(square))
        return tuple(words), Situation(now.codes, square, now.missing)

    def turn(self, turn: int) -> Situation:
        """What follows a turn."""
        return Situation(turned(self.codes, turn), self.monk, self.missing)


def words_of(begin: Situation, actions: Iterable[WalkAndTurn]) -> tuple[tuple[str, ...], ...]:
    """The words of each of some actions, one after another from a situation."""
    found = []
    now = begin
    for action in actions:
        words: tuple[str, ...] = ()
        if action.walks:
            words, now = now.walk(action.square)
        if action.turn != NO_TURN:
            words = (*words, TURNS[action.turn])
            now = now.turn(action.turn)
        found.append(words)
    return tuple(found)


def last_walk() -> WalkAndTurn:
    """The walk that wins."""
    return WalkAndTurn(True, EXIT, NO_TURN)


def tally(begin: Situation, words: Iterable[str]) -> tuple[int, int, int]:
    """The turns, walks and steps of some words, of which the last one may win."""
    turns = walks = steps = 0
    now, walking = begin, False
    for word in words:
        move = read_word(word)
        if isinstance(move, TurnMove):
            now, walking, turns = now.turn(move.number), False, turns + 1
            continue
        assert isinstance(move, WalkMove)
        path = way(now.walkable, now.monk, move.goal) or ()
        steps += len(path)
        walks += not walking
        walking = True
        now = Situation(now.codes, move.goal, now.missing)
    return turns, walks, steps
