"""Moves drawn over a board before they are made, and how far everybody could walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TYPE_CHECKING

from engine.values.grid import DIRECTIONS, Cell
from workbench.drawing.brush import Arrow

if TYPE_CHECKING:
    from engine.game.game import Game
    from engine.game.position import Position
    from engine.game.previews import Handle, Preview
    from engine.values.picture import Picture


@dataclass(frozen=True, slots=True)
class Previewed:
    """What to hand to :meth:`workbench.ui.boards.board.BoardView.show`.

    Attributes:
        picture: the board, or what a move would make of it.
        marks: names of the theme's marks by cell.
        arrows: the lines that can be pushed, and those that cannot.
        preview: what the move in question would do; None without one.
    """

    picture: Picture
    marks: Mapping[Cell, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()
    preview: Preview | None = None


def previewed(
    game: Game,
    position: Position,
    *,
    move: str | None = None,
    after: bool = False,
    reach: bool = False,
    keys: Sequence[str] = (),
) -> Previewed:
    """A position with what can be known of its moves before they are made.

    Args:
        game: the game; one without previews is drawn as it is.
        position: the position.
        move: a move that is thought of: what it moves is marked with where that sets out to.
        after: shows what the move would lead to instead, with what has moved marked.
        reach: marks the cells that the player and enemies could walk to, and lines whose push
            would be the end.
        keys: of the lines that can be pushed, in their order; only single characters are drawn.

    Raises:
        MoveError: ``move`` is not a move of the game.
    """
    picture = game.play.picture(position)
    previews = game.play.previews
    if previews is None:
        return Previewed(picture)
    preview = None if move is None else previews.preview(position, move)
    marks: dict[Cell, str] = {}
    if reach:
        marks |= dict.fromkeys(previews.reachable(position), "reached")
        marks |= dict.fromkeys(previews.threatened(position), "threatened")
    if preview is not None and after and preview.step is not None:
        picture = game.play.picture(preview.step.after)
        marks = dict.fromkeys(preview.moved.values(), "arrived")
    elif preview is not None:
        marks |= {cell: f"moves-{DIRECTIONS[way]}" for cell, way in preview.flow.items()}
    labels = chain(keys, repeat(""))
    arrows = tuple(
        _arrow(handle, move, reach, key)
        for handle, key in zip(previews.handles(position), labels, strict=False)
    )
    return Previewed(picture, marks, arrows, preview)


def _arrow(handle: Handle, move: str | None, reach: bool, key: str) -> Arrow:
    if handle.refused:
        state = "refused"
    elif reach and handle.fatal:
        state = "fatal"
    else:
        state = "chosen" if handle.move == move else "allowed"
    return Arrow(handle.cell, handle.direction, state, key if len(key) == 1 else "")
