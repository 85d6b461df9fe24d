"""Themes: what every named thing looks like, from ``themes/*.toml``.

A theme file has these tables, all optional, merged key by key over those of the theme that
it ``inherits``::

    title = "Dark"
    inherits = "default"
    [ui]          dark, ascii, colour, ansi: booleans; primary, background, ...: of Textual
    [text]        styles of words: muted, key, good, bad, ...
    [marks]       how marked cells look: a look whose glyph goes to the second column
    [heat]        low, high: colours between which a heat map runs; text: colour of its numbers
                  (colours of the terminal cannot be mixed: there are only the two then)
    [symbols]     short words for panes: play, pause, dirty, up, ...
    [variables]   of Textual's style sheets: colours, and attributes where a name says "style"
    [pictures]    of shapes, at the scales at which cells are large enough for them
    [any]         looks of names that a game's own section does not have
    [GAME]        looks of the names in that game's pictures

A *look* is a table with ``glyph`` (two terminal columns, as one or two characters),
``narrow`` (one column, for when a gate needs the other; the first character by default),
``colour``, ``background``, ``attributes`` (``bold``, ``dim``, ``reverse``, ``underline``,
``italic``), ``through`` (a tile whose second column shows beside a piece on it), ``shape`` (how
SVG pictures draw it, a name of :mod:`workbench.drawing.shapes`, and which of ``[pictures]`` is
its own), a picture of its own for any of the scales ``large``, ``larger`` and ``largest``, and
``like`` (another name of the same table, of which everything is taken that is not said).

A *picture* has a character for every column of a cell, as a list of lines or all in one string,
the upper line first. The digits 1 and 2 stand for the columns of the glyph of what it is drawn
for. The picture named ``chip`` is that of pieces with a background that have no other.

This module knows Rich styles but not Textual, so that the
command line starts fast.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.color import Color
from rich.style import Style

from workbench.folders import config, resources
from workbench.theme import themefile
from workbench.theme.scales import PICTURED, SIZES, Scale
from workbench.theme.themefile import ThemeError

if TYPE_CHECKING:
    from textual.theme import Theme as TextualTheme

_UI_COLOURS = (
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel", "boost",
    "warning", "error", "success",
)  # fmt: skip
BLANK = "\xa0"
"""A blank that belongs to a picture: what is below it is not seen."""
_UNDEFINED = dict.fromkeys(
    ("ansi-background", "ansi-foreground", "foreground-disabled", "surface-active"), "ansi_default"
)
"""Variables that style sheets of Textual name and its themes of 16 colours lack."""


@dataclass(frozen=True, slots=True)
class Look:
    """How one named thing is drawn.

    Attributes:
        glyph: two terminal columns, in one or two characters.
        narrow: one column that says the same.
        style: colours and attributes.
        through: for a tile: its second column shows beside a piece on it.
        shape: how pictures other than text draw it: a name of :mod:`workbench.drawing.shapes`.
        pictures: how it fills the cells of larger scales, a text for each line.
        chips: the same of a chip with its glyph, for pieces without a picture.
    """

    glyph: str
    narrow: str
    style: Style = field(default_factory=Style)
    through: bool = False
    shape: str = ""
    pictures: Mapping[Scale, tuple[str, ...]] = field(default_factory=dict, hash=False)
    chips: Mapping[Scale, tuple[str, ...]] = field(default_factory=dict, hash=False)

    @property
    def columns(self) -> tuple[str, str]:
        """The glyph by column; a wide character fills the first and leaves the second empty."""
        return (self.glyph, "") if len(self.glyph) == 1 else (self.glyph[0], self.glyph[1])


@dataclass(frozen=True, eq=False)
class Theme:
    """A loaded theme.

    Attributes:
        name: the file's name without its suffix.
        tables: the merged tables of the file and of those it inherits.
        files: the file and those it inherits.
    """

    name: str
    tables: Mapping[str, Any] = field(repr=False)
    files: tuple[Path, ...] = ()

    @property
    def title(self) -> str:
        """The name shown to users."""
        return str(self.tables.get("title", self.name))

    @property
    def dark(self) -> bool:
        """Whether the background is dark."""
        return bool(self._ui.get("dark", True))

    @property
    def ascii(self) -> bool:
        """Whether everything, frames included, must be drawn in plain ASCII."""
        return bool(self._ui.get("ascii", False))

    @property
    def colour(self) -> bool:
        """Whether the theme uses any colour."""
        return bool(self._ui.get("colour", True))

    @property
    def ansi(self) -> bool:
        """Whether its colours are the terminal's own 16, for the user's palette to apply."""
        return bool(self._ui.get("ansi", False))

    def look(self, game: str, name: str) -> Look:
        """How a name of a game's picture is drawn; a made-up look for an unknown one."""
        return _look(self, game, name)

    def style(self, role: str) -> Style:
        """The style of a role of text: ``muted``, ``key``, ``good``, ... plain if unknown."""
        return self._style(self.tables.get("text", {}).get(role, {}))

    def mark(self, name: str) -> Look:
        """How a marked cell is drawn; its ``narrow`` goes to the second column."""
        table = self.tables.get("marks", {}).get(name)
        if table is None:
            return Look("", "", Style(underline=True))
        return Look(table["glyph"], table["glyph"], self._style(table))

    def symbol(self, name: str) -> str:
        """A short word for panes, such as ``play`` or ``dirty``; the name if unknown."""
        return str(self.tables.get("symbols", {}).get(name, name))

    def heat(self, value: float) -> Style:
        """The style of a cell of a heat map, for a value from 0 to 1."""
        return _heat(self, round(max(0.0, min(1.0, value)) * 16))

    def ui_colour(self, name: str, default: str) -> str:
        """A colour of the ``[ui]`` table."""
        return str(self._ui.get(name, default))

    def _style(self, table: Mapping[str, Any]) -> Style:
        named: dict[str, Any] = dict.fromkeys(table.get("attributes", ()), True)
        if self.colour:
            named |= {"color": table.get("colour"), "bgcolor": table.get("background")}
        return Style(**named)

    @property
    def _ui(self) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.tables.get("ui", {})
        return table

    @cached_property
    def textual(self) -> TextualTheme:
        """The same theme for Textual's own widgets."""
        from textual.theme import Theme as TextualTheme

        colours = {key: self._ui[key] for key in _UI_COLOURS if key in self._ui}
        ansi = self.ansi or not self.colour
        variables = {**(_UNDEFINED if ansi else {}), **self.tables.get("variables", {})}
        return TextualTheme(
            f"workbench-{self.name}",
            **{"primary": "ansi_default", **colours},
            dark=self.dark,
            ansi=ansi,
            variables=variables,
        )


@lru_cache(2048)
def _look(theme: Theme, game: str, name: str) -> Look:
    for section in (game, "any"):
        table = theme.tables.get(section, {}).get(name)
        if table is not None:
            glyph = str(table["glyph"])
            narrow = str(table.get("narrow", glyph[0]))
            through, shape = bool(table.get("through", False)), str(table.get("shape", ""))
            drawn = theme.tables.get("pictures", {})
            pictures = _pictures({**drawn.get(shape, {}), **table}, glyph, narrow)
            chips = _pictures(drawn.get("chip", {}), glyph, narrow)
            return Look(glyph, narrow, theme._style(table), through, shape, pictures, chips)
    # A plug-in's names must be distinguished even if no theme has them.
    words = [word for word in name.replace("_", "-").split("-") if word.isascii() and word]
    if len(words) > 1:
        letters = (words[0][0] + words[-1][0]).upper()
    else:
        letters = (words or ["?"])[0][:2].title().ljust(2)
    return Look(letters, letters[0])


def _pictures(table: Mapping[str, Any], glyph: str, narrow: str) -> Mapping[Scale, tuple[str, ...]]:
    """The pictures of a table by line, with a glyph in its place."""
    found: dict[Scale, tuple[str, ...]] = {}
    solid = glyph.replace(" ", BLANK)
    parts = {"12": solid, "1": narrow, "2": solid[1:] or BLANK}
    for scale in PICTURED:
        if scale in table:
            width, height = SIZES[scale]
            text = "".join(table[scale])
            lines = (text[at * width : (at + 1) * width] for at in range(height))
            found[scale] = tuple(
                re.sub("12|1|2", lambda place: parts[place[0]], line) for line in lines
            )
    return found


@lru_cache(64)
def _heat(theme: Theme, step: int) -> Style:
    table = theme.tables.get("heat", {})
    if not theme.colour or "low" not in table:
        return Style()
    if theme.ansi:
        return Style(color=table.get("text"), bgcolor=table["high" if step > 8 else "low"])
    low, high = (Color.parse(str(table[end])).get_truecolor() for end in ("low", "high"))
    mixed = (round(a + (b - a) * step / 16) for a, b in zip(low, high, strict=True))
    return Style(color=table.get("text"), bgcolor=Color.from_rgb(*mixed))


def shipped() -> tuple[str, ...]:
    """The names of the themes that come with the workbench, the default one first."""
    return themefile.names(resources.themes_folder())


def names(folder: Path | None = None) -> tuple[str, ...]:
    """The names of all themes: those that come with the workbench, then the user's own."""
    return tuple(dict.fromkeys((*shipped(), *themefile.names(folder or config.themes_folder()))))


def load(name: str, folder: Path | None = None) -> Theme:
    """The theme of that name, with all that it inherits: the user's own, else a shipped one.

    Raises:
        ThemeNotFound: no such theme.
        ThemeError: a file of it is bad; one line naming file and key.
    """
    folders = (folder or config.themes_folder(), resources.themes_folder())
    return Theme(name, *themefile.read(name, folders))


def load_shipped(name: str) -> Theme:
    """A theme that comes with the workbench, whatever a user has under its name."""
    return Theme(name, *themefile.read(name, (resources.themes_folder(),)))


def load_or_default(
    name: str, folder: Path | None = None, default: str = themefile.DEFAULT
) -> tuple[Theme, str | None]:
    """The theme of that name; if that cannot be, a shipped one in its place and why."""
    try:
        return load(name, folder), None
    except ThemeError as error:
        return load_shipped(default), str(error)
