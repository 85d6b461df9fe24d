"""A list of a game's moves, each with its key and its effect, from which the user chooses one."""

from __future__ import annotations

from collections.abc import Callable

from engine.game.game import Game
from engine.game.play_position import Position
from engine.values.moves import Move
from workbench.drawing.move_previews import try_move
from workbench.ui.host import Host
from workbench.ui.pick_list import PickableRow, PickRow


async def ask_move(
    app: Host, game: Game, position: Position, use_move: Callable[[str], object]
) -> None:
    """Let the user choose a move, and pass its word to ``use_move`` unless the user cancels.

    Args:
        app: The app, which opens the list.
        game: The game, which must list its moves.
        position: The position in which the move is to be made.
        use_move: The function that makes the move.
    """
    moves, keys = game.play.list_choices(position), game.play.moves.keys
    rows = [_make_row(game, position, move, keys.get(move.word, "")) for move in moves]
    chosen = await app.push_screen_wait(PickRow("Choose a move", rows))
    if chosen is not None:
        use_move(moves[chosen].word)


def _make_row(game: Game, position: Position, move: Move, key: str) -> PickableRow:
    preview = try_move(game.play, position, move.word)
    return PickableRow(move.title, key, preview.note, preview.refusal or None)
