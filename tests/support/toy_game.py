"""A tiny game for tests of screens: one sled slides on ice until a wall stops it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np
import pytest

from engine.errors import MoveError
from engine.game import registry
from engine.game.game import Game, Move, Position, Step, Tool
from engine.generate.generation import Attempts, Candidate, Event, Recipe, Stage, Timeline
from engine.search.solved import Solved
from engine.values.budget import Budget, Control
from engine.values.grid import STEPS, Grid, cells_of, grid_text, read_grid
from engine.values.level import Board, Level, Problem, Table
from engine.values.parameters import Schema
from engine.values.picture import Picture, Piece
from engine.values.trace import Trace, TraceRow

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

    def table(self) -> dict[str, Any]:
        return {"cells": grid_text(self.cells)}


class ToyTrace(Trace):
    strategy = "graph"

    def __len__(self) -> int:
        return 1

    def __getitem__(self, index: int) -> TraceRow:
        return TraceRow("S0", "", "", 0, "start")

    def moves_to(self, index: int) -> tuple[str, ...]:
        return ()

    def find(self, moves: tuple[str, ...]) -> int | None:
        return None if moves else 0


class Toy(Game):
    name: ClassVar[str] = "toy"
    title: ClassVar[str] = "Toy"
    rules_version: ClassVar[int] = 1
    generator_version: ClassVar[int] = 1
    moves: ClassVar[tuple[Move, ...]] = (
        Move("R", "right", 0),
        Move("U", "up", 1),
        Move("L", "left", 2),
        Move("D", "down", 3),
    )
    strategies: ClassVar[tuple[str, ...]] = ("graph",)
    stages: ClassVar[tuple[Stage, ...]] = (Stage("border", "Border", "A ring of walls."),)
    tools: ClassVar[tuple[Tool, ...]] = (
        Tool("wall", "Wall", "cells", "#"),
        Tool("floor", "Ice", "cells", "."),
        Tool("sled", "Sled", "cells", "S"),
    )

    @property
    def parameters(self) -> Schema:
        return Schema(())

    def read_board(self, table: Table) -> ToyBoard:
        return ToyBoard(read_grid(table.get("cells"), "board.cells", "#.~GS", "known are #.~GS"))

    def blank(self, rows: int, cols: int) -> ToyBoard:
        middle = ("#" + "." * (cols - 2) + "#",) * (rows - 2)
        return ToyBoard(("#" * cols, *middle, "#" * cols))

    def problems(self, board: Board) -> tuple[Problem, ...]:
        assert isinstance(board, ToyBoard)
        sleds = sum(glyph == "S" for _, _, glyph in cells_of(board.cells))
        return () if sleds == 1 else (Problem(f"expected one sled, found {sleds}"),)

    def picture(self, board: Board) -> Picture:
        assert isinstance(board, ToyBoard)
        places = {(r, c): Piece("sled", 0) for r, c, glyph in cells_of(board.cells) if glyph == "S"}
        tiles = tuple(tuple(TILES[glyph] for glyph in row) for row in board.cells)
        return Picture(tiles, places, board.gates)

    def paint(self, board: Board, tool: Tool, row: int, col: int) -> ToyBoard:
        assert isinstance(board, ToyBoard)
        cells = [list(line) for line in board.cells]
        cells[row][col] = tool.key
        return replace(board, cells=tuple("".join(line) for line in cells))

    def contents(self, board: Board, row: int, col: int) -> str:
        assert isinstance(board, ToyBoard)
        return TILES[board.cells[row][col]]

    def start(self, board: Board) -> Position:
        picture = self.picture(board)
        return Position(board, tuple(picture.pieces))

    def play(self, position: Position, move: str) -> Step:
        if move not in LETTERS:
            raise MoveError(f"unknown move {move!r}")
        assert isinstance(position.board, ToyBoard)
        cells = position.board.cells
        down, right = STEPS[LETTERS[move]]
        row, col = position.pieces[0]
        while position.status == "playing" and cells[row + down][col + right] != "#":
            row, col = row + down, col + right
        won = cells[row][col] == "G"
        lost = cells[row][col] == "~"
        status = "won" if won else "lost" if lost else "playing"
        after = Position(position.board, ((row, col),), status)
        note = "the sled is stuck in the mud" if lost else ""
        return Step(move, position, after, after != position, note)

    def position_picture(self, position: Position) -> Picture:
        return replace(self.picture(position.board), pieces={position.pieces[0]: Piece("sled", 0)})

    def solve(
        self,
        board: Board,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        facts = {"solvable": True, "complete": True, "moves": 2, "solution": "RD"}
        return Solved(facts, ToyTrace())

    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        empty = np.zeros((0, 7), np.int64)
        timeline = Timeline(self.stages, (), 8, np.zeros((0, 64), np.int64), empty)
        return Candidate(recipe, self.blank(8, 8), timeline, lambda _: self.blank(8, 8))

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        return Attempts(1, recipe.attempt, {})

    def describe(self, event: Event) -> str:
        return event.stage


def make_known(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    """Makes a toy game known beside the installed ones, and the only one that is listed."""
    installed = registry.get
    monkeypatch.setattr(registry, "get", lambda name: game if name == "toy" else installed(name))
    monkeypatch.setattr(registry, "names", lambda: ("toy",))


SLOPE = ToyBoard(("########", "#S.....#", "#.#.##.#", "#...~.G#", "########"))


def slope(title: str = "Slope") -> Level:
    """A level that is won by right, down."""
    return Level("toy", SLOPE, title)
