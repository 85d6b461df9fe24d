"""The rules of Skiddy as a plain function, which makes a move tick by tick.

In every tick, Skiddies first leave through goals, and then each remaining piece moves by at most
one cell, the foremost piece first. A move ends after a tick in which neither happens.

A state also has a number that is 1 if the combo is *broken*, that is, if a move has let out some,
but not all, of the initial Skiddies of a colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from engine.games.skiddy.skiddy_codes import COLOUR_TITLES, GOAL_OF, GOALS, MECHANICS, MOVES
from engine.tiles.board import GONE, TileBoard
from engine.tiles.plain_rules import MoveOutcome, TileLevel, TileRules, TileState
from engine.values.grid import STEPS
from engine.values.moves import Move

if TYPE_CHECKING:
    from engine.search.successors import SearchLevel

_COMBOS = ("", "", "double", "triple", "quadruple", "quintuple", "sextuple")
_IN_PIT = {"r": "skiddy_in_pit", "b": "skiddy_in_pit", "c": "crate_on_pit", "i": "ice_in_pit"}


class PlainSkiddyRules(TileRules):
    """The rules of Skiddy."""

    moves = MOVES
    numbers: ClassVar[tuple[int, ...]] = (0,)
    mechanics: ClassVar[Mapping[str, str]] = MECHANICS
    win_titles: ClassVar[tuple[str, ...]] = ("max combo", "no combo")

    def compile_level(self, board: TileBoard) -> SearchLevel:
        """Compile a board for the kernels in :mod:`engine.games.skiddy.rules`."""
        from engine.games.skiddy.skiddy_compiler import compile_board

        return compile_board(board).make_search_level()

    def make_move(self, level: TileLevel, state: TileState, move: Move) -> MoveOutcome | None:
        """Return the effect of a tilt, or None if no piece moves or leaves."""
        tilt = _Tilt(level, state.cells, move)
        while tilt.let_skiddies_out() | tilt.advance_pieces():
            pass
        moments = pairwise((state.cells, *tilt.moments, tuple(tilt.cells)))
        frames = [TileState(cells, state.numbers) for before, cells in moments if cells != before]
        if not frames:
            return None
        was_broken = state.numbers != self.numbers
        broken = was_broken or any(tilt.out[each] < level.glyphs.count(each) for each in tilt.out)
        won = all(
            tilt.cells[piece] == GONE for each in GOAL_OF for piece in level.list_pieces(each)
        )
        return MoveOutcome(
            TileState(tuple(tilt.cells), (int(broken),)),
            "won" if won else "playing",
            ", ".join(_describe_exits(level, tilt.out, was_broken, broken, won)),
            tuple(frames[:-1]),
            tuple(tilt.find_mechanics()),
            int(won and broken),
        )

    def list_joint_mechanics(self, level: TileLevel) -> Mapping[str, tuple[str, ...]]:
        """Return the mechanic that all goals are used, whose parts are the goals."""
        goals = (cell for cell, tile in enumerate(level.tiles) if tile in GOALS)
        return {"goals_all_used": tuple(map(_name_goal, goals))}


RULES = PlainSkiddyRules()


class _Tilt:
    """The pieces during a move.

    Attributes:
        cells: The current cell of each piece.
        order: The pieces on the board. In each row or column, the foremost piece comes first, so
            that those behind it can enter its cell in the same tick.
        trapped: The Skiddies and ice cubes that have entered a pit in this move.
        pushed: The crates that have been pushed in this move.
        out: The number of Skiddies of each colour that have left in this move.
        exits: The names of the goals that they used, and of the mechanic of being taken along.
        moments: The cells of all pieces whenever a piece begins to move later than others, or
            leaves. Between two moments, all moving pieces start together, one cell per tick.
    """

    def __init__(self, level: TileLevel, start: tuple[int, ...], move: Move) -> None:
        self._level, self._start, self._direction = level, start, move.direction
        self.cells = [*start]
        self.order = level.sort_pieces(start, move.direction)
        self.trapped, self.pushed = set[int](), set[int]()
        self.out, self.exits = Counter[str](), set[str]()
        self.moments: list[tuple[int, ...]] = []

    def let_skiddies_out(self) -> bool:
        """Let Skiddies leave, and return whether any did.

        A Skiddy that is not trapped leaves into a goal of its colour. It takes along all Skiddies
        of its colour that are connected to it by a chain of neighbours, trapped or not.
        """
        glyphs, cells = self._level.glyphs, self.cells
        at_goals = {piece for piece in self.order if self._is_before_goal(piece)}
        leaving = [piece for piece in self.order if piece in at_goals - self.trapped]
        if not leaving:
            return False
        self.exits.update(_name_goal(self._step(piece)) for piece in leaving)
        alone = len(leaving)
        for piece in leaving:  # the list grows during the loop
            around = [self._level.step(cells[piece], direction) for direction in range(len(STEPS))]
            leaving += [
                other
                for other in self.order
                if cells[other] in around
                and glyphs[other] == glyphs[piece]
                and other not in leaving
            ]
        if len(leaving) > alone:
            self.exits.add("carried_out")
        self.out.update(glyphs[piece] for piece in leaving)
        self.moments.append(tuple(cells))
        for piece in at_goals.intersection(leaving):
            cells[piece] = self._step(piece)
        self.moments.append(tuple(cells))
        for piece in leaving:
            cells[piece] = GONE
            self.order.remove(piece)
        self.moments.append(tuple(cells))
        return True

    def advance_pieces(self) -> bool:
        """Let each piece advance by one cell if it can, and return whether any did."""
        before, pushed = tuple(self.cells), len(self.pushed)
        for piece in self.order:
            # Crates do not move by themselves.
            if self._level.glyphs[piece] != "c" and piece not in self.trapped:
                self._advance_piece(piece)
        if len(self.pushed) > pushed:
            self.moments.append(before)
        return tuple(self.cells) != before

    def _advance_piece(self, piece: int) -> None:
        ahead = self._step(piece)
        if ahead in self.cells and self._level.glyphs[piece] in GOAL_OF:
            crate = self.cells.index(ahead)
            # Only Skiddies push crates, and a crate moves by only one cell in a move.
            if self._level.glyphs[crate] == "c" and crate not in self.pushed:
                beyond = self._step(crate)
                if self._is_free(beyond):
                    self.cells[crate] = beyond
                    self.pushed.add(crate)
        if self._is_free(ahead):
            self.cells[piece] = ahead
            if self._level.tiles[ahead] == "o":
                self.trapped.add(piece)

    def _step(self, piece: int) -> int:
        ahead = self._level.step(self.cells[piece], self._direction)
        assert ahead is not None  # no piece that is on the board is on its border
        return ahead

    def _is_free(self, cell: int) -> bool:
        return not self._level.is_solid(cell) and cell not in self.cells

    def _is_before_goal(self, piece: int) -> bool:
        """Return whether a piece is in front of a goal of its colour."""
        return self._level.tiles[self._step(piece)] == GOAL_OF.get(self._level.glyphs[piece])

    def find_mechanics(self) -> Iterator[str]:
        """Yield the names of the mechanics that the move involved, after its end."""
        glyphs, tiles = self._level.glyphs, self._level.tiles
        yield from self.exits
        if any(number > 1 for number in self.out.values()):
            yield "combo"
        if self.pushed:
            yield "crate_pushed"
        pits = [*self.trapped, *(each for each in self.pushed if tiles[self.cells[each]] == "o")]
        yield from (_IN_PIT[glyphs[piece]] for piece in pits)
        for piece in self.order:
            if self.cells[piece] == self._start[piece]:
                continue
            if glyphs[piece] == "i":
                yield "ice_slid"
            ahead = self._step(piece)
            # A trapped Skiddy is held by the pit, not stopped by the piece ahead.
            if glyphs[piece] in GOAL_OF and piece not in self.trapped and ahead in self.cells:
                other = self.cells.index(ahead)
                if glyphs[other] == "i":
                    yield "ice_leaned_on"
                if glyphs[other] == "c" and other not in self.pushed:
                    yield "crate_leaned_on"


def _name_goal(cell: int) -> str:
    """Return the name of a goal as a part of the mechanic that all goals are used."""
    return f"goal {cell}"


def _describe_exits(
    level: TileLevel, out: Mapping[str, int], was_broken: bool, broken: bool, won: bool
) -> Iterator[str]:
    """Yield descriptions of the Skiddies that left, and of the effect on the combo.

    The maximum combo is never said to be possible still, because one move does not show that.
    """
    for glyph in GOAL_OF:
        if glyph in out:
            yield _format_exit(glyph, out[glyph], level.glyphs.count(glyph))
    if won:
        yield "no maximum combo" if broken else "maximum combo"
    elif out and not was_broken:
        yield "combo broken" if broken else "combo not broken"


def _format_exit(glyph: str, number: int, total: int) -> str:
    """Format the number of Skiddies of a colour that left; two or more are called a combo."""
    colour = COLOUR_TITLES[glyph]
    if number == 1:
        return f"{number} {colour} out"
    combo = f"{_COMBOS[number]} combo" if number < len(_COMBOS) else f"combo of {number}"
    return f"{combo}: {'all ' if number == total else ''}{number} {colour} out"
