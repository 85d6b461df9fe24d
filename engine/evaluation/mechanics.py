"""In which shortest solutions of a level each mechanic of its game acts."""

from __future__ import annotations

from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.budget import Control
from engine.values.mechanics import Mechanics


def mechanics(game: Game, solved: Solved, control: Control | None = None) -> Mechanics:
    """The mechanics of a level, by what the game's usual strategy says of it.

    Each is None where no shortest solution is known, or there is none.

    Raises:
        Cancelled: ``control`` was cancelled.
    """
    known = {} if solved.mechanics is None else solved.mechanics(control or Control())
    return {name: known.get(name) for name in game.solver.mechanics}
