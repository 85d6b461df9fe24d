"""Text for hints of three degrees, and for the number of moves that the player has wasted."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.game import Game
from engine.game.play_position import Position
from engine.game.reasoned_trace import Tip
from engine.values.grid import Cell
from workbench.session.move_text import Symbol, find_move, format_move
from workbench.session.playtest.hint_goal import HintGoal
from workbench.text.quantity_text import format_count

DEGREES = 3

SOLUTION_SHOWN = "solution shown"
"""The note on a visit during which the player looked at the solution."""

_AXES = ("left or right", "up or down")


def format_hint(goal: HintGoal, game: Game, position: Position, degree: int, sign: Symbol) -> str:
    """Format a hint for a position, or return an empty string while the lookahead is unknown.

    Degree 1 gives the distance to a win, degree 2 the kind of the next move, and degree 3 the move
    itself. In a dead position, the hint says how many moves to take back.
    """
    prospect = goal.lookahead
    if prospect is None:
        return ""
    if prospect.remaining is None:
        return _format_dead(goal, game, degree, sign)
    if degree == 1:
        standing = f"{format_track(goal)}: {goal.remaining_text} to go"
        return f"{standing}; {goal.missed_text}" if goal.missed_text else standing
    return _format_next(game, position, prospect.best, degree, sign)


def format_deduction_hint(tip: Tip | None, degree: int) -> str:
    """Format a hint from the next deduction, or return an empty string if there is none.

    Degree 1 names the rule, degree 2 the cells to look at, and degree 3 the conclusion.
    """
    if tip is None:
        return ""
    if degree == 1:
        return tip.rule
    if degree == 2:
        cells = [f"{row},{col}" for row, col in tip.premise_cells]
        return f"look at {' and '.join(filter(None, (' '.join(cells[:-1]), *cells[-1:])))}"
    return tip.text


def list_marks(tip: Tip | None, degree: int) -> dict[Cell, str]:
    """Return the theme's mark for each cell that a hint of the given degree reveals."""
    if tip is None or degree < 2:
        return {}
    found = dict.fromkeys(tip.premise_cells, "because")
    return found | dict.fromkeys(tip.concluded_cells, "claimed") if degree == DEGREES else found


def format_track(goal: HintGoal) -> str:
    """Format how many moves the player has wasted compared with a shortest solution."""
    if goal.excess:
        measure = goal.route.measure
        off = str(goal.excess) if measure.has_one_unit else format_count(goal.excess, measure.unit)
        return f"off track by {off}{goal.title and f' for {goal.title}'}"
    return f"on a shortest path{goal.title and f' to {goal.title}'}"


def _format_next(
    game: Game, position: Position, best: Sequence[str], degree: int, sign: Symbol
) -> str:
    if degree == DEGREES:
        return "next: " + " or ".join(format_move(game, word, sign) for word in best)
    if game.play.step_input is not None:
        return f"next: {game.play.step_input.describe_move_kind(best[0])}"
    first = find_move(game, best[0])
    # Directions are numbered so that odd ones are vertical and even ones horizontal.
    if first.direction is not None:
        return f"next: {_AXES[first.direction % 2]}"
    return f"next, move: {_list_moved_pieces(game, position, best[0])}"


def _format_dead(goal: HintGoal, game: Game, degree: int, sign: Symbol) -> str:
    way, moves = goal.route, goal.moves
    # In a dead state, a hint must first lead back to a live one.
    back = way.count_moves_back(moves)
    if back is None:
        return (
            "this level cannot be won" if way.is_impossible else ("you can no longer win from here")
        )
    if degree == 1:
        return "you can no longer win from here"
    undo = f"take back {format_count(back, 'move')}"
    if degree == 2:
        return f"{undo}: you could still win there"
    alive = way.look_ahead(moves[: len(moves) - back])
    best = alive.best if alive is not None else ()
    return f"{undo}, then " + " or ".join(format_move(game, word, sign) for word in best)


def _list_moved_pieces(game: Game, position: Position, word: str) -> str:
    """Name the pieces that a move moves or changes."""
    step = game.play.step(position, word)
    before = game.play.draw_picture(position).pieces
    after = game.play.draw_picture(step.after).pieces
    names = {piece.name for cell, piece in before.items() if after.get(cell) != piece}
    return ", ".join(sorted(names)) or "nothing visible"


def format_duration(seconds: float) -> str:
    """Format a duration as minutes and seconds, for example 1:05 or 1:02:05."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
