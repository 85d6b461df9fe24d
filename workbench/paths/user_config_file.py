"""The user's permanent settings: the configuration folder and the file ``config.toml`` in it.

The folder contains ``config.toml``, ``keymap.toml`` (:mod:`workbench.commands.user_keymap`) and
``themes/``. ``config.toml`` has these keys, all of which are optional::

    theme = "light"     # the name of a theme; by default, one that suits the terminal
    mouse = true        # false: leave the mouse to the terminal
    plain = false       # true: lines of text instead of screens, for screen readers
    pictures = false    # true: boards as images if the terminal can; "auto": not over SSH

An invalid file or key is reported and ignored. It never prevents the app from starting.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import platformdirs

from engine.errors import EngineError, LevelError, clip_text, quote_input
from engine.files import line_ends, untrusted_toml
from engine.files.storage import describe_error, read_limited, replace_file

AutoSetting = Literal["auto"] | bool
"""A setting that is on, off, or left for the app to decide."""
FOLDER_VARIABLE = "PUZZLE_WORKBENCH_CONFIG"
"""The environment variable that overrides the path of the configuration folder."""

_THEME_LINE = re.compile(r"""^[ \t]*["']?theme["']?[ \t]*=[^\r\n]*""", re.MULTILINE)
_TABLE_START = re.compile(r"^[ \t]*\[", re.MULTILINE)
_VALUE_TYPES: Mapping[str, tuple[type, str]] = {
    "theme": (str, "the name of a theme"),
    "mouse": (bool, "true or false"),
    "plain": (bool, "true or false"),
    "pictures": (bool, 'true, false or "auto"'),
}


class ConfigError(EngineError):
    """An error raised when the configuration cannot be written. Its message names the file."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's settings.

    Attributes:
        theme: The name of a theme, or None to choose one that suits the terminal.
        mouse: True if the app handles mouse events.
        plain: True if levels are opened in plain mode.
        pictures: True to show boards as images, or ``auto`` to do so except over SSH.
        problems: The reasons why parts of the file were ignored, one line for each part.
    """

    theme: str | None = None
    mouse: bool = True
    plain: bool = False
    pictures: AutoSetting = False
    problems: tuple[str, ...] = ()


def find_config_folder() -> Path:
    """Return the path of the user's configuration folder. The folder may not exist yet."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else platformdirs.user_config_path("puzzle-workbench")


def find_themes_folder() -> Path:
    """Return the folder for the user's own themes. The folder may not exist yet."""
    return find_config_folder() / "themes"


def find_config_file() -> Path:
    """Return the path of the user's ``config.toml``. The file may not exist yet."""
    return find_config_folder() / "config.toml"


def load_settings(path: Path | None = None) -> Settings:
    """Read the user's settings. Errors in the file are listed in ``problems``, not raised."""
    path = path or find_config_file()
    table, problems = read_table(path)
    good: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _VALUE_TYPES:
            problems.append(
                f"{path}: {clip_text(key)}: unknown key; known are {', '.join(_VALUE_TYPES)}"
            )
            continue
        kind, expected = _VALUE_TYPES[key]
        # "auto" is a string, but its key expects a boolean.
        auto = key == "pictures" and value == "auto"
        if auto or (isinstance(value, kind) and value != ""):
            good[key] = value
        else:
            problems.append(f"{path}: {key}: expected {expected}, found {quote_input(value)}")
    return Settings(**good, problems=tuple(problems))


def read_table(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Read a TOML file, and return its table and a list of errors.

    The table is empty if the file is missing or invalid. A missing file is not an error.
    """
    try:
        return (untrusted_toml.read_toml(path) if os.path.lexists(path) else {}), []
    except LevelError as error:
        return {}, [str(error)]


def save_theme(name: str, path: Path | None = None) -> None:
    """Save the name of the theme in the configuration file, leaving everything else unchanged.

    Raises:
        ConfigError: The file cannot be written, or the edit would change more than the theme.
    """
    path = path or find_config_file()
    try:
        there = os.path.lexists(path)
        text = (
            untrusted_toml.decode_text(read_limited(path, untrusted_toml.MAX_BYTES))
            if there
            else ""
        )
        before = untrusted_toml.parse_toml(text)
        # The pattern that finds the theme's line may also match inside a multi-line string, so
        # parse the result to check that only the theme has changed.
        changed = _replace_theme(text, name)
        if untrusted_toml.parse_toml(changed) != before | {"theme": name}:
            raise ConfigError(f"{path}: theme: cannot be changed by the app; edit the file")
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, changed.encode())
    except OSError as error:
        raise ConfigError(f"{path}: {describe_error(error)}") from error
    except LevelError as error:
        raise ConfigError(str(error if error.file else error.with_file(str(path)))) from error


def _replace_theme(text: str, name: str) -> str:
    """Return the file's text with the theme set to ``name`` and all comments preserved."""
    line = f'theme = "{name}"'
    table = _TABLE_START.search(text)
    end = table.start() if table else len(text)
    head, rest = text[:end], text[end:]
    if _THEME_LINE.search(head):
        return _THEME_LINE.sub(lambda _: line, head, count=1) + rest
    return f"{line}{line_ends.find_line_end(text.encode()).decode()}{text}"
