"""Boards as images, where the terminal can show them; over the text that they are drawn as."""

from __future__ import annotations

import contextlib
from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, cast

from rich.style import Style

from engine.game import registry
from engine.values.picture import Picture
from workbench.drawing.brush import Overlay
from workbench.drawing.plans import GridPlan
from workbench.theme.theming import Theme
from workbench.ui.boards.board import BoardView

if TYPE_CHECKING:
    from workbench.terminal.graphics import Graphics
    from workbench.terminal.placements import Image, Placements
    from workbench.ui.host import Host

KEPT = 32
"""Images that are kept for boards that are shown again."""
LEAST = 6
"""Columns of the narrowest board that has an image: text may go over less to save a jump."""
_NOTHING = Overlay()


@dataclass(frozen=True, slots=True)
class _Order:
    """What an image is to show, and how large.

    Attributes:
        size: columns and lines.
        cell: width and height of a terminal's cell in pixels.
    """

    game: str
    picture: Picture
    theme: Theme
    size: tuple[int, int]
    cell: tuple[int, int]

    def made(self, graphics: Graphics) -> Image:
        """The image. Slow."""
        from workbench.drawing import rendering
        from workbench.terminal.placements import Image

        pixels = self.size[0] * self.cell[0], self.size[1] * self.cell[1]
        game = registry.get(self.game)
        png = rendering.render_cells(game, self.picture, self.theme, pixels)
        return Image.of(graphics, png, self.size)


class PicturedBoard(BoardView):
    """A board that is shown as an image while nothing is drawn over it, if there are images.

    Images are made in a thread, one at a time, always the one that was wanted last; until it is
    there, the one before stays, and text before the first.
    """

    def __init__(self, *, margin: bool = True) -> None:
        """Creates an empty board; see :class:`BoardView`."""
        super().__init__(margin=margin)
        self._placements: Placements | None = None
        self._images: deque[tuple[_Order, Image]] = deque()
        self._last: Image | None = None
        self._wanted: _Order | None = None
        self._making = False

    def on_unmount(self) -> None:
        """Lets its images go."""
        self._use(None)

    @property
    def pictured(self) -> bool:
        """Whether it is shown as an image now."""
        return self._last is not None

    def _use(self, placements: Placements | None) -> None:
        """Makes images for others than before, or none at all."""
        if placements is not self._placements:
            for _, image in self._images:
                if self._placements is not None:
                    self._placements.drop(image)
            self._images.clear()
            self._placements, self._last, self._wanted = placements, None, None

    def _paint(self) -> None:
        super()._paint()
        self._use(cast("Host", self.app).placements)
        order = self._order()
        if order is None:
            self._wanted = self._last = None
            return
        self._last = self._image(order)
        if self._last is not None:
            self._link(self._last)

    def _order(self) -> _Order | None:
        """The image of the board as it is drawn; None if it is to be drawn as text."""
        plan, placements = self._plan, self._placements
        if placements is None or not isinstance(plan, GridPlan) or self.overlay != _NOTHING:
            return None
        theme, cell = cast("Host", self.app).theme_glyphs, placements.graphics.cell_pixels()
        (columns, lines), (left, top) = plan.size, plan.spot((0, 0))
        whole = columns <= self.size.width and lines <= self.size.height
        if cell is None or theme.ascii or not whole or columns - left < LEAST or not self.game:
            return None
        # Its notes are not drawn.
        picture = replace(self.picture, notes=())
        return _Order(self.game, picture, theme, (columns - left, lines - top), cell)

    def _image(self, order: _Order) -> Image | None:
        """The image that is wanted, or the one before, if that is as large."""
        if found := next((image for made, image in self._images if made == order), None):
            self._wanted = None
            return found
        self._wanted = order
        self._begin()
        last = self._last
        return last if last is not None and last.size == order.size else None

    def _begin(self) -> None:
        if self._wanted is not None and self._placements is not None and not self._making:
            self._making = True
            make = partial(self._make, self._wanted, self._placements)
            self.run_worker(make, thread=True, group="image")

    def _make(self, order: _Order, placements: Placements) -> None:
        image = order.made(placements.graphics)
        with contextlib.suppress(RuntimeError):  # the app has ended meanwhile
            self.call_later(self._take, order, image, placements)

    def _take(self, order: _Order, image: Image, placements: Placements) -> None:
        self._making = False
        if placements is self._placements:
            placements.add(image)
            self._images.append((order, image))
            while len(self._images) > KEPT:
                placements.drop(self._images.popleft()[1])
            self._last = image
        if self.is_attached:
            self._repaint()

    def _link(self, image: Image) -> None:
        """Marks, for the terminal's side, the columns where the image belongs."""
        left, top = self._plan.spot((0, 0))
        for line in range(image.size[1]):
            link, columns = image.link(line), self._canvas[top + line]
            columns[left:] = [(text, _linked(style, link)) for text, style in columns[left:]]


@lru_cache(2048)
def _linked(style: Style, link: str) -> Style:
    return style + Style(link=link)
