"""Lights as a plug-in: switches move the lights of a part of the board; its moves are words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from engine.tiles.board import Glyphs, TileBoard
from engine.tiles.game_builder import compose_game
from engine.tiles.plain_rules import MoveOutcome, TileLevel, TileRules, TileState
from engine.tiles.scatter_generator import Scatter
from engine.values.level import Problem
from engine.values.moves import Move, list_words


@dataclass(frozen=True)
class LightsBoard(TileBoard):
    tile_glyphs: ClassVar[Glyphs] = Glyphs(
        {".": 0, "s": 1}, {".": "floor", "s": "socket"}, {".": "floor", "s": "socket"},
        "expected . floor or s socket",
    )  # fmt: skip
    piece_glyphs: ClassVar[Glyphs] = Glyphs(
        {".": 0, "l": 1}, {"l": "light"}, {"l": "light"}, "expected l light or . none"
    )
    ring: ClassVar[int] = 0
    solid: ClassVar[str] = ""


class LightsRules(TileRules):
    moves = list_words(
        {"left": "left switch", "right": "right switch", "swap": "main switch"}, {"swap": "x"}
    )

    def make_move(self, level: TileLevel, state: TileState, move: Move) -> MoveOutcome | None:
        cols, size = level.board.cols, len(level.tiles)
        cells = []
        for cell in state.cells:
            side = "left" if cell % cols < cols / 2 else "right"
            moved = (cell + cols) % size if side == move.word else cell
            cells.append(cell + cols - 1 - 2 * (cell % cols) if move.word == "swap" else moved)
        if (*cells,) == state.cells:
            return None
        won = all(level.tiles[cell] == "s" for cell in cells)
        return MoveOutcome(replace(state, cells=(*cells,)), "won" if won else "playing")


def find_problems(board: LightsBoard) -> Iterator[Problem]:
    lights = [board.tiles[row][col] for row, col, _ in board.iterate_pieces()]
    if set(lights) <= {"s"}:
        yield Problem("no light is off its socket", key="board.pieces")


GAME = compose_game(
    "lights", "Lights", 4, LightsBoard, LightsRules(),
    (Scatter("socket", "Sockets", "Sockets for lights.", "tiles", "s", (2, 3), 9),
     Scatter("light", "Lights", "Lights to move.", "pieces", "l", (1, 2), 9)),
    (4, 4, 3), find_problems=find_problems, moves=(2, 20), goal="Bring every light to a socket.",
    themes=Path(__file__).parent / "themes" / "lights",
)  # fmt: skip
