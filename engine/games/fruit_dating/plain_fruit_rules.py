"""The rules of Fruit Dating as a plain function.

In a tilt, all pieces slide, pairs of fruit leave, each anteater drags a fruit, and then further
pairs leave. The level is lost if fruit slides into mud or against a hedgehog, or if an anteater
drags it through mud.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from engine.game.play import ActionText
from engine.games.fruit_dating import fruit_codes, manual
from engine.games.fruit_dating.board import FruitBoard
from engine.tiles.board import GONE, TileBoard
from engine.tiles.plain_rules import MoveOutcome, TileLevel, TileRules, TileState
from engine.values.grid import DOWN, RIGHT, reverse_direction
from engine.values.moves import Move

if TYPE_CHECKING:
    from engine.search.successors import SearchLevel


class PlainFruitRules(TileRules):
    """The rules of Fruit Dating."""

    moves = fruit_codes.MOVES
    mechanics: ClassVar[Mapping[str, str]] = fruit_codes.MECHANICS
    # The player has to avoid a tilt that would lose, so its threat affects the other tilts.
    threats: ClassVar[Collection[str]] = ("mud_threatened", "hedgehog_threatened")
    action_texts: ClassVar[Mapping[str, ActionText]] = manual.ACTION_TEXTS

    def compile_level(self, board: TileBoard) -> SearchLevel:
        """Compile a board for the kernels in :mod:`engine.games.fruit_dating.rules`."""
        from engine.games.fruit_dating.fruit_compiler import compile_board

        assert isinstance(board, FruitBoard)
        return compile_board(board).make_search_level()

    def make_move(self, level: TileLevel, state: TileState, move: Move) -> MoveOutcome | None:
        """Return the effect of a tilt, or None if no piece slides or anteaters undo the slide."""
        assert move.direction is not None
        tilt = _Tilt(level, state.cells)
        loss = tilt.slide_pieces(move.direction)
        slid = TileState(tuple(tilt.cells))
        if slid == state:
            return None
        if not loss:
            tilt.match_fruit()
            loss = tilt.drag_fruit()
        if not loss:
            tilt.match_fruit()
        after = TileState(tuple(tilt.cells))
        if loss:
            return MoveOutcome(after, "lost", loss, mechanics=tuple(tilt.mechanics))
        # Equal pieces may have changed places.
        if level.pack_state(after) == level.pack_state(state):
            return None
        if len(tilt.matched) > 1:
            tilt.mechanics.add("pairs_at_once")
        titles = (level.board.piece_glyphs.titles[glyph] for glyph in sorted({*tilt.matched}))
        return MoveOutcome(
            after,
            "playing" if tilt.has_fruit() else "won",
            ", ".join(f"{title} matched" for title in titles),
            () if slid == after else (slid,),
            tuple(tilt.mechanics),
        )


RULES = PlainFruitRules()


class _Tilt:
    """The pieces during a tilt.

    Attributes:
        cells: The current cell of each piece.
        matched: The colour of each pair that has left.
        mechanics: The names of the mechanics that the tilt has involved.
    """

    def __init__(self, level: TileLevel, start: tuple[int, ...]) -> None:
        self._level, self._gates = level, _find_gates(level)
        self.cells = [*start]
        self.matched: list[str] = []
        self.mechanics = set[str]()

    def has_fruit(self) -> bool:
        """Return whether any fruit is left on the board."""
        return any(cell != GONE and self._is_fruit(piece) for piece, cell in enumerate(self.cells))

    def slide_pieces(self, direction: int) -> str:
        """Slide each piece as far as it can, and return the reason for a loss, or ""."""
        paths: dict[int, list[int]] = {}
        for piece in self._level.sort_pieces(self.cells, direction):
            path = [self.cells[piece]]
            while self._is_open(path[-1], direction):
                path.append(self._step(path[-1], direction))
            paths[piece], self.cells[piece] = path, path[-1]
        loss = ""
        # If several fruit are spoiled, the last one in the packed state gives the reason.
        for piece in (piece for piece in self._level.order if piece in paths):
            muddy = self._follow_path(piece, paths[piece], direction)
            stopper = self._find_stopper(piece, direction, len(paths[piece]) > 1)
            if muddy:
                loss = "mud"
            elif stopper == "hedgehog_threatened":
                loss = "eaten by a hedgehog"
            # Muddy fruit has lost the level before it reaches the hedgehog.
            if not muddy or stopper != "hedgehog_threatened":
                self.mechanics.add(stopper)
        self.mechanics.discard("")
        return loss

    def match_fruit(self) -> None:
        """Let adjacent pairs of fruit of one colour leave, in reading order, whatever the gates."""
        glyphs, cells = self._level.glyphs, self.cells
        for piece in sorted(range(len(cells)), key=cells.__getitem__):
            for direction in (RIGHT, DOWN):
                # A fruit that has left has no next cell.
                ahead = self._level.step(cells[piece], direction)
                other = cells.index(ahead) if ahead in cells else piece
                if other != piece and glyphs[other] == glyphs[piece] and self._is_fruit(piece):
                    cells[piece] = cells[other] = GONE
                    self.matched.append(glyphs[piece])

    def drag_fruit(self) -> str:
        """Let each anteater drag once, in reading order, and return the reason for a loss, or "".

        An anteater drags the first piece that it sees, if it is a fruit that is not adjacent to it,
        and no gate on the way is closed. No anteater drags after a loss.
        """
        for look, view in _list_views(self._level):
            distance = next((index for index, cell in enumerate(view) if cell in self.cells), 0)
            fruit = self.cells.index(view[distance]) if distance else None
            if fruit is None or not self._is_fruit(fruit):
                continue
            path, back = view[distance::-1], reverse_direction(look)
            if any(self._is_closed(cell, back) for cell in path):
                self.mechanics.add("gate_held")
                continue
            self.mechanics.add("fruit_dragged")
            self.cells[fruit] = path[-1]
            if self._follow_path(fruit, path, back):
                return "dragged through mud"
        return ""

    def _follow_path(self, piece: int, path: Sequence[int], direction: int) -> bool:
        """Find the gates and mud on the path of a piece, and return whether a fruit enters mud."""
        if any((cell, direction) in self._gates for cell in path[:-1]):
            self.mechanics.add("gate_passed")
        if all(self._level.tiles[cell] != "~" for cell in path[1:]):
            return False
        self.mechanics.add("mud_threatened" if self._is_fruit(piece) else "mud_crossed")
        return self._is_fruit(piece)

    def _find_stopper(self, piece: int, direction: int, moved: bool) -> str:
        """Return the mechanic by which a piece is stopped or kept from moving, or ""."""
        cell = self.cells[piece]
        ahead = self._step(cell, direction)
        tile, slid = self._level.tiles[ahead], moved and self._is_fruit(piece)
        other = self._level.glyphs[self.cells.index(ahead)] if ahead in self.cells else ""
        if self._is_closed(cell, direction):
            # A gate matters if it keeps a piece from a free cell, or a fruit from a hedgehog.
            spared = slid and tile == "h"
            return "gate_held" if spared or not (self._level.is_solid(ahead) or other) else ""
        if slid and tile == "h":
            return "hedgehog_threatened"
        if not slid or other in ("", self._level.glyphs[piece]):
            return ""
        return "blocker_leaned_on" if other in fruit_codes.BLOCKER_GLYPHS else "fruit_leaned_on"

    def _step(self, cell: int, direction: int) -> int:
        ahead = self._level.step(cell, direction)
        assert ahead is not None  # the border is solid
        return ahead

    def _is_fruit(self, piece: int) -> bool:
        return self._level.glyphs[piece] in fruit_codes.FRUIT_GLYPHS

    def _is_open(self, cell: int, direction: int) -> bool:
        """Return whether a piece can slide on from a cell."""
        ahead = self._step(cell, direction)
        blocked = self._level.is_solid(ahead) or ahead in self.cells
        return not blocked and not self._is_closed(cell, direction)

    def _is_closed(self, cell: int, direction: int) -> bool:
        """Return whether a gate prevents pieces from leaving a cell in a direction."""
        return (self._level.step(cell, direction), reverse_direction(direction)) in self._gates


@lru_cache(maxsize=64)
def _find_gates(level: TileLevel) -> frozenset[tuple[int | None, int]]:
    """Return the cell and the direction of each gate."""
    board = level.board
    assert isinstance(board, FruitBoard)
    return frozenset((row * board.cols + col, direction) for row, col, direction in board.gates)


@lru_cache(maxsize=64)
def _list_views(level: TileLevel) -> list[tuple[int, list[int]]]:
    """Return, for each anteater in reading order, its direction and the cells in front of it.

    The cells end before a solid tile, or at the edge of the board.
    """
    found = []
    for cell, tile in enumerate(level.tiles):
        if tile in fruit_codes.LOOKS:
            look = fruit_codes.LOOKS.index(tile)
            view, ahead = list[int](), level.step(cell, look)
            while ahead is not None and not level.is_solid(ahead):
                view.append(ahead)
                ahead = level.step(ahead, look)
            found.append((look, view))
    return found
