"""Levels opened for play, and what a test sees of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import frames
from dragging import Cell, Mouse
from textual.pilot import Pilot

from engine.files import levelfile, playtest_file
from engine.values.level import Level
from engine.values.playtest_record import PlayRecord
from workbench.app.app import WorkbenchApp
from workbench.document.document import Document
from workbench.features.play.play_text_pane import PlayTextPane
from workbench.features.play.screen import PlayScreen
from workbench.terminal.capabilities import Capabilities
from workbench.ui.boards.board_view import BoardView
from workbench.ui.key_line import KeyLine

REMOTE = Capabilities("256", utf8=True, remote=True)
LOCAL = Capabilities("256", utf8=True)


def playing(file: Path, theme: str = "default", link: Capabilities = REMOTE) -> WorkbenchApp:
    """The app with the level of a file open for play."""
    document = Document.open(file)
    return WorkbenchApp(document, "play", folder=file.parent, theme=theme, terminal=link)


def written(level: Level, file: Path) -> Path:
    """The file, with a level in it."""
    levelfile.write_level(level, file)
    return file


def moves(app: WorkbenchApp) -> tuple[str, ...]:
    """The moves made on the screen of play."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen.session.playthrough.moves


def said(app: WorkbenchApp) -> str:
    """The message in the key line."""
    return app.screen.query_one(KeyLine).message


def words(app: WorkbenchApp) -> str:
    """All that stands beside the board, in one line."""
    width = app.screen.query_one(PlayTextPane).region.x
    return " ".join(line[width:].strip() for line in frames.frame(app).splitlines())


def kept(folder: Path, name: str = "slope") -> tuple[PlayRecord, ...]:
    """The recordings beside a level."""
    return playtest_file.read_records(folder / f"{name}.plays.toml")


def mouse(pilot: Pilot[Any], at: Cell = (0, 0)) -> Mouse:
    """A mouse over the board, at a cell at first."""
    return Mouse(pilot, pilot.app.screen.query_one(BoardView), at)
