"""The launcher, which opens files, runs the app, and then prints the app's last messages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalogue.file_type import is_catalogue
from engine.errors import EngineError
from engine.files.suffixes import is_pack_name
from workbench.app.app import StartScreen, WorkbenchApp
from workbench.document.document import Document
from workbench.terminal.command_line_output import print_error

if TYPE_CHECKING:
    from engine.values.level import Level

SWITCH_INTERVAL = 0.0005
"""The time in seconds after which Python may switch from a busy thread to another one."""


def run_app(
    path: Path | None = None,
    start: StartScreen = "levels",
    *,
    levels: Sequence[Level] = (),
    theme: str | None = None,
    mouse: bool | None = None,
) -> int:
    """Run the app until the user leaves it.

    Args:
        path: A level, a pack or a catalogue to open, or a folder to browse. The default is the
            current folder.
        start: The screen to start with. ``design`` and ``play`` need a level or a pack.
        levels: Levels that have no files yet. Without ``path``, the first one is opened. If
            ``path`` is a folder, the level browser offers to save them there.
        theme: The name of the theme. The default is that of :class:`WorkbenchApp`.
        mouse: True to handle mouse events, or False to leave the mouse to the terminal, so that the
            terminal's own text selection works. The default is the user's setting.

    Returns:
        The exit status. It is 2 if a file cannot be read, after an error message has been printed.
    """
    # A key press passes through three threads, and a busy thread can delay it at each of them. A
    # short interval limits that delay.
    sys.setswitchinterval(SWITCH_INTERVAL)
    document, folder, pack, catalogue = None, Path(), None, None
    try:
        if path is not None and path.is_dir():
            folder, start = path, "levels"
        elif path is not None and is_pack_name(path):
            from engine.playlists import packfile

            # Read the pack only to report errors. The screen reads it again, with its levels.
            packfile.read_pack(path)
            folder, pack = path.parent, path
        elif path is not None and is_catalogue(path):
            from engine.catalogue.store import Catalogue

            Catalogue.open(path).close()
            folder, catalogue = path.parent, path
        elif path is not None:
            document = Document.open(path)
        elif levels:
            document = Document.from_unsaved_work(levels[0], None, None, None)
    except EngineError as error:
        print_error(error)
        return 2
    app = WorkbenchApp(document, start, folder=folder, theme=theme, pack=pack, catalogue=catalogue)
    if document is None:
        app.browser.opened_levels = tuple(levels)
    # Query the terminal before run(), because later its answer would be taken for key presses.
    app.board_display.start_images(app.preferences.settings.pictures)
    status = app.run(mouse=app.preferences.settings.mouse if mouse is None else mouse)
    for line in app.exit_messages:
        print_error(line)
    return app.return_code or status or 0
