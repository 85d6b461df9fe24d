"""Theme objects, which are loaded from ``themes/*.toml``.

A theme file has the following tables. All are optional. The keys in each table override those in
the same table of the theme named by ``inherits``::

    title = "Dark"
    inherits = "default"
    [ui]          the booleans dark, ascii, colour and ansi; Textual's colours primary, ...
    [text]        the style of each kind of text: muted, key, good, bad, ...
    [marks]       the look of each kind of marked cell; its glyph is drawn in the second column
    [heat]        low and high, the end colours of a heat map; text, the colour of its numbers
                  (the terminal's own colours cannot be mixed, so they give only two steps)
    [symbols]     the symbols and short words that panes show for play, pause, dirty, up, ...
    [variables]   variables for Textual's style sheets: attributes if the name contains the word
                  "style", otherwise colours
    [pictures]    pictures of shapes, for the scales at which cells are large enough
    [any]         the look of each tile and piece that the table of its game does not define
    [GAME]        the look of each tile and piece of the game with that name; a plug-in game brings
                  its own (:mod:`~workbench.theme.game_themes`), which this table overrides

A *look* is a table with these keys:

- ``glyph``: one or two characters that fill two terminal columns;
- ``narrow``: a glyph one column wide, drawn if a gate needs the other column; by default the first
  character of ``glyph``;
- ``colour``, ``background`` and ``attributes`` (``bold``, ``dim``, ``reverse``, ``underline``,
  ``italic``);
- ``through``: true for a tile whose second column is visible next to a piece on it;
- ``shape``: the shape in SVG pictures (a name from :mod:`workbench.drawing.svg_piece_shapes`),
  which is also the name of the picture in ``[pictures]``;
- ``large``, ``larger``, ``largest``: pictures for these scales;
- ``like``: the name of another look in the same table, which supplies all missing keys.

A *picture* has one character for each column of a cell. It is a list of lines, or one string that
joins them from top to bottom. The digits 1 and 2 represent the two columns of the glyph. The
picture named ``chip`` is used for pieces that have a background but no picture.

This module uses Rich styles but does not import Textual, so that the command line starts fast.
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

from engine.errors import quote_input
from engine.game import registry
from workbench.paths import resources, user_config_file
from workbench.theme import game_themes, theme_file
from workbench.theme.cell_sizes import PICTURE_SCALES, SIZES, Scale
from workbench.theme.theme_file import ThemeError

if TYPE_CHECKING:
    from textual.theme import Theme as TextualTheme

_UI_COLOURS = (
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel", "boost",
    "warning", "error", "success",
)  # fmt: skip
OPAQUE_BLANK = "\xa0"
"""A blank that belongs to a picture and hides everything beneath it."""
_MISSING_VARIABLES = dict.fromkeys(
    ("ansi-background", "ansi-foreground", "foreground-disabled", "surface-active"), "ansi_default"
)
"""The variables that Textual's style sheets use but that 16-colour themes do not define."""


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of one named tile, piece or mark.

    Attributes:
        glyph: One or two characters that fill two terminal columns.
        narrow: A glyph one column wide, drawn instead of ``glyph`` where only one column is free.
        style: The colours and attributes of the glyph.
        through: True for a tile whose second column is visible next to a piece on it.
        shape: The shape in SVG pictures, which is a name from
            :mod:`workbench.drawing.svg_piece_shapes`.
        pictures: The picture at each scale, as one string per line.
        chips: The picture, at each scale, of a chip with the glyph on it, in the same form as
            ``pictures``. It is drawn for pieces without a picture.
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
        """The strings in the glyph's two columns. After a wide character, the second is empty."""
        return (self.glyph, "") if len(self.glyph) == 1 else (self.glyph[0], self.glyph[1])


@dataclass(frozen=True, eq=False)
class Theme:
    """A loaded theme.

    Attributes:
        name: The name of the theme's file without its suffix.
        tables: The tables in the theme's file, merged with those of the themes it inherits from.
        files: The theme's own file, followed by those of the themes it inherits from.
    """

    name: str
    tables: Mapping[str, Any] = field(repr=False)
    files: tuple[Path, ...] = ()

    @property
    def title(self) -> str:
        """The name of the theme as shown to users."""
        return str(self.tables.get("title", self.name))

    @property
    def is_dark(self) -> bool:
        """True if the background is dark."""
        return bool(self._ui_table.get("dark", True))

    @property
    def is_ascii(self) -> bool:
        """True if everything, including frames, is drawn in plain ASCII."""
        return bool(self._ui_table.get("ascii", False))

    @property
    def has_colour(self) -> bool:
        """True if the theme uses any colours."""
        return bool(self._ui_table.get("colour", True))

    @property
    def uses_ansi(self) -> bool:
        """True if the theme uses the terminal's own 16 colours, which the user may have changed."""
        return bool(self._ui_table.get("ansi", False))

    def get_look(self, game: str, name: str) -> Look:
        """Return the look of the tile or piece ``name``.

        If neither the theme nor a plug-in game's own theme files define the name, the look is made
        from its letters.
        """
        return _build_look(self, game, name)

    def find_fault(self, game: str) -> str | None:
        """Return the error in the theme files that a plug-in game brings, or None if all is well.

        The error is one line. It names the game, the file and the key.
        """
        return _read_game_tables(self, game)[1]

    def list_faults(self) -> tuple[str, ...]:
        """Return the errors in the theme files of all installed plug-in games."""
        plug_ins = filter(registry.is_plug_in, registry.list_names())
        return tuple(filter(None, map(self.find_fault, plug_ins)))

    def get_style(self, role: str) -> Style:
        """Return the text style ``role``, such as ``muted``, or a plain style if there is none."""
        return self._make_style(self.tables.get("text", {}).get(role, {}))

    def get_mark(self, name: str) -> Look:
        """Return the look of the mark ``name``, whose glyph is drawn in a cell's second column.

        An unknown mark is shown by underlining the cell.
        """
        table = self.tables.get("marks", {}).get(name)
        if table is None:
            return Look("", "", Style(underline=True))
        return Look(table["glyph"], table["glyph"], self._make_style(table))

    def get_symbol(self, name: str) -> str:
        """Return the symbol that panes show for ``name``, or ``name`` if there is none."""
        return str(self.tables.get("symbols", {}).get(name, name))

    def get_heat_style(self, value: float) -> Style:
        """Return the style of a heat map cell whose value is between 0 and 1."""
        # The eye cannot distinguish more than 17 steps, and so few styles can all be cached.
        return _mix_heat(self, round(max(0.0, min(1.0, value)) * 16))

    def get_ui_colour(self, name: str, default: str) -> str:
        """Return the colour ``name`` from the ``[ui]`` table, or ``default`` if it is missing."""
        return str(self._ui_table.get(name, default))

    def _make_style(self, table: Mapping[str, Any]) -> Style:
        named: dict[str, Any] = dict.fromkeys(table.get("attributes", ()), True)
        if self.has_colour:
            named |= {"color": table.get("colour"), "bgcolor": table.get("background")}
        return Style(**named)

    @property
    def _ui_table(self) -> Mapping[str, Any]:
        table: Mapping[str, Any] = self.tables.get("ui", {})
        return table

    @cached_property
    def textual_theme(self) -> TextualTheme:
        """The equivalent Textual theme, for Textual's own widgets."""
        from textual.theme import Theme as TextualTheme

        colours = {key: self._ui_table[key] for key in _UI_COLOURS if key in self._ui_table}
        ansi = self.uses_ansi or not self.has_colour
        variables = {**(_MISSING_VARIABLES if ansi else {}), **self.tables.get("variables", {})}
        return TextualTheme(
            f"workbench-{self.name}",
            **{"primary": "ansi_default", **colours},
            dark=self.is_dark,
            ansi=ansi,
            variables=variables,
        )


@lru_cache(64)
def _read_game_tables(theme: Theme, game: str) -> tuple[Mapping[str, Any], str | None]:
    """Return the tables with which a theme draws a game, and the error in the game's own files."""
    names = [path.stem for path in reversed(theme.files)]
    try:
        tables = game_themes.read_game_tables(theme.tables, names, game, is_ascii=theme.is_ascii)
    except ThemeError as error:
        return theme.tables, f"game {quote_input(game)}: {error}; drawn with its letters"
    return tables, None


@lru_cache(2048)
def _build_look(theme: Theme, game: str, name: str) -> Look:
    tables, _ = _read_game_tables(theme, game)
    for section in (tables.get(game, {}), theme.tables.get("any", {})):
        table = section.get(name)
        if table is not None:
            glyph = str(table.get("glyph", _abbreviate(name)))
            narrow = str(table.get("narrow", glyph[0]))
            through, shape = bool(table.get("through", False)), str(table.get("shape", ""))
            drawn = tables.get("pictures", {})
            pictures = _build_pictures({**drawn.get(shape, {}), **table}, glyph, narrow)
            chips = _build_pictures(drawn.get("chip", {}), glyph, narrow)
            return Look(glyph, narrow, theme._make_style(table), through, shape, pictures, chips)
    letters = _abbreviate(name)
    return Look(letters, letters[0])


def _abbreviate(name: str) -> str:
    """Return two letters for a tile or piece of a plug-in game, so that it can be told apart.

    They are the initials of the first and last words ("RC" for "red-car") or the first two letters.
    """
    words = [word for word in name.replace("_", "-").split("-") if word.isascii() and word]
    if len(words) > 1:
        return (words[0][0] + words[-1][0]).upper()
    return (words or ["?"])[0][:2].title().ljust(2)


def _build_pictures(
    table: Mapping[str, Any], glyph: str, narrow: str
) -> Mapping[Scale, tuple[str, ...]]:
    """Return a mapping from scale to a picture's lines, in which the glyph replaces the digits."""
    found: dict[Scale, tuple[str, ...]] = {}
    solid = glyph.replace(" ", OPAQUE_BLANK)
    # "12" must come before "1" and "2" in the pattern, because both digits together represent the
    # whole glyph, which may be a single wide character.
    parts = {"12": solid, "1": narrow, "2": solid[1:] or OPAQUE_BLANK}
    for scale in PICTURE_SCALES:
        if scale in table:
            width, height = SIZES[scale]
            text = "".join(table[scale])
            lines = (text[at * width : (at + 1) * width] for at in range(height))
            found[scale] = tuple(
                re.sub("12|1|2", lambda place: parts[place[0]], line) for line in lines
            )
    return found


@lru_cache(64)
def _mix_heat(theme: Theme, step: int) -> Style:
    table = theme.tables.get("heat", {})
    if not theme.has_colour or "low" not in table:
        return Style()
    # The actual values of the terminal's own colours are unknown, so they cannot be mixed.
    if theme.uses_ansi:
        return Style(color=table.get("text"), bgcolor=table["high" if step > 8 else "low"])
    low, high = (Color.parse(str(table[end])).get_truecolor() for end in ("low", "high"))
    mixed = (round(a + (b - a) * step / 16) for a, b in zip(low, high, strict=True))
    return Style(color=table.get("text"), bgcolor=Color.from_rgb(*mixed))


def list_shipped() -> tuple[str, ...]:
    """Return the names of the themes shipped with the workbench, with the default theme first."""
    return theme_file.list_theme_names(resources.get_shipped_themes())


def list_themes(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of all themes. Shipped themes come before the user's own."""
    return tuple(
        dict.fromkeys(
            (
                *list_shipped(),
                *theme_file.list_theme_names(folder or user_config_file.find_themes_folder()),
            )
        )
    )


def load_theme(name: str, folder: Path | None = None) -> Theme:
    """Load a theme by name, together with all themes it inherits from.

    A user's own theme takes precedence over a shipped theme of the same name.

    Raises:
        ThemeNotFound: No theme has this name.
        ThemeError: One of the files is invalid. The message is one line with the file and the key.
    """
    folders = (folder or user_config_file.find_themes_folder(), resources.get_shipped_themes())
    return Theme(name, *theme_file.read_theme(name, folders))


def load_shipped(name: str) -> Theme:
    """Load a shipped theme, even if the user has a theme with the same name."""
    return Theme(name, *theme_file.read_theme(name, (resources.get_shipped_themes(),)))


def load_or_default(
    name: str, folder: Path | None = None, default: str = theme_file.DEFAULT_THEME
) -> tuple[Theme, str | None]:
    """Load a theme by name, or a shipped theme if that fails.

    Args:
        name: The name of the theme.
        folder: The folder with the user's own themes, or None for the one in the configuration
            folder.
        default: The name of the shipped theme to load if ``name`` cannot be loaded.

    Returns:
        The theme, and the error message for ``name``, or None if it could be loaded.
    """
    try:
        return load_theme(name, folder), None
    except ThemeError as error:
        return load_shipped(default), str(error)
