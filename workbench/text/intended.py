"""What there is to say of the intended solution, for every place that says it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.evaluation.intended import Intended, Rivals
from engine.game.game import Game
from engine.values.level import Board
from workbench.text.measures import PlayCounter
from workbench.text.status import count

TITLE = "intended solution"


def broken(found: Intended) -> str:
    """Why the intended solution does not win, such as ``broken at move 3 (U): mud``."""
    if found.made == len(found.moves):
        return f"not won after {count(found.made, 'move')}"
    return f"broken at move {found.made + 1} ({found.moves[found.made]}): {found.fault}"


def reservations(game: Game, board: Board, found: Intended) -> Iterator[str]:
    """What wins beside an intended solution that wins: shortcuts, and others as short."""
    rivals, counter = found.rivals or Rivals(), PlayCounter(game, board)
    if rivals.shortcut is not None:
        kind = f" ({rivals.kind})" if rivals.kind else ""
        moves = game.play.written(rivals.shortcut)
        yield f"shortcut{kind}: {moves} wins in {counter.played(rivals.shortcut)}"
    if rivals.alone is False:
        what = "others as short" if game.counts else "other solutions"
        such = "" if rivals.other is None else f", such as {game.play.written(rivals.other)}"
        yield f"{what}{such}"


def summary(game: Game, board: Board, found: Intended) -> str:
    """How the intended solution stands, in a clause such as ``wins in 6 moves, the shortest``."""
    if not found.wins:
        return broken(found)
    rivals = found.rivals or Rivals()
    known = {True: "the shortest", False: "not the shortest", None: ""}[rivals.shortest]
    only = ("the only one" if game.counts else "the only solution") if rivals.alone else ""
    wins = f"wins in {PlayCounter(game, board).played(found.moves)}"
    clause = " and ".join(filter(None, (known, only)))
    return "; ".join((", ".join(filter(None, (wins, clause))), *reservations(game, board, found)))
