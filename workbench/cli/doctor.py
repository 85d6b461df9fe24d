"""``workbench doctor``: versions, folders, and what this terminal can do."""

from __future__ import annotations

import argparse
import importlib.metadata
import locale
import os
import platform
import shutil
import sys
from pathlib import Path
from typing import Any

from engine import jit, kernels, registry
from engine.errors import GameNotFound
from workbench import link, resources
from workbench.cli import output, status
from workbench.cli.arguments import Parser
from workbench.cli.output import Painter

_PACKAGES = ("puzzle-workbench", "textual", "rich", "numpy", "numba", "llvmlite", "tomli-w")
_VARIABLES = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "PYTHONIOENCODING")


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Prints all that helps to understand a report."""
    facts = collect()
    if args.json:
        output.json_line(facts)
        return status.DONE
    painter = Painter(output.wants_color(args))
    for section, entries in facts.items():
        output.line(painter(section, "title"))
        for text in output.table([(key, _word(value)) for key, value in entries.items()]):
            output.line(text)
    return status.DONE


def collect() -> dict[str, dict[str, Any]]:
    """Everything, by section."""
    return {
        "versions": _versions(),
        "games": _games(),
        "terminal": _terminal(),
        "paths": {
            "program": str(Path(__file__).resolve().parent.parent),
            "levels": str(resources.levels_folder()),
            "themes": str(resources.themes_folder()),
            "kernel cache": str(kernels.cache_folder()),
        },
        "kernels": {
            "state": kernels.state(),
            "cached": kernels.cache_ready(),
            "switched off": jit.disabled(),
        },
    }


def _versions() -> dict[str, Any]:
    found: dict[str, Any] = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
    }
    for package in _PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = None
    return found


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
    return {
        **{name: os.environ.get(name) for name in _VARIABLES},
        "columns": size.columns,
        "lines": size.lines,
        "colours": terminal.colours,
        "unicode": terminal.utf8,
        "encoding": sys.stdout.encoding,
        "locale": locale.setlocale(locale.LC_CTYPE),
        "input is a terminal": sys.stdin is not None and sys.stdin.isatty(),
        "output is a terminal": sys.stdout.isatty(),
        "multiplexer": terminal.multiplexer or None,
        "ssh": terminal.remote,
        "theme": link.wanted_theme(terminal),
    }


def _word(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
