"""Functions that describe an intended solution in the same words everywhere in the app."""

from __future__ import annotations

from collections.abc import Iterator

from engine.evaluation.intended_solution import IntendedSolution, SolutionComparison
from engine.game.game import Game
from engine.values.level import Board
from engine.values.moves import format_moves
from workbench.text.quantity_text import format_count
from workbench.text.solution_length import PlayCounter

TITLE = "intended solution"


def explain_failure(found: IntendedSolution) -> str:
    """Explain why an intended solution does not win, as in ``broken at move 3 (U): mud``."""
    if found.move_count == len(found.moves):
        return f"not won after {format_count(found.move_count, 'move')}"
    return f"broken at move {found.move_count + 1} ({found.moves[found.move_count]}): {found.fault}"


def list_rivals(game: Game, board: Board, found: IntendedSolution) -> Iterator[str]:
    """Yield phrases about solutions that are shorter than the intended one, or just as short."""
    rivals, counter = found.comparison or SolutionComparison(), PlayCounter(game, board)
    if rivals.shortcut is not None:
        kind = f" ({rivals.kind})" if rivals.kind else ""
        moves = format_moves(rivals.shortcut)
        yield f"shortcut{kind}: {moves} wins in {counter.format_moves(rivals.shortcut)}"
    # None means that uniqueness is unknown.
    if rivals.is_unique is False:
        what = "other solutions of the same length" if game.compares_lengths else "other solutions"
        such = "" if rivals.other is None else f", such as {format_moves(rivals.other)}"
        yield f"{what}{such}"


def format_intended(game: Game, board: Board, found: IntendedSolution) -> str:
    """Describe an intended solution, for example as ``wins in 6 moves, the shortest``."""
    if not found.is_winning:
        return explain_failure(found)
    rivals = found.comparison or SolutionComparison()
    known = {True: "the shortest", False: "not the shortest", None: ""}[rivals.is_shortest]
    only = (
        ("the only one" if game.compares_lengths else "the only solution")
        if rivals.is_unique
        else ""
    )
    wins = f"wins in {PlayCounter(game, board).format_moves(found.moves)}"
    clause = " and ".join(filter(None, (known, only)))
    return "; ".join((", ".join(filter(None, (wins, clause))), *list_rivals(game, board, found)))
