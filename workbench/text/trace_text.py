"""Rows of a solver's trace in words, for the trace pane, ``workbench trace`` and plain mode.

A trace of moves has five columns: the depth, the state, the move, its result, and the moves to a
win. A game that counts in another unit has its own words for them. A trace of conclusions has the
layer, the rule and the result. For example::

    depth  state  move  result            moves to win
    1      S1     R     new               6
    2      S1     L     seen before (S1)  6
    2      S5     D     new               dead end
    2             U     loses: mud

The results of :class:`~engine.values.solver_trace.TraceRow` keep their shorter words (``= S1``,
``lost``), by which queries find rows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.game.game import Game
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.solver_trace import Trace, TraceRow
from workbench.text.quantity_text import format_count, format_place

if TYPE_CHECKING:
    from engine.search.maps.trap_finder import TrapFinder
    from engine.values.picture import Picture

DEAD_END = "dead end"
"""The text for a state from which no win can be reached."""
NO_EFFECT = "no effect"
"""The text for a move that changes nothing."""
PROVISIONAL = "provisional"
"""The word for the marks of a trace whose search has not ended."""
MAX_CELLS = 3
"""The maximum number of cells to list as those that a piece cannot reach."""
NO_SIGNS: Mapping[str, str] = {}
_SEEN = re.compile(r"= (\S+?)(?=[,:]|$)")
_ENDINGS = {"won": "win", "lost": "contradiction", "stuck": "stuck", "overlapping": "overlapping"}
"""The words for the last row of a trace of conclusions, by the engine's words."""


def list_headings(game: Game, trace: Trace, *, brief: bool = False) -> tuple[str, ...]:
    """Return the headings of a trace's columns.

    The last heading of a trace of moves is empty if the trace does not know the moves to a win.
    ``brief`` is True for narrow panes.
    """
    if isinstance(trace, ReasonedTrace):
        return "layer", "rule", "result"
    unit, units = game.measure.singular, game.measure.plural
    left = f"{units} to win" if knows_distances(trace) else ""
    if brief:
        return "at", "state", "by", "result", left and "to win"
    return "depth" if unit == "move" else unit, "state", "move", "result", left


def knows_distances(trace: Trace) -> bool:
    """Return True if the trace knows how far its states are from a win."""
    start = trace[0] if len(trace) else None
    return start is not None and (start.to_win is not None or start.dead)


def list_cells(trace: Trace, row: TraceRow, *, brief: bool = False) -> tuple[str, ...]:
    """Return the texts of a row, in the order of :func:`list_headings`."""
    if isinstance(trace, ReasonedTrace):
        rule, result = _split_conclusion(row)
        return str(row.depth), rule, result
    # Without a column for the moves to a win, the result says that a state is dead.
    known, mark = knows_distances(trace), f", {DEAD_END}"
    return (
        str(row.depth),
        "" if row.name in ("won", "lost", "pruned") else row.name,
        row.move,
        format_result(row, brief=brief) + ("" if known or not row.dead or row.lost else mark),
        format_distance(row, brief=brief) if known else "",
    )


def format_result(row: TraceRow, *, brief: bool = False) -> str:
    """Format the result of a row, such as ``new``, ``seen before (S3)`` or ``loses: mud``."""
    if row.won:
        return row.result.replace("won", "win", 1)
    if row.lost:
        return row.result.replace("lost", "loses", 1)
    text = row.result.removeprefix(f"{row.name}: ")
    return _SEEN.sub(r"seen (\1)" if brief else r"seen before (\1)", text)


def format_distance(row: TraceRow, *, brief: bool = False) -> str:
    """Format the number of moves to a win, or that there is none; empty if unknown or ended."""
    if row.won or row.lost:
        return ""
    if row.dead:
        return "dead" if brief else DEAD_END
    return "" if row.to_win is None else str(row.to_win)


def _split_conclusion(row: TraceRow) -> tuple[str, str]:
    """Return the rule and the result of a row of conclusions."""
    head, _, rest = row.result.partition(": ")
    if head not in _ENDINGS:
        return (head, rest) if rest else ("", head)
    rule, _, text = rest.partition(", ")
    return rule, f"{_ENDINGS[head]}: {text}" if text else _ENDINGS[head]


def describe_row(game: Game, index: int, row: TraceRow) -> str:
    """Describe a row of a trace in one sentence, for reading aloud."""
    words = f"Row {index}: {row.name} is the start"
    if row.move:
        titles = {move.word: move.title for move in game.play.moves}
        way = f"{titles.get(row.move, row.move)} from {row.parent} to {row.name}"
        words = f"Row {index}: {way}: {format_result(row)}"
    elif not row.result.startswith("start"):
        # A conclusion, or a win that a search backwards begins with.
        words = f"Row {index}: {row.name}: {', '.join(filter(None, _split_conclusion(row)))}"
    marks = ["on the path"] if row.on_path else []
    if row.dead and not row.lost:
        marks.append(DEAD_END)
    elif row.to_win and not row.won:
        marks.append(f"{format_count(row.to_win, game.measure.singular)} to win")
    return f"{', '.join([words, *marks])}."


def explain_dead_end(
    traps: TrapFinder | None,
    picture: Picture,
    moves: tuple[str, ...],
    signs: Mapping[str, str] = NO_SIGNS,
) -> str:
    """Explain in sentences why the state after ``moves`` is dead, and the last good move.

    Args:
        traps: The finder of the level's traps, or None if not every state is known.
        picture: The picture of the level, which provides the names of cells.
        moves: The moves from the start to the state.
        signs: The signs to write instead of the words of moves.
    """
    from engine.search.maps import dead_reason

    found = None if traps is None else dead_reason.explain_dead_end(traps, moves)
    if found is None:
        return "Dead end: no win can be reached."
    if found.trap is None:
        return "Dead end: the level cannot be won from its start."
    reason, why = found.reason, "no win can be reached"
    if reason is not None and reason.at is not None:
        place = format_place(picture, *reason.at)
        why = f"with the {reason.kind} at {place} the level cannot be won"
    elif reason is not None:
        cells = reason.unreachable
        listed = " or ".join(format_place(picture, *cell) for cell in cells)
        where = listed if len(cells) <= MAX_CELLS else "any cell from which it wins"
        why = f"the {reason.kind} can no longer reach {where}"
    trap = signs.get(found.trap, found.trap)
    if not found.good:
        return f"Dead end: {why}. The first move, {trap}, is the mistake."
    good = signs.get(found.good[-1], found.good[-1])
    return f"Dead end: {why}. Last good move: {good} (move {len(found.good)}), then {trap}."
