"""What there is to say of kinds of winning and of medals, in the games that have them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.position import Position
from engine.values.judgement import Aim
from workbench.document.measures import Moves
from workbench.session.playing import medals
from workbench.session.playing.advice import Advice
from workbench.session.playing.course import ANY, can_be_had


def standings(advice: Advice, position: Position, moves: Moves) -> Iterator[tuple[str, str]]:
    """Whether each better kind of win can still be had from a position, by its short name."""
    for aim in advice.game.play.aims:
        yield aim.short, _standing(advice, position, moves, aim)


def _standing(advice: Advice, position: Position, moves: Moves, aim: Aim) -> str:
    if advice.toward(aim).closed:
        return "not in this level"
    if advice.game.play.missed(position, aim):
        return aim.missed
    if position.status == "won":
        return "achieved"
    possible = can_be_had(advice, position, moves, aim)
    if possible is None:
        return f"not {aim.missed}"
    return "still possible" if possible else "out of reach"


def lengths(advice: Advice) -> str:
    """How long the shortest wins of better kinds are, where that is not the least of all."""
    parts = [""]
    for aim in advice.game.play.aims:
        best = advice.toward(aim).best
        if best not in (None, advice.best):
            parts.append(f"{aim.short} {best}")
    return ", ".join(parts)


def solutions(advice: Advice, name: str = "solution") -> Iterator[tuple[str, Moves | None]]:
    """A shortest solution of every kind as far as they are known, by name.

    ``name`` is that of the solution in a game whose wins are all alike.

    Yields:
        The name of the kind and the moves; None for moves that were yielded before.
    """
    shown: list[Moves] = []
    for aim in advice.game.play.aims:
        solution = advice.toward(aim).solution
        if solution is not None:
            shown.append(solution)
            yield aim.short, solution
    if advice.solution is not None:
        title = ANY if advice.game.play.aims else name
        yield title, None if advice.solution in shown else advice.solution


def medal(advice: Advice, position: Position, moves: int, why: str = "still searching") -> str:
    """What a run has earned, as a sentence; empty if it was not won, or there are no medals.

    Args:
        advice: what is known of the level.
        position: where the run ended.
        moves: moves of the run.
        why: why something is not known although it could be.
    """
    if position.status != "won":
        return ""
    reason = f"not known, {advice.trouble}" if advice.trouble else why
    return medals.summary(advice.game.play.awards(position, moves, advice.facts), reason)
