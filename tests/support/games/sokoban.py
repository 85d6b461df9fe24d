"""Sokoban as a plug-in: a pusher puts every box on a goal."""

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
from engine.values.moves import Move, list_directions
from engine.values.ranges import Range


@dataclass(frozen=True)
class SokobanBoard(TileBoard):
    tile_glyphs: ClassVar[Glyphs] = Glyphs(
        codes={".": 0, "#": 1, "g": 2},
        names={".": "floor", "#": "wall", "g": "goal"},
        titles={".": "floor", "#": "wall", "g": "goal"},
        expected="expected # wall, . floor or g goal",
    )
    piece_glyphs: ClassVar[Glyphs] = Glyphs(
        codes={".": 0, "b": 1, "p": 2},
        names={"b": "box", "p": "pusher"},
        titles={"b": "box", "p": "pusher"},
        expected="expected b box, p pusher or . none",
    )
    solid: ClassVar[str] = "#"
    unique: ClassVar[str] = "p"
    movable: ClassVar[Mapping[str, str]] = {"b": "box"}
    features: ClassVar[Mapping[str, tuple[str, str]]] = {"g": ("goal", ".")}


class SokobanRules(TileRules):
    moves = list_directions("RULD")
    mechanics: ClassVar[Mapping[str, str]] = {
        "box_pushed": "The pusher pushes a box.",
        "box_off_goal": "A box is pushed off a goal.",
    }

    def make_move(self, level: TileLevel, state: TileState, move: Move) -> MoveOutcome | None:
        pusher = level.list_pieces("p")[0]
        ahead = level.step(state.cells[pusher], move.direction)
        if level.is_solid(ahead):
            return None
        box, mechanics = level.find_piece(state, ahead), []
        after = level.move_piece(state, pusher, ahead)
        if box is not None:
            beyond = level.step(ahead, move.direction)
            if not level.is_open(beyond, state):
                return None
            after = level.move_piece(after, box, beyond)
            mechanics = ["box_pushed"] + ["box_off_goal"] * (level.tiles[ahead] == "g")
        solved = all(level.tiles[after.cells[b]] == "g" for b in level.list_pieces("b"))
        return MoveOutcome(after, "won" if solved else "playing", mechanics=tuple(mechanics))


def find_problems(board: SokobanBoard) -> Iterator[Problem]:
    boxes = [(row, col) for row, col, glyph in board.iterate_pieces() if glyph == "b"]
    goals = sum(line.count("g") for line in board.tiles)
    if not boxes:
        yield Problem("no box; a level has at least one", key="board.pieces")
    if len(boxes) > goals:
        yield Problem(f"{len(boxes)} boxes, but only {goals} goals", key="board.tiles")
    if boxes and all(board.tiles[row][col] == "g" for row, col in boxes):
        yield Problem("every box is on a goal already", key="board.pieces")


def is_pushable(board: SokobanBoard, row: int, col: int) -> bool:
    sides = ((row, col - 1), (row, col + 1)), ((row - 1, col), (row + 1, col))
    return any(all(board.tiles[r][c] != "#" for r, c in side) for side in sides)


GAME = compose_game(
    "sokoban", "Sokoban", 4, SokobanBoard, SokobanRules(),
    (
        Scatter("walls", "Walls", "Walls inside the board.", "tiles", "#", (2, 5)),
        Scatter("goals", "Goals", "Goals for boxes.", "tiles", "g", (1, 2), 9),
        Scatter("boxes", "Boxes", "Boxes to push.", "pieces", "b", (1, 2), 9, is_pushable),
        Scatter("pusher", "Pusher", "The one who pushes.", "pieces", "p", (1, 1), 1),
    ),
    (7, 7, 4),
    find_problems=find_problems,
    moves=(6, 60),
    presets=(
        {"boxes": Range(1, 1), "moves": Range(5, 12)},
        {"boxes": Range(2, 2), "goals": Range(2, 2), "moves": Range(14, 60)},
        {"boxes": Range(2, 3), "goals": Range(3, 3), "moves": Range(24, 90)},
    ),
    goal="Push every box onto a goal.",
    manual=(
        Rule(
            "Pushing", "The pusher walks one cell at a time, and pushes one box if the cell "
            "behind it is free.",
            "#######\n#p.b.g#\n#######\npiece 1,1 p", "RRR",
        ),
    ),
    terms={"box": "A piece that can be pushed, never pulled."},
    themes=Path(__file__).parent / "themes" / "sokoban",
)  # fmt: skip
