"""The way from the command line into the app."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from engine import workshop
from engine.errors import LevelError
from workbench.cli import inputs, output, status


def open_app(name: str | None, start: Literal["levels", "design", "play"]) -> int:
    """Opens the app, once it is sure that it can show what is asked for.

    Args:
        name: a level file, or None for the level browser.
        start: the screen to start on.

    Returns:
        The app's exit status, or that of a refusal.

    Raises:
        LevelError: the file is no level, or no playable one for the playtest screen.
    """
    if name == inputs.STDIN:
        output.error("-: the app reads keys from standard input, so a level needs a file")
        return status.REFUSED
    if name is not None:
        level = inputs.level(name)
        if start == "play":
            try:
                workshop.require_playable(level)
            except LevelError as error:
                raise error.in_file(name) from error
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        output.error("the app needs a terminal; see workbench --help for verbs that do not")
        return status.REFUSED
    from workbench.app import run

    return run(None if name is None else Path(name), start)
