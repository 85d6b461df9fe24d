"""A small game for tests of the screens: walk the dot to the goal.

Everything a screen needs from a game is here in plain Python: drafts, two strategies, a
generator with weights, moves that do nothing, and, for tests of cancelling, a tile ``s`` that
makes the solver sleep at every position.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module

import numpy as np

from engine.errors import Cancelled
from engine.game.boards import Boards, Tool
from engine.game.game import INTERFACE, Game
from engine.game.generator import Generator
from engine.game.plain_solver import ListTrace
from engine.game.play import Play
from engine.game.play_position import Position, Step
from engine.game.solver import Solver
from engine.search.solver_result import SolverResult
from engine.stages.candidate import Attempts, Candidate, Event, Plane, Stage
from engine.stages.event_log import EventLog
from engine.values.budget import Budget, Control
from engine.values.grid import STEPS, format_grid, read_grid
from engine.values.grid import replace_cell as replace_glyph
from engine.values.level import Problem
from engine.values.moves import list_directions
from engine.values.parameter_schema import Parameter, Schema
from engine.values.picture import DrawnPiece, Picture
from engine.values.ranges import Range

NAMES = {"#": "wall", ".": "floor", "g": "goal", "s": "swamp"}
GLYPHS = "#.gs"
PAUSE = 0.1

TILES = ("######", "#....#", "#.##.#", "#...g#", "#....#", "######")
DOTS = ("......", ".@....", "......", "......", "......", "......")


@dataclass(frozen=True)
class SampleBoard:
    tiles: tuple[str, ...]
    dots: tuple[str, ...]

    @property
    def rows(self):
        return len(self.tiles)

    @property
    def cols(self):
        return len(self.tiles[0])

    def to_table(self):
        return {"tiles": format_grid(self.tiles), "dots": format_grid(self.dots)}

    def find(self, glyph):
        grid = self.dots if glyph == "@" else self.tiles
        return [(r, c) for r, line in enumerate(grid) for c, g in enumerate(line) if g == glyph]


class SampleBoards(Boards):
    tools = (
        Tool("wall", "Wall", "tiles", "#"),
        Tool("floor", "Floor", "tiles", "."),
        Tool("goal", "Goal", "tiles", "g"),
        Tool("swamp", "Swamp", "tiles", "s"),
        Tool("dot", "Dot", "dots", "@"),
        Tool("none", "No dot", "dots", "."),
    )

    def read_table(self, table):
        tiles = read_grid(table["tiles"], "board.tiles", GLYPHS, "tiles")
        return SampleBoard(tiles, read_grid(table["dots"], "board.dots", "@.", "dots"))

    def create_blank(self, rows, cols):
        ring = "#" * cols
        middle = "#" + "." * (cols - 2) + "#"
        tiles = (ring, *[middle] * (rows - 2), ring)
        return SampleBoard(tiles, ("." * cols,) * rows)

    def find_problems(self, board):
        found = []
        dots = board.find("@")
        if len(dots) != 1:
            where = dots[1] if dots else (None, None)
            found.append(Problem(f"expected one dot, found {len(dots)}", *where))
        if not board.find("g"):
            found.append(Problem("there is no goal"))
        return tuple(found)

    def draw_picture(self, board):
        tiles = tuple(tuple(NAMES[g] for g in line) for line in board.tiles)
        return Picture(tiles, {cell: DrawnPiece("dot", 0) for cell in board.find("@")})

    def paint_cell(self, board, tool, row, col):
        if not (0 <= row < board.rows and 0 <= col < board.cols):
            return board
        if tool.plane == "dots":
            return replace(board, dots=replace_glyph(board.dots, row, col, tool.key))
        return replace(board, tiles=replace_glyph(board.tiles, row, col, tool.key))

    def describe_cell(self, board, row, col):
        dot = ", dot" if board.dots[row][col] == "@" else ""
        return NAMES[board.tiles[row][col]] + dot


class SamplePlay(Play):
    moves = list_directions("RULD")

    def create_start(self, board):
        return Position(board, tuple(board.find("@")))

    def step(self, position, move):
        after = self._after(position.board, position.pieces[0], move)
        if position.status != "playing" or after == position.pieces[0]:
            return Step(move, position, position, False)
        won = position.board.tiles[after[0]][after[1]] == "g"
        new = Position(position.board, (after,), "won" if won else "playing")
        return Step(move, position, new, True, "reached the goal" if won else "")

    def draw_picture(self, position):
        tiles = BOARDS.draw_picture(position.board).tiles
        return Picture(tiles, {cell: DrawnPiece("dot", 0) for cell in position.pieces})

    def _after(self, board, cell, move):
        down, right = STEPS["RULD".index(move)]
        row, col = cell[0] + down, cell[1] + right
        inside = 0 <= row < board.rows and 0 <= col < board.cols
        return (row, col) if inside and board.tiles[row][col] != "#" else cell


class SampleSolver(Solver):
    strategies = ("graph", "published")

    def solve(self, board, strategy=None, budget=None, control=None):
        budget, control = budget or Budget(), control or Control()
        trace = ListTrace(strategy or self.strategies[0])
        start = PLAY.create_start(board)
        names = {start.pieces: "S0"}
        trace.add_row("S0", "", (), "start")
        queue, best, complete = [(start, ())], None, True
        while queue:
            if control.is_cancelled or len(names) >= budget.max_states:
                complete = False
                break
            position, path = queue.pop(0)
            if board.find("s"):
                time.sleep(PAUSE)
            for move in "RULD":
                step = PLAY.step(position, move)
                if not step.changed:
                    continue
                known = names.get(step.after.pieces)
                name = known or f"S{len(names)}"
                result = f"= {known}" if known else step.after.status.replace("playing", "new")
                trace.add_row(name, names[position.pieces], (*path, move), result)
                if known is None:
                    names[step.after.pieces] = name
                    control.shared_cells[1] = len(names)
                    if step.after.status == "won":
                        best = best or (*path, move)
                    else:
                        queue.append((step.after, (*path, move)))
        facts = {
            "solvable": True if best else (False if complete else None),
            "complete": complete,
            "moves": len(best) if best else None,
            "solution": "".join(best) if best else None,
            "states": len(names) if complete else None,
            "dead_states": 0 if complete else None,
            "shortest_solutions": 1 if best else 0,
            "states_seen": len(names),
        }
        return SolverResult(facts, trace.mark_solution(best or ()), moves=best)


class SampleGenerator(Generator):
    stages = (
        Stage("border", "Border", "A ring of walls.", draws=False),
        Stage("walls", "Walls", "Single walls inside."),
        Stage("weights", "Weights", "How much each tile attracts the dot.", "weight"),
        Stage("objects", "Objects", "The dot and the goal.", "weight"),
    )
    parameters = Schema(
        (
            Parameter("size", "integer", 6, 4, 12, "border", "size", "Rows and columns."),
            Parameter("walls", "range", Range(2, 4), 0, 9, "walls", "walls", "How many walls."),
            Parameter(
                "spread",
                "choice",
                "even",
                0,
                0,
                "weights",
                "spread",
                "How weights fall.",
                choices=("even", "centre"),
            ),
            Parameter("moves", "fact", None, 0, 99, "check", "moves", "Shortest length."),
            Parameter(
                "solvable",
                "fact",
                None,
                0,
                1,
                "check",
                "solvable",
                "Whether it can be won.",
                boolean=True,
            ),
        )
    )

    def build_candidate(self, recipe, control=None):
        size = recipe.parameters.get_integer("size")
        streams = [recipe.get_stream(stage.name) for stage in self.stages]
        draws = [
            random.Random(f"{named.seed} {named.attempt} {number} {named.reroll}")
            for number, named in enumerate(streams)
        ]
        book = EventLog(np.zeros((3, size * size), np.int64))
        layout = book.layout
        inner = [r * size + c for r in range(1, size - 1) for c in range(1, size - 1)]
        for cell in range(size * size):
            if cell not in inner:
                book.set_cell(0, cell, 1)
        walls = recipe.parameters.get_range("walls")
        for _ in range(draws[1].randint(walls.low, walls.high)):
            draw = draws[1].randrange(len(inner))
            if layout[0, inner[draw]] == 0:
                book.set_cell(1, inner[draw], 1, draw=draw)
        free = [cell for cell in inner if layout[0, cell] == 0]
        for cell in free:
            book.set_cell(2, cell, draws[2].randint(1, 9), plane=2)
        dot, goal = draws[3].sample(free, 2)
        book.set_cell(3, dot, 1, plane=1, weight=int(layout[2, dot]), draw=1)
        book.set_cell(3, goal, 2, weight=int(layout[2, goal]), draw=2)
        planes = (
            Plane("tiles", {0: ".", 1: "#", 2: "g"}),
            Plane("dots", {0: ".", 1: "@"}),
            Plane("weight", weights=True),
        )
        timeline = book.build_timeline(self.stages, planes, size)
        return Candidate(recipe, self._read(layout, size), timeline, partial(self._read, size=size))

    def _read(self, layout, size):
        def grid(plane, glyphs):
            text = "".join(glyphs[value] for value in layout[plane])
            return tuple(text[n : n + size] for n in range(0, size * size, size))

        return SampleBoard(grid(0, ".#g"), grid(1, ".@"))

    def try_candidates(self, recipe, count, control):
        wanted = recipe.parameters.get_range("moves")
        tried, rejections = 0, {}
        for attempt in range(recipe.attempt, recipe.attempt + count):
            if control.is_cancelled:
                raise Cancelled(f"stopped after {tried} candidates")
            tried += 1
            control.shared_cells[2] += 1
            if wanted.low == 99:  # never accepted, and slow: something to cancel
                time.sleep(PAUSE)
                rejections["moves"] = tried
                continue
            facts = SOLVER.solve(self.build_candidate(replace(recipe, attempt=attempt)).board).facts
            if facts["solvable"] and facts["moves"] in wanted:
                return Attempts(tried, attempt, rejections)
            rejections["moves"] = tried
        return Attempts(tried, None, rejections)

    def describe_event(self, event: Event) -> str:
        return f"tile {event.row},{event.col} becomes {event.new}"


BOARDS, PLAY, SOLVER = SampleBoards(), SamplePlay(), SampleSolver()
SAMPLE = Game(
    interface=INTERFACE,
    name="sample",
    title="Sample",
    rules_version=1,
    generator_version=1,
    boards=BOARDS,
    play=PLAY,
    solver=SOLVER,
    generator=SampleGenerator(),
)


class Failing:
    """A task that raises."""

    def __init__(self, problem):
        self.problem = problem

    def __call__(self, control):
        raise self.problem


class Unknown(Failing):
    """A task that the other end of the pipe does not know."""

    def __reduce__(self):
        return import_module, ("no_such_module",)
