"""Images over the columns of a screen: where they belong, and when they go.

A widget that wants an image draws its text as ever, and gives the style of each column a link
that names the image and the line of it. So the columns themselves say where an image belongs,
whatever the compositor does to them: an image is shown as long as every column of it is on the
screen, and as soon as one is not (a menu or another screen over it, a scrolled pane, another
image in its place) it is taken down and its text is written. There is no need to be notified of
screens that come and go, and half an image is never shown.

Text under an image that is shown is not sent.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from workbench.terminal.ansi import Column, Piece

if TYPE_CHECKING:
    from workbench.terminal.graphics import Graphics

_SCHEME = "image:"
_numbers = itertools.count((os.getpid() << 8) & 0x7FFFFFFF | 1)
"""Numbers that images of other programs in the same terminal are not likely to have."""


@dataclass(frozen=True, slots=True, eq=False)
class Image:
    """An image that can be shown.

    Attributes:
        number: its own, by which the terminal knows it.
        size: the columns and lines that it takes.
        sequence: what shows it at the cursor.
    """

    number: int
    size: tuple[int, int]
    sequence: str

    @classmethod
    def of(cls, graphics: Graphics, png: bytes, size: tuple[int, int]) -> Image:
        """The image of a PNG file that has the pixels of so many columns and lines. Slow."""
        number = next(_numbers)
        return cls(number, size, graphics.encode(png, number, size))

    def link(self, line: int) -> str:
        """The link of the columns of a line of it."""
        return f"{_SCHEME}{self.number}:{line}"


@dataclass(frozen=True, slots=True)
class _Placed:
    """An image with the column and the line that it begins at."""

    image: Image
    x: int
    y: int

    def within(self, y: int) -> tuple[int, int] | None:
        """The columns of a line that it covers, None if none."""
        columns, lines = self.image.size
        return (self.x, self.x + columns) if self.y <= y < self.y + lines else None


class Placements:
    """The images that a terminal shows.

    Attributes:
        graphics: how it is sent them.
    """

    def __init__(self, graphics: Graphics) -> None:
        self.graphics = graphics
        self._images: dict[int, Image] = {}
        self._runs: dict[int, list[tuple[int, int, int, int]]] = {}
        """By line: first column, columns, number and line of the image."""
        self._shown: dict[int, _Placed] = {}
        self._left: list[int] = []
        """Numbers of images that the terminal may show still, and should not."""

    def add(self, image: Image) -> None:
        """Makes an image known, before any column names it."""
        self._images[image.number] = image

    def drop(self, image: Image) -> None:
        """Lets an image go that no column will name again."""
        self._images.pop(image.number, None)

    def forget(self) -> None:
        """The terminal may show anything."""
        self._left += self._shown
        self._shown = {}
        self._runs = {}

    def take_down(self) -> str:
        """What leaves none of the images in the terminal; they come again with their columns."""
        self.forget()
        left, self._left = self._left, []
        return "".join(map(self.graphics.remove, left))

    def settle(
        self, lines: Sequence[Sequence[Column]], changed: Iterable[int], pieces: list[Piece]
    ) -> tuple[list[Piece], str]:
        """Has the terminal show the images whose columns are all there, and no others.

        Args:
            lines: all columns of the screen.
            changed: the lines that may have changed since the last time.
            pieces: the columns that would be written if there were no images.

        Returns:
            The columns to be written, and what is to be sent after them.
        """
        for y in changed:
            self._runs[y] = [*_runs(lines[y])]
        whole = {placed.image.number: placed for placed in self._whole(len(lines))}
        new = [placed for number, placed in whole.items() if self._shown.get(number) != placed]
        gone = [placed for number, placed in self._shown.items() if whole.get(number) != placed]
        standing = [placed for number, placed in whole.items() if placed not in new]
        left, self._left = self._left, []
        self._shown = whole
        if gone:
            pieces = sorted([*pieces, *_text_of(gone, lines)], key=lambda piece: piece[:2])
        covering = [*standing, *(placed for placed in new if _replaces(placed, gone))]
        drawn = (f"\x1b[{at.y + 1};{at.x + 1}H{at.image.sequence}" for at in new)
        # The new image is there before the old one goes: nothing flickers.
        gone_numbers = {*left, *(placed.image.number for placed in gone)} - whole.keys()
        removed = map(self.graphics.remove, sorted(gone_numbers))
        return [*_outside(pieces, covering)], "".join((*drawn, *removed))

    def _whole(self, height: int) -> Iterator[_Placed]:
        """The images that all columns are there of."""
        for y, runs in self._runs.items():
            for x, columns, number, line in runs:
                image = self._images.get(number)
                if image is None or line or columns != image.size[0]:
                    continue
                # Below an image in the last line, a terminal might scroll.
                if y + image.size[1] < height and all(
                    (x, columns, number, below) in self._runs.get(y + below, ())
                    for below in range(1, image.size[1])
                ):
                    yield _Placed(image, x, y)


def _runs(line: Sequence[Column]) -> Iterator[tuple[int, int, int, int]]:
    x = 0
    for link, columns in groupby(line, lambda column: column[1] and column[1].link):
        many = sum(1 for _ in columns)
        if link and link.startswith(_SCHEME):
            number, _, below = link.removeprefix(_SCHEME).partition(":")
            yield x, many, int(number), int(below)
        x += many


def _replaces(placed: _Placed, gone: Iterable[_Placed]) -> bool:
    """Whether an image takes exactly the place of one that goes."""
    place = (placed.x, placed.y, placed.image.size)
    return any((old.x, old.y, old.image.size) == place for old in gone)


def _text_of(gone: Iterable[_Placed], lines: Sequence[Sequence[Column]]) -> Iterator[Piece]:
    """The text where images were."""
    for placed in gone:
        for y in range(placed.y, min(placed.y + placed.image.size[1], len(lines))):
            yield y, placed.x, lines[y][placed.x : placed.x + placed.image.size[0]]


def _outside(pieces: Iterable[Piece], covering: Sequence[_Placed]) -> Iterator[Piece]:
    """The parts of pieces that no image covers."""
    for y, x, columns in pieces:
        parts = [(x, x + len(columns))]
        for covered in filter(None, (placed.within(y) for placed in covering)):
            parts = [
                part
                for first, end in parts
                for part in ((first, min(end, covered[0])), (max(first, covered[1]), end))
                if part[0] < part[1]
            ]
        for first, end in parts:
            yield y, first, columns[first - x : end - x]
