"""A kernel for the rules of Sokoban, and one that makes a mistake."""

from __future__ import annotations

import json
import sys
from typing import NamedTuple

import numpy as np
from sokoban import GAME, SokobanRules

from engine.jit.decorators import Bytes, Ints, Words, kernel
from engine.search.successors import MOVED, STAY, WON, SearchLevel, register_rules
from engine.stages.candidate import Recipe
from engine.tiles.board import TileBoard
from engine.tiles.kernel_check import find_kernel_fault
from engine.tiles.plain_rules import TileState, prepare_level
from engine.tiles.rules_solver import RulesSolver

COLS, BOXES, TILES, REACH = 0, 1, 3, 2
WALL, GOAL = 1, 2


class SokobanKernel(NamedTuple):
    moves: int
    words: int


@kernel
def get_cell(states: Words, offset: int, piece: int) -> int:
    """Return the cell of a piece, one byte each."""
    word = states[offset + (piece >> 3)]
    return np.int64((word >> np.uint64(8 * (piece & 7))) & np.uint64(255))  # type: ignore[return-value]


@kernel
def expand_moves(
    rules: SokobanKernel,
    table: Ints,
    states: Words,
    offset: int,
    skipped: int,
    successors: Words,
    outcomes: Bytes,
    scratch: Ints,
) -> None:
    """Try the four moves; boxes come first in a state, then the pusher."""
    boxes, words, cols = table[BOXES], rules.words, table[COLS]
    pusher = get_cell(states, offset, boxes)
    for move in range(4):
        outcomes[move] = STAY
        step = 1 if move == 0 else -cols if move == 1 else -1 if move == 2 else cols
        ahead = pusher + step
        if table[TILES + ahead] == WALL:
            continue
        for box in range(boxes):
            scratch[box] = get_cell(states, offset, box)
        pushed = -1
        for box in range(boxes):
            if scratch[box] == ahead:
                pushed = box
        if pushed >= 0:
            beyond = ahead + step
            free = table[TILES + beyond] != WALL
            for box in range(boxes):
                free = free and scratch[box] != beyond
            # The mistake: with REACH, a push that would end two cells from a wall is refused.
            if table[REACH] != 0 and table[TILES + beyond + step] == WALL:
                free = False
            if not free:
                continue
            scratch[pushed] = beyond
            for last in range(boxes - 1, 0, -1):
                for box in range(last):
                    one, other = scratch[box], scratch[box + 1]
                    scratch[box] = min(one, other)
                    scratch[box + 1] = max(one, other)
        won = True
        for box in range(boxes):
            won = won and table[TILES + scratch[box]] == GOAL
        scratch[boxes] = ahead
        for word in range(words):
            successors[move * words + word] = np.uint64(0)
        for piece in range(boxes + 1):
            successors[move * words + (piece >> 3)] |= np.uint64(scratch[piece]) << np.uint64(
                8 * (piece & 7)
            )
        outcomes[move] = WON if won else MOVED


register_rules(SokobanKernel, expand_moves)


def compile_sokoban(board: TileBoard, reach: int = 0) -> SearchLevel:
    """Return a board in the form that the kernel reads."""
    level = prepare_level(board)
    codes = [board.tile_glyphs.codes[glyph] for glyph in level.tiles]
    boxes = len(level.list_pieces("b"))
    table = np.array([board.cols, boxes, reach, *codes], np.int32)
    words = -(-(boxes + 1) // 8)
    packed = level.pack_state(TileState(level.start)).ljust(8 * words, b"\0")
    start = np.frombuffer(packed, "<u8").astype(np.uint64)
    return SearchLevel(SokobanKernel(4, words), table, start, boxes + 1)


class CompiledRules(SokobanRules):
    compile_level = staticmethod(compile_sokoban)


class WrongRules(SokobanRules):
    compile_level = staticmethod(lambda board: compile_sokoban(board, 1))


def compare_graphs(candidates: int) -> dict[str, list[str | None]]:
    """Hold both kernels against the plain function over generated candidates."""
    settings = {"rows": 5, "cols": 6, "boxes": 2, "goals": 2, "walls": "0..3"}
    parameters = GAME.parameters.complete_settings(settings)
    made = [GAME.generator.build_candidate(Recipe(1, n, parameters)) for n in range(candidates)]
    boards = [each.board for each in made if each.failed is None]
    plain, compiled = RulesSolver(SokobanRules()), RulesSolver(CompiledRules())
    traces: list[str | None] = []
    for board in boards[:20]:
        for strategy in plain.strategies:
            one, other = plain.solve(board, strategy), compiled.solve(board, strategy)
            same = (one.facts, one.moves, [*one.trace]) == (
                other.facts,
                other.moves,
                [*other.trace],
            )
            traces.append(None if same else f"{strategy} differs")
    return {
        "right": [find_kernel_fault(CompiledRules(), board) for board in boards],
        "wrong": [find_kernel_fault(WrongRules(), board) for board in boards],
        "traces": traces,
    }


if __name__ == "__main__":
    print(json.dumps(compare_graphs(int(sys.argv[1]))))
