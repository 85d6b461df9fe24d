"""What rows of a trace are wanted: an expression over what is known of a row.

It is one of :mod:`engine.values.expression`, over the facts of :data:`KINDS`. A word is

- the moves that lead to a row, such as ``RUL``, in letters or in arrows;
- the name of a row, such as ``S7``;
- a word of its result, such as ``won``, ``lost``, ``mud``, ``new``; ``=`` or ``seen`` of situations
  met before; in quotes, several that follow each other.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any

from engine.errors import MoveError
from engine.game.game import Game
from engine.values import expression
from engine.values.budget import Control
from engine.values.expression import Comparison, Condition, Expression, Kinds, Mention
from engine.values.trace import IndexedTrace, Sieve, Trace, TraceRow
from workbench.session.moves import signs_of

if TYPE_CHECKING:  # NumPy is imported with the first trace to look through
    from engine.jit.marks import Longs
    from engine.values.trace import Mask

KINDS: Kinds = {
    "dead": bool, "path": bool, "on_path": bool, "depth": int, "row": int, "children": int,
    "name": str, "parent": str, "move": str, "result": str,
}  # fmt: skip
"""What is known of a row: whether no win can be reached from it as far as the strategy knows, and
whether it is on the reported solution; moves from the start; its number in the list, from 1; moves
tried from it, where the trace says; and as :class:`engine.values.trace.TraceRow` has them."""
HELP = "dead path · won lost new seen · depth 3..6 · RUL · S7 · not or ( ) · children>2"
"""What can be typed, in one line."""
BETWEEN_LOOKS = 200
"""Rows made one by one between two looks at the cancel flag."""

_OTHER_WORDS = {"seen": "=", "known": "=", "solved": "won"}
Moves = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TraceQuery:
    """An expression over rows.

    Attributes:
        moves: the words of the expression that are moves, with those.
    """

    text: str
    expression: Expression
    moves: dict[str, Moves]

    def holds(self, trace: Trace, index: int) -> bool:
        """Whether a row is wanted."""
        return self._holds(trace, index, self._reached(trace))

    def rows(self, trace: Trace, start: int, stop: int, control: Control) -> Longs:
        """The wanted rows of a stretch; cut short when cancelled."""
        import numpy as np

        # Found once: a look at each row would find it over and over.
        reached = self._reached(trace)

        def met(condition: Condition) -> Sieve:
            """The rows for which a condition holds."""
            if isinstance(condition, Mention) and condition.words in reached:
                return _certain(np.arange(start, stop) == reached[condition.words])
            return _sieve(condition, trace, start, stop)

        certain, unsure = expression.fold(self.expression, met, _opposite, _every, _either)
        found = certain.copy()
        for count, index in enumerate((start + np.flatnonzero(unsure)).tolist()):
            if count % BETWEEN_LOOKS == 0 and not breathe(control):
                break
            found[index - start] = self._holds(trace, index, reached)
        return start + np.flatnonzero(found)

    def _reached(self, trace: Trace) -> dict[str, int]:
        """The rows that the words which are moves lead to; -1 for none."""
        rows = {word: trace.find(moves) for word, moves in self.moves.items()}
        return {word: -1 if row is None else row for word, row in rows.items()}

    def _holds(self, trace: Trace, index: int, reached: dict[str, int]) -> bool:
        row = trace[index]

        def met(condition: Condition) -> bool:
            """Whether a condition holds for the row."""
            match condition:
                case Comparison():
                    return condition.holds(_known(condition.key, trace, index, row))
                case Mention(words) if words in reached:
                    return reached[words] == index
                case Mention(words):
                    return _said(words, row)
            return False  # rows have no tags

        return expression.fold(self.expression, met, operator.not_, all, any)


def breathe(control: Control) -> bool:
    """Lets the other threads have the interpreter; False when the work is no longer wanted."""
    time.sleep(0)
    return not control.cancelled


def parse(text: str, game: Game) -> TraceQuery:
    """The expression that a text spells.

    Raises:
        ExpressionError: bad syntax, or a fact that rows do not have.
    """
    letters = {sign: word for word, sign in signs_of(game).items()}
    typed = " ".join(text.split())
    lettered = "".join(letters.get(character, character) for character in typed)
    read = expression.parse(lettered, KINDS, words=True)
    said = {part.words for part in expression.conditions(read) if isinstance(part, Mention)}
    moves = {words: found for words in said if (found := _moves(words, game))}
    return TraceQuery(typed, read, moves)


def _moves(word: str, game: Game) -> Moves:
    """The moves that a word spells; empty if it is another."""
    try:
        return game.play.read_moves(word) if word.lower() not in _OTHER_WORDS else ()
    except MoveError:
        return ()


def _plain(words: str) -> str:
    """Words as results have them."""
    return _OTHER_WORDS.get(words.lower(), words.lower())


def _said(words: str, row: TraceRow) -> bool:
    """Whether a row has that name, or its result says so."""
    wanted = _plain(words)
    said = row.words
    return (
        wanted == row.name.lower()
        or wanted in said
        or (" " in wanted and f" {wanted} " in f" {' '.join(said)} ")
    )


def _known(key: str, trace: Trace, index: int, row: TraceRow) -> Any:
    """A fact of a row; None if the trace does not have it."""
    match key:
        case "path":
            return row.on_path
        case "row":
            return index + 1
        case "children":
            return len(trace.tried(index)) if isinstance(trace, IndexedTrace) else None
    return getattr(row, key)


def _sieve(condition: Condition, trace: Trace, start: int, stop: int) -> Sieve:
    """The rows of a stretch for which a condition holds, as far as arrays show."""
    import numpy as np

    none, every = np.zeros(stop - start, np.bool_), np.ones(stop - start, np.bool_)
    match condition:
        case Comparison("row"):
            return _certain(condition.compare(np.arange(start, stop) + 1, condition.wanted))
        case Comparison("depth") if isinstance(trace, IndexedTrace):
            return _certain(condition.compare(trace.depths(start, stop), condition.wanted))
        case Comparison("dead") if isinstance(trace, IndexedTrace):
            return _certain(condition.compare(trace.dead(start, stop), condition.wanted))
        case Comparison("path" | "on_path") if isinstance(trace, IndexedTrace):
            return _certain(condition.compare(trace.on_path(start, stop), condition.wanted))
        case Mention(words) if " " not in words and isinstance(trace, IndexedTrace):
            return trace.saying(_plain(words), start, stop)
    return Sieve(none, every)


def _certain(mask: Mask) -> Sieve:
    """Rows of which none is unsure."""
    return Sieve(mask, mask & False)


def _opposite(sieve: Sieve) -> Sieve:
    certain, unsure = sieve
    return Sieve(~certain & ~unsure, unsure)


def _joined(join: Callable[[Mask, Mask], Mask], sieves: Iterable[Sieve]) -> Sieve:
    """What some sieves come to together."""
    parts = list(sieves)
    certain = reduce(join, (part.certain for part in parts))
    possible = reduce(join, (part.certain | part.unsure for part in parts))
    return Sieve(certain, possible & ~certain)


def _every(sieves: Iterable[Sieve]) -> Sieve:
    return _joined(operator.and_, sieves)


def _either(sieves: Iterable[Sieve]) -> Sieve:
    return _joined(operator.or_, sieves)
