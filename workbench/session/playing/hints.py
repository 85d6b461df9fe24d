"""Hints in three rising degrees, and what a position is worth, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.game import Game
from engine.game.position import Position
from engine.game.reasoning import Tip
from engine.values.grid import Cell
from workbench.session.moves import Symbol, move_of, named
from workbench.session.playing.course import Course
from workbench.text.status import count

DEGREES = 3

SHOWN = "solution shown"
"""What is said of play once the player has looked at the solution."""

_AXES = ("left or right", "up or down")


def hint(course: Course, game: Game, position: Position, degree: int, sign: Symbol) -> str:
    """A hint for a position, empty while nothing is known.

    Of degree 1 it says where one stands; of 2, which kind of move is next; of 3, the move itself.
    """
    prospect = course.prospect
    if prospect is None:
        return ""
    if prospect.remaining is None:
        return _dead(course, game, degree, sign)
    if degree == 1:
        standing = f"{track(course)}: {course.ahead} to go"
        return f"{standing}; {course.lost}" if course.lost else standing
    return _next(game, position, prospect.best, degree, sign)


def reasoned(tip: Tip | None, degree: int) -> str:
    """A hint from the next conclusion; empty without one.

    Of degree 1 it says which rule leads to it; of 2, where; of 3, what it is.
    """
    if tip is None:
        return ""
    if degree == 1:
        return tip.rule
    if degree == 2:
        cells = [f"{row},{col}" for row, col in tip.because]
        return f"look at {' and '.join(filter(None, (' '.join(cells[:-1]), *cells[-1:])))}"
    return tip.text


def marks_of(tip: Tip | None, degree: int) -> dict[Cell, str]:
    """Names of the marks of the cells that a hint of some degree is about."""
    if tip is None or degree < 2:
        return {}
    found = dict.fromkeys(tip.because, "because")
    return found | dict.fromkeys(tip.claims, "claimed") if degree == DEGREES else found


def track(course: Course) -> str:
    """Whether one is on a shortest way, in words."""
    if course.off:
        measure = course.way.measure
        off = str(course.off) if measure.plain else count(course.off, measure.unit)
        return f"off track by {off}{course.title and f' for {course.title}'}"
    return f"on a shortest way{course.title and f' to {course.title}'}"


def _next(game: Game, position: Position, best: Sequence[str], degree: int, sign: Symbol) -> str:
    if degree == DEGREES:
        return "next: " + " or ".join(named(game, word, sign) for word in best)
    if game.play.steering is not None:
        return f"next: {game.play.steering.kind_of(best[0])}"
    first = move_of(game, best[0])
    if first.direction is not None:
        return f"next: {_AXES[first.direction % 2]}"
    return f"next, this moves: {_moved(game, position, best[0])}"


def _dead(course: Course, game: Game, degree: int, sign: Symbol) -> str:
    way, moves = course.way, course.moves
    back = way.way_back(moves)
    if back is None:
        return "this level cannot be won" if way.closed else "no win from here any more"
    if degree == 1:
        return "no win from here any more"
    undo = f"take back {count(back, 'move')}"
    if degree == 2:
        return f"{undo}: a win was possible there"
    alive = way.prospect(moves[: len(moves) - back])
    best = alive.best if alive is not None else ()
    return f"{undo}, then " + " or ".join(named(game, word, sign) for word in best)


def _moved(game: Game, position: Position, word: str) -> str:
    """The names of the pieces that a move sets in motion."""
    step = game.play.step(position, word)
    before = game.play.picture(position).pieces
    after = game.play.picture(step.after).pieces
    names = {piece.name for cell, piece in before.items() if after.get(cell) != piece}
    return ", ".join(sorted(names)) or "nothing that can be seen"


def clock(seconds: float) -> str:
    """A length of time as minutes and seconds, such as 1:05 or 1:02:05."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"
