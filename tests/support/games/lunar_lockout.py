"""Lunar Lockout as a plug-in: robots slide until another robot stops them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from engine.game.manual import Rule
from engine.tiles.board import Glyphs, TileBoard
from engine.tiles.game_builder import compose_game
from engine.tiles.plain_rules import MoveOutcome, TileLevel, TileRules, TileState
from engine.tiles.scatter_generator import Scatter
from engine.values.level import Problem
from engine.values.moves import Move, list_actor_moves
from engine.values.ranges import Range

ROBOTS = {"x": "red", "b": "blue", "g": "green", "o": "orange", "p": "purple", "y": "yellow"}


@dataclass(frozen=True)
class LunarBoard(TileBoard):
    tile_glyphs: ClassVar[Glyphs] = Glyphs(
        codes={".": 0, "h": 1},
        names={".": "floor", "h": "hatch"},
        titles={".": "floor", "h": "hatch"},
        expected="expected . floor or h hatch",
    )
    piece_glyphs: ClassVar[Glyphs] = Glyphs(
        codes={".": 0} | {glyph: code for code, glyph in enumerate(ROBOTS, 1)},
        names={glyph: f"{name}-robot" for glyph, name in ROBOTS.items()},
        titles={glyph: f"{name} robot" for glyph, name in ROBOTS.items()},
        expected=f"expected a robot ({' '.join(ROBOTS)}) or . none",
    )
    ring: ClassVar[int] = 0
    solid: ClassVar[str] = ""
    unique: ClassVar[str] = "xh"
    movable: ClassVar[Mapping[str, str]] = {g: "robot" for g in ROBOTS if g != "x"}


class LunarRules(TileRules):
    moves = list_actor_moves({glyph: f"{name} robot" for glyph, name in ROBOTS.items()})
    mechanics: ClassVar[Mapping[str, str]] = {"helper_moved": "A robot other than red moves."}

    def make_move(self, level: TileLevel, state: TileState, move: Move) -> MoveOutcome | None:
        if move.actor not in level.glyphs:
            return None
        robot = level.glyphs.index(move.actor)
        cell = start = state.cells[robot]
        while level.is_open(beyond := level.step(cell, move.direction), state):
            cell = beyond
        # At the edge, nothing stops the robot, so it may not move.
        if cell == start or level.step(cell, move.direction) is None:
            return None
        home = move.actor == "x" and level.tiles[cell] == "h"
        mechanics = () if move.actor == "x" else ("helper_moved",)
        after = level.move_piece(state, robot, cell)
        return MoveOutcome(after, "won" if home else "playing", mechanics=mechanics)


def find_problems(board: LunarBoard) -> Iterator[Problem]:
    seen = set()
    for row, col, glyph in board.iterate_pieces():
        if glyph in seen and glyph != "x":
            yield Problem(f"a second {board.piece_glyphs.titles[glyph]}", row, col, "board.pieces")
        seen.add(glyph)
        if glyph == "x" and board.tiles[row][col] == "h":
            yield Problem("the red robot is on the hatch already", row, col, "board.pieces")


GAME = compose_game(
    "lunar-lockout", "Lunar Lockout", 4, LunarBoard, LunarRules(),
    (
        Scatter("hatch", "Hatch", "The way out.", "tiles", "h", (1, 1), 1,
                lambda board, row, col: (row, col) == (board.rows // 2, board.cols // 2)),
        *(
            Scatter(f"{name}-robot", f"{name.title()} robot", "A robot that slides.", "pieces",
                    glyph, (1, 1) if glyph in "xbg" else (0, 1), 1)
            for glyph, name in ROBOTS.items()
        ),
    ),
    (5, 5, 3),
    find_problems=find_problems,
    moves=(3, 40),
    presets=(
        {"moves": Range(2, 4)},
        {"moves": Range(5, 7), "orange-robot": Range(1, 1)},
        {"moves": Range(7, 40), "orange-robot": Range(1, 1), "purple-robot": Range(1, 1)},
    ),
    goal="Bring the red robot to rest on the hatch.",
    manual=(
        Rule("Sliding", "A robot slides until another robot stops it.",
             ".....\n.....\nx.h.b\n.....\n.....", ""),
    ),
    terms={"hatch": "The cell on which the red robot must stop."},
    themes=Path(__file__).parent / "themes" / "lunar-lockout",
)  # fmt: skip
