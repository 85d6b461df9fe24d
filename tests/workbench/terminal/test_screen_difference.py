"""Only what differs is sent: the terminal ends up as if everything had been."""

from __future__ import annotations

import pyte
import pyte.modes
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from workbench.terminal.screen_difference import ScreenBuffer

pytestmark = pytest.mark.usefixtures("app_world")

WIDTH, HEIGHT = 20, 4
CONSOLE = Console(color_system="256", force_terminal=True, width=WIDTH, height=HEIGHT)
STYLES = [
    Style(),
    Style(bold=True),
    Style(color="red"),
    Style(color="red", bgcolor="blue", reverse=True),
    Style(bgcolor="#123456", italic=True),
    Style(color="red", bgcolor="#123456", bold=True, underline=True),
]

Look = tuple[str, ...]
Run = tuple[str, int, int]
"""A letter, the number of its style, and how often it comes."""


class Terminal:
    """A terminal that must end each frame in the plain style."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.screen.reset_mode(pyte.modes.DECAWM)
        self._stream = pyte.Stream(self.screen)

    def write(self, text: str) -> None:
        self._stream.feed(text)
        assert self.screen.cursor.attrs == self.screen.default_char

    @property
    def cells(self) -> list[list[Look]]:
        """What can be seen of every column."""
        lines = [self.screen.buffer[y] for y in range(HEIGHT)]
        return [[_look(line[x]) for x in range(WIDTH)] for line in lines]


def _look(char: pyte.screens.Char) -> Look:
    plain = char.data == " " and not (char.reverse or char.underscore)
    return (char.data, char.bg) if plain else tuple(map(str, char))


def strip(row: list[Run]) -> Strip:
    """A line of letters, wide ones where two columns are left for them."""
    segments, width = [], 0
    for letter, style, many in row:
        size = many * (2 if letter == "\u597d" else 1)
        if width + size <= WIDTH:
            segments.append(Segment(letter * many, STYLES[style]))
            width += size
    segments.append(Segment(" " * (WIDTH - width)))
    return Strip(segments, WIDTH)


RUNS = st.tuples(
    st.sampled_from("ab  \u597d"), st.integers(0, len(STYLES) - 1), st.sampled_from((1, 2, 6, 12))
)
FRAMES = st.lists(st.lists(RUNS, max_size=6), min_size=HEIGHT, max_size=HEIGHT)


def full(frame: list[list[Run]]) -> LayoutUpdate:
    return LayoutUpdate([[strip(row)] for row in frame], Region(0, 0, WIDTH, HEIGHT))


@given(st.lists(FRAMES, min_size=2, max_size=3), st.booleans())
def test_the_terminal_shows_the_last_frame(frames: list[list[list[Run]]], erases: bool) -> None:
    memory, terminal = ScreenBuffer(erases=erases), Terminal()
    for frame in frames:
        terminal.write(memory.compute_update(full(frame), (WIDTH, HEIGHT)).render_segments(CONSOLE))
    plainly = Terminal()
    for y, row in enumerate(frames[-1]):
        plainly.write(f"\x1b[{y + 1}H{strip(row).render(CONSOLE)}")
    assert terminal.cells == plainly.cells
    assert not memory.compute_update(full(frames[-1]), (WIDTH, HEIGHT)).spans


def test_a_part_of_a_line() -> None:
    memory, terminal = ScreenBuffer(), Terminal()
    blank: list[list[Run]] = [[] for _ in range(HEIGHT)]
    terminal.write(memory.compute_update(full(blank), (WIDTH, HEIGHT)).render_segments(CONSOLE))
    line = {0: None, 4: Strip([Segment("abcdef")], 6), 10: None}
    update = ChopsUpdate([{}, line, {}], [(1, 5, 8)], [[], [4, 10, WIDTH], []])
    difference = memory.compute_update(update, (WIDTH, HEIGHT))
    terminal.write(difference.render_segments(CONSOLE))
    assert terminal.screen.display[1] == f"{'     bcd':{WIDTH}}"
    assert not memory.compute_update(update, (WIDTH, HEIGHT)).spans


def test_a_piece_that_goes_takes_a_few_bytes_a_line() -> None:
    piece: list[Run] = [(" ", 0, 2), ("a", 0, 8)]
    sent = {}
    for erases in (False, True):
        memory = ScreenBuffer(erases=erases)
        memory.compute_update(full([[], piece, piece, piece]), (WIDTH, HEIGHT))
        sent[erases] = memory.compute_update(full([[]] * HEIGHT), (WIDTH, HEIGHT)).render_segments(
            CONSOLE
        )
    assert sent[False] == "\x1b[2;3H        \v\x1b[8D        \v\x1b[8D        "
    assert sent[True] == "\x1b[2;3H\x1b[8X\v\x1b[8X\v\x1b[8X"


def test_blanks_that_show_more_than_their_background_are_written() -> None:
    memory, terminal = ScreenBuffer(erases=True), Terminal()
    line: list[Run] = [(" ", 3, 6), (" ", 5, 6), (" ", 4, 6)]
    sent = memory.compute_update(full([line] * HEIGHT), (WIDTH, HEIGHT)).render_segments(CONSOLE)
    terminal.write(sent)
    assert sent.count(" ") == 12 * HEIGHT + 2 * HEIGHT, "reverse, underlined, and the last two"


def test_after_another_program_everything_is_sent() -> None:
    memory = ScreenBuffer()
    blank: list[list[Run]] = [[] for _ in range(HEIGHT)]
    assert len(memory.compute_update(full(blank), (WIDTH, HEIGHT)).spans) == HEIGHT
    memory.invalidate()
    assert len(memory.compute_update(full(blank), (WIDTH, HEIGHT)).spans) == HEIGHT
    assert memory.compute_update(full(blank), (WIDTH + 1, HEIGHT)).spans
