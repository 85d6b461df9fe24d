"""What drawing tools do to a board, for every game and without a screen.

Tools act on cells. A shape is a tuple of cells (:func:`line`, :func:`rectangle`,
:func:`region`); :func:`drawn` puts a tool on all of them, and on their images where the
designer draws symmetrically. Everything goes through the :class:`~engine.game.game.Game` interface
and returns a new board.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import EngineError
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.grid import STEPS, SYMMETRY_NAMED, Area, Cell, Symmetry
from engine.values.level import Board

EMPTY = "."
"""The character by which level files leave a cell of a plane empty."""

LOCKS = "locked"
"""The plane of the tool that locks cells, as level files name it."""


# Shapes.


def line(start: Cell, end: Cell) -> tuple[Cell, ...]:
    """The cells of a straight line, both ends included, one for each step of its longer way."""
    (row, col), (down, right) = start, (end[0] - start[0], end[1] - start[1])
    steps = max(abs(down), abs(right), 1)
    found = (
        (row + _rounded(down * n, steps), col + _rounded(right * n, steps))
        for n in range(steps + 1)
    )
    return tuple(dict.fromkeys(found))


def _rounded(numerator: int, denominator: int) -> int:
    """The nearest whole number, halves away from zero, so that mirrored lines are mirrored."""
    sign = -1 if numerator < 0 else 1
    return sign * ((2 * abs(numerator) + denominator) // (2 * denominator))


def rectangle(corner: Cell, other: Cell, *, filled: bool) -> tuple[Cell, ...]:
    """The cells of a rectangle between two opposite corners, in reading order."""
    (top, bottom), (left, right) = (sorted(ends) for ends in zip(corner, other, strict=True))
    return tuple(
        (row, col)
        for row in range(top, bottom + 1)
        for col in range(left, right + 1)
        if filled or row in (top, bottom) or col in (left, right)
    )


def region(game: Game, board: Board, tool: Tool, start: Cell) -> tuple[Cell, ...]:
    """The cells that are connected with a cell and alike, in the order of their distance.

    Alike are cells with the same contents in the tool's plane and in the game's first one:
    a flood of stones stays within its room whatever the walls of the room hold.
    """
    planes = {game.boards.tools[0].plane, tool.plane}
    tools = [other for other in game.boards.tools if other.plane in planes]

    def look(cell: Cell) -> tuple[bool, ...]:
        """What a cell holds in these planes, tool by tool."""
        return tuple(game.boards.holds(board, other, *cell) for other in tools)

    wanted = look(start)
    found = [start]
    waiting = deque([start])
    seen = {start}
    while waiting:
        row, col = waiting.popleft()
        for down, right in STEPS:
            cell = (row + down, col + right)
            if cell not in seen and game.boards.has_cell(board, *cell):
                seen.add(cell)
                if look(cell) == wanted:
                    found.append(cell)
                    waiting.append(cell)
    return tuple(found)


# Symmetric drawing.


@dataclass(frozen=True, slots=True)
class Mirror:
    """A way of drawing several images at once.

    Attributes:
        sign: up to three ASCII characters that stand for it.
        symmetries: where images go; together with the identity they are a group.
    """

    title: str
    sign: str
    symmetries: tuple[Symmetry, ...]

    def fits(self, board: Board) -> bool:
        """Whether the board keeps its shape under it."""
        return board.rows == board.cols or not any(s.swaps for s in self.symmetries)

    def images(self, board: Board, cell: Cell) -> tuple[Cell, ...]:
        """The other cells that a cell goes to, each once."""
        images = (s.cell(*cell, board.rows, board.cols) for s in self.symmetries)
        return tuple(dict.fromkeys(image for image in images if image != cell))


def _mirror(title: str, sign: str, *names: str) -> Mirror:
    return Mirror(title, sign, tuple(SYMMETRY_NAMED[name] for name in names))


NO_MIRROR = _mirror("none", "")
MIRRORS = (
    NO_MIRROR,
    _mirror("left-right", "|", "mirror-left-right"),
    _mirror("top-bottom", "-", "mirror-top-bottom"),
    _mirror("both ways", "+", "mirror-left-right", "mirror-top-bottom", "rotate-180"),
    _mirror("half turn", "1/2", "rotate-180"),
    _mirror("diagonal", "\\", "transpose"),
    _mirror("other diagonal", "/", "anti-transpose"),
    _mirror("quarter turns", "1/4", "rotate-90", "rotate-180", "rotate-270"),
)
"""The ways of symmetric drawing, those that need a square board last."""


# Drawing.


def drawn(
    game: Game, board: Board, tool: Tool, cells: Sequence[Cell], mirror: Mirror = NO_MIRROR
) -> Board:
    """The board with a tool put on some cells and on their images.

    A tool that takes away what is there already (a gate, a lock) does so on all cells if it
    does on the first, else on none: a stroke either draws or clears. Where an image falls on a
    cell that is drawn itself, the cell wins.
    """
    if not cells:
        return board
    clears = takes_away(game, board, tool, cells[0])
    for symmetry in mirror.symmetries:
        image = game.boards.turned(tool, symmetry)
        for cell in cells:
            board = _put(game, board, image, symmetry.cell(*cell, board.rows, board.cols), clears)
    for cell in cells:
        board = _put(game, board, tool, cell, clears)
    return board


def takes_away(game: Game, board: Board, tool: Tool, cell: Cell) -> bool:
    """Whether a tool would take away from a cell what it puts on others."""
    return game.boards.holds(board, tool, *cell) and not game.boards.holds(
        game.boards.paint(board, tool, *cell), tool, *cell
    )


def _put(game: Game, board: Board, tool: Tool, cell: Cell, clears: bool) -> Board:
    return (
        game.boards.paint(board, tool, *cell)
        if game.boards.holds(board, tool, *cell) == clears
        else board
    )


def erased(game: Game, board: Board, cells: Iterable[Cell], mirror: Mirror = NO_MIRROR) -> Board:
    """The board with the topmost thing of every cell, and of its images, taken away."""
    targets = {target: None for cell in cells for target in (cell, *mirror.images(board, cell))}
    for target in targets:
        board = _erased_cell(game, board, target)
    return board


def _erased_cell(game: Game, board: Board, cell: Cell) -> Board:
    """A cell without its piece, else its tile, else what is drawn over both."""
    empties = [tool for tool in game.boards.tools if tool.key == EMPTY]
    for tool in reversed(empties):
        if not game.boards.holds(board, tool, *cell):
            return game.boards.paint(board, tool, *cell)
    for tool in game.boards.tools:
        if takes_away(game, board, tool, cell):
            return game.boards.paint(board, tool, *cell)
    return board


def picked(game: Game, board: Board, cell: Cell) -> Tool | None:
    """The tool that would put down the topmost thing of a cell; None for a cell like no tool."""
    held = [tool for tool in game.boards.tools if game.boards.holds(board, tool, *cell)]
    switches = [tool for tool in held if takes_away(game, board, tool, cell)]
    lasting = [tool for tool in held if tool not in switches]
    things = [tool for tool in lasting if tool.key != EMPTY]
    best = things[::-1] or switches or lasting
    return best[0] if best else None


def lock_tool(game: Game) -> Tool | None:
    """The tool that locks and unlocks a cell; None in a game without locks."""
    return next((tool for tool in game.boards.tools if tool.plane == LOCKS), None)


def locked(game: Game, board: Board, area: Area, *, inside: bool) -> Board:
    """The board with the cells of a rectangle locked, or all others, beside those that are.

    Raises:
        EngineError: the game has no locks, or the rectangle reaches beyond the board.
    """
    tool = lock_tool(game)
    if tool is None:
        raise EngineError(f"{game.title} has no locks")
    if area.bottom >= board.rows or area.right >= board.cols:
        size = f"{board.rows} rows and {board.cols} columns"
        raise EngineError(f"the board has {size}; the area reaches to {area.bottom},{area.right}")
    selected = frozenset(area.cells)
    for row in range(board.rows):
        for col in range(board.cols):
            wanted = ((row, col) in selected) == inside and game.boards.has_cell(board, row, col)
            if wanted and not game.boards.holds(board, tool, row, col):
                board = game.boards.paint(board, tool, row, col)
    return board


# Moving.


def movable(game: Game, board: Board, cell: Cell) -> Tool | None:
    """What moves when a cell is moved: its piece, else its tile; None for a bare cell."""
    tool = picked(game, board, cell)
    bare = tool is None or tool.key == EMPTY or takes_away(game, board, tool, cell)
    return None if bare else tool


def moved(
    game: Game, board: Board, source: Cell, target: Cell, mirror: Mirror = NO_MIRROR
) -> Board:
    """The board with the piece, else the tile, of a cell moved to another.

    What stands there in the same plane takes its place: nothing is ever lost. Images move
    with it as far as they look alike.

    Raises:
        EngineError: nothing to move, or it would do away with something else at the target.
    """
    tool = movable(game, board, source)
    if tool is None:
        raise EngineError("nothing to move here")
    after = _swapped(game, board, tool, source, target)
    done = {frozenset((source, target))}
    for symmetry in mirror.symmetries:
        image = game.boards.turned(tool, symmetry)
        ends = [symmetry.cell(*cell, board.rows, board.cols) for cell in (source, target)]
        if frozenset(ends) in done or not game.boards.holds(after, image, *ends[0]):
            continue
        done.add(frozenset(ends))
        try:
            after = _swapped(game, after, image, ends[0], ends[1])
        except EngineError:
            continue
    return after


def _swapped(game: Game, board: Board, tool: Tool, source: Cell, target: Cell) -> Board:
    """The board with a thing and what is in its plane at the target exchanged."""
    if source == target:
        return board
    plane = [other for other in game.boards.tools if other.plane == tool.plane]
    back = next((other for other in plane if game.boards.holds(board, other, *target)), None)
    if back is None:
        raise EngineError(f"{tool.title} cannot be put there")
    # What must give way is put down first: a game may allow only one of a kind.
    after = game.boards.paint(board, back, *source) if back != tool else board
    after = game.boards.paint(after, tool, *target)
    others = [other for other in game.boards.tools if other.plane != tool.plane]
    for cell in (source, target):
        for other in others:
            if game.boards.holds(board, other, *cell) and not game.boards.holds(
                after, other, *cell
            ):
                raise EngineError(f"{other.title} is in the way")
    return after
