"""What the user has settled for good: the configuration folder and its ``config.toml``.

The folder holds ``config.toml``, ``keymap.toml`` (:mod:`workbench.commands.userkeys`) and
``themes/``. ``config.toml`` has these keys, all optional::

    theme = "light"     # name of a theme; without it, the one that suits the terminal
    mouse = true        # false: the mouse stays the terminal's
    plain = false       # true: lines of text instead of screens, for screen readers
    pictures = false    # true: boards as images, where the terminal can; "auto": not over SSH

A file or key that cannot be used is reported and passed over: it never stops the app.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import platformdirs

from engine.errors import EngineError, LevelError, clipped, quoted
from engine.files import tomltext
from engine.files.storage import read_limited, reason, replace_file

Wish = Literal["auto"] | bool
"""Whether something is wanted that depends on the terminal."""
FOLDER_VARIABLE = "PUZZLE_WORKBENCH_CONFIG"
"""Environment variable that names the configuration folder, in place of the system's usual one."""

_LINE = re.compile(r"""^[ \t]*["']?theme["']?[ \t]*=[^\r\n]*""", re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
_KINDS: Mapping[str, tuple[type, str]] = {
    "theme": (str, "the name of a theme"),
    "mouse": (bool, "true or false"),
    "plain": (bool, "true or false"),
    "pictures": (bool, 'true, false or "auto"'),
}


class ConfigError(EngineError):
    """The configuration cannot be written; names the file."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The user's choices.

    Attributes:
        theme: name of a theme; None to suit the terminal.
        mouse: whether the app asks the terminal for the mouse.
        plain: whether levels open in plain mode.
        pictures: whether boards are shown as images; ``auto`` is not over SSH.
        problems: a line for everything in the file that was passed over.
    """

    theme: str | None = None
    mouse: bool = True
    plain: bool = False
    pictures: Wish = False
    problems: tuple[str, ...] = ()


def folder() -> Path:
    """The folder of the user's configuration; need not exist."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else platformdirs.user_config_path("puzzle-workbench")


def themes_folder() -> Path:
    """The folder of the user's own themes; need not exist."""
    return folder() / "themes"


def file() -> Path:
    """The user's ``config.toml``; need not exist."""
    return folder() / "config.toml"


def load(path: Path | None = None) -> Settings:
    """The user's settings, with whatever is wrong in their file among the problems."""
    path = path or file()
    table, problems = read_table(path)
    good: dict[str, Any] = {}
    for key, value in table.items():
        if key not in _KINDS:
            problems.append(f"{path}: {clipped(key)}: unknown key; known are {', '.join(_KINDS)}")
            continue
        kind, expected = _KINDS[key]
        auto = key == "pictures" and value == "auto"
        if auto or (isinstance(value, kind) and value != ""):
            good[key] = value
        else:
            problems.append(f"{path}: {key}: expected {expected}, found {quoted(value)}")
    return Settings(**good, problems=tuple(problems))


def read_table(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The table of a TOML file, empty without a file, and why it could not be read, if so."""
    try:
        return (tomltext.read(path) if os.path.lexists(path) else {}), []
    except LevelError as error:
        return {}, [str(error)]


def remember_theme(name: str, path: Path | None = None) -> None:
    """Makes a theme the one of the next start; everything else in the file stays as it is.

    Raises:
        ConfigError: the file cannot be written, or not without breaking what is in it.
    """
    path = path or file()
    try:
        there = os.path.lexists(path)
        text = tomltext.decode(read_limited(path, tomltext.MAX_BYTES)) if there else ""
        before = tomltext.parse(text)
        changed = _with_theme(text, name)
        if tomltext.parse(changed) != before | {"theme": name}:
            raise ConfigError(f"{path}: theme: cannot be changed; please edit the file")
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, changed.encode())
    except OSError as error:
        raise ConfigError(f"{path}: {reason(error)}") from error
    except LevelError as error:
        raise ConfigError(str(error if error.file else error.in_file(str(path)))) from error


def _with_theme(text: str, name: str) -> str:
    """The text with another theme; edited, not written anew, so that comments stay."""
    line = f'theme = "{name}"'
    table = _TABLE.search(text)
    end = table.start() if table else len(text)
    head, rest = text[:end], text[end:]
    if _LINE.search(head):
        return _LINE.sub(lambda _: line, head, count=1) + rest
    return f"{line}{tomltext.line_end(text.encode()).decode()}{text}"
