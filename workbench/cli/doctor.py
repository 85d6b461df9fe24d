"""``workbench doctor``: print versions, folders, and this terminal's capabilities."""

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
from engine.files.storage import describe_error
from engine.game import kernels, registry
from engine.jit import decorators
from workbench.cli.support import exit_status
from workbench.cli.support.argument_parser import VerbParser
from workbench.commands import keymap, user_keymap
from workbench.paths import resources, user_config_file
from workbench.paths.state_folder import get_user_state
from workbench.terminal import capabilities, command_line_output, graphics_protocol
from workbench.terminal.command_line_output import Painter
from workbench.theme import game_themes, theme_choice, theme_loader

_PACKAGES = ("puzzle-workbench", "textual", "rich", "numpy", "tomli-w")
_VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "PYTHONIOENCODING")


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Print the information that is needed to understand a bug report."""
    facts = {title: _collect_section(section) for title, section in _SECTIONS.items()}
    command_line_output.print_answer(args, facts, partial(_format_report, facts))
    return exit_status.DONE


def _collect_section(section: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return one section of the report, or a record of the error that prevented collecting it.

    The report is needed most when something is broken, so an error must not end it.
    """
    try:
        return section()
    except Exception as error:
        return {"fault": f"{type(error).__name__}: {error}"}


def _count_compiled_kernels() -> dict[str, str]:
    """Return, for each game, the share of its kernels that are compiled, such as ``3 of 5``."""
    found = {}
    for game in registry.list_games():
        ready, number = kernels.count_compiled(game.name)
        found[game.name] = f"{ready} of {number}"
    return found


def _format_report(facts: Mapping[str, Mapping[str, Any]], painter: Painter) -> Iterator[str]:
    for section, entries in facts.items():
        yield painter(section, "title")
        rows = [(key, word) for key, value in entries.items() for word in _format_value(value)]
        yield from command_line_output.format_table(rows)


def _count_entries(folder: Path) -> str:
    try:
        return str(len(os.listdir(folder)))  # noqa: PTH208 - names are enough
    except FileNotFoundError:
        return "0"
    except OSError as error:
        return f"{folder}: {describe_error(error)}"


def _list_paths() -> dict[str, Any]:
    state = get_user_state()
    return {
        "program": str(Path(__file__).resolve().parent.parent),
        "levels": str(resources.get_shipped_levels()),
        "themes": str(resources.get_shipped_themes()),
        "state": str(state.root),
        "unsaved work": _count_entries(state.recovery),
        "trash": _count_entries(state.trash),
    }


def _describe_kernels() -> dict[str, Any]:
    """Return the state of the kernels, and the reasons why some of them run as plain Python."""
    return {
        "state": kernels.describe_kernels(),
        "switched off": decorators.is_disabled(),
        "compiled": _count_compiled_kernels(),
        "problems": kernels.list_problems(),
    }


def _list_versions() -> dict[str, Any]:
    found = {name: importlib.metadata.distributions(name=name) for name in _PACKAGES}
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        **{name: next((each.version for each in there), None) for name, there in found.items()},
    }


def _list_games() -> dict[str, Any]:
    """Return each installed game's versions, or the reason why it cannot be loaded."""
    found: dict[str, Any] = {}
    for name in registry.list_names():
        try:
            game = registry.get_game(name)
            found[name] = f"rules {game.rules_version}, generator {game.generator_version}"
            if brought := game_themes.list_game_themes(name):
                found[name] += f", looks for the themes {', '.join(brought)}"
        except GameNotFound as error:
            found[name] = str(error)
    return found


def _describe_terminal() -> dict[str, Any]:
    terminal = capabilities.detect_terminal()
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
        "pictures": _describe_pictures(terminal),
    }


def _describe_pictures(terminal: capabilities.Capabilities) -> str:
    """Return text that says whether boards are shown as images, and why."""
    preference = user_config_file.load_settings().pictures
    unwanted = graphics_protocol.explain_unwanted(preference, terminal)
    # Query the terminal only if images are possible. Over SSH, the query may be slow or fail.
    if graphics_protocol.explain_unwanted(preference or "auto", terminal) is not None:
        return f"off: {unwanted}"
    found = graphics_protocol.query_terminal()
    able = (
        found if isinstance(found, str) else f"the terminal has {found.protocol.title()}'s protocol"
    )
    if unwanted is not None:
        return f"off: {unwanted} (pictures in config.toml); {able}"
    return f"{'off' if isinstance(found, str) else 'on'}: {able}"


def _describe_configuration() -> dict[str, Any]:
    """Return the paths of the user's files, the settings in effect, and any problems in them."""
    # These two functions collect problems instead of raising errors.
    settings, keys = user_config_file.load_settings(), user_keymap.load_user_keymap()
    chosen = theme_choice.choose_theme(capabilities.detect_terminal(), None, settings)
    themes = user_config_file.find_themes_folder()
    loaded = [theme_loader.load_or_default(name) for name in theme_loader.list_themes()]
    bad = (problem for _, problem in loaded)
    faults = (fault for theme, _ in loaded for fault in theme.list_faults())
    problems = filter(None, dict.fromkeys((chosen.problem, *bad, *faults)))
    return {
        "folder": str(user_config_file.find_config_folder()),
        "config file": _format_file(user_config_file.find_config_file()),
        "keymap file": _format_file(user_keymap.find_keymap_file()),
        "themes folder": str(themes) if themes.is_dir() else f"{themes} (absent)",
        "theme": chosen.theme.name,
        "theme because": chosen.reason,
        "themes": ", ".join(theme_loader.list_themes()),
        "own keys": {name: keymap.format_keys(found) or None for name, found in keys.keys.items()},
        "problems": [*problems, *settings.problems, *keys.problems],
        "key clashes": list(keys.clashes),
    }


def _format_file(path: Path) -> str:
    return str(path) if path.is_file() else f"{path} (absent)"


_SECTIONS: dict[str, Callable[[], dict[str, Any]]] = {
    "versions": _list_versions,
    "games": _list_games,
    "terminal": _describe_terminal,
    "configuration": _describe_configuration,
    "paths": _list_paths,
    "kernels": _describe_kernels,
}


def _format_value(value: Any) -> list[str]:
    """Format a value as a list of lines, one for each entry if it is a record or a list."""
    if isinstance(value, dict):
        value = [f"{key}: {_format_value(below)[0]}" for key, below in value.items()]
    if isinstance(value, list):
        return [str(entry) for entry in value] or ["none"]
    if value is None:
        return ["none"]
    if isinstance(value, bool):
        return ["yes" if value else "no"]
    return [str(value)]
