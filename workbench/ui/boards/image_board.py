"""A board widget that shows an image instead of text, if the terminal supports images."""

from __future__ import annotations

import contextlib
from collections import deque
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, cast

from rich.style import Style

from engine.game import registry
from engine.values.picture import Picture
from workbench.drawing.cell_brush import Overlay
from workbench.drawing.grid_plan import GridPlan
from workbench.theme.theme_loader import Theme
from workbench.ui.boards.board_view import BoardView

if TYPE_CHECKING:
    from workbench.terminal.graphics_protocol import Graphics
    from workbench.terminal.image_placements import ImagePlacements, TerminalImage
    from workbench.ui.host import Host

MAX_IMAGES = 32
"""The maximum number of images to keep for boards that may be shown again."""
MIN_COLUMNS = 6
"""The minimum width of an image in columns. A repaint could overwrite part of a narrower one."""
_NOTHING = Overlay()


@dataclass(frozen=True, slots=True)
class _ImageSpec:
    """The contents and size of an image, which identify it.

    Attributes:
        game: The name of the board's game.
        picture: The board to draw.
        theme: The theme to draw the board with.
        size: The width in columns and the height in lines.
        cell: The width and height in pixels of one character on the terminal.
    """

    game: str
    picture: Picture
    theme: Theme
    size: tuple[int, int]
    cell: tuple[int, int]

    def make_image(self, graphics: Graphics) -> TerminalImage:
        """Draw the image. This may take a long time."""
        from workbench.drawing import export
        from workbench.terminal.image_placements import TerminalImage

        pixels = self.size[0] * self.cell[0], self.size[1] * self.cell[1]
        game = registry.get_game(self.game)
        png = export.render_cells(game, self.picture, self.theme, pixels)
        return TerminalImage.from_png(graphics, png, self.size)


class ImageBoard(BoardView):
    """A board shown as an image if the terminal supports images and nothing is drawn on top.

    Images are made in a thread, one at a time. A new request replaces any that is still waiting.
    Until the image is ready, the previous image remains if it has the same size. Otherwise, the
    board is shown as text.
    """

    def __init__(self, *, margin: bool = True) -> None:
        """Create an empty board. ``margin`` means the same as for :class:`BoardView`."""
        super().__init__(margin=margin)
        self._placements: ImagePlacements | None = None
        self._images: deque[tuple[_ImageSpec, TerminalImage]] = deque()
        self._last: TerminalImage | None = None
        self._wanted: _ImageSpec | None = None
        self._is_making = False

    def on_unmount(self) -> None:
        """Remove the board's images from the terminal."""
        self._set_placements(None)

    @property
    def is_image(self) -> bool:
        """True while the board is shown as an image."""
        return self._last is not None

    def _set_placements(self, placements: ImagePlacements | None) -> None:
        """Use ``placements`` to show images, or show only text if it is None.

        Unless ``placements`` is already in use, all earlier images are discarded.
        """
        if placements is not self._placements:
            for _, image in self._images:
                if self._placements is not None:
                    self._placements.drop_image(image)
            self._images.clear()
            self._placements, self._last, self._wanted = placements, None, None

    def _paint_canvas(self) -> None:
        super()._paint_canvas()
        self._set_placements(cast("Host", self.app).placements)
        order = self._make_spec()
        if order is None:
            self._wanted = self._last = None
            return
        self._last = self._find_image(order)
        if self._last is not None:
            self._link_columns(self._last)

    def _make_spec(self) -> _ImageSpec | None:
        """Return the spec of the image to show, or None if the board must be drawn as text."""
        plan, placements = self._plan, self._placements
        if placements is None or not isinstance(plan, GridPlan) or self.overlay != _NOTHING:
            return None
        theme, cell = cast("Host", self.app).theme_glyphs, placements.graphics.get_cell_size()
        (columns, lines), (left, top) = plan.size, plan.locate_cell((0, 0))
        whole = columns <= self.size.width and lines <= self.size.height
        if (
            cell is None
            or theme.is_ascii
            or not whole
            or columns - left < MIN_COLUMNS
            or not self.game
        ):
            return None
        # Notes are not drawn, so a change to them must not require a new image.
        picture = replace(self.picture, notes=())
        return _ImageSpec(self.game, picture, theme, (columns - left, lines - top), cell)

    def _find_image(self, spec: _ImageSpec) -> TerminalImage | None:
        """Return the image for ``spec``, or start making it if there is none.

        Until it is made, the result is the last image if that has the right size, otherwise None.
        """
        if found := next((image for made, image in self._images if made == spec), None):
            self._wanted = None
            return found
        self._wanted = spec
        self._start_making()
        last = self._last
        return last if last is not None and last.size == spec.size else None

    def _start_making(self) -> None:
        if self._wanted is not None and self._placements is not None and not self._is_making:
            # Only one thread makes images. When it finishes, the latest request is served next.
            self._is_making = True
            make = partial(self._make_image, self._wanted, self._placements)
            self.run_worker(make, thread=True, group="image")

    def _make_image(self, spec: _ImageSpec, placements: ImagePlacements) -> None:
        image = spec.make_image(placements.graphics)
        with contextlib.suppress(RuntimeError):  # the app has ended in the meantime
            self.call_later(self._take_image, spec, image, placements)

    def _take_image(
        self, spec: _ImageSpec, image: TerminalImage, placements: ImagePlacements
    ) -> None:
        self._is_making = False
        # Discard the image if images have been switched off or on again since the request.
        if placements is self._placements:
            placements.add_image(image)
            self._images.append((spec, image))
            while len(self._images) > MAX_IMAGES:
                placements.drop_image(self._images.popleft()[1])
            self._last = image
        if self.is_attached:
            self._repaint()

    def _link_columns(self, image: TerminalImage) -> None:
        """Mark the image's columns with hyperlinks that tell the terminal driver what to draw."""
        left, top = self._plan.locate_cell((0, 0))
        for line in range(image.size[1]):
            link, columns = image.build_link(line), self._canvas[top + line]
            columns[left:] = [(text, _add_link(style, link)) for text, style in columns[left:]]


@lru_cache(2048)
def _add_link(style: Style, link: str) -> Style:
    return style + Style(link=link)
