"""Ice Path: the smallest complete game, a template for plug-ins outside the repository.

A walker slides over ice until a rock, or the edge, stops it. It wins where it reaches the
flag and is lost in a hole. Copy this file, ``pyproject.toml`` beside it, and go on from there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from engine.errors import EngineError, LevelError, MoveError
from engine.game.game import Game, Move, Position, Step, Tool
from engine.generate.generation import Attempts, Candidate, Event, Layer, Recipe, Stage, Timeline
from engine.search.solved import Solved
from engine.values import grid, rng
from engine.values.budget import Budget, Control
from engine.values.grid import STEPS, Grid, cells_of, grid_text, read_grid
from engine.values.level import Problem, Table
from engine.values.parameters import Parameter, Range, Schema
from engine.values.picture import Picture, Piece
from engine.values.trace import TraceRow

GLYPHS = ".#Fow"
NAMES = {".": "ice", "#": "rock", "F": "flag", "o": "hole", "w": "walker"}
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

    def table(self) -> dict[str, Any]:
        table: dict[str, Any] = {"cells": grid_text(self.cells)}
        if self.locked is not None:
            table["locked"] = grid_text(self.locked)
        return {**table, **self.extra}

    def places(self, glyph: str) -> list[tuple[int, int]]:
        return [(row, col) for row, col, found in cells_of(self.cells) if found == glyph]


@dataclass(frozen=True)
class IceTrace:
    """Rows kept in a list, which is enough for a game with few situations."""

    strategy: str
    rows: list[TraceRow]
    paths: list[tuple[str, ...]]
    ends: list[Position]

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> TraceRow:
        return self.rows[index]

    def moves_to(self, index: int) -> tuple[str, ...]:
        return self.paths[index]

    def find(self, moves: tuple[str, ...]) -> int | None:
        if moves not in self.paths:
            return None
        return self.ends.index(self.ends[self.paths.index(moves)])


class IcePath(Game):
    name = "ice-path"
    title = "Ice Path"
    rules_version = 1
    generator_version = 1
    moves = tuple(Move(word, word, i) for i, word in enumerate("RULD"))
    strategies = ("graph",)
    stages = (
        Stage("things", "Rocks and holes", "Scatters rocks and holes."),
        Stage("flag", "Flag", "Puts up the flag."),
        Stage("walker", "Walker", "Puts down the walker."),
    )
    tools = tuple(Tool(name, name, "cells", glyph) for glyph, name in NAMES.items())
    parameters = Schema(
        (
            Parameter("size", "integer", 6, 3, 12, "things", "Size", "Rows and columns."),
            Parameter("rocks", "range", Range(4, 8), 0, 40, "things", "Rocks", "How many rocks."),
            Parameter("holes", "range", Range(0, 2), 0, 9, "things", "Holes", "How many holes."),
            Parameter("moves", "fact", None, 0, 99, "verify", "Moves", "The least moves."),
            Parameter("states", "fact", None, 0, 144, "verify", "States", "Cells to stop on."),
        )
    )

    # Boards.

    def read_board(self, table: Table) -> IceBoard:
        if "cells" not in table:
            raise LevelError("missing; expected a multi-line string", key="board.cells")
        cells = read_grid(table["cells"], "board.cells", GLYPHS, MEANING)
        locked = None
        if "locked" in table:
            locked = read_grid(table["locked"], "board.locked", "x.", "expected x or .")
            if (len(locked), len(locked[0])) != (len(cells), len(cells[0])):
                raise LevelError("expected the shape of board.cells", key="board.locked")
        extra = {key: value for key, value in table.items() if key not in ("cells", "locked")}
        return IceBoard(cells, locked, extra)

    def blank(self, rows: int, cols: int) -> IceBoard:
        return IceBoard(("." * cols,) * rows)

    def problems(self, board: IceBoard) -> tuple[Problem, ...]:
        problems = []
        for glyph in "Fw":
            places = board.places(glyph)
            problems += [Problem(f"a second {NAMES[glyph]}", *place) for place in places[1:]]
            if not places:
                problems.append(Problem(f"no {NAMES[glyph]}"))
        return tuple(problems)

    def picture(self, board: IceBoard) -> Picture:
        names = tuple(tuple("ice" if g == "w" else NAMES[g] for g in row) for row in board.cells)
        pieces = {place: Piece("walker", i) for i, place in enumerate(board.places("w"))}
        locks = [(row, col) for row, col, mark in cells_of(board.locked or ()) if mark == "x"]
        return Picture(names, pieces, locked=frozenset(locks))

    def paint(self, board: IceBoard, tool: Tool, row: int, col: int) -> IceBoard:
        if not (0 <= row < board.rows and 0 <= col < board.cols):
            return board
        return replace(board, cells=grid.replace(board.cells, row, col, tool.key))

    def contents(self, board: IceBoard, row: int, col: int) -> str:
        return NAMES[board.cells[row][col]]

    # Play.

    def start(self, board: IceBoard) -> Position:
        return Position(board, (board.places("w")[0],))

    def play(self, position: Position, move: str) -> Step:
        if move not in "RULD":
            raise MoveError(f"expected one of R U L D, found {move!r}")
        if position.status != "playing":
            return Step(move, position, position, False)
        board: Any = position.board
        place, status = _slide(board, position.pieces[0], "RULD".index(move))
        after = Position(board, (place,), status)
        note = {"won": "the flag", "lost": "fell into a hole"}.get(status, "")
        return Step(move, position, after, after != position, note)

    def position_picture(self, position: Position) -> Picture:
        picture = self.picture(position.board)
        return replace(picture, pieces={position.pieces[0]: Piece("walker", 0)})

    # Solve.

    def solve(
        self,
        board: IceBoard,
        strategy: str | None = None,
        budget: Budget | None = None,
        control: Control | None = None,
    ) -> Solved:
        if strategy not in (None, *self.strategies):
            raise EngineError(f"unknown strategy {strategy!r}; the strategies are graph")
        return _Search(self, self.start(board), budget or Budget(), control or Control()).answer()

    # Generate.

    def candidate(self, recipe: Recipe, control: Control | None = None) -> Candidate:
        sketch: Any = recipe.sketch
        size = recipe.parameters.integer("size")
        rows, cols = (sketch.rows, sketch.cols) if sketch else (size, size)
        locked = sketch.locked if sketch else None
        start = np.zeros((1, rows * cols), np.int64)
        for row, col, mark in cells_of(locked or ()):
            if mark == "x":
                start[0, row * cols + col] = GLYPHS.index(sketch.cells[row][col])
        free = [
            cell
            for cell in range(rows * cols)
            if not locked or locked[cell // cols][cell % cols] == "."
        ]
        layout, log = start.copy(), []
        for cell, stage, glyph, draw in self._puts(recipe, free, layout):
            new = GLYPHS.index(glyph)
            log.append((stage, 0, cell, layout[0, cell], new, -1, draw))
            layout[0, cell] = new
        read = partial(_board_in, cols, locked, sketch.extra if sketch else {})
        layer = Layer("cells", dict(enumerate(GLYPHS)))
        events = np.array(log, np.int64).reshape(-1, 7)
        timeline = Timeline(self.stages, (layer,), cols, start, events)
        failed = "no room" if self.problems(read(layout)) else None
        return Candidate(recipe, read(layout), timeline, read, failed)

    def _puts(
        self, recipe: Recipe, free: list[int], layout: Any
    ) -> Iterator[tuple[int, int, str, int]]:
        """What is put where: cell, stage, glyph, and the number drawn."""
        stream = np.zeros(1, np.uint64)
        for number, stage in enumerate(self.stages):
            named = recipe.stream(stage.name)
            rng.open_stream(stream, named.seed, named.attempt, number, named.reroll)
            for glyph in self._things(recipe, stage, stream):
                room = [cell for cell in free if layout[0, cell] == 0]
                if room and (glyph in "#o" or GLYPHS.index(glyph) not in layout[0]):
                    draw = int(rng.below(stream, len(room)))
                    yield room[draw], number, glyph, draw

    def _things(self, recipe: Recipe, stage: Stage, stream: Any) -> str:
        if stage.name != "things":
            return {"flag": "F", "walker": "w"}[stage.name]
        things = ""
        for key, glyph in (("rocks", "#"), ("holes", "o")):
            wanted = recipe.parameters.range(key)
            things += glyph * (wanted.low + int(rng.below(stream, wanted.high - wanted.low + 1)))
        return things

    def attempts(self, recipe: Recipe, count: int, control: Control) -> Attempts:
        rejections: dict[str, int] = {}
        for tried in range(count):
            if control.cancelled:
                return Attempts(tried, None, rejections)
            attempt = recipe.attempt + tried
            made = self.candidate(replace(recipe, attempt=attempt))
            reason = made.failed or self._unwanted(recipe, self.solve(made.board).facts)
            if reason is None:
                return Attempts(tried + 1, attempt, rejections)
            rejections[reason] = rejections.get(reason, 0) + 1
        return Attempts(count, None, rejections)

    def _unwanted(self, recipe: Recipe, facts: Mapping[str, Any]) -> str | None:
        if not facts["solvable"]:
            return "unsolvable"
        keys = (fact.key for fact in self.parameters.facts())
        return next((key for key in keys if facts[key] not in recipe.parameters.range(key)), None)

    def describe(self, event: Event) -> str:
        return f"{event.new} at {event.row},{event.col}, drawn {event.draw}"


def _board_in(cols: int, locked: Grid | None, extra: Table, layout: Any) -> IceBoard:
    """The board that a layout holds."""
    text = "".join(GLYPHS[value] for value in layout[0])
    rows = tuple(text[start : start + cols] for start in range(0, len(text), cols))
    return IceBoard(rows, locked, extra)


def _slide(board: IceBoard, place: tuple[int, int], direction: int) -> tuple[Any, Any]:
    """Where the walker ends, and the status there."""
    row, col = place
    down, right = STEPS[direction]
    while True:
        ahead = (row + down, col + right)
        inside = 0 <= ahead[0] < board.rows and 0 <= ahead[1] < board.cols
        if not inside or board.cells[ahead[0]][ahead[1]] == "#":
            return (row, col), "playing"
        row, col = ahead
        if board.cells[row][col] in "Fo":
            return ahead, "won" if board.cells[row][col] == "F" else "lost"


class _Search:
    """All that can be reached, breadth first."""

    def __init__(self, game: IcePath, start: Position, budget: Budget, control: Control) -> None:
        self.trace = IceTrace(game.strategies[0], [], [], [])
        self.states = 1
        self.cut = False
        self.solution: tuple[str, ...] | None = None
        self._row("", (), start, "start")
        waiting = deque([("S0", (), start)])
        while waiting and not self.cut:
            parent, path, position = waiting.popleft()
            for move in "RULD":
                step = game.play(position, move)
                if not step.changed:
                    continue
                if control.cancelled or self.states >= budget.max_states:
                    self.cut = True
                    break
                longer, known = (*path, move), self._known(step.after)
                if step.after.status != "playing":
                    self._row(parent, longer, step.after, step.after.status)
                    if step.after.status == "won" and self.solution is None:
                        self.solution = longer
                elif known is not None:
                    self._row(parent, longer, step.after, f"= {known}")
                else:
                    name = self._row(parent, longer, step.after, "new")
                    waiting.append((name, longer, step.after))
                    self.states += 1
                    control.cells[1] = self.states

    def _known(self, position: Position) -> str | None:
        return (
            self.trace.rows[self.trace.ends.index(position)].name
            if position in self.trace.ends
            else None
        )

    def _row(self, parent: str, path: tuple[str, ...], after: Position, result: str) -> str:
        name = f"S{len(self.trace)}"
        row = TraceRow(name, parent, path[-1] if path else "", len(path), result)
        self.trace.rows.append(row)
        self.trace.paths.append(path)
        self.trace.ends.append(after)
        return name

    def answer(self) -> Solved:
        path = self.solution
        facts: dict[str, Any] = {
            "solvable": True if path is not None else None if self.cut else False,
            "complete": not self.cut,
            "moves": None if path is None else len(path),
            "solution": None if path is None else "".join(path),
            "states": None if self.cut else self.states,
            "states_seen": self.states,
        }
        rows = [
            replace(row, on_path=path is not None and self.trace.paths[i] == path[: row.depth])
            for i, row in enumerate(self.trace.rows)
        ]
        return Solved(facts, replace(self.trace, rows=rows))
