"""The panes of a pack: its levels in order, the curve, and what is said of one level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from textual.geometry import Size

from engine.game import registry
from engine.playlists.ramp import RampStep
from engine.values.picture import Picture
from workbench.commands import Action, keymap
from workbench.drawing import canvas, curves
from workbench.features.playlists.desk import PackDesk
from workbench.text import packs
from workbench.ui import layout
from workbench.ui.cursorpane import CursorPane
from workbench.ui.lines import Line, Sign, Span, columns, wrap
from workbench.ui.wall.wall import Tile, WallPane

SIGNS: Sequence[Sign] = (
    (("+", "good"), "won"),
    (("?", "good"), "won after a look at the solution"),
    (("p", "key"), "pinned to its place"),
    (("l", "key"), "locked in the pack"),
    (("=", ""), "as hard as the one before"),
    (("<", ""), "easier than the one before"),
)
LOW = 6
"""Lines up to which the file of a level stands below what is said of it, which may have no room
else. Where there are more it does not: it would move, and be sent, with every line above."""
LEAST = 2
"""Lines of what is said of a level at least."""
_WAYS = {1: "", 0: "=", -1: "<"}
"""Signs of how hard a level is beside the one before."""


class PackPane(CursorPane, can_focus=True):
    """The levels of a pack, one line each, with a cursor."""

    def __init__(self, desk: PackDesk) -> None:
        super().__init__()
        self._desk = desk

    @property
    def count(self) -> int:
        """How many levels there are."""
        return len(self._desk.pack)

    def wheel(self, lines: int) -> bool:
        """Moves by a few rows."""
        self.action_move(lines)
        return True

    def motions(self, context: str) -> dict[str, Action]:
        """What moves the cursor; to the left and right as up and down."""
        sideways = {"left": partial(self.action_move, -1), "right": partial(self.action_move, 1)}
        ways = {f"{context}.{way}": act for way, act in sideways.items()}
        return {**super().motions(context), **ways}

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The levels that fit, or that there is none, and what to do then."""
        if self.count:
            return super().lines(width, height)
        makes = f" {keymap.key('levels.packs')} in the browser makes a pack"
        return [[(text, "muted")] for text in (" no levels in it", makes)]

    def row_line(self, number: int, width: int) -> Line:
        """A level: whether it was won, its number, pin and lock, its name, how hard it is."""
        desk = self._desk
        entry, step = desk.levels[number], desk.step(number)
        won, pinned, locked = _marks(desk, number)
        place = f"{number + 1:>{len(str(self.count))}}"
        role = "bad" if not entry.is_playable else "warning" if entry.note else ""
        words: list[Span] = [
            (f" {won}", "good"),
            (f"{place} ", "muted"),
            (f"{pinned}{locked} ", "key"),
            (desk.name(number), role),
        ]
        return columns(words, [_height(entry.is_playable, step)], width)


def caption(desk: PackDesk, place: int) -> tuple[str, ...]:
    """A level in a few characters: won or not, its number, pin and lock, how hard, what is new."""
    entry, step = desk.levels[place], desk.step(place)
    won, pinned, locked = _marks(desk, place)
    named = f"{won}{place + 1}{pinned.strip()}{locked.strip()}"
    if not entry.is_playable:
        return (f"{named}: unplayable",)
    if step is None:
        return (named,)
    new = (f"({len(step.brings)} new)",) if step.brings else ()
    return f"{named}: {_WAYS[step.way]}{packs.amount(step.level.difficulty)}", *new


def _marks(desk: PackDesk, place: int) -> tuple[str, str, str]:
    """The signs of a level that was won, is pinned, is locked; blanks for what is not so."""
    win, entry = desk.win(place), desk.levels[place]
    won = " " if win is None else "?" if win.solution_shown else "+"
    return won, "p" if entry.pinned else " ", "l" if entry.locked else " "


def _height(playable: bool, step: RampStep | None) -> Span:
    """How hard a level is, with a sign where it falls or is flat."""
    if not playable:
        return " cannot be played ", "bad"
    if step is None:
        return " ", "muted"
    new = f"{len(step.brings)} new  " if step.brings else ""
    sign = _WAYS[step.way] or " "
    role = "warning" if step.way < 0 or len(step.brings) > 1 else "muted"
    return f"  {new}{sign} {packs.amount(step.level.difficulty)} ", role


def curve(desk: PackDesk, at: int, width: int, height: int, *, ascii_only: bool) -> Iterable[Line]:
    """The curve with the level under the cursor marked."""
    if desk.stands is None:
        return [[("looking at the levels ...", "muted")]]
    drawn = curves.text(desk.curve(), width, height, current=at, ascii_only=ascii_only)
    return [[(piece, curves.ROLES[role]) for piece, role in line] for line in drawn]


def has_wall(size: Size) -> bool:
    """Whether levels hang on a wall on a screen of a size."""
    return size.width >= layout.WIDE and size.height >= layout.AMPLE


def left_by(picture: Picture, room: Size) -> int | None:
    """Lines that a board leaves for words below it if it fits above a few; None if it does not."""
    columns, lines = canvas.size(picture, "compact")
    left = room.height - lines
    return left if columns <= room.width and left >= LEAST else None


def level_lines(desk: PackDesk, at: int, width: int, height: int) -> Iterable[Line]:
    """What is to be said of a level of the pack."""
    if not desk.levels:
        return
    entry, step, win = desk.levels[at], desk.step(at), desk.win(at)
    file = "; ".join([*entry.held, entry.file or "embedded in the pack"])
    yield [(desk.name(at), "title")]
    if height > LOW:
        yield from _wrapped(file, "muted", width)
    for said, role in ((entry.trouble, "bad"), (entry.note, "warning")):
        yield from _wrapped(said, role, width)
    if step is not None:
        for reason in packs.reasons(step, at + 1, desk.pack.by):
            yield from _wrapped(reason, "", width)
    if win is not None:
        least = "" if win.optimum is None else f", {win.optimum} at the least"
        shown = ", solution shown" if win.solution_shown else ""
        yield from _wrapped(f"won in {win.count}{least}{shown}", "good", width)
    if height <= LOW:
        yield from _wrapped(file, "muted", width)


def _wrapped(text: str, role: str, width: int) -> Iterable[Line]:
    return ([(line, role)] for line in wrap(text, max(10, width)))


class PackWall(WallPane):
    """Thumbnails of the levels of a pack, which are its tiles, the cursor on one of them.

    A level that cannot be read is a caption without a board.
    """

    grows = True

    def __init__(self, desk: PackDesk) -> None:
        super().__init__(self, id="wall")
        self._desk = desk
        self._pictures: dict[str, Picture] = {}

    @property
    def count(self) -> int:
        """How many levels there are."""
        return len(self._desk.pack)

    def tile(self, place: int) -> Tile:
        """The level at a place."""
        level, board = self._desk.levels[place].level, self._desk.levels[place].digest
        words = caption(self._desk, place)
        if level is None:
            return Tile(place, Picture(()), words)
        if board not in self._pictures:
            self._pictures[board] = registry.get(level.game).boards.picture(level.board)
        return Tile(board, self._pictures[board], words, game=level.game)

    def signs(self) -> Sequence[Sign]:
        """The signs of captions."""
        return SIGNS
