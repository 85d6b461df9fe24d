"""``workbench doctor``: versions, folders, and what this terminal can do."""

from __future__ import annotations

import argparse
import importlib.metadata
import locale
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import workbench.features  # noqa: F401 - fills the registry
from engine.errors import GameNotFound
from engine.files.storage import reason
from engine.game import kernels, registry
from engine.jit import marks
from workbench.cli.support import status
from workbench.cli.support.arguments import Parser
from workbench.commands import keymap, userkeys
from workbench.folders import config, resources
from workbench.folders.state import user_state
from workbench.terminal import console, graphics, link
from workbench.terminal.console import Painter
from workbench.theme import themechoice, themefile, theming

_PACKAGES = ("puzzle-workbench", "textual", "rich", "numpy", "tomli-w")
_VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "PYTHONIOENCODING")


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Prints all that helps to understand a report."""
    facts = {title: _collect(section) for title, section in _SECTIONS.items()}
    console.answer(args, facts, partial(_lines, facts))
    return status.DONE


def _collect(section: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the facts of a section, or the error that kept them from being found.

    A report is wanted most where something is broken, so no error ends it.
    """
    try:
        return section()
    except Exception as error:
        return {"fault": f"{type(error).__name__}: {error}"}


def _compiled() -> dict[str, str]:
    """How many kernels of every game are compiled, of how many."""
    found = {}
    for game in registry.all_games():
        ready, number = kernels.count_compiled(game.name)
        found[game.name] = f"{ready} of {number}"
    return found


def _lines(facts: Mapping[str, Mapping[str, Any]], painter: Painter) -> Iterator[str]:
    for section, entries in facts.items():
        yield painter(section, "title")
        rows = [(key, word) for key, value in entries.items() for word in _words(value)]
        yield from console.table(rows)


def _count(folder: Path) -> str:
    try:
        return str(len(os.listdir(folder)))  # noqa: PTH208 - names are enough
    except FileNotFoundError:
        return "0"
    except OSError as error:
        return f"{folder}: {reason(error)}"


def _paths() -> dict[str, Any]:
    state = user_state()
    return {
        "program": str(Path(__file__).resolve().parent.parent),
        "levels": str(resources.levels_folder()),
        "themes": str(resources.themes_folder()),
        "state": str(state.root),
        "unsaved work": _count(state.recovery),
        "trash": _count(state.trash),
    }


def _kernels() -> dict[str, Any]:
    """Return the state of the kernels, with the reasons that some run as plain Python."""
    return {
        "state": kernels.describe_state(),
        "switched off": marks.disabled(),
        "compiled": _compiled(),
        "problems": kernels.list_problems(),
    }


def _versions() -> dict[str, Any]:
    found = {name: importlib.metadata.distributions(name=name) for name in _PACKAGES}
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        **{name: next((each.version for each in there), None) for name, there in found.items()},
    }


def _games() -> dict[str, Any]:
    """Every installed game with its versions, or why it cannot be loaded."""
    found: dict[str, Any] = {}
    for name in registry.names():
        try:
            game = registry.get(name)
            found[name] = f"rules {game.rules_version}, generator {game.generator_version}"
        except GameNotFound as error:
            found[name] = str(error)
    return found


def _terminal() -> dict[str, Any]:
    terminal = link.detect()
    size = shutil.get_terminal_size()
    there = sys.stdout.isatty()
    return {
        **{name: os.environ.get(name) for name in _VARIABLES},
        "columns": size.columns,
        "lines": size.lines,
        "colours": terminal.colours,
        "unicode": terminal.utf8,
        "encoding": sys.stdout.encoding,
        "locale": locale.setlocale(locale.LC_CTYPE),
        "input is a terminal": sys.stdin is not None and sys.stdin.isatty(),
        "output is a terminal": there,
        "mouse": "most terminals report it; --no-mouse leaves it to the terminal"
        if there and not terminal.dumb
        else "not here",
        "multiplexer": terminal.multiplexer or None,
        "ssh": terminal.remote,
        "clipboard": terminal.clipboard,
        "pictures": _pictures(terminal),
    }


def _pictures(terminal: link.Link) -> str:
    """Whether boards are shown as images, or why not, and whether they could be."""
    wish = config.load().pictures
    unwanted = graphics.unwanted(wish, terminal)
    # Who only asks the doctor may be far from the terminal.
    if graphics.unwanted(wish or "auto", terminal) is not None:
        return f"off: {unwanted}"
    found = graphics.ask()
    able = (
        found if isinstance(found, str) else f"the terminal has {found.protocol.title()}'s protocol"
    )
    if unwanted is not None:
        return f"off: {unwanted} (pictures in config.toml); {able}"
    return f"{'off' if isinstance(found, str) else 'on'}: {able}"


def _configuration() -> dict[str, Any]:
    """The user's files, what they decide, and what is wrong with them."""
    settings, keys = config.load(), userkeys.load()
    chosen = themechoice.choose(link.detect(), None, settings)
    themes = config.themes_folder()
    bad = (theming.load_or_default(name)[1] for name in themefile.names(themes))
    problems = filter(None, dict.fromkeys((chosen.problem, *bad)))
    return {
        "folder": str(config.folder()),
        "config file": _file(config.file()),
        "keymap file": _file(userkeys.file()),
        "themes folder": str(themes) if themes.is_dir() else f"{themes} (absent)",
        "theme": chosen.theme.name,
        "theme because": chosen.why,
        "themes": ", ".join(theming.names()),
        "own keys": {name: keymap.show_all(found) or None for name, found in keys.keys.items()},
        "problems": [*problems, *settings.problems, *keys.problems],
        "key clashes": list(keys.clashes),
    }


def _file(path: Path) -> str:
    return str(path) if path.is_file() else f"{path} (absent)"


_SECTIONS: dict[str, Callable[[], dict[str, Any]]] = {
    "versions": _versions,
    "games": _games,
    "terminal": _terminal,
    "configuration": _configuration,
    "paths": _paths,
    "kernels": _kernels,
}


def _words(value: Any) -> list[str]:
    """A value on as many lines as it takes."""
    if isinstance(value, dict):
        value = [f"{key}: {_words(below)[0]}" for key, below in value.items()]
    if isinstance(value, list):
        return [str(entry) for entry in value] or ["none"]
    if value is None:
        return ["none"]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    return [str(value)]
