"""Only what differs is sent: the terminal ends up as if everything had been."""

from __future__ import annotations

import pyte
import pyte.modes
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from workbench.terminal.output import Memory

WIDTH, HEIGHT = 12, 3
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


def strip(row: list[tuple[str, int]]) -> Strip:
    """A line of letters, wide ones where two columns are left for them."""
    segments, width = [], 0
    for letter, style in row:
        size = 2 if letter == "\u597d" else 1
        if width + size <= WIDTH:
            segments.append(Segment(letter, STYLES[style]))
            width += size
    segments.append(Segment(" " * (WIDTH - width)))
    return Strip(segments, WIDTH)


CELLS = st.tuples(st.sampled_from("ab \u597d"), st.integers(0, len(STYLES) - 1))
FRAMES = st.lists(st.lists(CELLS, max_size=WIDTH), min_size=HEIGHT, max_size=HEIGHT)


def full(frame: list[list[tuple[str, int]]]) -> LayoutUpdate:
    return LayoutUpdate([[strip(row)] for row in frame], Region(0, 0, WIDTH, HEIGHT))


@given(st.lists(FRAMES, min_size=2, max_size=4))
def test_the_terminal_shows_the_last_frame(frames: list[list[list[tuple[str, int]]]]) -> None:
    memory, terminal = Memory(), Terminal()
    for frame in frames:
        terminal.write(memory.reduce(full(frame), (WIDTH, HEIGHT)).render_segments(CONSOLE))
    plainly = Terminal()
    for y, row in enumerate(frames[-1]):
        plainly.write(f"\x1b[{y + 1}H{strip(row).render(CONSOLE)}")
    assert terminal.cells == plainly.cells
    assert not memory.reduce(full(frames[-1]), (WIDTH, HEIGHT)).pieces


def test_a_part_of_a_line() -> None:
    memory, terminal = Memory(), Terminal()
    blank: list[list[tuple[str, int]]] = [[] for _ in range(HEIGHT)]
    terminal.write(memory.reduce(full(blank), (WIDTH, HEIGHT)).render_segments(CONSOLE))
    line = {0: None, 4: Strip([Segment("abcdef")], 6), 10: None}
    update = ChopsUpdate([{}, line, {}], [(1, 5, 8)], [[], [4, 10, 12], []])
    difference = memory.reduce(update, (WIDTH, HEIGHT))
    terminal.write(difference.render_segments(CONSOLE))
    assert terminal.screen.display[1] == "     bcd    "
    assert not memory.reduce(update, (WIDTH, HEIGHT)).pieces


def test_after_another_program_everything_is_sent() -> None:
    memory = Memory()
    blank: list[list[tuple[str, int]]] = [[] for _ in range(HEIGHT)]
    assert len(memory.reduce(full(blank), (WIDTH, HEIGHT)).pieces) == HEIGHT
    memory.forget()
    assert len(memory.reduce(full(blank), (WIDTH, HEIGHT)).pieces) == HEIGHT
    assert memory.reduce(full(blank), (WIDTH + 1, HEIGHT)).pieces
