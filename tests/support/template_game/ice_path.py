"""Ice Path: the smallest complete game, a template for plug-ins outside the repository.

A walker slides over ice until a rock, or the edge, stops it. It wins where it reaches the
flag and is lost in a hole. Copy this file, ``pyproject.toml`` beside it, and go on from there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from engine.errors import LevelError
from engine.game.game import Boards, Game, ListedPlay, Position, Step, Tool
from engine.game.plain_solver import PlainGenerator, PlainSolver
from engine.stages.candidate import Candidate, Plane, Recipe, Stage
from engine.stages.event_log import EventLog, StageRandom, iterate_stages
from engine.values.budget import Control
from engine.values.grid import STEPS, Grid, format_grid, iterate_cells, read_grid
from engine.values.grid import replace_cell as put
from engine.values.level import Problem, Table
from engine.values.moves import list_directions
from engine.values.parameter_schema import Parameter, Schema
from engine.values.picture import DrawnPiece, Picture
from engine.values.ranges import Range

GLYPHS = ".#Fow"
NAMES = {".": "ice", "#": "rock", "F": "flag", "o": "hole", "w": "walker"}
PLANES = (Plane("cells", dict(enumerate(GLYPHS))),)
MEANING = "expected . ice, # rock, F flag, o hole or w walker"


@dataclass(frozen=True)
class IceBoard:
    cells: Grid
    locked: Grid | None = None
    extra: Table = field(default_factory=dict)

    @property
    def rows(self) -> int:
        return len(self.cells)

    @property
    def cols(self) -> int:
        return len(self.cells[0])

    def to_table(self) -> dict[str, Any]:
        locked = {} if self.locked is None else {"locked": format_grid(self.locked)}
        return {"cells": format_grid(self.cells), **locked, **self.extra}

    def at(self, row: int, col: int) -> str:
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return self.cells[row][col] if inside else "#"

    def places(self, glyph: str) -> list[tuple[int, int]]:
        return [(row, col) for row, col, found in iterate_cells(self.cells) if found == glyph]


class IceBoards(Boards):
    tools = tuple(Tool(name, name, "cells", glyph) for glyph, name in NAMES.items())

    def read_table(self, table: Table) -> IceBoard:
        extra = dict(table)
        cells = read_grid(extra.pop("cells", None), "board.cells", GLYPHS, MEANING)
        locked = extra.pop("locked", None)
        if locked is not None:
            locked = read_grid(locked, "board.locked", "x.", "expected x or .")
            if list(map(len, locked)) != list(map(len, cells)):
                raise LevelError("expected the shape of board.cells", key="board.locked")
        return IceBoard(cells, locked, extra)

    def create_blank(self, rows: int, cols: int) -> IceBoard:
        return IceBoard(("." * cols,) * rows)

    def find_problems(self, board: IceBoard) -> tuple[Problem, ...]:
        problems = []
        for glyph in "Fw":
            places = board.places(glyph)
            problems += [Problem(f"a second {NAMES[glyph]}", *place) for place in places[1:]]
            problems += [] if places else [Problem(f"no {NAMES[glyph]}")]
        return tuple(problems)

    def draw_picture(self, board: IceBoard) -> Picture:
        names = tuple(tuple(NAMES[g.replace("w", ".")] for g in row) for row in board.cells)
        pieces = {place: DrawnPiece("walker", i) for i, place in enumerate(board.places("w"))}
        locks = [(row, col) for row, col, mark in iterate_cells(board.locked or ()) if mark == "x"]
        return Picture(names, pieces, locked=frozenset(locks))

    def paint_cell(self, board: IceBoard, tool: Tool, row: int, col: int) -> IceBoard:
        if not self.has_cell(board, row, col):
            return board
        return replace(board, cells=put(board.cells, row, col, tool.key))

    def describe_cell(self, board: IceBoard, row: int, col: int) -> str:
        return NAMES[board.at(row, col)]


class IcePlay(ListedPlay):
    moves = list_directions("RULD")

    def create_start(self, board: IceBoard) -> Position:
        return Position(board, (board.places("w")[0],))

    def make_move(self, position: Position, move: str, number: int) -> Step:
        board, (row, col), status = position.board, position.pieces[0], "playing"
        down, right = STEPS[number]
        while status == "playing" and board.at(row + down, col + right) != "#":
            row, col = row + down, col + right
            status = {"F": "won", "o": "lost"}.get(board.at(row, col), "playing")
        after = Position(board, ((row, col),), status)
        note = {"won": "the flag", "lost": "fell into a hole"}.get(status, "")
        return Step(move, position, after, after != position, note)

    def draw_picture(self, position: Position) -> Picture:
        pieces = {position.pieces[0]: DrawnPiece("walker", 0)}
        return replace(BOARDS.draw_picture(position.board), pieces=pieces)


class IceGenerator(PlainGenerator):
    stages = (
        Stage("things", "Rocks and holes", "Scatters rocks and holes."),
        Stage("flag", "Flag", "Puts up the flag."),
        Stage("walker", "Walker", "Puts down the walker."),
    )
    parameters = Schema(
        (
            Parameter("size", "integer", 6, 3, 12, "things", "Size", "Rows and columns."),
            Parameter("rocks", "range", Range(4, 8), 0, 40, "things", "Rocks", "How many rocks."),
            Parameter("holes", "range", Range(0, 2), 0, 9, "things", "Holes", "How many holes."),
            Parameter("moves", "fact", None, 0, 99, "verify", "Moves", "The least moves."),
            Parameter("states", "fact", None, 0, 144, "verify", "States", "Cells to stop on."),
        )
    )

    def build_candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        size = recipe.parameters.get_integer("size")
        sketch: Any = recipe.sketch or BOARDS.create_blank(size, size)
        locked = "".join(sketch.locked or ("." * sketch.cols,) * sketch.rows)
        cells = zip("".join(sketch.cells), locked, strict=True)
        start = [GLYPHS.index(glyph) if mark == "x" else 0 for glyph, mark in cells]
        book = EventLog(np.array([start], np.int64))
        for number, stage, draws in iterate_stages(recipe, self.stages):
            for glyph in self._things(recipe, stage, draws):
                layout, value = book.layout[0], GLYPHS.index(glyph)
                room = [i for i, mark in enumerate(locked) if mark == "." and layout[i] == 0]
                if room and (glyph in "#o" or value not in layout):
                    draw = draws.draw_below(len(room))
                    book.set_cell(number, room[draw], value, draw=draw)
        read = partial(_board_in, sketch)
        timeline = book.build_timeline(self.stages, PLANES, sketch.cols)
        failed = "no room" if BOARDS.find_problems(read(book.layout)) else None
        return Candidate(recipe, read(book.layout), timeline, read, failed)

    def _things(self, recipe: Recipe, stage: Stage, draws: StageRandom) -> str:
        if stage.name != "things":
            return {"flag": "F", "walker": "w"}[stage.name]
        ranges = (
            ("#", recipe.parameters.get_range("rocks")),
            ("o", recipe.parameters.get_range("holes")),
        )
        return "".join(glyph * draws.draw_within(number) for glyph, number in ranges)


def _board_in(sketch: IceBoard, layout: Any) -> IceBoard:
    """The board that a layout holds."""
    text = "".join(GLYPHS[value] for value in layout[0])
    rows = tuple(text[start : start + sketch.cols] for start in range(0, len(text), sketch.cols))
    return replace(sketch, cells=rows)


BOARDS, PLAY = IceBoards(), IcePlay()
SOLVER = PlainSolver(PLAY)
GAME = Game(
    interface=4,
    name="ice-path",
    title="Ice Path",
    rules_version=1,
    generator_version=1,
    boards=BOARDS,
    play=PLAY,
    solver=SOLVER,
    generator=IceGenerator(SOLVER),
)
