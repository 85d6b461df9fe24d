"""Only what differs is sent: the terminal ends up as if everything had been."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from workbench.output import Memory

WIDTH, HEIGHT = 12, 3
CONSOLE = Console(color_system="256", force_terminal=True, width=WIDTH, height=HEIGHT)
STYLES = [
    Style(),
    Style(bold=True),
    Style(color="red"),
    Style(color="red", bgcolor="blue", reverse=True),
    Style(bgcolor="#123456", dim=True),
]

Screen = list[list[tuple[str, str]]]


class Terminal:
    """As much of a terminal as the app needs: positions, colours and attributes."""

    def __init__(self) -> None:
        self.cells: Screen = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]

    def write(self, text: str) -> None:
        x = y = 0
        attributes: set[str] = set()
        colours = {"3": "39", "4": "49"}
        for sequence, character in re.findall(r"\x1b\[([0-9;]*[Hm])|([^\x1b])", text):
            if sequence.endswith("H"):
                y, x = (int(part) - 1 for part in sequence[:-1].split(";"))
            elif sequence:
                codes = sequence[:-1].split(";")
                while codes:
                    code = codes.pop(0)
                    if code in ("", "0"):
                        attributes, colours = set(), {"3": "39", "4": "49"}
                    elif code in ("38", "48"):
                        colours[code[0]] = ";".join([code, codes.pop(0), codes.pop(0)])
                    elif len(code) == 2:
                        colours[code[0]] = code
                    else:
                        attributes.add(code)
            else:
                look = ",".join([*sorted(attributes), *colours.values()])
                self.cells[y][x] = character, look
                x += 1
                if ord(character) > 0x3000:
                    self.cells[y][x] = "", look
                    x += 1
        assert not attributes and set(colours.values()) == {"39", "49"}


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
    afresh = Terminal()
    afresh.write(Memory().reduce(full(frames[-1]), (WIDTH, HEIGHT)).render_segments(CONSOLE))
    assert terminal.cells == afresh.cells
    assert not memory.reduce(full(frames[-1]), (WIDTH, HEIGHT)).runs


def test_a_part_of_a_line() -> None:
    memory, terminal = Memory(), Terminal()
    blank: list[list[tuple[str, int]]] = [[] for _ in range(HEIGHT)]
    terminal.write(memory.reduce(full(blank), (WIDTH, HEIGHT)).render_segments(CONSOLE))
    line = {0: None, 4: Strip([Segment("abcdef")], 6), 10: None}
    update = ChopsUpdate([{}, line, {}], [(1, 5, 8)], [[], [4, 10, 12], []])
    difference = memory.reduce(update, (WIDTH, HEIGHT))
    terminal.write(difference.render_segments(CONSOLE))
    assert "".join(text for text, _ in terminal.cells[1]) == "     bcd    "
    assert not memory.reduce(update, (WIDTH, HEIGHT)).runs


def test_after_another_program_everything_is_sent() -> None:
    memory = Memory()
    blank: list[list[tuple[str, int]]] = [[] for _ in range(HEIGHT)]
    assert len(memory.reduce(full(blank), (WIDTH, HEIGHT)).runs) == HEIGHT
    memory.forget()
    assert len(memory.reduce(full(blank), (WIDTH, HEIGHT)).runs) == HEIGHT
    assert memory.reduce(full(blank), (WIDTH + 1, HEIGHT)).runs
