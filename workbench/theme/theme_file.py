"""The theme file reader, which checks each file and merges it with the themes it inherits from.

All errors are reported here rather than later during drawing. Each message is one line that names
the file and the key.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from rich.color import ANSI_COLOR_NAMES, Color, ColorParseError

from engine.errors import EngineError, LevelError, add_file_name, clip_text, quote_input
from engine.files import storage, untrusted_toml
from engine.game import registry
from workbench.theme.cell_sizes import PICTURE_SCALES, SIZES, Scale

DEFAULT_THEME = "default"
ATTRIBUTES = ("bold", "dim", "reverse", "underline", "italic")

_WORD_TABLES = ("symbols", "variables")
_TABLES_WITHOUT_GLYPHS = ("title", "inherits", "ui", "heat", "text", "pictures", *_WORD_TABLES)
SHARED_TABLES = (*_TABLES_WITHOUT_GLYPHS, "any", "marks")
"""The keys of a theme file that are not the names of games."""
_ANSI_COLOURS = "|".join(name for name, number in ANSI_COLOR_NAMES.items() if number < 16)
_UI_COLOUR = re.compile(rf"#[0-9a-fA-F]{{6}}|ansi_(?:default|{_ANSI_COLOURS})")
_VARIABLE = re.compile("[a-z][a-z0-9-]*")
_FLAGS = ("dark", "ascii", "colour", "ansi")


_UI_COLOUR_WORDS = (
    "a colour: #rrggbb, ansi_default, ansi_red, ansi_bright_red or another of the terminal's 16"
)


class ThemeError(EngineError):
    """An error in a theme file. The message names the file and the key."""


class ThemeNotFound(ThemeError):
    """An error raised when no file exists for a theme name."""


def list_theme_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the themes in ``folder``, with the default theme first."""
    found = (path.stem for path in folder.glob("*.toml"))
    return tuple(sorted(found, key=lambda name: (name != DEFAULT_THEME, name)))


def read_theme(name: str, folders: Sequence[Path]) -> tuple[dict[str, Any], tuple[Path, ...]]:
    """Read a theme, letting its tables override those of the themes it inherits from.

    A theme can inherit from a theme in the same folder or in a later one. A parent with the same
    name must be in a later folder. Thus a user's ``default`` can build on the shipped ``default``,
    but shipped themes never depend on the user's files.

    Args:
        name: The name of the theme's file without its suffix.
        folders: The folders to search, with the user's folder first.

    Returns:
        The merged tables, and the files that they come from, starting with the theme's own file.

    Raises:
        ThemeNotFound: No folder contains a theme with this name.
        ThemeError: One of the files is invalid.
    """
    tables: dict[str, Any] = {}
    ancestry = _read_ancestry(name, folders)
    # Merge from the most distant ancestor to the theme itself, so that the nearest table prevails.
    # Checking after every step makes the error name the file at fault rather than its child.
    for path, table in reversed(ancestry):
        tables = merge_tables(tables, table)
        check_complete(resolve_likes(tables, path), path)
    # Resolve "like" only in the merged tables, because it may name an inherited look.
    tables.pop("inherits", None)
    return resolve_likes(tables, ancestry[0][0]), tuple(path for path, _ in ancestry)


def _read_ancestry(name: str, folders: Sequence[Path]) -> list[tuple[Path, dict[str, Any]]]:
    """Return the file and checked tables of a theme and of each ancestor, nearest first."""
    chain: list[tuple[Path, dict[str, Any]]] = []
    wanted: str | None = name
    start = 0
    while wanted is not None:
        try:
            start, path = _find_file(wanted, folders, start)
        except ThemeNotFound as error:
            if not chain:
                raise
            raise ThemeError(f"{chain[-1][0]}: inherits: {error}") from error
        # Detect a cycle by file, not by name, because two folders may have themes of the same name.
        if any(path == seen for seen, _ in chain):
            raise ThemeError(f"{path}: inherits: leads back to {quote_input(wanted)}")
        table = read_theme_file(path)
        chain.append((path, table))
        below = table.get("inherits")
        if below == wanted:
            # A theme that inherits from its own name means the theme with that name in a later
            # folder.
            start += 1
            if not any(_has_theme(folder, wanted) for folder in folders[start:]):
                raise ThemeError(f"{path}: inherits: leads back to {quote_input(wanted)}")
        wanted = below
    return chain


def read_theme_file(path: Path) -> dict[str, Any]:
    """Read and check one theme file. Callers must not change the returned tables.

    Raises:
        ThemeError: The file cannot be read, or is invalid.
    """
    try:
        return _parse_theme(storage.read_limited(path, untrusted_toml.MAX_BYTES), path)
    except LevelError as error:
        raise ThemeError(str(error)) from error


# Cached because parsing and checking a file takes milliseconds at every change of theme.
@lru_cache(64)
def _parse_theme(content: bytes, path: Path) -> dict[str, Any]:
    with add_file_name(str(path)):
        table = untrusted_toml.parse_toml(content)
    _check_theme(table, path)
    return table


def _find_file(name: str, folders: Sequence[Path], start: int = 0) -> tuple[int, Path]:
    """Find a theme in ``folders[start:]``, and return the index of its folder and its path."""
    for number, folder in enumerate(folders[start:], start):
        if _has_theme(folder, name):
            return number, folder / f"{name}.toml"
    known = dict.fromkeys(known for folder in folders for known in list_theme_names(folder))
    themes = ", ".join(known) or "none"
    raise ThemeNotFound(f"unknown theme {quote_input(name)}; the themes are {themes}")


def _has_theme(folder: Path, name: str) -> bool:
    return os.path.lexists(folder / f"{name}.toml")


def merge_tables(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of ``under`` with those of ``over`` merged into them, key by key."""
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[key] = merge_tables(below, value)
        else:
            merged[key] = value
    return merged


def _check_theme(table: Mapping[str, Any], path: Path) -> None:
    for section, content in table.items():
        if section in ("title", "inherits"):
            _expect_value(_is_text(content), path, section, "a string that can be shown")
            continue
        _expect_value(isinstance(content, Mapping), path, section, "a table")
        for name, value in content.items():
            key = f"{section}.{name}"
            if section == "ui" and name in _FLAGS:
                _expect_value(isinstance(value, bool), path, key, "true or false")
            elif section == "ui":
                _expect_value(_is_ui_colour(value), path, key, _UI_COLOUR_WORDS)
            elif section == "heat":
                _expect_value(_is_colour(value), path, key, "a colour, #rrggbb or a name")
            elif section == "variables":
                _check_variable(name, value, path, key)
            elif section == "pictures":
                _check_table(value, path, key, {**_make_picture_checks(), "like": _A_STRING})
            elif section == "symbols":
                _expect_value(_is_text(value), path, key, "a string that can be shown")
            else:
                _check_table(value, path, key, _make_look_checks(1 if section == "marks" else 2))


def _check_variable(name: str, value: Any, path: Path, key: str) -> None:
    """Raise an error if Textual's style sheets cannot parse a variable's name or value."""
    _expect_value(bool(_VARIABLE.fullmatch(name)), path, key, "a name in a-z, 0-9 and -")
    # Textual expects attributes in variables such as `link-style-hover`, and colours in all others.
    if "style" in name.split("-"):
        words = value.split(" ") if isinstance(value, str) else [""]
        known = words == ["none"] or all(word in ATTRIBUTES for word in words)
        _expect_value(known, path, key, f"none, or some of {', '.join(ATTRIBUTES)}")
    else:
        _expect_value(_is_ui_colour(value), path, key, _UI_COLOUR_WORDS)


def _check_table(table: Any, path: Path, key: str, checks: _Checks) -> None:
    _expect_value(isinstance(table, Mapping), path, key, "a table")
    for name, value in table.items():
        full_key = f"{key}.{name}"
        if name not in checks:
            raise ThemeError(
                f"{path}: {clip_text(full_key)}: unknown key; known are {', '.join(checks)}"
            )
        good, expected = checks[name]
        _expect_value(good(value), path, full_key, expected)


_Checks = Mapping[str, tuple[Callable[[Any], bool], str]]
"""A mapping from each key to a test of its value and a description of the valid values.

Error messages contain the description.
"""
_A_STRING = (lambda value: isinstance(value, str)), "a string"


def _make_look_checks(columns: int) -> _Checks:
    a_colour = _is_colour, "a colour, #rrggbb or a name"
    return {
        "glyph": (lambda value: _is_glyph(value, columns), f"{columns} terminal column(s)"),
        "narrow": (lambda value: _is_glyph(value, 1), "1 terminal column"),
        "colour": a_colour,
        "background": a_colour,
        "attributes": (_are_attributes, f"a list of {', '.join(ATTRIBUTES)}"),
        "through": (lambda value: isinstance(value, bool), "true or false"),
        **_make_picture_checks(),
        "shape": _A_STRING,
        "like": _A_STRING,
    }


def _make_picture_checks() -> _Checks:
    return {
        scale: (
            partial(_is_picture, scale),
            "{1} lines of {0} characters, each one column wide".format(*SIZES[scale]),
        )
        for scale in PICTURE_SCALES
    }


def resolve_likes(tables: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """Return the tables with ``like`` resolved: the look it names supplies all missing keys."""
    done = dict(tables)
    for section, looks in tables.items():
        if not isinstance(looks, Mapping):
            continue
        done[section] = dict(looks)
        for name, look in looks.items():
            if not isinstance(look, Mapping) or "like" not in look:
                continue
            other = looks.get(look["like"], {})
            good = bool(other) and "like" not in other
            _expect_value(
                good, path, f"{section}.{name}.like", "a name of the table, not like others"
            )
            done[section][name] = merge_tables(
                other, {k: v for k, v in look.items() if k != "like"}
            )
    return done


def check_complete(tables: Mapping[str, Any], path: Path) -> None:
    """Raise an error if a merged look has no glyph, or no ``narrow`` to go with a wide glyph.

    A look of a plug-in game needs no glyph, because its letters stand in. It is also an error if
    only one of the heat map's colours ``low`` and ``high`` is defined.
    """
    ends = {"low", "high"} & set(tables.get("heat", {}))
    _expect_value(len(ends) != 1, path, "heat", "both low and high")
    for section, looks in tables.items():
        if section in _TABLES_WITHOUT_GLYPHS:
            continue
        for name, look in looks.items():
            has_glyph = "glyph" in look or registry.is_plug_in(section)
            _expect_value(has_glyph, path, f"{section}.{name}.glyph", "a glyph")
            wide = len(look.get("glyph", "")) == 1 and section != "marks"
            _expect_value(
                not wide or "narrow" in look, path, f"{section}.{name}.narrow",
                "a glyph of one column next to the wide one",
            )  # fmt: skip


def _expect_value(is_good: bool, path: Path, key: str, expected: str) -> None:
    if not is_good:
        raise ThemeError(f"{path}: {clip_text(key)}: expected {expected}")


def _is_glyph(value: Any, columns: int) -> bool:
    # Test each character too, because combining marks have no width and would shift the columns.
    return (
        isinstance(value, str)
        and value.isprintable()
        and all(cell_len(character) > 0 for character in set(value))
        and cell_len(value) == columns
    )


def _is_picture(scale: Scale, value: Any) -> bool:
    width, height = SIZES[scale]
    if isinstance(value, list):
        good = len(value) == height and all(_is_glyph(line, width) for line in value)
        return good and all(len(line) == width for line in value)
    # The string joins all lines. If it has fewer characters than columns, one of them is wide.
    return _is_glyph(value, width * height) and len(value) == width * height


def _are_attributes(value: Any) -> bool:
    return isinstance(value, list) and all(word in ATTRIBUTES for word in value)


def _is_colour(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        Color.parse(value)
    except (ColorParseError, ValueError):  # ValueError for invalid numbers
        return False
    return True


def _is_ui_colour(value: Any) -> bool:
    return isinstance(value, str) and bool(_UI_COLOUR.fullmatch(value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()
