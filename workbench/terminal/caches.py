"""A cache of Textual's that would keep what has left the screen."""

from __future__ import annotations

from functools import lru_cache

from textual._styles_cache import StylesCache
from textual.color import Color
from textual.style import Style


@lru_cache(1024)
def _inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
    return Style(background=base + background), Style(background=base)


def keep_colours_only() -> None:
    """Has Textual remember the backgrounds of widgets by their colours alone.

    It would remember them by widget too, and with each its lines as they were drawn last: tens of
    megabytes for the last thousand widgets, of which all but a few are gone.
    See https://github.com/Textualize/textual/issues/6665.
    """
    StylesCache.get_inner_outer = staticmethod(_inner_outer)  # type: ignore[assignment]
