"""Theme files: found, read, checked and merged with those they inherit.

Everything that could go wrong while drawing is refused here, in one line with file and key.
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

from engine.errors import EngineError, LevelError, clipped, naming, quoted
from engine.files import storage, tomltext
from workbench.theme.scales import PICTURED, SIZES, Scale

DEFAULT = "default"
ATTRIBUTES = ("bold", "dim", "reverse", "underline", "italic")

_WORDS = ("symbols", "variables")
_OWN_COLOURS = "|".join(name for name, number in ANSI_COLOR_NAMES.items() if number < 16)
_UI_COLOUR = re.compile(rf"#[0-9a-fA-F]{{6}}|ansi_(?:default|{_OWN_COLOURS})")
_VARIABLE = re.compile("[a-z][a-z0-9-]*")
_FLAGS = ("dark", "ascii", "colour", "ansi")


_UI_COLOUR_WORDS = (
    "a colour: #rrggbb, ansi_default, ansi_red, ansi_bright_red or another of the terminal's 16"
)


class ThemeError(EngineError):
    """A theme that cannot be used; names the file and the key."""


class ThemeNotFound(ThemeError):
    """A name that no theme has."""


def names(folder: Path) -> tuple[str, ...]:
    """The names of the theme files of a folder, the default one first."""
    found = (path.stem for path in folder.glob("*.toml"))
    return tuple(sorted(found, key=lambda name: (name != DEFAULT, name)))


def read(name: str, folders: Sequence[Path]) -> tuple[dict[str, Any], tuple[Path, ...]]:
    """The tables of a theme, merged over those of the themes it inherits, and their files.

    A theme inherits from its own folder or from one further down the list; from a theme of its
    own name only from further down. So a user's ``default`` may build on the shipped one, and
    shipped themes never depend on what a user has.

    Args:
        name: file name without its suffix.
        folders: where to look, the user's first.

    Raises:
        ThemeNotFound: no such theme in any of the folders.
        ThemeError: a file of it is bad.
    """
    tables: dict[str, Any] = {}
    ancestry = _ancestry(name, folders)
    for path, table in reversed(ancestry):
        tables = _merged(tables, table)
        _check_complete(_likened(tables, path), path)
    tables.pop("inherits", None)
    return _likened(tables, ancestry[0][0]), tuple(path for path, _ in ancestry)


def _ancestry(name: str, folders: Sequence[Path]) -> list[tuple[Path, dict[str, Any]]]:
    """The files and checked tables of a theme and of all it inherits, nearest first."""
    chain: list[tuple[Path, dict[str, Any]]] = []
    wanted: str | None = name
    start = 0
    while wanted is not None:
        try:
            start, path = _find(wanted, folders, start)
        except ThemeNotFound as error:
            if not chain:
                raise
            raise ThemeError(f"{chain[-1][0]}: inherits: {error}") from error
        if any(path == seen for seen, _ in chain):
            raise ThemeError(f"{path}: inherits: leads back to {quoted(wanted)}")
        try:
            table = _parse(storage.read_limited(path, tomltext.MAX_BYTES), path)
        except LevelError as error:
            raise ThemeError(str(error)) from error
        chain.append((path, table))
        below = table.get("inherits")
        if below == wanted:
            # Of its own name: the one that it hides, in a folder further down.
            start += 1
            if not any(_stands_in(folder, wanted) for folder in folders[start:]):
                raise ThemeError(f"{path}: inherits: leads back to {quoted(wanted)}")
        wanted = below
    return chain


# Parsing and checking take milliseconds a file, and every start and switch needs some files.
@lru_cache(64)
def _parse(content: bytes, path: Path) -> dict[str, Any]:
    """Parse and check the content of a theme file; callers do not change the tables."""
    with naming(str(path)):
        table = tomltext.parse(content)
    _check(table, path)
    return table


def _find(name: str, folders: Sequence[Path], start: int = 0) -> tuple[int, Path]:
    """The folder, by its number in the list, and the file of a theme."""
    for number, folder in enumerate(folders[start:], start):
        if _stands_in(folder, name):
            return number, folder / f"{name}.toml"
    known = dict.fromkeys(known for folder in folders for known in names(folder))
    themes = ", ".join(known) or "none"
    raise ThemeNotFound(f"unknown theme {quoted(name)}; the themes are {themes}")


def _stands_in(folder: Path, name: str) -> bool:
    return os.path.lexists(folder / f"{name}.toml")


def _merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(under)
    for key, value in over.items():
        below = merged.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[key] = _merged(below, value)
        else:
            merged[key] = value
    return merged


def _check(table: Mapping[str, Any], path: Path) -> None:
    for section, content in table.items():
        if section in ("title", "inherits"):
            _expect(_is_text(content), path, section, "a string that can be shown")
            continue
        _expect(isinstance(content, Mapping), path, section, "a table")
        for name, value in content.items():
            key = f"{section}.{name}"
            if section == "ui" and name in _FLAGS:
                _expect(isinstance(value, bool), path, key, "true or false")
            elif section == "ui":
                _expect(_is_ui_colour(value), path, key, _UI_COLOUR_WORDS)
            elif section == "heat":
                _expect(_is_colour(value), path, key, "a colour, #rrggbb or a name")
            elif section == "variables":
                _check_variable(name, value, path, key)
            elif section == "pictures":
                _check_table(value, path, key, {**_picture_checks(), "like": _A_STRING})
            elif section == "symbols":
                _expect(_is_text(value), path, key, "a string that can be shown")
            else:
                _check_table(value, path, key, _look_checks(1 if section == "marks" else 2))


def _check_variable(name: str, value: Any, path: Path, key: str) -> None:
    """Refuses what would break the style sheets of Textual, which name the variable."""
    _expect(bool(_VARIABLE.fullmatch(name)), path, key, "a name in a-z, 0-9 and -")
    if "style" in name.split("-"):
        words = value.split(" ") if isinstance(value, str) else [""]
        known = words == ["none"] or all(word in ATTRIBUTES for word in words)
        _expect(known, path, key, f"none, or some of {', '.join(ATTRIBUTES)}")
    else:
        _expect(_is_ui_colour(value), path, key, _UI_COLOUR_WORDS)


def _check_table(table: Any, path: Path, key: str, checks: _Checks) -> None:
    _expect(isinstance(table, Mapping), path, key, "a table")
    for name, value in table.items():
        full_key = f"{key}.{name}"
        if name not in checks:
            raise ThemeError(
                f"{path}: {clipped(full_key)}: unknown key; known are {', '.join(checks)}"
            )
        good, expected = checks[name]
        _expect(good(value), path, full_key, expected)


_Checks = Mapping[str, tuple[Callable[[Any], bool], str]]
"""What each key of a table may hold: a test, and what it expects in words."""
_A_STRING = (lambda value: isinstance(value, str)), "a string"


def _look_checks(columns: int) -> _Checks:
    a_colour = _is_colour, "a colour, #rrggbb or a name"
    return {
        "glyph": (lambda value: _is_glyph(value, columns), f"{columns} terminal column(s)"),
        "narrow": (lambda value: _is_glyph(value, 1), "1 terminal column"),
        "colour": a_colour,
        "background": a_colour,
        "attributes": (_are_attributes, f"a list of {', '.join(ATTRIBUTES)}"),
        "through": (lambda value: isinstance(value, bool), "true or false"),
        **_picture_checks(),
        "shape": _A_STRING,
        "like": _A_STRING,
    }


def _picture_checks() -> _Checks:
    return {
        scale: (
            partial(_is_picture, scale),
            "{1} lines of {0} characters, each one column wide".format(*SIZES[scale]),
        )
        for scale in PICTURED
    }


def _likened(tables: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """The tables with every look that is like another completed from that one."""
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
            _expect(good, path, f"{section}.{name}.like", "a name of the table, not like others")
            done[section][name] = _merged(other, {k: v for k, v in look.items() if k != "like"})
    return done


def _check_complete(tables: Mapping[str, Any], path: Path) -> None:
    """A look may leave its glyph to an inherited theme, but one theme must give it."""
    ends = {"low", "high"} & set(tables.get("heat", {}))
    _expect(len(ends) != 1, path, "heat", "both low and high")
    for section, looks in tables.items():
        if section in ("title", "inherits", "ui", "heat", "text", "pictures", *_WORDS):
            continue
        for name, look in looks.items():
            _expect("glyph" in look, path, f"{section}.{name}.glyph", "a glyph")
            wide = len(look["glyph"]) == 1 and section != "marks"
            _expect(
                not wide or "narrow" in look, path, f"{section}.{name}.narrow",
                "a glyph of one column beside the wide one",
            )  # fmt: skip


def _expect(good: bool, path: Path, key: str, expected: str) -> None:
    if not good:
        raise ThemeError(f"{path}: {clipped(key)}: expected {expected}")


def _is_glyph(value: Any, columns: int) -> bool:
    # Every character has a width of its own: combining marks would shift the columns.
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
    return _is_glyph(value, width * height) and len(value) == width * height


def _are_attributes(value: Any) -> bool:
    return isinstance(value, list) and all(word in ATTRIBUTES for word in value)


def _is_colour(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        Color.parse(value)
    except (ColorParseError, ValueError):  # the latter for numbers that are none
        return False
    return True


def _is_ui_colour(value: Any) -> bool:
    return isinstance(value, str) and bool(_UI_COLOUR.fullmatch(value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()
