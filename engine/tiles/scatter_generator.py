"""A generator that scatters tiles and pieces, declared as a list of stages.

Each stage draws a number from the range of its parameter, and puts that many objects on random free
cells. Painted weights make cells more or less likely to be chosen. The candidates are checked with
the game's solver::

    stages = (
        Scatter("walls", "Walls", "Walls inside the board.", "tiles", "#", (4, 8)),
        Scatter("boxes", "Boxes", "Boxes to push.", "pieces", "b", (2, 3)),
        Scatter("player", "Player", "The one who pushes.", "pieces", "p", (1, 1)),
    )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.game.boards import Boards
from engine.game.plain_solver import PlainGenerator
from engine.game.solver import Solver
from engine.stages.candidate import Candidate, Recipe, Stage
from engine.stages.event_log import EventLog, StageRandom, iterate_stages
from engine.stages.stage_workspace import require_same_shape
from engine.tiles.board import MAX_SIDE, TileBoard
from engine.tiles.candidate_arrays import PIECES, TILES, create_planes, decode_board
from engine.tiles.compiled_tiles import encode_planes
from engine.tiles.mutations import FLOOR, NO_PIECE, iterate_inner_cells, list_free_cells
from engine.values.budget import Control
from engine.values.difficulty_presets import PRESET, build_presets
from engine.values.grid import Cell
from engine.values.parameter_schema import Parameter, Schema, Value, define_number, define_range

_SIDE_STAGE = "board"


def _is_anywhere(board: TileBoard, row: int, col: int) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Scatter:
    """A stage that puts objects of one kind on random free cells.

    Attributes:
        name: The name of the stage, and of the parameter for the number of objects.
        title: The title of both, in a word or two.
        help: The help text of both, one sentence.
        plane: The plane of the objects, ``tiles`` or ``pieces``.
        glyph: The character of the objects.
        number: The default range for the number of objects.
        most: The greatest number of objects that a recipe can ask for.
        can_hold: A function that takes the board so far and a free cell, and returns whether an
            object may be put there.
    """

    name: str
    title: str
    help: str
    plane: str
    glyph: str
    number: tuple[int, int]
    most: int = 40
    can_hold: Callable[[TileBoard, int, int], bool] = _is_anywhere

    def check_glyph(self, board_type: type[TileBoard]) -> None:
        """Check that boards of a class can hold the objects.

        Raises:
            EngineError: The plane or the character is unknown.
        """
        glyphs = {"tiles": board_type.tile_glyphs, "pieces": board_type.piece_glyphs}
        if self.plane not in glyphs or self.glyph not in glyphs[self.plane].codes:
            raise EngineError(f"stage {self.name}: no {self.plane} are written {self.glyph}")

    @property
    def parameter(self) -> Parameter:
        """The parameter for the number of objects."""
        return define_range(self.name, self.number, 0, self.most, self.name, self.title, self.help)

    @property
    def stage(self) -> Stage:
        """The stage as the timeline shows it."""
        return Stage(self.name, self.title, self.help, paintable=True)


def define_side(key: str, default: int, least: int) -> Parameter:
    """Define the parameter for the number of rows or columns."""
    title = {"rows": "height", "cols": "width"}[key]
    noun = {"rows": "Rows", "cols": "Columns"}[key]
    return define_number(
        key, default, least, MAX_SIDE, _SIDE_STAGE, title, f"{noun} of the board.", noun.lower()
    )


class ScatterGenerator(PlainGenerator):
    """A generator whose stages scatter objects on an empty board or on a sketch.

    Args:
        boards: The boards part of the game.
        solver: The solver that checks candidates.
        size: The default number of rows, the default number of columns, and the minimum for each of
            them.
        scatters: The stages, in order.
        facts: The parameters that constrain facts.
        presets: The settings of the presets gentle, tricky and fiendish; none by default.
        board_type: The class of the boards.
    """

    def __init__(
        self,
        boards: Boards,
        solver: Solver,
        board_type: type[TileBoard],
        size: tuple[int, int, int],
        scatters: Sequence[Scatter],
        facts: Sequence[Parameter],
        presets: Sequence[Mapping[str, Value]] = (),
    ) -> None:
        super().__init__(solver)
        self._boards, self._board_type, self._scatters = boards, board_type, tuple(scatters)
        rows, cols, least = size
        first = Stage(_SIDE_STAGE, "Board", "The empty board.", draws=False)
        self.stages = (first, *(each.stage for each in scatters))
        self.parameters = Schema(
            (
                *((PRESET,) if presets else ()),
                define_side("rows", rows, least),
                define_side("cols", cols, least),
                *(each.parameter for each in scatters),
                *facts,
            ),
            {PRESET.key: build_presets(*presets)} if presets else {},
        )

    def build_candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        """Build one candidate with its event log."""
        rows, cols = (recipe.parameters.get_integer(key) for key in ("rows", "cols"))
        blank: Any = recipe.sketch or self._boards.create_blank(rows, cols)
        sketch: TileBoard = blank
        require_same_shape(sketch, rows, cols)
        log = EventLog(np.array(encode_planes(self._keep_locked(sketch))))
        read = partial(decode_board, self._board_type, recipe)
        failed = None
        for number, stage, random in iterate_stages(recipe, self.stages):
            if number and not self._scatter(recipe, number, random, log, sketch):
                failed = failed or stage.title
        board = read(log.layout)
        # A board without all of its objects breaks rules because a stage failed.
        problems = self._boards.find_problems(board) if failed is None else ()
        broken_rule = problems[0].message if problems else None
        planes = create_planes(self._board_type)
        timeline = log.build_timeline(self.stages, planes, sketch.cols)
        return Candidate(recipe, board, timeline, read, failed, broken_rule)

    def _scatter(
        self,
        recipe: Recipe,
        number: int,
        random: StageRandom,
        log: EventLog,
        sketch: TileBoard,
    ) -> bool:
        """Scatter the objects of one stage, and return whether there was room for all of them."""
        scatter = self._scatters[number - 1]
        wanted = random.draw_within(recipe.parameters.get_range(scatter.name))
        if scatter.plane == "tiles":
            plane, glyphs, grid = TILES, sketch.tile_glyphs, sketch.tiles
        else:
            plane, glyphs, grid = PIECES, sketch.piece_glyphs, sketch.pieces
        code = glyphs.codes[scatter.glyph]
        # Locked objects of this kind count towards the number, because they stay on the board.
        there = sum(
            grid[row][col] == scatter.glyph and not sketch.is_border(row, col)
            for row, col in sketch.list_locked_cells()
        )
        weights = recipe.weights.get(scatter.name)
        painted = {} if weights is None else weights.cells
        for _ in range(max(wanted - there, 0)):
            board = decode_board(self._board_type, recipe, log.layout)
            cells = [
                (row * board.cols + col, painted.get((row, col), 1))
                for row, col in _list_free_cells(board, scatter.plane)
                if scatter.can_hold(board, row, col)
            ]
            total = sum(weight for _, weight in cells)
            if not total:
                return False
            draw = random.draw_below(total)
            left = draw
            for cell, weight in cells:
                if left < weight:
                    log.set_cell(number, cell, code, plane=plane, weight=weight, draw=draw)
                    break
                left -= weight
        return True

    def _keep_locked(self, sketch: TileBoard) -> TileBoard:
        """Return an empty board into which the locked cells of a sketch have been copied."""
        blank: Any = self._boards.create_blank(sketch.rows, sketch.cols)
        board: TileBoard = blank
        for row, col in sketch.list_locked_cells():
            board = board.with_tile(sketch.tiles[row][col], row, col)
            if sketch.pieces[row][col] != ".":
                board = board.with_piece(sketch.pieces[row][col], row, col)
        return board


def _list_free_cells(board: TileBoard, plane: str) -> list[Cell]:
    """Return the unlocked cells inside the border where an object can be put.

    Such a cell has no piece. A tile replaces only floor, and a piece can be put on any tile that is
    not solid.
    """
    if plane == "pieces":
        return list_free_cells(board)
    return [
        (row, col)
        for row, col in iterate_inner_cells(board)
        if board.tiles[row][col] == FLOOR and board.pieces[row][col] == NO_PIECE
    ]
