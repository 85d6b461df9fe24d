"""What there is to say of kinds of winning and of medals, in the games that have them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.game import Game, Position
from engine.values.judgement import Aim
from workbench.document.measures import Moves
from workbench.session.playing import medals
from workbench.session.playing.advice import Advice
from workbench.session.playing.course import ANY, can_be_had


def standings(
    game: Game, advice: Advice, position: Position, moves: Moves
) -> Iterator[tuple[str, str]]:
    """Whether each better kind of win can still be had from a position, by its short name."""
    for aim in game.aims:
        yield aim.short, _standing(game, advice, position, moves, aim)


def _standing(game: Game, advice: Advice, position: Position, moves: Moves, aim: Aim) -> str:
    if advice.toward(aim).closed:
        return "not in this level"
    if game.missed(position, aim):
        return aim.missed
    if position.status == "won":
        return "achieved"
    possible = can_be_had(advice, game, position, moves, aim)
    if possible is None:
        return f"not {aim.missed}"
    return "still possible" if possible else "out of reach"


def lengths(game: Game, advice: Advice) -> str:
    """How long the shortest wins of better kinds are, where that is not the least of all."""
    parts = [""]
    for aim in game.aims:
        best = advice.toward(aim).best
        if best not in (None, advice.best):
            parts.append(f"{aim.short} {best}")
    return ", ".join(parts)


def solutions(
    game: Game, advice: Advice, name: str = "solution"
) -> Iterator[tuple[str, Moves | None]]:
    """A shortest solution of every kind as far as they are known, by name.

    Args:
        game: the game of the level.
        advice: what is known of it.
        name: of the solution in a game whose wins are all alike.

    Yields:
        The name of the kind and the moves; None for moves that were yielded before.
    """
    shown: list[Moves] = []
    for aim in game.aims:
        solution = advice.toward(aim).solution
        if solution is not None:
            shown.append(solution)
            yield aim.short, solution
    if advice.solution is not None:
        yield ANY if game.aims else name, None if advice.solution in shown else advice.solution


def medal(
    game: Game, advice: Advice, position: Position, moves: int, why: str = "still searching"
) -> str:
    """What a run has earned, as a sentence; empty if it was not won, or there are no medals.

    Args:
        game: the game of the level.
        advice: what is known of it.
        position: where the run ended.
        moves: moves of the run.
        why: why something is not known although it could be.
    """
    if position.status != "won":
        return ""
    reason = f"not known, {advice.trouble}" if advice.trouble else why
    return medals.told(game.awards(position, moves, advice.facts), reason)
