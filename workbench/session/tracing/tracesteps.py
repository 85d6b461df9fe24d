"""From a row of a trace to those around it: its parent, what else was tried, what came next."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game.game import Game
from engine.game.playthrough import replay
from engine.game.reasoning import ReasonedTrace
from engine.values.guide import Guide
from engine.values.level import Board
from engine.values.trace import IndexedTrace, Trace, TraceRow
from workbench.session.moves import sign, signs_of
from workbench.session.playing.way import Route
from workbench.session.tracing.tracesearch import FoundRows
from workbench.text.measures import PlayCounter
from workbench.text.status import sentence


@dataclass(frozen=True, slots=True)
class Branch:
    """One move from a situation.

    Attributes:
        words: what came of it, in a word or two.
        row: its row; None for a move that has none.
        here: the selected row.
    """

    sign: str
    words: str
    row: int | None
    here: bool = False


@dataclass(frozen=True, slots=True)
class RowDetails:
    """What is known of a row.

    Attributes:
        reason: what came of it and why, a sentence.
        outlook: whether a win can be reached from it, a sentence; empty if not known.
        before: name of the situation it was tried from, empty for a start.
        siblings: the moves tried there, this one among them.
        name: name of its own situation.
        children: the moves tried from there.
        path: the moves that lead to it, each with its row.
        reasons: why its conclusions follow, a sentence each; None of a solver that tries moves.
    """

    reason: str
    outlook: str
    before: str
    siblings: tuple[Branch, ...]
    name: str
    children: tuple[Branch, ...]
    path: tuple[Branch, ...]
    reasons: tuple[str, ...] | None = None


def parent(trace: Trace, index: int) -> int | None:
    """The row of the situation that a row was tried from, None for a start."""
    if isinstance(trace, IndexedTrace):
        return trace.parent(index)
    if isinstance(trace, ReasonedTrace):
        return index - 1 if index else None
    moves = trace.moves_to(index)
    return trace.find(moves[:-1]) if moves else None


def tried(game: Game, board: Board, trace: Trace, index: int) -> tuple[int, ...]:
    """The rows of the moves tried in a row's situation."""
    if isinstance(trace, IndexedTrace):
        return trace.tried(index)
    if isinstance(trace, ReasonedTrace):
        return (index + 1,) if index + 1 < len(trace) else ()
    # Any other trace only knows of the rows that were the first to get where these moves lead.
    moves = trace.moves_to(index)
    choices = game.play.moves or game.play.choices(replay(game.play, board, moves)[0].position)
    rows = (trace.find((*moves, move.word)) for move in choices)
    return tuple(row for row in rows if row is not None and row != index)


def nearest(trace: Trace, moves: tuple[str, ...]) -> int:
    """The row of the position that moves lead to, or of the last one before it that has a row.

    A solver that reasons finds lines in an order of its own: that is the row that concludes the
    last of the moves.
    """
    if not moves:
        return 0
    if isinstance(trace, ReasonedTrace):
        found = trace.find(moves)
        rows = (row for row in range(len(trace)) if moves[-1] in trace.moves_to(row))
        return next(rows, 0) if found is None else found
    found = None
    while found is None:
        found, moves = trace.find(moves) if moves else 0, moves[:-1]
    return found


def along(trace: Trace, moves: tuple[str, ...]) -> FoundRows:
    """The rows of the positions that moves lead through, as far as there are any."""
    import numpy as np

    rows = {nearest(trace, moves[:end]) for end in range(len(moves) + 1)}
    return FoundRows(np.array(sorted(rows), np.int64), len(trace), len(trace))


def line(trace: Trace, index: int) -> list[int]:
    """The rows from the start to a row, both included."""
    rows = [index]
    while (before := parent(trace, rows[-1])) is not None:
        rows.append(before)
    return rows[::-1]


def onward(game: Game, board: Board, trace: Trace, index: int) -> int | None:
    """The row to go on with: the solution's, else the first new one, else the first."""
    rows = tried(game, board, trace, index)
    on_path = [row for row in rows if row > index and trace[row].on_path]
    new = [row for row in rows if trace[row].result.startswith("new")]
    return next(iter((*on_path, *new, *rows)), None)


def details(
    game: Game, board: Board, trace: Trace, index: int, guide: Guide | None = None
) -> RowDetails:
    """Everything to say of a row."""
    row, before = trace[index], parent(trace, index)
    if isinstance(trace, ReasonedTrace):
        reasons = tuple(sentence(text) for text in trace.reasons(index))
        return RowDetails(_reason(trace, index), "", row.parent, (), row.name, (), (), reasons)
    rows = line(trace, index)
    signs = signs_of(game)
    path = tuple(
        Branch(signs.get(trace[at].move, trace[at].move), "", at, here=at == index)
        for at in rows
        if trace[at].move
    )
    siblings: tuple[Branch, ...] = ()
    if before is not None:
        siblings = _branches(game, board, trace, before, index)
    children = _branches(game, board, trace, index, None)
    reason, outlook = _reason(trace, index), _outlook(game, board, trace, index, guide)
    return RowDetails(reason, outlook, row.parent, siblings, row.name, children, path)


def _reason(trace: Trace, index: int) -> str:
    if isinstance(trace, IndexedTrace):
        return trace.explain(index)
    row = trace[index]
    if row.seen:
        return f"Cut: same as {row.name}, met before."
    return sentence(row.result)


def _outlook(game: Game, board: Board, trace: Trace, index: int, guide: Guide | None) -> str:
    row = trace[index]
    if row.lost or row.won:
        return ""
    moves = trace.moves_to(index) if guide is not None else ()
    way = Route(PlayCounter(game, board), guide)
    prospect = way.prospect(moves)
    if row.dead or (prospect is not None and prospect.dead):
        return "Dead end: no win can be reached."
    away = way.ahead(moves)
    return f"A win is {away} away." if away else ""


def _branches(
    game: Game, board: Board, trace: Trace, index: int, here: int | None
) -> tuple[Branch, ...]:
    """The moves from the situation of a row."""
    playthrough, _ = replay(game.play, board, trace.moves_to(index))
    if playthrough.position.status != "playing":
        return ()
    rows = tried(game, board, trace, index)
    if not game.play.moves:  # some of too many to list, each maybe from several situations
        at = rows if here is None or here in rows else (*rows, here)
        return tuple(Branch(trace[row].move, _outcome(trace[row]), row, row == here) for row in at)
    by_move = {trace[row].move: row for row in rows}
    mine = trace[here].move if here is not None else None
    found = []
    for move in game.play.moves:
        row = here if move.word == mine else by_move.get(move.word)
        if row is not None:
            found.append(Branch(sign(move), _outcome(trace[row]), row, row == here))
        else:
            stays = not game.play.step(playthrough.position, move.word).changed
            found.append(Branch(sign(move), "stays" if stays else "untried", None))
    return tuple(found)


def _outcome(row: TraceRow) -> str:
    """What came of a trial in a word or two."""
    if row.won:
        return "won"
    if row.lost:
        return row.result.replace(": ", " ")
    name = f"={row.name}" if row.seen else row.name
    return f"{name} dead" if row.dead else name
