"""``workbench play``, and the way from the command line into the app, or into plain mode."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from engine.catalogue.named import is_catalogue
from engine.errors import EngineError, LevelError, naming, quoted
from engine.files import sharing
from engine.files.endings import is_pack
from engine.files.storage import require_regular
from engine.values.level import Level
from workbench.cli.support import inputs
from workbench.cli.support.arguments import Parser, Switch
from workbench.folders import config
from workbench.terminal import console, link

Start = Literal["levels", "design", "play"]


def add_options(parser: Parser) -> None:
    """The options of the app."""
    parser.option("--theme T", "name of a theme to draw with")
    mouse = "whether the app takes the mouse; it never needs it"
    parser.add_argument("--mouse", action=Switch, help=mouse)
    plain = "lines of text in place of screens, for screen readers and pipes"
    parser.add_argument("--plain", action=Switch, help=plain)


def open_app(name: str | None, start: Start, args: argparse.Namespace) -> int:
    """Opens the app or plain mode, once it is sure that it can show what is asked for.

    ``name`` is a level file, a text with levels, a pack, a share string, a folder for the level
    browser, or None for it on this folder. Plain mode and the app offer several levels of a text.

    Returns:
        The app's exit status.

    Raises:
        EngineError: it cannot be opened here.
        LevelError: the file is no level, or no playable one for the playtest screen.
        ThemeNotFound: no such theme.
    """
    if name == inputs.STDIN:
        raise EngineError("-: the app reads keys from standard input, so a level needs a file")
    if args.theme is not None:
        from workbench.theme import themechoice

        themechoice.require_theme(args.theme)
    settings = config.load()
    plain = _wants_plain(settings) if args.plain is None else args.plain
    shared = name is not None and sharing.is_share_string(name)
    folder = name is not None and os.path.isdir(name)  # noqa: PTH112 - false for no path at all
    browsing = folder and start == "design" and not plain
    pack = name is not None and not folder and is_pack(name)
    catalogue = name is not None and not (folder or shared or pack) and is_catalogue(Path(name))
    path = None if name is None else Path(name)
    levels: Sequence[Level] = ()  # those that have no file to save them to
    if name is not None and pack:
        from engine.playlists import packfile

        packfile.read(Path(name))
    elif name is not None and catalogue:
        _require_openable(name, start, plain=plain)
    elif name is not None and not browsing:
        levels, path = _read(name, start)
    if plain:
        from workbench.plain import run as run_plain

        for problem in settings.problems:
            console.note(problem)
        return run_plain(path, levels, play=start == "play")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise EngineError("the app needs a terminal; see workbench --help for verbs that do not")
    try:
        Path.cwd()
    except OSError as error:
        gone = "the working folder is gone; go to one that is there and start again"
        raise EngineError(gone) from error
    if args.no_color:
        os.environ["NO_COLOR"] = "1"  # where the app looks for it
    gc.disable()  # until the first frame, as in workbench.__main__
    from workbench.app.start import run

    # From the root of the disk: the working folder may go away while the app runs.
    path = path and path.absolute()
    return run(path, start, levels=levels, theme=args.theme, mouse=args.mouse)


def _read(name: str, start: Start) -> tuple[Sequence[Level], Path | None]:
    """Read a share string, a level file or a text with levels.

    Returns:
        The levels that have no file to save them to, and the path to open: the level file, the
        folder of a text with several levels, or None for a single level without a file.

    Raises:
        LevelError: it cannot be read, or holds one level that the playtest screen cannot play.
    """
    from workbench.document.texts import open_documents

    path = None
    if sharing.is_share_string(name):
        levels = [sharing.loads(name)]
    else:
        if not os.path.isdir(name):  # noqa: PTH112 - false for no path at all
            require_regular(name)  # the app reads and saves it as often as it likes
        documents = open_documents(Path(name))
        levels, path = [document.level for document in documents], documents[0].path
    if start == "play" and len(levels) == 1:
        from engine.evaluation.solving import require_playable

        with naming(name):
            require_playable(levels[0])
    if path is not None:
        return (), path
    return levels, Path(name).parent if len(levels) > 1 else None


def _wants_plain(settings: config.Settings) -> bool:
    """Whether levels open in plain mode where the command line does not say."""
    if settings.plain:
        return True
    screenless = link.detect().dumb and sys.stdin.isatty() and sys.stdout.isatty()
    if screenless:
        term = quoted(os.environ.get("TERM", ""))
        console.note(f"TERM is {term}: plain mode; --no-plain opens the app all the same")
    return screenless


def _require_openable(name: str, start: Start, *, plain: bool) -> None:
    """Refuses a catalogue that cannot be read, or where one is not shown.

    Raises:
        EngineError: it cannot be read, is to be played, or to be shown in plain mode.
    """
    from engine.catalogue.store import Catalogue

    Catalogue.open(name).close()
    if start == "play":
        raise LevelError("a catalogue, not a level; workbench opens it to choose one", file=name)
    if plain:
        raise LevelError("a catalogue; workbench catalogue query lists it in plain text", file=name)


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_argument("level", metavar="LEVEL", help="a level in any format, or a pack")
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Opens the app on the level, to be played."""
    return open_app(args.level, "play", args)
