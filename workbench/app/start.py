"""Starting the app, and what is left to do when it has ended."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalogue.named import is_catalogue
from engine.errors import EngineError
from engine.files.endings import is_pack
from workbench.app.app import Start, WorkbenchApp
from workbench.document.document import Document
from workbench.terminal.console import error as print_error

if TYPE_CHECKING:
    from engine.values.level import Level

SWITCH = 0.0005
"""Seconds after which a thread that computes lets another one have its turn."""


def run(
    path: Path | None = None,
    start: Start = "levels",
    *,
    levels: Sequence[Level] = (),
    theme: str | None = None,
    mouse: bool | None = None,
) -> int:
    """Runs the app until the user leaves it.

    Args:
        path: a level, a pack or a catalogue to open, or a folder to browse; the current folder by
            default.
        start: the screen to begin with; ``design`` and ``play`` need a level, or a pack.
        levels: a level to open that has no file, in place of ``path``; several are offered to be
            saved in the folder ``path``.
        theme: the theme to draw with; see :class:`WorkbenchApp`.
        mouse: ask the terminal for the mouse; without, it selects and copies text as ever. As
            the user's configuration says if None.

    Returns:
        The exit status; 2 with one line on the standard error for a file that is no level.
    """
    # A key goes through three threads; none of them should wait long for one that computes.
    sys.setswitchinterval(SWITCH)
    document, folder, pack, catalogue = None, Path(), None, None
    try:
        if path is not None and path.is_dir():
            folder, start = path, "levels"
        elif path is not None and is_pack(path):
            from engine.playlists import packfile

            packfile.read(path)
            folder, pack = path.parent, path
        elif path is not None and is_catalogue(path):
            from engine.catalogue.store import Catalogue

            Catalogue.open(path).close()
            folder, catalogue = path.parent, path
        elif path is not None:
            document = Document.open(path)
        elif levels:
            document = Document.unsaved(levels[0], None, None, None)
    except EngineError as error:
        print_error(error)
        return 2
    app = WorkbenchApp(document, start, folder=folder, theme=theme, pack=pack, catalogue=catalogue)
    if document is None:
        app.browser.incoming = tuple(levels)
    app.pictures.begin(app.preferences.settings.pictures)
    status = app.run(mouse=app.preferences.settings.mouse if mouse is None else mouse)
    for line in app.last_words:
        print_error(line)
    return app.return_code or status or 0
