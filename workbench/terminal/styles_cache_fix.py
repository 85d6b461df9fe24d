"""A fix for Textual's styles cache, which keeps closed widgets in memory."""

from __future__ import annotations

from functools import lru_cache

from textual._styles_cache import StylesCache
from textual.color import Color
from textual.style import Style


@lru_cache(1024)
def _get_inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
    return Style(background=base + background), Style(background=base)


def cache_colours_only() -> None:
    """Make Textual cache the backgrounds of widgets by colour alone.

    The keys in Textual's own cache include the widget, which refers to the lines that it drew last.
    The cache therefore holds tens of megabytes for the last thousand widgets, most of which have
    been removed. See https://github.com/Textualize/textual/issues/6665.
    """
    StylesCache.get_inner_outer = staticmethod(_get_inner_outer)  # type: ignore[assignment]
