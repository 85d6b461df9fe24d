"""The rules of play: walking, collecting karma, turning lines, soldiers, and winning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game.play import BrowserRules
from engine.game.play_position import Position, Status, Step
from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import cube, cube_codes
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube_problems import WALKABLE, find_attackers, require_valid
from engine.games.mazing_monk.cube.monk_notation import (
    StepMove,
    TurnMove,
    WalkMove,
    format_walk,
    parse_move,
)
from engine.values import grid
from engine.values.picture import Picture

if TYPE_CHECKING:
    from engine.jit.decorators import Longs

_STEP_OF = {word: right + cube.SIDE * down for word, right, down in cube.WALK_STEPS}
"""The amount that each step adds to the index of the monk's cell."""
_STEPS = {grid.RIGHT: "r", grid.UP: "u", grid.LEFT: "l", grid.DOWN: "d"}


def create_start(board: MonkBoard) -> Position:
    """Return the start position.

    A position's pieces are the 54 glyphs on the cube, including the monk's, and the amount of karma
    collected so far.

    Raises:
        LevelError: The board breaks a rule of the game.
    """
    require_valid(board)
    return Position(board, (board.cells, 0))


def get_cells(position: Position) -> str:
    """Return the 54 glyphs on the cube in a position."""
    cells: str = position.pieces[0]
    return cells


def count_collected(position: Position) -> int:
    """Return the amount of karma collected so far."""
    karma: int = position.pieces[1]
    return karma


def get_codes(position: Position) -> Longs:
    """Return the tile codes for all cells, with path under the monk."""
    import numpy as np

    return np.array(cube_codes.list_tile_codes(get_cells(position)), np.int64)


def find_monk(position: Position) -> int:
    """Return the monk's cell on the top face."""
    return get_cells(position).index(cube_codes.MONK_GLYPH)


def count_missing_karma(position: Position) -> int:
    """Return the amount of karma still needed to open the exit, negative if there is a surplus."""
    return _get_board(position).karma_needed - count_collected(position)


def is_exit_open(position: Position) -> bool:
    """Return True if enough karma has been collected to open the exit."""
    return count_missing_karma(position) <= 0


def apply_move(position: Position, word: str) -> Step:
    """Apply a move to a position. If it changes nothing, the step's note gives the reason.

    Raises:
        MoveError: The word is not a move in this game's notation.
    """
    move = parse_move(word)
    if position.status != "playing":
        note = "the monk has escaped" if position.status == "won" else "the monk is dead"
        return Step(word, position, position, False, note)
    match move:
        case TurnMove(number):
            return _apply_turn(position, word, number)
        case WalkMove(goal):
            return _apply_walk(position, word, goal)
        case StepMove(right, down):
            return _apply_step(position, word, right, down)


def _apply_turn(position: Position, word: str, turn: int) -> Step:
    if cube.LINES[turn] >> find_monk(position) & 1:
        line = "row" if turn < cube.SIDE else "column"
        return Step(word, position, position, False, f"the monk is on that {line}")
    cells = "".join(cube.apply_turn(get_cells(position), turn))
    attack = find_attackers(cells, find_monk(position))
    status: Status = "lost" if attack else "playing"
    after = Position(position.board, (cells, count_collected(position)), status)
    return Step(word, position, after, True, _describe_death(attack) if attack else "")


def _describe_death(attack: tuple[int, ...]) -> str:
    _, x, y = cube.locate_cell(attack[0])
    return f"the soldiers at column {x}, row {y} have a path to the monk, and he dies"


def _apply_step(position: Position, word: str, right: int, down: int) -> Step:
    _, x, y = cube.locate_cell(find_monk(position))
    x, y = x + right, y + down
    if not (0 <= x < cube.SIDE and 0 <= y < cube.SIDE):
        return Step(word, position, position, False, "the top face ends here")
    goal = cube.get_cell(cube.TOP, x, y)
    if get_cells(position)[goal] not in WALKABLE:
        return Step(word, position, position, False, _describe_obstacle(position, goal))
    return _walk_along(position, word, (word,))


def _apply_walk(position: Position, word: str, goal: int) -> Step:
    steps = cube.find_path(find_walkable(position), find_monk(position), goal)
    if steps:
        return _walk_along(position, word, steps)
    # An empty path means that the monk is already there, and None means that there is no path.
    if steps is not None:
        note = "the monk is already there"
    elif get_cells(position)[goal] not in WALKABLE:
        note = _describe_obstacle(position, goal)
    else:
        note = "no path leads there"
    return Step(word, position, position, False, note)


def _describe_obstacle(position: Position, goal: int) -> str:
    return f"{cube_codes.TITLES[get_cells(position)[goal]]} in the way"


def _walk_along(position: Position, word: str, steps: tuple[str, ...]) -> Step:
    """Take the steps of a walk one by one, stopping early if the monk wins."""
    passed = [position]
    for step in steps:
        passed.append(_take_step(passed[-1], step))
        # A walk across the open exit wins there, even if its goal is further on.
        if passed[-1].status == "won":
            break
    after = passed[-1]
    return Step(word, position, after, True, _describe_news(position, after), tuple(passed[1:-1]))


def _take_step(position: Position, step: str) -> Position:
    cells, monk = list(get_cells(position)), find_monk(position)
    goal = monk + _STEP_OF[step]
    karma = count_collected(position) + (cells[goal] == cube_codes.KARMA_GLYPH)
    cells[monk], cells[goal] = cube_codes.PATH_GLYPH, cube_codes.MONK_GLYPH
    # Karma on the exit counts towards opening the exit.
    won = goal == cube.EXIT and karma >= _get_board(position).karma_needed
    return Position(position.board, ("".join(cells), karma), "won" if won else "playing")


def _describe_news(before: Position, after: Position) -> str:
    """Describe the karma that a walk collected, and say if the walk opened the exit."""
    karma = count_collected(after) - count_collected(before)
    news = (
        [f"{karma} karma, {count_collected(after)} of {_get_board(after).karma_needed}"]
        if karma
        else []
    )
    if is_exit_open(after) and not is_exit_open(before):
        news.append("the exit is open")
    return ", ".join(news)


def find_walkable(position: Position) -> int:
    """Return the mask of the top cells with path, karma or the monk."""
    return boards.find_on_top(get_cells(position), WALKABLE + cube_codes.MONK_GLYPH)


def find_reached(position: Position) -> tuple[int, ...]:
    """Return the top cells that the monk can walk to, excluding his own cell."""
    monk = find_monk(position)
    return cube.list_mask_cells(
        cube.REACH[find_walkable(position) * cube.FACE + monk] & ~(1 << monk)
    )


def list_choices(position: Position) -> Iterator[str]:
    """Yield the possible walks and then the possible turns, including deadly ones."""
    if position.status != "playing":
        return
    yield from map(format_walk, find_reached(position))
    for turn, word in enumerate(cube.TURNS):
        if not cube.LINES[turn] >> find_monk(position) & 1:
            yield word


def get_move_toward(direction: int) -> str:
    """Return the move for a single step in ``direction``."""
    return _STEPS[direction]


def count_play(board: MonkBoard, words: Iterable[str]) -> Mapping[str, int]:
    """Count the turns, walks and steps in a sequence of moves.

    All walking between two turns counts as one walk.
    """
    turns = walks = steps = 0
    walking = False
    position = create_start(board)
    for word in words:
        step = apply_move(position, word)
        position = step.after
        if isinstance(parse_move(word), TurnMove):
            turns, walking = turns + step.changed, False
        elif step.changed:
            walks += not walking
            steps += len(step.passed) + 1
            walking = True
    return {"turns": turns, "walks": walks, "steps": steps}


def count_thesis_moves(board: MonkBoard, words: Iterable[str]) -> int:
    """Count moves as the thesis does: turns, and relocations of the monk.

    Between two turns, each piece of karma that the monk collects while he still needs some counts
    as a relocation. If he then ends his walk on a different cell, that counts as another
    relocation. Source: the rules in section 3.8 of the thesis.
    """
    moves, position = 0, create_start(board)
    last = find_monk(position)
    # The final None ends the last walk, as a turn would.
    for word in (*words, None):
        if word is None or isinstance(parse_move(word), TurnMove):
            moves += find_monk(position) != last
            last = find_monk(position)
        if word is None:
            break
        step = apply_move(position, word)
        for moment in (*step.passed, step.after):
            if count_collected(moment) > count_collected(position) and not is_exit_open(position):
                moves, last = moves + 1, find_monk(moment)
            position = moment
        moves += step.changed and isinstance(parse_move(word), TurnMove)
    return moves


def draw_picture(position: Position) -> Picture:
    """Return a picture of the unfolded cube in a position."""
    board = _get_board(position)
    return boards.draw_picture(
        get_cells(position),
        board.karma_needed,
        collected=count_collected(position),
        locked=board.locked,
    )


def _get_board(position: Position) -> MonkBoard:
    assert isinstance(position.board, MonkBoard)
    return position.board


def build_browser_level(board: MonkBoard, solution: tuple[str, ...] | None) -> Mapping[str, Any]:
    """Return a board, and its solution if there is one, as the rules in JavaScript read them."""
    return {"cells": board.cells, "needed": board.karma_needed, "solution": solution}


BROWSER_RULES = BrowserRules(
    Path(__file__).parent.with_name("browser_rules.js"),
    (
        "monk",
        *(
            f"{name}{ending}"
            for name in ("obstacle", "path", "karma", "soldiers")
            for ending in ("", "-entrance", "-exit", "-exit-open")
        ),
    ),
    build_browser_level,
)
