"""Everything that the tools of a game can draw, in pictures, for every installed game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.game import registry
from engine.game.game import Game
from engine.values.picture import DrawnPiece, Picture

GAMES = tuple(registry.list_names())
_SIDE = 8
_PLACE = (4, 4)
_GROUNDS = ("floor", "empty", "path")


@dataclass(frozen=True)
class Names:
    """The theme names of a game: ``ground`` is the tile of a cell with nothing on it."""

    ground: str
    tiles: tuple[str, ...]
    pieces: tuple[str, ...]


@cache
def names(game_name: str) -> Names:
    """What the tools of a game put into its pictures, found by painting."""
    game = registry.get_game(game_name)
    row, col = _PLACE
    blank = game.boards.draw_picture(game.boards.create_blank(_SIDE, _SIDE)).tiles[row][col]
    tiles, pieces = {blank: None}, {}
    for tool in game.boards.tools:
        shown = game.boards.draw_picture(
            game.boards.paint_cell(game.boards.create_blank(_SIDE, _SIDE), tool, row, col)
        )
        if shown.tiles[row][col] == tool.name:
            tiles[tool.name] = None
        piece = shown.pieces.get(_PLACE)
        if piece is not None and piece.name == tool.name:
            pieces[tool.name] = None
    ground = next((tile for tile in tiles if tile in _GROUNDS), blank)
    return Names(ground, tuple(tiles), tuple(pieces))


def may_stand_on(game: Game, tile: str) -> bool:
    """Whether the game's editor leaves a tile where it puts a piece on it."""
    titles = {tool.name: tool for tool in game.boards.tools}
    piece = next((titles[name] for name in names(game.name).pieces), None)
    board = game.boards.paint_cell(game.boards.create_blank(_SIDE, _SIDE), titles[tile], *_PLACE)
    if piece is None:
        return False
    shown = game.boards.draw_picture(game.boards.paint_cell(board, piece, *_PLACE))
    return shown.tiles[_PLACE[0]][_PLACE[1]] == tile and _PLACE in shown.pieces


@cache
def stands(game_name: str) -> tuple[str, ...]:
    """The tiles of a game that its pieces can stand on."""
    game = registry.get_game(game_name)
    return tuple(tile for tile in names(game_name).tiles if may_stand_on(game, tile))


@cache
def single_cells(game_name: str) -> tuple[Picture, ...]:
    """Every tile by itself, and every piece on every tile that it can stand on."""
    known = names(game_name)
    return (
        *(Picture(((tile,),)) for tile in known.tiles),
        *(
            Picture(((tile,),), {(0, 0): DrawnPiece(piece, 0)})
            for tile in stands(game_name)
            for piece in known.pieces
        ),
    )


@cache
def everything(game_name: str) -> Picture:
    """All of them on one board, a locked cell last of every row."""
    cells = single_cells(game_name)
    rows = [cells[at : at + _SIDE] for at in range(0, len(cells), _SIDE)]
    ground = names(game_name).ground
    filled = [[*row, *([Picture(((ground,),))] * (_SIDE - len(row)))] for row in rows]
    return Picture(
        tuple(tuple(cell.tiles[0][0] for cell in row) for row in filled),
        {
            (at, col): cell.pieces[0, 0]
            for at, row in enumerate(filled)
            for col, cell in enumerate(row)
            if cell.pieces
        },
        locked=frozenset((at, _SIDE - 1) for at in range(len(filled))),
    )
