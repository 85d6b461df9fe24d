"""Play: the monk walks and collects, lines turn, soldiers attack, the exit lets him out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from engine.game.position import Position, Status, Step
from engine.games.mazing_monk.cube import board as boards
from engine.games.mazing_monk.cube import codes, cube
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.checks import WALKABLE, attackers, require_valid
from engine.games.mazing_monk.cube.words import Single, TurnMove, WalkMove, read_word, walk_word
from engine.values import grid
from engine.values.picture import Picture

if TYPE_CHECKING:
    from engine.jit.marks import Longs

_STEP_OF = {word: right + cube.SIDE * down for word, right, down in cube.WALK_STEPS}
"""What a step adds to a cell of the top face."""
_STEPS = {grid.RIGHT: "r", grid.UP: "u", grid.LEFT: "l", grid.DOWN: "d"}


def start(board: MonkBoard) -> Position:
    """The position in which play begins.

    The pieces of a position are the 54 glyphs of the cube, the monk where he stands, and how much
    karma he has collected.

    Raises:
        LevelError: the board breaks a rule of the game.
    """
    require_valid(board)
    return Position(board, (board.cells, 0))


def cells_of(position: Position) -> str:
    """The 54 glyphs of a position."""
    cells: str = position.pieces[0]
    return cells


def collected(position: Position) -> int:
    """The karma collected so far."""
    karma: int = position.pieces[1]
    return karma


def codes_of(position: Position) -> Longs:
    """The codes of the tiles of all cells, path below the monk."""
    import numpy as np

    return np.array(codes.tile_codes(cells_of(position)), np.int64)


def monk_at(position: Position) -> int:
    """The cell of the top face on which the monk stands."""
    return cells_of(position).index(codes.MONK_GLYPH)


def missing_karma(position: Position) -> int:
    """How much karma is missing for the exit, less than 0 if there is more than enough."""
    return _board(position).karma_needed - collected(position)


def is_open(position: Position) -> bool:
    """Whether enough karma is collected for the exit."""
    return missing_karma(position) <= 0


def played(position: Position, word: str) -> Step:
    """What a move does; one that cannot be made says why.

    Raises:
        MoveError: not a move of this game.
    """
    move = read_word(word)
    if position.status != "playing":
        note = "the monk is out" if position.status == "won" else "the monk is dead"
        return Step(word, position, position, False, note)
    match move:
        case TurnMove(number):
            return _turned(position, word, number)
        case WalkMove(goal):
            return _walked(position, word, goal)
        case Single(right, down):
            return _stepped(position, word, right, down)


def _turned(position: Position, word: str, turn: int) -> Step:
    if cube.LINES[turn] >> monk_at(position) & 1:
        line = "row" if turn < cube.SIDE else "column"
        return Step(word, position, position, False, f"the monk stands on that {line}")
    cells = "".join(cube.turned(cells_of(position), turn))
    attack = attackers(cells, monk_at(position))
    status: Status = "lost" if attack else "playing"
    after = Position(position.board, (cells, collected(position)), status)
    return Step(word, position, after, True, _death(attack) if attack else "")


def _death(attack: tuple[int, ...]) -> str:
    _, x, y = cube.place_of(attack[0])
    return f"the soldiers at column {x}, row {y} have a path to the monk, and he dies"


def _stepped(position: Position, word: str, right: int, down: int) -> Step:
    _, x, y = cube.place_of(monk_at(position))
    x, y = x + right, y + down
    if not (0 <= x < cube.SIDE and 0 <= y < cube.SIDE):
        return Step(word, position, position, False, "the top face ends here")
    goal = cube.cell_at(cube.TOP, x, y)
    if cells_of(position)[goal] not in WALKABLE:
        return Step(word, position, position, False, _in_the_way(position, goal))
    return _along(position, word, (word,))


def _walked(position: Position, word: str, goal: int) -> Step:
    steps = cube.way(walkable(position), monk_at(position), goal)
    if steps:
        return _along(position, word, steps)
    if steps is not None:
        note = "the monk is there already"
    elif cells_of(position)[goal] not in WALKABLE:
        note = _in_the_way(position, goal)
    else:
        note = "no path leads there"
    return Step(word, position, position, False, note)


def _in_the_way(position: Position, goal: int) -> str:
    return f"{codes.TITLES[cells_of(position)[goal]]} in the way"


def _along(position: Position, word: str, steps: tuple[str, ...]) -> Step:
    """A walk along free cells, up to where it wins."""
    passed = [position]
    for step in steps:
        passed.append(_after_step(passed[-1], step))
        if passed[-1].status == "won":
            break
    after = passed[-1]
    return Step(word, position, after, True, _news(position, after), tuple(passed[1:-1]))


def _after_step(position: Position, step: str) -> Position:
    cells, monk = list(cells_of(position)), monk_at(position)
    goal = monk + _STEP_OF[step]
    karma = collected(position) + (cells[goal] == codes.KARMA_GLYPH)
    cells[monk], cells[goal] = codes.PATH_GLYPH, codes.MONK_GLYPH
    won = goal == cube.EXIT and karma >= _board(position).karma_needed
    return Position(position.board, ("".join(cells), karma), "won" if won else "playing")


def _news(before: Position, after: Position) -> str:
    """What a walk has brought."""
    karma = collected(after) - collected(before)
    news = [f"{karma} karma, {collected(after)} of {_board(after).karma_needed}"] if karma else []
    if is_open(after) and not is_open(before):
        news.append("the exit is open")
    return ", ".join(news)


def walkable(position: Position) -> int:
    """The mask of path and karma on the top face, and of the monk's cell."""
    return boards.top(cells_of(position), WALKABLE + codes.MONK_GLYPH)


def reached(position: Position) -> tuple[int, ...]:
    """The cells of the top face that the monk can walk to, his own left out."""
    monk = monk_at(position)
    return cube.cells_of_mask(cube.REACH[walkable(position) * cube.FACE + monk] & ~(1 << monk))


def choices(position: Position) -> Iterator[str]:
    """The moves that change a position: walks, then turns, deadly ones too."""
    if position.status != "playing":
        return
    yield from map(walk_word, reached(position))
    for turn, word in enumerate(cube.TURNS):
        if not cube.LINES[turn] >> monk_at(position) & 1:
            yield word


def toward(direction: int) -> str:
    """The word for a single step in a direction."""
    return _STEPS[direction]


def tally(board: MonkBoard, words: Iterable[str]) -> Mapping[str, int]:
    """Turns, walks (all walking between two turns is one), and cells walked."""
    turns = walks = steps = 0
    walking = False
    position = start(board)
    for word in words:
        step = played(position, word)
        position = step.after
        if isinstance(read_word(word), TurnMove):
            turns, walking = turns + step.changed, False
        elif step.changed:
            walks += not walking
            steps += len(step.between) + 1
            walking = True
    return {"turns": turns, "walks": walks, "steps": steps}


def thesis_moves(board: MonkBoard, words: Iterable[str]) -> int:
    """Moves as the thesis counts them: turns, and relocations of the monk.

    In all walking between two turns each piece of karma that is still missing is a relocation, and
    one more leads on if he then stands elsewhere than on the last of it. Source: rules, section
    3.8.
    """
    moves, position = 0, start(board)
    last = monk_at(position)
    for word in (*words, None):
        if word is None or isinstance(read_word(word), TurnMove):
            moves += monk_at(position) != last
            last = monk_at(position)
        if word is None:
            break
        step = played(position, word)
        for moment in (*step.between, step.after):
            if collected(moment) > collected(position) and not is_open(position):
                moves, last = moves + 1, monk_at(moment)
            position = moment
        moves += step.changed and isinstance(read_word(word), TurnMove)
    return moves


def picture(position: Position) -> Picture:
    """What a position looks like."""
    board = _board(position)
    return boards.picture(
        cells_of(position),
        board.karma_needed,
        collected=collected(position),
        locked=board.locked,
    )


def _board(position: Position) -> MonkBoard:
    assert isinstance(position.board, MonkBoard)
    return position.board
