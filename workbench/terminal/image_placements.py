"""The placement of images over the columns of a screen.

A widget that shows an image draws its text as usual, but adds a link to the style of each column.
The link names the image and a line within it. In this way, the columns themselves record the
position of the image, even after the compositor has moved or cut them. For example, image number 7
with two lines and three columns has these links::

    image:7:0  image:7:0  image:7:0
    image:7:1  image:7:1  image:7:1

An image is shown while all of its columns are on the screen. If any column is covered by a menu or
screen, scrolled away, or replaced by another image, the image is deleted and its text is written.
Widgets therefore need not report that screens open or close, and an image is never cut off.

Text that is covered by an image is not sent.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from workbench.terminal.screen_update_encoder import ColumnSpan, ScreenColumn

if TYPE_CHECKING:
    from workbench.terminal.graphics_protocol import Graphics

_SCHEME = "image:"
_numbers = itertools.count((os.getpid() << 8) & 0x7FFFFFFF | 1)
"""The numbers for new images. Their high bits are the process id, so they are unlikely to collide
with numbers that other programs use in the same terminal."""


@dataclass(frozen=True, slots=True, eq=False)
class TerminalImage:
    """An image that a terminal can show.

    Attributes:
        number: The number that identifies the image in the terminal.
        size: The number of columns and of lines that the image covers.
        sequence: The sequence that shows the image at the cursor.
    """

    number: int
    size: tuple[int, int]
    sequence: str

    @classmethod
    def from_png(cls, graphics: Graphics, png: bytes, size: tuple[int, int]) -> TerminalImage:
        """Create an image from PNG data. This is slow.

        The width and height in pixels must exactly match the area of ``size`` columns and lines.
        """
        number = next(_numbers)
        return cls(number, size, graphics.encode_png(png, number, size))

    def build_link(self, line: int) -> str:
        """Return the link for every column in one line of the image."""
        return f"{_SCHEME}{self.number}:{line}"


@dataclass(frozen=True, slots=True)
class _PlacedImage:
    """An image on the screen, whose first column is ``x`` and whose first line is ``y``."""

    image: TerminalImage
    x: int
    y: int

    def get_covered_columns(self, y: int) -> tuple[int, int] | None:
        """Return the half-open range of columns covered in line ``y``, or None if none are."""
        columns, lines = self.image.size
        return (self.x, self.x + columns) if self.y <= y < self.y + lines else None


class ImagePlacements:
    """The images that the terminal is showing, and the columns that they cover.

    Attributes:
        graphics: The graphics protocol of the terminal.
    """

    def __init__(self, graphics: Graphics) -> None:
        self.graphics = graphics
        self._images: dict[int, TerminalImage] = {}
        self._image_runs: dict[int, list[tuple[int, int, int, int]]] = {}
        """The runs of linked columns in each line, as tuples of the first column, the width, the
        image number, and the line within the image."""
        self._shown: dict[int, _PlacedImage] = {}
        self._leftover_numbers: list[int] = []
        """The numbers of images that the terminal may still be showing but should not."""

    def add_image(self, image: TerminalImage) -> None:
        """Add an image. This must be done before any column links to it."""
        self._images[image.number] = image

    def drop_image(self, image: TerminalImage) -> None:
        """Remove an image that no column will link to again."""
        self._images.pop(image.number, None)

    def invalidate(self) -> None:
        """Forget which images are shown, because the terminal's content is now unknown."""
        self._leftover_numbers += self._shown
        self._shown = {}
        self._image_runs = {}

    def clear_images(self) -> str:
        """Return the sequences that delete all images.

        They are shown again when their columns are drawn again.
        """
        self.invalidate()
        left, self._leftover_numbers = self._leftover_numbers, []
        return "".join(map(self.graphics.build_removal, left))

    def update_images(
        self,
        lines: Sequence[Sequence[ScreenColumn]],
        changed: Iterable[int],
        spans: list[ColumnSpan],
    ) -> tuple[list[ColumnSpan], str]:
        """Show exactly those images whose columns are all on the screen, and delete all others.

        Args:
            lines: The columns of the whole screen, line by line.
            changed: The numbers of the lines that may have changed since the last call.
            spans: The columns that would have to be written if there were no images.

        Returns:
            The columns to write, and the sequences to send after them.
        """
        for y in changed:
            self._image_runs[y] = [*_find_image_runs(lines[y])]
        whole = {placed.image.number: placed for placed in self._find_whole_images(len(lines))}
        new = [placed for number, placed in whole.items() if self._shown.get(number) != placed]
        gone = [placed for number, placed in self._shown.items() if whole.get(number) != placed]
        standing = [placed for number, placed in whole.items() if placed not in new]
        left, self._leftover_numbers = self._leftover_numbers, []
        self._shown = whole
        # The text under an image may never have been sent, so write it when the image is removed.
        if gone:
            spans = sorted(
                [*spans, *_list_uncovered_text(gone, lines)], key=lambda piece: piece[:2]
            )
        # Write the text under a new image, because it is visible until the image has been drawn.
        # This is not needed if the image replaces another one in the same place.
        covering = [*standing, *(placed for placed in new if _is_replacement(placed, gone))]
        drawn = (f"\x1b[{at.y + 1};{at.x + 1}H{at.image.sequence}" for at in new)
        # Delete old images only after the new ones are shown, so that nothing flickers.
        gone_numbers = {*left, *(placed.image.number for placed in gone)} - whole.keys()
        removed = map(self.graphics.build_removal, sorted(gone_numbers))
        return [*_exclude_images(spans, covering)], "".join((*drawn, *removed))

    def _find_whole_images(self, height: int) -> Iterator[_PlacedImage]:
        """Yield each image whose columns are all on the screen."""
        for y, runs in self._image_runs.items():
            for x, columns, number, line in runs:
                image = self._images.get(number)
                # A whole image begins with its top line, as a run of the image's full width.
                if image is None or line or columns != image.size[0]:
                    continue
                # An image on the last line might make the terminal scroll.
                if y + image.size[1] < height and all(
                    (x, columns, number, below) in self._image_runs.get(y + below, ())
                    for below in range(1, image.size[1])
                ):
                    yield _PlacedImage(image, x, y)


def _find_image_runs(line: Sequence[ScreenColumn]) -> Iterator[tuple[int, int, int, int]]:
    x = 0
    for link, columns in groupby(line, lambda column: column[1] and column[1].link):
        many = sum(1 for _ in columns)
        if link and link.startswith(_SCHEME):
            number, _, below = link.removeprefix(_SCHEME).partition(":")
            yield x, many, int(number), int(below)
        x += many


def _is_replacement(placed: _PlacedImage, gone: Iterable[_PlacedImage]) -> bool:
    """Return True if an image takes exactly the place of one that is being removed."""
    place = (placed.x, placed.y, placed.image.size)
    return any((old.x, old.y, old.image.size) == place for old in gone)


def _list_uncovered_text(
    gone: Iterable[_PlacedImage], lines: Sequence[Sequence[ScreenColumn]]
) -> Iterator[ColumnSpan]:
    """Yield the text that the removed images covered."""
    for placed in gone:
        for y in range(placed.y, min(placed.y + placed.image.size[1], len(lines))):
            yield y, placed.x, lines[y][placed.x : placed.x + placed.image.size[0]]


def _exclude_images(
    spans: Iterable[ColumnSpan], covering: Sequence[_PlacedImage]
) -> Iterator[ColumnSpan]:
    """Yield the parts of ``spans`` that no image in ``covering`` covers."""
    for y, x, columns in spans:
        # Subtract the covered ranges one by one. Each may leave a left and a right part.
        parts = [(x, x + len(columns))]
        for covered in filter(None, (placed.get_covered_columns(y) for placed in covering)):
            parts = [
                part
                for first, end in parts
                for part in ((first, min(end, covered[0])), (max(first, covered[1]), end))
                if part[0] < part[1]
            ]
        for first, end in parts:
            yield y, first, columns[first - x : end - x]
