"""Drawing tools for the boards of every game, independent of any screen.

A tool changes cells. A shape is a tuple of cells, such as a line, a rectangle or a region of cells
that look alike. A stroke applies one tool to all cells in a shape. A designer may draw
symmetrically: a :class:`Mirror` then maps every cell to its images under a group of symmetries, and
the stroke is applied to the images too. For example, with the mirror ``left-right`` on a board with
5 columns, a stroke over cell (0, 1) also draws on (0, 3).

Boards are immutable, so every function returns a new board. They are accessed only through the
:class:`~engine.game.game.Game` interface, so no function here knows the rules of a game. It is
enough to ask the game three things: its tools, whether a cell has the object that a tool draws, and
the board that results from painting a cell. Tools in the same plane exclude each other on a cell.
Tools in different planes, such as one for a wall and one for the stone on it, do not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.errors import EngineError
from engine.game.boards import Tool
from engine.game.game import Game
from engine.values.grid import STEPS, SYMMETRIES_BY_NAME, Area, Cell, Symmetry
from engine.values.level import Board

EMPTY = "."
"""The character that marks an empty cell of a plane in level files."""

LOCK_PLANE = "locked"
"""The name of the plane in level files that records which cells are locked."""


# A shape returned by one of the functions below contains each of its cells only once.
def list_line_cells(start: Cell, end: Cell) -> tuple[Cell, ...]:
    """Return the cells of a straight line from ``start`` to ``end``, without gaps."""
    (row, col), (down, right) = start, (end[0] - start[0], end[1] - start[1])
    # Each step moves exactly one cell along the longer axis, so a slanted line has no gaps.
    steps = max(abs(down), abs(right), 1)
    found = (
        (row + _round_ratio(down * n, steps), col + _round_ratio(right * n, steps))
        for n in range(steps + 1)
    )
    return tuple(dict.fromkeys(found))


def _round_ratio(numerator: int, denominator: int) -> int:
    """Round a ratio to the nearest whole number, with halves rounded away from zero.

    Rounding halves symmetrically makes mirrored lines exact mirror images.
    """
    sign = -1 if numerator < 0 else 1
    return sign * ((2 * abs(numerator) + denominator) // (2 * denominator))


def list_rectangle_cells(corner: Cell, other: Cell, *, filled: bool) -> tuple[Cell, ...]:
    """Return the cells of the rectangle between two opposite corners.

    If ``filled`` is False, only the cells on its outline are returned.
    """
    (top, bottom), (left, right) = (sorted(ends) for ends in zip(corner, other, strict=True))
    return tuple(
        (row, col)
        for row in range(top, bottom + 1)
        for col in range(left, right + 1)
        if filled or row in (top, bottom) or col in (left, right)
    )


def find_region(game: Game, board: Board, tool: Tool, start: Cell) -> tuple[Cell, ...]:
    """Return the connected cells that look like the cell ``start``, ordered by distance from it.

    Two cells look alike if they have the same contents in the tool's plane and in the game's first
    plane. For example, filling a room with stones stops at the walls, even if there are stones on
    them.
    """
    planes = {game.boards.tools[0].plane, tool.plane}
    tools = [other for other in game.boards.tools if other.plane in planes]

    def read_planes(cell: Cell) -> tuple[bool, ...]:
        return tuple(game.boards.has_tool_value(board, other, *cell) for other in tools)

    wanted = read_planes(start)
    found = [start]
    waiting = deque([start])
    seen = {start}
    # A breadth-first search. Cells just outside the region are marked as seen too, so that each
    # cell is compared only once.
    while waiting:
        row, col = waiting.popleft()
        for down, right in STEPS:
            cell = (row + down, col + right)
            if cell not in seen and game.boards.has_cell(board, *cell):
                seen.add(cell)
                if read_planes(cell) == wanted:
                    found.append(cell)
                    waiting.append(cell)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Mirror:
    """A group of symmetries. Every stroke is also drawn at its image under each of them.

    Attributes:
        title: The name that a designer sees.
        sign: A symbol for the mirror, which has up to three ASCII characters.
        symmetries: The symmetries that map a cell to its images. Together with the identity they
            form a group.
    """

    title: str
    sign: str
    symmetries: tuple[Symmetry, ...]

    def can_mirror(self, board: Board) -> bool:
        """Return True if each symmetry of the mirror maps the board to one of the same shape."""
        return board.rows == board.cols or not any(s.swaps_axes for s in self.symmetries)

    def list_images(self, board: Board, cell: Cell) -> tuple[Cell, ...]:
        """Return the distinct images of a cell, not including the cell itself."""
        images = (s.transform_cell(*cell, board.rows, board.cols) for s in self.symmetries)
        return tuple(dict.fromkeys(image for image in images if image != cell))


def _create_mirror(title: str, sign: str, *names: str) -> Mirror:
    return Mirror(title, sign, tuple(SYMMETRIES_BY_NAME[name] for name in names))


NO_MIRROR = _create_mirror("none", "")
MIRRORS = (
    NO_MIRROR,
    _create_mirror("left-right", "|", "mirror-left-right"),
    _create_mirror("top-bottom", "-", "mirror-top-bottom"),
    _create_mirror("both ways", "+", "mirror-left-right", "mirror-top-bottom", "rotate-180"),
    _create_mirror("half turn", "1/2", "rotate-180"),
    _create_mirror("diagonal", "\\", "transpose"),
    _create_mirror("other diagonal", "/", "anti-transpose"),
    _create_mirror("quarter turns", "1/4", "rotate-90", "rotate-180", "rotate-270"),
)
"""All mirrors. Those that need a square board come last."""


def draw_cells(
    game: Game, board: Board, tool: Tool, cells: Sequence[Cell], mirror: Mirror = NO_MIRROR
) -> Board:
    """Return the board after a stroke with a tool over ``cells`` and their images.

    A stroke either draws or clears. It clears if the first cell already has the tool's object and
    the tool can remove it again, as with a gate or a lock. If an image falls on a cell in the
    stroke itself, the stroke wins.
    """
    if not cells:
        return board
    clears = can_toggle_off(game, board, tool, cells[0])
    # Paint the images first, so that the stroke itself covers them where they overlap.
    for symmetry in mirror.symmetries:
        image = game.boards.turn_tool(tool, symmetry)
        for cell in cells:
            board = _paint_or_clear(
                game, board, image, symmetry.transform_cell(*cell, board.rows, board.cols), clears
            )
    for cell in cells:
        board = _paint_or_clear(game, board, tool, cell, clears)
    return board


def can_toggle_off(game: Game, board: Board, tool: Tool, cell: Cell) -> bool:
    """Return True if using a tool on a cell would remove the tool's own object there."""
    return game.boards.has_tool_value(board, tool, *cell) and not game.boards.has_tool_value(
        game.boards.paint_cell(board, tool, *cell), tool, *cell
    )


def _paint_or_clear(game: Game, board: Board, tool: Tool, cell: Cell, clears: bool) -> Board:
    # A cell that is already as the stroke would leave it must not be toggled back.
    return (
        game.boards.paint_cell(board, tool, *cell)
        if game.boards.has_tool_value(board, tool, *cell) == clears
        else board
    )


def erase_cells(
    game: Game, board: Board, cells: Iterable[Cell], mirror: Mirror = NO_MIRROR
) -> Board:
    """Return the board with the topmost object removed from each of the cells and their images."""
    targets = {
        target: None for cell in cells for target in (cell, *mirror.list_images(board, cell))
    }
    for target in targets:
        board = _erase_cell(game, board, target)
    return board


def _erase_cell(game: Game, board: Board, cell: Cell) -> Board:
    """Return the board with the topmost object removed from a cell.

    If the cell has neither a piece nor a tile, its edge or lock is removed.
    """
    # Tools are listed from the lowest plane up, so the last tool that empties a plane empties the
    # topmost plane.
    empties = [tool for tool in game.boards.tools if tool.key == EMPTY]
    for tool in reversed(empties):
        if not game.boards.has_tool_value(board, tool, *cell):
            return game.boards.paint_cell(board, tool, *cell)
    for tool in game.boards.tools:
        if can_toggle_off(game, board, tool, cell):
            return game.boards.paint_cell(board, tool, *cell)
    return board


def pick_tool(game: Game, board: Board, cell: Cell) -> Tool | None:
    """Return the tool that draws the topmost object on a cell, or None if there is no such tool."""
    held = [tool for tool in game.boards.tools if game.boards.has_tool_value(board, tool, *cell)]
    switches = [tool for tool in held if can_toggle_off(game, board, tool, cell)]
    lasting = [tool for tool in held if tool not in switches]
    things = [tool for tool in lasting if tool.key != EMPTY]
    # Prefer objects to toggles such as gates and locks, and both to tools that empty a plane.
    best = things[::-1] or switches or lasting
    return best[0] if best else None


def find_lock_tool(game: Game) -> Tool | None:
    """Return the tool that locks and unlocks cells, or None if the game has no locks."""
    return next((tool for tool in game.boards.tools if tool.plane == LOCK_PLANE), None)


def lock_area(game: Game, board: Board, area: Area, *, inside: bool) -> Board:
    """Return the board with the cells inside an area locked, or those outside it if not ``inside``.

    Cells that are already locked stay locked.

    Raises:
        EngineError: The game has no locks, or the area extends beyond the board.
    """
    tool = find_lock_tool(game)
    if tool is None:
        raise EngineError(f"{game.title} has no locks")
    if area.bottom >= board.rows or area.right >= board.cols:
        size = f"{board.rows} rows and {board.cols} columns"
        raise EngineError(f"the board has {size}; the area reaches to {area.bottom},{area.right}")
    selected = frozenset(area.cells)
    for row in range(board.rows):
        for col in range(board.cols):
            wanted = ((row, col) in selected) == inside and game.boards.has_cell(board, row, col)
            if wanted and not game.boards.has_tool_value(board, tool, row, col):
                board = game.boards.paint_cell(board, tool, row, col)
    return board


# Locks and edges do not move, because they belong to the cell and not to the object on it.
def find_movable(game: Game, board: Board, cell: Cell) -> Tool | None:
    """Return the tool that draws the movable object on a cell, or None if no object can move."""
    tool = pick_tool(game, board, cell)
    bare = tool is None or tool.key == EMPTY or can_toggle_off(game, board, tool, cell)
    return None if bare else tool


def move_cell(
    game: Game, board: Board, source: Cell, target: Cell, mirror: Mirror = NO_MIRROR
) -> Board:
    """Return the board with a cell's piece, or its tile if it has no piece, moved to another cell.

    The two cells exchange their contents in the plane of the moved object, so nothing is lost. Each
    mirror image of the object moves too, if the board has it.

    Raises:
        EngineError: There is nothing to move, or the move would remove an object in another plane.
    """
    tool = find_movable(game, board, source)
    if tool is None:
        raise EngineError("nothing to move here")
    after = _swap_cells(game, board, tool, source, target)
    # Two symmetries may map the move to the same pair of cells. A second swap would undo the first.
    done = {frozenset((source, target))}
    for symmetry in mirror.symmetries:
        image = game.boards.turn_tool(tool, symmetry)
        ends = [symmetry.transform_cell(*cell, board.rows, board.cols) for cell in (source, target)]
        if frozenset(ends) in done or not game.boards.has_tool_value(after, image, *ends[0]):
            continue
        done.add(frozenset(ends))
        try:
            after = _swap_cells(game, after, image, ends[0], ends[1])
        except EngineError:
            continue
    return after


def _swap_cells(game: Game, board: Board, tool: Tool, source: Cell, target: Cell) -> Board:
    """Exchange the tool's object at ``source`` with the object in the same plane at ``target``.

    Raises:
        EngineError: The cells cannot be exchanged in that plane without affecting another plane.
    """
    if source == target:
        return board
    plane = [other for other in game.boards.tools if other.plane == tool.plane]
    back = next(
        (other for other in plane if game.boards.has_tool_value(board, other, *target)), None
    )
    if back is None:
        raise EngineError(f"{tool.title} cannot be put there")
    # Paint the source first, which removes the moved object from it: a game may allow only one
    # piece of a kind.
    after = game.boards.paint_cell(board, back, *source) if back != tool else board
    after = game.boards.paint_cell(after, tool, *target)
    others = [other for other in game.boards.tools if other.plane != tool.plane]
    # Painting one plane may clear another, just as a wall clears the piece on it. If so, refuse.
    for cell in (source, target):
        for other in others:
            if game.boards.has_tool_value(board, other, *cell) and not game.boards.has_tool_value(
                after, other, *cell
            ):
                raise EngineError(f"{other.title} is in the way")
    return after
