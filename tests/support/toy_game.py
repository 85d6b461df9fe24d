"""A tiny game for tests of screens: one sled slides on ice until a wall stops it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from engine.errors import MoveError
from engine.game import registry
from engine.game.boards import Boards, Tool
from engine.game.game import INTERFACE, Game
from engine.game.generator import Generator
from engine.game.plain_solver import ListTrace
from engine.game.play import Play
from engine.game.play_position import Position, Status, Step
from engine.game.solver import Solver
from engine.search.solver_result import SolverResult
from engine.stages.candidate import Attempts, Candidate, Event, Recipe, Stage
from engine.stages.event_log import EventLog
from engine.values.budget import Budget, Control
from engine.values.grid import STEPS, Grid, format_grid, iterate_cells, read_grid
from engine.values.grid import replace_cell as put
from engine.values.level import Level, Problem, Table
from engine.values.moves import list_directions
from engine.values.parameter_schema import Schema
from engine.values.picture import DrawnPiece, Picture
from engine.values.solver_trace import TraceRow

TILES = {"#": "wall", ".": "floor", "~": "mud", "G": "exit", "S": "floor"}
LETTERS = {"R": 0, "U": 1, "L": 2, "D": 3}


@dataclass(frozen=True)
class ToyBoard:
    cells: Grid
    gates: frozenset[tuple[int, int, int]] = field(default_factory=frozenset)

    @property
    def rows(self) -> int:
        return len(self.cells)

    @property
    def cols(self) -> int:
        return len(self.cells[0])

    def to_table(self) -> dict[str, Any]:
        return {"cells": format_grid(self.cells)}


class ToyBoards(Boards):
    tools = (
        Tool("wall", "Wall", "cells", "#"),
        Tool("floor", "Ice", "cells", "."),
        Tool("sled", "Sled", "cells", "S"),
    )

    def read_table(self, table: Table) -> ToyBoard:
        return ToyBoard(read_grid(table.get("cells"), "board.cells", "#.~GS", "known are #.~GS"))

    def create_blank(self, rows: int, cols: int) -> ToyBoard:
        middle = ("#" + "." * (cols - 2) + "#",) * (rows - 2)
        return ToyBoard(("#" * cols, *middle, "#" * cols))

    def find_problems(self, board: ToyBoard) -> tuple[Problem, ...]:
        sleds = sum(glyph == "S" for _, _, glyph in iterate_cells(board.cells))
        return () if sleds == 1 else (Problem(f"expected one sled, found {sleds}"),)

    def draw_picture(self, board: ToyBoard) -> Picture:
        places = {
            (r, c): DrawnPiece("sled", 0)
            for r, c, glyph in iterate_cells(board.cells)
            if glyph == "S"
        }
        tiles = tuple(tuple(TILES[glyph] for glyph in row) for row in board.cells)
        return Picture(tiles, places, board.gates)

    def paint_cell(self, board: ToyBoard, tool: Tool, row: int, col: int) -> ToyBoard:
        return replace(board, cells=put(board.cells, row, col, tool.key))

    def describe_cell(self, board: ToyBoard, row: int, col: int) -> str:
        return TILES[board.cells[row][col]]


class ToyPlay(Play):
    moves = list_directions("RULD")

    def create_start(self, board: ToyBoard) -> Position:
        return Position(board, tuple(BOARDS.draw_picture(board).pieces))

    def step(self, position: Position, move: str) -> Step:
        if move not in LETTERS:
            raise MoveError(f"unknown move {move!r}")
        cells = position.board.cells
        down, right = STEPS[LETTERS[move]]
        row, col = position.pieces[0]
        while position.status == "playing" and cells[row + down][col + right] != "#":
            row, col = row + down, col + right
        status: Status = {"G": "won", "~": "lost"}.get(cells[row][col], "playing")
        after = Position(position.board, ((row, col),), status)
        note = "the sled is stuck in the mud" if status == "lost" else ""
        return Step(move, position, after, after != position, note)

    def draw_picture(self, position: Position) -> Picture:
        pieces = {position.pieces[0]: DrawnPiece("sled", 0)}
        return replace(BOARDS.draw_picture(position.board), pieces=pieces)


class ToySolver(Solver):
    strategies = ("graph",)

    def solve(
        self,
        board: ToyBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> SolverResult:
        facts = {"solvable": True, "complete": True, "moves": 2, "solution": "RD"}
        trace = ListTrace("graph", [TraceRow("S0", "", "", 0, "start")], [()])
        return SolverResult(facts, trace, moves=("R", "D"))


class ToyGenerator(Generator):
    stages = (Stage("border", "Border", "A ring of walls."),)
    parameters = Schema(())

    def build_candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        board = BOARDS.create_blank(8, 8)
        timeline = EventLog(np.zeros((0, 64), np.int64)).build_timeline(self.stages, (), 8)
        return Candidate(recipe, board, timeline, lambda _: board)

    def try_candidates(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        return Attempts(1, recipe.attempt, {})

    def describe_event(self, event: Event) -> str:
        return event.stage


BOARDS = ToyBoards()
TOY = Game(
    interface=INTERFACE,
    name="toy",
    title="Toy",
    rules_version=1,
    generator_version=1,
    boards=BOARDS,
    play=ToyPlay(),
    solver=ToySolver(),
    generator=ToyGenerator(),
)


def make_known(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Makes a toy game known beside the installed ones, and the only one that is listed."""
    installed = registry.get_game
    monkeypatch.setattr(
        registry, "get_game", lambda name: game if name == "toy" else installed(name)
    )
    monkeypatch.setattr(registry, "list_names", lambda: ("toy",))


SLOPE = ToyBoard(("########", "#S.....#", "#.#.##.#", "#...~.G#", "########"))


def slope(title: str = "Slope") -> Level:
    """A level that is won by right, down."""
    return Level("toy", SLOPE, title)
