"""The details of a trace row: its parent, siblings and children, and the path to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game.game import Game
from engine.game.playthrough import replay_moves
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.level import Board
from engine.values.solver_trace import IndexedTrace, Trace, TraceRow
from engine.values.win_distance_guide import Guide
from workbench.session.move_text import format_sign, list_signs
from workbench.session.playtest.shortest_win_routes import WinRoute
from workbench.session.trace.row_search import FoundRows
from workbench.text import trace_text
from workbench.text.quantity_text import make_sentence
from workbench.text.solution_length import PlayCounter

if TYPE_CHECKING:
    from engine.search.maps.trap_finder import TrapFinder


@dataclass(frozen=True, slots=True)
class TraceBranch:
    """A move from a position in the trace, with its result.

    Attributes:
        sign: The short form of the move, such as an arrow.
        result: The result of the move in one or two words.
        row: The index of the move's row, or None if the trace has no row for it.
        is_selected: True if ``row`` is the selected row.
    """

    sign: str
    result: str
    row: int | None
    is_selected: bool = False


@dataclass(frozen=True, slots=True)
class RowDetails:
    """The details of a trace row, as the trace pane shows them.

    Attributes:
        reason: A sentence that gives the row's result and the reason for it.
        outlook: A sentence on the distance to a win or on a dead end, or an empty string if neither
            is known.
        before: The name of the parent position, or an empty string for the start row.
        siblings: The moves tried from the parent, including the move of this row.
        name: The name of the row's position.
        children: The moves tried from the row's position.
        path: The moves from the start to the row's position.
        reasons: The reasons for the row's deductions, one sentence each, or None if the solver
            tries moves instead of reasoning.
    """

    reason: str
    outlook: str
    before: str
    siblings: tuple[TraceBranch, ...]
    name: str
    children: tuple[TraceBranch, ...]
    path: tuple[TraceBranch, ...]
    reasons: tuple[str, ...] | None = None


def find_parent(trace: Trace, index: int) -> int | None:
    """Return the row that leads to the parent position of row ``index``, or None for the start."""
    if isinstance(trace, IndexedTrace):
        return trace.find_parent(index)
    if isinstance(trace, ReasonedTrace):
        return index - 1 if index else None
    moves = trace.moves_to(index)
    return trace.find_row(moves[:-1]) if moves else None


def list_children(game: Game, board: Board, trace: Trace, index: int) -> tuple[int, ...]:
    """Return the rows for the moves tried from the position in row ``index``."""
    if isinstance(trace, IndexedTrace):
        return trace.list_children(index)
    if isinstance(trace, ReasonedTrace):
        return (index + 1,) if index + 1 < len(trace) else ()
    # This trace does not store children, so try each move and look up the row that it leads to.
    moves = trace.moves_to(index)
    choices = game.play.moves or game.play.list_choices(
        replay_moves(game.play, board, moves)[0].position
    )
    rows = (trace.find_row((*moves, move.word)) for move in choices)
    return tuple(row for row in rows if row is not None and row != index)


def find_nearest(trace: Trace, moves: tuple[str, ...]) -> int:
    """Return the row for the position after ``moves``, or for the nearest earlier one with a row.

    A solver that reasons does not deduce the moves in the order in which they were played. In its
    trace, the nearest row is the first one that deduces the last of ``moves``.
    """
    if not moves:
        return 0
    if isinstance(trace, ReasonedTrace):
        found = trace.find_row(moves)
        rows = (row for row in range(len(trace)) if moves[-1] in trace.moves_to(row))
        return next(rows, 0) if found is None else found
    found = None
    while found is None:
        found, moves = trace.find_row(moves) if moves else 0, moves[:-1]
    return found


def list_rows_along(trace: Trace, moves: tuple[str, ...]) -> FoundRows:
    """Return the rows for those positions along ``moves`` that have a row."""
    import numpy as np

    # Neighbouring positions may share a row, so collect the rows in a set.
    rows = {find_nearest(trace, moves[:end]) for end in range(len(moves) + 1)}
    return FoundRows(np.array(sorted(rows), np.int64), len(trace), len(trace))


def list_ancestors(trace: Trace, index: int) -> list[int]:
    """Return the rows on the path from the start row to row ``index``, including both."""
    rows = [index]
    while (before := find_parent(trace, rows[-1])) is not None:
        rows.append(before)
    return rows[::-1]


def choose_child(game: Game, board: Board, trace: Trace, index: int) -> int | None:
    """Return the child of row ``index`` to continue with, or None if it has no children.

    A later row on the solution is preferred, then a row with a new position, then any other.
    """
    rows = list_children(game, board, trace, index)
    # A row on the solution must be a later one, because an earlier one could lead back here.
    on_path = [row for row in rows if row > index and trace[row].on_path]
    new = [row for row in rows if trace[row].result.startswith("new")]
    return next(iter((*on_path, *new, *rows)), None)


def collect_details(
    game: Game,
    board: Board,
    trace: Trace,
    index: int,
    guide: Guide | None = None,
    traps: TrapFinder | None = None,
) -> RowDetails:
    """Collect the details of row ``index``.

    Args:
        game: The game of the board.
        board: The board that was solved.
        trace: The trace of the search.
        index: The index of the row.
        guide: The distances to a win, or None if they are unknown.
        traps: The finder of the board's traps, or None if not every state is known.
    """
    row, before = trace[index], find_parent(trace, index)
    if isinstance(trace, ReasonedTrace):
        reasons = tuple(make_sentence(text) for text in trace.list_reasons(index))
        return RowDetails(
            _format_reason(trace, index), "", row.parent, (), row.name, (), (), reasons
        )
    rows = list_ancestors(trace, index)
    signs = list_signs(game)
    path = tuple(
        TraceBranch(signs.get(trace[at].move, trace[at].move), "", at, is_selected=at == index)
        for at in rows
        if trace[at].move
    )
    siblings: tuple[TraceBranch, ...] = ()
    if before is not None:
        siblings = _list_branches(game, board, trace, before, index)
    children = _list_branches(game, board, trace, index, None)
    reason, outlook = (
        _format_reason(trace, index),
        _format_outlook(game, board, trace, index, guide, traps),
    )
    return RowDetails(reason, outlook, row.parent, siblings, row.name, children, path)


def _format_reason(trace: Trace, index: int) -> str:
    if isinstance(trace, IndexedTrace):
        return trace.explain_row(index)
    row = trace[index]
    if row.seen:
        return f"Seen before: same as {row.name}."
    return make_sentence(trace_text.format_result(row))


def _format_outlook(
    game: Game,
    board: Board,
    trace: Trace,
    index: int,
    guide: Guide | None,
    traps: TrapFinder | None,
) -> str:
    row = trace[index]
    if row.lost or row.won:
        return ""
    moves = trace.moves_to(index) if guide is not None or traps is not None else ()
    way = WinRoute(PlayCounter(game, board), guide)
    prospect = way.look_ahead(moves)
    if row.dead or (prospect is not None and prospect.is_dead):
        picture, signs = game.boards.draw_picture(board), list_signs(game)
        return trace_text.explain_dead_end(traps, picture, moves, signs)
    away = way.format_remaining(moves)
    return f"A win is {away} away." if away else ""


def _list_branches(
    game: Game, board: Board, trace: Trace, index: int, here: int | None
) -> tuple[TraceBranch, ...]:
    """List the moves from the position in row ``index``, with row ``here`` selected."""
    playthrough, _ = replay_moves(game.play, board, trace.moves_to(index))
    if playthrough.position.status != "playing":
        return ()
    rows = list_children(game, board, trace, index)
    if not game.play.moves:  # too many moves to list, and a row may have several parents
        at = rows if here is None or here in rows else (*rows, here)
        return tuple(
            TraceBranch(trace[row].move, _format_outcome(trace[row]), row, row == here)
            for row in at
        )
    # List the moves in the game's order, including those that were not tried.
    by_move = {trace[row].move: row for row in rows}
    mine = trace[here].move if here is not None else None
    found = []
    for move in game.play.moves:
        row = here if move.word == mine else by_move.get(move.word)
        if row is not None:
            found.append(
                TraceBranch(format_sign(move), _format_outcome(trace[row]), row, row == here)
            )
        else:
            stays = not game.play.step(playthrough.position, move.word).changed
            found.append(
                TraceBranch(format_sign(move), trace_text.NO_EFFECT if stays else "untried", None)
            )
    return tuple(found)


def _format_outcome(row: TraceRow) -> str:
    """Format the result of a row's move in one or two words."""
    if row.won:
        return "win"
    if row.lost:
        return trace_text.format_result(row).replace(": ", " ")
    name = f"={row.name}" if row.seen else row.name
    return f"{name} dead" if row.dead else name
