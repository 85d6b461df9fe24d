"""The pack screen's panes: a list or wall of levels, the curve, and a level's description."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from textual.geometry import Size

from engine.game import registry
from engine.playlists.difficulty_curve import RampStep
from engine.values.picture import Picture
from workbench.commands import Action, keymap
from workbench.drawing import difficulty_plot, terminal_picture
from workbench.features.playlists.pack_document import PackDocument
from workbench.text import pack_text
from workbench.ui import pane_layout
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.styled_lines import Line, Sign, Span, justify_line, wrap_text
from workbench.ui.wall.wall import Tile, WallPane

SIGNS: Sequence[Sign] = (
    (("+", "good"), "won"),
    (("?", "good"), "won after the solution was shown"),
    (("p", "key"), "pinned to its place"),
    (("l", "key"), "locked in the pack"),
    (("=", ""), pack_text.EQUALLY_HARD),
    (("<", ""), pack_text.EASIER),
)
LOW_HEIGHT = 6
"""The greatest height, in lines, at which a level's description names its file last.

A taller pane names the file near the top, so that it does not move when other lines change.
"""
MIN_TEXT_LINES = 2
"""The least number of lines that a level's description needs."""
_TREND_SIGNS = {1: "", 0: "=", -1: "<"}
"""The characters for a change in difficulty from the previous level: up, none, or down."""


class PackPane(CursorPane, can_focus=True):
    """A list with one line for each level in a pack, and a cursor."""

    def __init__(self, document: PackDocument) -> None:
        super().__init__()
        self._document = document

    @property
    def count(self) -> int:
        """The number of levels."""
        return len(self._document.pack)

    def scroll_by_wheel(self, lines: int) -> bool:
        """Move the cursor down by ``lines`` rows, and return True."""
        self.action_move(lines)
        return True

    def bind_motions(self, context: str) -> dict[str, Action]:
        """Return the actions that move the cursor, where left and right act like up and down."""
        sideways = {"left": partial(self.action_move, -1), "right": partial(self.action_move, 1)}
        ways = {f"{context}.{way}": act for way, act in sideways.items()}
        return {**super().bind_motions(context), **ways}

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Return lines for the levels that fit in the pane, or a hint if the pack is empty."""
        if self.count:
            return super().draw_lines(width, height)
        makes = f" {keymap.get_key_hint('levels.packs')} in the level browser makes a pack."
        return [[(text, "muted")] for text in (" The pack has no levels.", makes)]

    def draw_row(self, number: int, width: int) -> Line:
        """Return the line for the level at index ``number``."""
        document = self._document
        entry, step = document.levels[number], document.get_step(number)
        won, pinned, locked = _get_signs(document, number)
        place = f"{number + 1:>{len(str(self.count))}}"
        role = "bad" if not entry.is_playable else "warning" if entry.note else ""
        words: list[Span] = [
            (f" {won}", "good"),
            (f"{place} ", "muted"),
            (f"{pinned}{locked} ", "key"),
            (document.get_name(number), role),
        ]
        return justify_line(words, [_format_difficulty(entry.is_playable, step)], width)


def format_caption(document: PackDocument, place: int) -> tuple[str, ...]:
    """Return the parts of a level's caption: its marks, number, difficulty and new mechanics."""
    entry, step = document.levels[place], document.get_step(place)
    won, pinned, locked = _get_signs(document, place)
    named = f"{won}{place + 1}{pinned.strip()}{locked.strip()}"
    if not entry.is_playable:
        return (f"{named}: unplayable",)
    if step is None:
        return (named,)
    new = (f"({len(step.new_mechanics)} new)",) if step.new_mechanics else ()
    return (
        f"{named}: {_TREND_SIGNS[step.direction]}{pack_text.format_amount(step.level.difficulty)}",
        *new,
    )


def _get_signs(document: PackDocument, place: int) -> tuple[str, str, str]:
    """Return the characters for won, pinned and locked, or a space for each that does not apply."""
    win, entry = document.get_best_win(place), document.levels[place]
    won = " " if win is None else "?" if win.solution_shown else "+"
    return won, "p" if entry.pinned else " ", "l" if entry.locked else " "


def _format_difficulty(playable: bool, step: RampStep | None) -> Span:
    """Format a level's difficulty, adding a mark if it does not exceed the previous level's."""
    if not playable:
        return " unplayable ", "bad"
    if step is None:
        return " ", "muted"
    new = f"{len(step.new_mechanics)} new  " if step.new_mechanics else ""
    sign = _TREND_SIGNS[step.direction] or " "
    role = "warning" if step.direction < 0 or len(step.new_mechanics) > 1 else "muted"
    return f"  {new}{sign} {pack_text.format_amount(step.level.difficulty)} ", role


def draw_curve(
    document: PackDocument, place: int, width: int, height: int, *, ascii_only: bool
) -> Iterable[Line]:
    """Plot the difficulty curve, marking the level at ``place``."""
    if document.steps is None:
        return [[("Rating the levels ...", "muted")]]
    drawn = difficulty_plot.draw_text(
        document.build_curve(), width, height, current=place, ascii_only=ascii_only
    )
    return [[(piece, difficulty_plot.ROLES[role]) for piece, role in line] for line in drawn]


def has_wall(size: Size) -> bool:
    """Return True if a screen of this size has room for a wall of levels."""
    return size.width >= pane_layout.THREE_PANES and size.height >= pane_layout.AMPLE


def get_lines_left(picture: Picture, room: Size) -> int | None:
    """Return the number of lines that remain below a board.

    Args:
        picture: The picture of the board.
        room: The space for the board and the lines below it.

    Returns:
        The number of lines, or None if there is no room for the board and a description.
    """
    columns, lines = terminal_picture.measure_picture(picture, "compact")
    left = room.height - lines
    return left if columns <= room.width and left >= MIN_TEXT_LINES else None


def draw_level_text(document: PackDocument, place: int, width: int, height: int) -> Iterable[Line]:
    """Yield lines that describe the level at ``place`` in the pack."""
    if not document.levels:
        return
    entry, step, win = (
        document.levels[place],
        document.get_step(place),
        document.get_best_win(place),
    )
    file = "; ".join([*entry.holds, entry.file or "embedded in the pack"])
    yield [(document.get_name(place), "title")]
    if height > LOW_HEIGHT:
        yield from _wrap_lines(file, "muted", width)
    # The pane may cut off the end, so problems come first.
    for said, role in ((entry.trouble, "bad"), (entry.note, "warning")):
        yield from _wrap_lines(said, role, width)
    if step is not None:
        for reason in pack_text.list_reasons(step, place + 1, document.pack.rising_fact):
            yield from _wrap_lines(reason, "", width)
    if win is not None:
        least = "" if win.optimum is None else f", best possible {win.optimum}"
        shown = ", solution shown" if win.solution_shown else ""
        yield from _wrap_lines(f"won in {win.count}{least}{shown}", "good", width)
    if height <= LOW_HEIGHT:
        yield from _wrap_lines(file, "muted", width)


def _wrap_lines(text: str, role: str, width: int) -> Iterable[Line]:
    return ([(line, role)] for line in wrap_text(text, max(10, width)))


class PackWall(WallPane):
    """A wall with one tile for each level in a pack.

    A level that cannot be read has a caption, but no board.
    """

    grows = True

    def __init__(self, document: PackDocument) -> None:
        super().__init__(self, id="wall")
        self._document = document
        self._pictures: dict[str, Picture] = {}

    @property
    def count(self) -> int:
        """The number of levels."""
        return len(self._document.pack)

    def get_tile(self, place: int) -> Tile:
        """Return the tile for the level at ``place``."""
        level, board = self._document.levels[place].level, self._document.levels[place].digest
        words = format_caption(self._document, place)
        if level is None:
            return Tile(place, Picture(()), words)
        # Pictures are cached by digest, because a level keeps its board when it moves.
        if board not in self._pictures:
            self._pictures[board] = registry.get_game(level.game).boards.draw_picture(level.board)
        return Tile(board, self._pictures[board], words, game=level.game)

    def list_signs(self) -> Sequence[Sign]:
        """Return the signs that the legend explains."""
        return SIGNS
