"""Queries for the rows of a trace, written as expressions over the facts of a row.

The syntax is that of :mod:`engine.values.expression`, with the facts in :data:`KINDS`. A word is
one of these:

- the moves that lead to a row, such as ``RUL``, as letters or arrows;
- the name of a row, such as ``S7``;
- a word in a row's result, such as ``win``, ``loses``, ``mud`` or ``new``, or several consecutive
  words in quotes. The words that traces use themselves, such as ``won``, ``lost`` and ``=``, match
  too, and so do ``seen`` and ``"dead end"``.

A query is evaluated on one chunk of rows at a time, in three-valued logic. Each condition becomes a
:class:`~engine.values.solver_trace.RowFilter`: one mask for rows that certainly match, and one for
rows that array operations cannot decide. The masks are combined according to ``and``, ``or`` and
``not``. Only the rows that are still undecided after that are read one by one. For example, in
``depth<5 mud`` the first condition alone excludes all rows at depth 5 or more.
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
from engine.values.expression import Comparison, Condition, Expression, HasText, KeyTypes
from engine.values.solver_trace import IndexedTrace, RowFilter, Trace, TraceRow
from workbench.session.move_text import list_signs
from workbench.text.trace_text import DEAD_END

if TYPE_CHECKING:  # NumPy is imported when the first trace is searched
    from engine.jit.decorators import Longs
    from engine.values.solver_trace import Mask

KINDS: KeyTypes = {
    "dead": bool, "path": bool, "on_path": bool, "depth": int, "row": int, "children": int,
    "name": str, "parent": str, "move": str, "result": str,
}  # fmt: skip
"""The facts of a row, with their types.

``dead`` is True if the strategy knows that no win can be reached from the row. ``path`` is True if
the row is on the reported solution. ``depth`` is the number of moves from the start. ``row`` is the
row's number in the list, counted from 1. ``children`` is the number of moves tried from the row, if
the trace knows it. The other facts are attributes of :class:`engine.values.solver_trace.TraceRow`.
"""
HELP = "dead path · win loses new seen · depth 3..6 · RUL · S7 · not or ( ) · children>2"
"""A one-line summary of the query syntax."""
ROWS_PER_CHECK = 200
"""The number of rows to read one by one between checks for cancellation."""

_OTHER_WORDS = {
    "seen": "=", "known": "=", "seen before": "=", "solved": "won",
    "win": "won", "wins": "won", "loses": "lost", "contradiction": "lost",
}  # fmt: skip
"""The words that screens and users have for a result, with the word that traces have for it."""
Moves = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TraceQuery:
    """A query that was typed by the user and parsed.

    Attributes:
        text: The query as typed.
        expression: The parsed expression.
        moves: A mapping from each word in the expression that spells moves to those moves.
    """

    text: str
    expression: Expression
    moves: dict[str, Moves]

    def matches_row(self, trace: Trace, index: int) -> bool:
        """Return True if row ``index`` matches the query."""
        return self._matches_row(trace, index, self._find_move_rows(trace))

    def find_rows(self, trace: Trace, start: int, stop: int, control: Control) -> Longs:
        """Return the matching rows from ``start`` up to ``stop``.

        The result may be incomplete if the search is cancelled.
        """
        import numpy as np

        # Look these rows up once per chunk, not once per row.
        reached = self._find_move_rows(trace)

        def evaluate(condition: Condition) -> RowFilter:
            if isinstance(condition, HasText) and condition.words in reached:
                return _make_certain(np.arange(start, stop) == reached[condition.words])
            return _build_sieve(condition, trace, start, stop)

        certain, unsure = expression.fold_expression(
            self.expression, evaluate, _negate, _combine_and, _combine_or
        )
        found = certain.copy()
        for count, index in enumerate((start + np.flatnonzero(unsure)).tolist()):
            if count % ROWS_PER_CHECK == 0 and not yield_interpreter(control):
                break
            found[index - start] = self._matches_row(trace, index, reached)
        return start + np.flatnonzero(found)

    def _find_move_rows(self, trace: Trace) -> dict[str, int]:
        """Map each word that spells moves to the row that they lead to, or -1 if there is none."""
        rows = {word: trace.find_row(moves) for word, moves in self.moves.items()}
        return {word: -1 if row is None else row for word, row in rows.items()}

    def _matches_row(self, trace: Trace, index: int, reached: dict[str, int]) -> bool:
        row = trace[index]

        def evaluate(condition: Condition) -> bool:
            match condition:
                case Comparison():
                    # A fact that the trace lacks is None, which satisfies no comparison.
                    return condition.is_met(_get_fact(condition.key, trace, index, row))
                case HasText(words) if words in reached:
                    return reached[words] == index
                case HasText(words):
                    return _has_words(words, row)
            return False  # rows have no tags

        return expression.fold_expression(self.expression, evaluate, operator.not_, all, any)


def yield_interpreter(control: Control) -> bool:
    """Let other threads run, and return False if the work has been cancelled."""
    time.sleep(0)
    return not control.is_cancelled


def parse_query(text: str, game: Game) -> TraceQuery:
    """Parse a query as the user typed it.

    Raises:
        ExpressionError: The syntax is wrong, or the query names an unknown fact.
    """
    # Users may type moves as signs with arrows, but the parser knows only the words of moves.
    typed = lettered = " ".join(text.split())
    for word, sign in list_signs(game).items():
        lettered = lettered.replace(sign, word)
    read = expression.parse_expression(lettered, KINDS, allow_words=True)
    said = {part.words for part in expression.list_conditions(read) if isinstance(part, HasText)}
    moves = {words: found for words in said if (found := _read_moves(words, game))}
    return TraceQuery(typed, read, moves)


def _read_moves(word: str, game: Game) -> Moves:
    """Return the moves that ``word`` spells, or an empty tuple if it spells none."""
    try:
        return game.play.read_moves(word) if word.lower() not in _OTHER_WORDS else ()
    except MoveError:
        return ()


def _normalize_words(phrase: str) -> str:
    """Convert a query's words to the form in which results contain them."""
    return _OTHER_WORDS.get(phrase.lower(), phrase.lower())


def _has_words(phrase: str, row: TraceRow) -> bool:
    """Return True if ``phrase`` is the name of ``row``, or if the row's result contains it."""
    wanted = _normalize_words(phrase)
    said = row.result_words
    return (
        (wanted == DEAD_END and row.dead)
        or wanted == row.name.lower()
        or wanted in said
        # Surrounding blanks make a quoted phrase match only whole words.
        or (" " in wanted and f" {wanted} " in f" {' '.join(said)} ")
    )


def _get_fact(key: str, trace: Trace, index: int, row: TraceRow) -> Any:
    """Return the value of a fact for a row, or None if the trace does not know it."""
    match key:
        case "path":
            return row.on_path
        case "row":
            return index + 1
        case "children":
            return len(trace.list_children(index)) if isinstance(trace, IndexedTrace) else None
    return getattr(row, key)


def _build_sieve(condition: Condition, trace: Trace, start: int, stop: int) -> RowFilter:
    """Evaluate a condition on a chunk of rows, using only array operations.

    Rows for which array operations are not enough are left undecided.
    """
    import numpy as np

    none, every = np.zeros(stop - start, np.bool_), np.ones(stop - start, np.bool_)
    match condition:
        case Comparison("row"):
            return _make_certain(condition.compare(np.arange(start, stop) + 1, condition.value))
        case Comparison("depth") if isinstance(trace, IndexedTrace):
            return _make_certain(condition.compare(trace.get_depths(start, stop), condition.value))
        case Comparison("dead") if isinstance(trace, IndexedTrace):
            return _make_certain(
                condition.compare(trace.find_dead_rows(start, stop), condition.value)
            )
        case Comparison("path" | "on_path") if isinstance(trace, IndexedTrace):
            return _make_certain(
                condition.compare(trace.find_path_rows(start, stop), condition.value)
            )
        case HasText(words) if " " not in words and isinstance(trace, IndexedTrace):
            return trace.filter_by_word(_normalize_words(words), start, stop)
    # Array operations cannot decide this condition, so every row is undecided.
    return RowFilter(none, every)


def _make_certain(mask: Mask) -> RowFilter:
    """Return a row filter that matches the rows in ``mask`` and leaves no row undecided."""
    return RowFilter(mask, mask & False)


def _negate(sieve: RowFilter) -> RowFilter:
    certain, unsure = sieve
    # A row certainly matches the negation if it is neither a match nor undecided.
    return RowFilter(~certain & ~unsure, unsure)


def _combine(join: Callable[[Mask, Mask], Mask], sieves: Iterable[RowFilter]) -> RowFilter:
    """Combine row filters with ``join``, which computes "and" or "or" for two masks."""
    parts = list(sieves)
    # A row certainly matches if it does so with all undecided parts taken as false, and possibly
    # matches if it does so with all of them taken as true.
    certain = reduce(join, (part.certain for part in parts))
    possible = reduce(join, (part.certain | part.unsure for part in parts))
    return RowFilter(certain, possible & ~certain)


def _combine_and(sieves: Iterable[RowFilter]) -> RowFilter:
    return _combine(operator.and_, sieves)


def _combine_or(sieves: Iterable[RowFilter]) -> RowFilter:
    return _combine(operator.or_, sieves)
