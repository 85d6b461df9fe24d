"""Boards with previews of moves, and with marks on the cells that can be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product, repeat
from typing import TYPE_CHECKING

from engine.game.move_effects import Preview
from engine.game.playthrough import find_refusal
from engine.values.grid import DIRECTIONS, Cell
from workbench.drawing.cell_brush import Arrow

if TYPE_CHECKING:
    from engine.game.game import Game
    from engine.game.move_effects import Handle
    from engine.game.play import Play
    from engine.game.play_position import Position
    from engine.values.picture import Picture


@dataclass(frozen=True, slots=True)
class PreviewedBoard:
    """The arguments with which a board view shows a board and the preview of a move.

    See :meth:`workbench.ui.boards.board_view.BoardView.show_picture`.

    Attributes:
        picture: The board, before or after the move.
        marks: The name of the theme's mark on each marked cell.
        arrows: The arrows for all lines, both those that can be pushed and those that cannot.
        preview: The effect of the previewed move; None if no move is previewed.
    """

    picture: Picture
    marks: Mapping[Cell, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()
    preview: Preview | None = None


def preview_move(
    game: Game,
    position: Position,
    *,
    move: str | None = None,
    after: bool = False,
    reach: bool = False,
    keys: Sequence[str] = (),
) -> PreviewedBoard:
    """Draw a position, a preview of one move, and arrows for pushes.

    Args:
        game: The game; if it defines no previews, the cells that the move changes are marked.
        position: The position before the move.
        move: The move to preview; None for no preview. Objects that it moves are marked with the
            direction in which they leave their cells.
        after: True to show the position after the move, with the moved objects marked.
        reach: True to mark the cells that the player and the enemies can walk to, and the pushes
            that would lose the game.
        keys: The keys that push the lines, in the order of the lines. Only keys whose names are a
            single character are drawn.

    Raises:
        MoveError: ``move`` is not a move of the game.
    """
    picture = game.play.draw_picture(position)
    previews = game.play.previews
    if previews is None:
        return (
            PreviewedBoard(picture) if move is None else _preview_change(game.play, position, move)
        )
    preview = None if move is None else previews.preview_move(position, move)
    marks: dict[Cell, str] = {}
    if reach:
        marks |= dict.fromkeys(previews.find_reachable_cells(position), "reached")
        marks |= dict.fromkeys(previews.find_threatened_cells(position), "threatened")
    # The marks so far belong to the position before the move, so replace them.
    if preview is not None and after and preview.step is not None:
        picture = game.play.draw_picture(preview.step.after)
        marks = dict.fromkeys(preview.destinations.values(), "arrived")
    elif preview is not None:
        marks |= {cell: f"moves-{DIRECTIONS[way]}" for cell, way in preview.exit_directions.items()}
    labels = chain(keys, repeat(""))
    arrows = tuple(
        _build_arrow(handle, move, reach, key)
        for handle, key in zip(previews.list_handles(position), labels, strict=False)
    )
    return PreviewedBoard(picture, marks, arrows, preview)


def try_move(play: Play, position: Position, move: str) -> Preview:
    """Return the effect of a move, found by making it, without the cells that it shifts.

    Raises:
        MoveError: ``move`` is not a move of the game.
    """
    step = play.step(position, move)
    return Preview(move, step=step) if step.changed else Preview(move, find_refusal(step))


def _preview_change(play: Play, position: Position, move: str) -> PreviewedBoard:
    """Draw the position before a move, with a mark on each cell that the move changes."""
    before, preview = play.draw_picture(position), try_move(play, position, move)
    if preview.step is None:
        return PreviewedBoard(before, preview=preview)
    after = play.draw_picture(preview.step.after)
    changed = (
        cell
        for cell in product(range(before.rows), range(before.cols))
        if _get_contents(before, cell) != _get_contents(after, cell)
    )
    return PreviewedBoard(before, dict.fromkeys(changed, "preview"), preview=preview)


def _get_contents(picture: Picture, cell: Cell) -> tuple[str, str]:
    """Return the names of the tile and the piece on a cell, or empty names outside the picture."""
    row, col = cell
    if row >= picture.rows or col >= picture.cols:
        return "", ""
    piece = picture.pieces.get(cell)
    return picture.tiles[row][col], "" if piece is None else piece.name


def _build_arrow(handle: Handle, move: str | None, reach: bool, key: str) -> Arrow:
    if handle.refusal:
        state = "refused"
    elif reach and handle.is_fatal:
        state = "fatal"
    else:
        state = "chosen" if handle.move == move else "allowed"
    return Arrow(handle.cell, handle.direction, state, key if len(key) == 1 else "")
