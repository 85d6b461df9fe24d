"""``workbench play``, and functions for any command that opens the app or plain mode."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from engine.catalogue.file_type import is_catalogue
from engine.errors import EngineError, LevelError, add_file_name, quote_input
from engine.files import share_string
from engine.files.storage import require_regular
from engine.files.suffixes import SUFFIXES, get_suffix, is_pack_name
from engine.values.level import Level
from workbench.cli.support import input_and_output_files
from workbench.cli.support.argument_actions import SwitchOnce
from workbench.cli.support.argument_parser import VerbParser
from workbench.paths import user_config_file
from workbench.terminal import capabilities, command_line_output

StartScreen = Literal["levels", "design", "play"]


def add_options(parser: VerbParser) -> None:
    """Declare the options for the app."""
    parser.add_option("--theme T", "name of a theme to draw with")
    mouse = "whether the app takes the mouse; it never needs it"
    parser.add_argument("--mouse", action=SwitchOnce, help=mouse)
    plain = "lines of text in place of screens, for screen readers and pipes"
    parser.add_argument("--plain", action=SwitchOnce, help=plain)


def open_app(name: str | None, start: StartScreen, args: argparse.Namespace) -> int:
    """Check that the app or plain mode can open ``name``, and open it.

    Args:
        name: A level file, a text file with levels, a pack, a catalogue, a share string, a folder
            to browse, or None to browse the working folder.
        start: The screen to start with.
        args: The command's arguments.

    Returns:
        The exit status.

    Raises:
        EngineError: ``name`` cannot be opened as requested, or the app has no terminal.
        LevelError: The file is not a level, or the level was to be played but is a draft.
        ThemeNotFound: There is no theme with the requested name.
    """
    if name == input_and_output_files.STDIN:
        raise EngineError("-: the app reads keys from standard input, so a level needs a file")
    if args.theme is not None:
        from workbench.theme import theme_choice

        theme_choice.require_theme(args.theme)
    settings = user_config_file.load_settings()
    # The command line takes precedence over the settings and the kind of terminal.
    plain = _wants_plain(settings) if args.plain is None else args.plain
    shared = name is not None and share_string.is_share_string(name)
    folder = name is not None and os.path.isdir(name)  # noqa: PTH112 - false for an invalid path
    browsing = folder and start == "design" and not plain
    pack = name is not None and not folder and is_pack_name(name)
    catalogue = name is not None and not (folder or shared or pack) and is_catalogue(Path(name))
    path = None if name is None else Path(name)
    levels: Sequence[Level] = ()  # levels without a file to save them to
    if name is not None and pack:
        from engine.playlists import packfile

        # Read the pack now, so that an error is reported in one line instead of on a screen.
        packfile.read_pack(Path(name))
    elif name is not None and catalogue:
        _require_openable(name, start, plain=plain)
    elif name is not None and not browsing:
        levels, path = _read_levels(name, start)
    if plain:
        from workbench.plain import run_plain_mode as run_plain

        for problem in settings.problems:
            command_line_output.print_note(problem)
        return run_plain(path, levels, play=start == "play")
    # Unlike the app, plain mode also works through pipes.
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise EngineError("the app needs a terminal; see workbench --help for verbs that do not")
    try:
        Path.cwd()
    except OSError as error:
        gone = "the working folder is gone; go to one that is there and start again"
        raise EngineError(gone) from error
    if args.color == "never":
        os.environ["NO_COLOR"] = "1"  # `detect_terminal` reads this
    elif args.color == "always":
        os.environ.pop("NO_COLOR", None)
    gc.disable()  # the app enables garbage collection again after drawing the first frame
    from workbench.app.launcher import run_app

    # A relative path would become invalid if the working folder were deleted while the app runs.
    path = path and path.absolute()
    return run_app(path, start, levels=levels, theme=args.theme, mouse=args.mouse)


def _read_levels(name: str, start: StartScreen) -> tuple[Sequence[Level], Path | None]:
    """Read a share string, a level file, or a text file with levels.

    Returns:
        For a level file, no levels and the file's path. For any other input, its levels, and the
        folder that contains the input if there are several levels, or None if there is only one.

    Raises:
        LevelError: The input cannot be read, or its only level was to be played but is a draft.
    """
    from workbench.document.document_opening import open_documents

    path = None
    if share_string.is_share_string(name):
        levels = [share_string.loads(name)]
    elif get_suffix(name) == SUFFIXES["bundle"]:
        levels = input_and_output_files.read_levels(name)
        if not levels:
            raise LevelError("a bundle without levels", file=name)
    else:
        if not os.path.isdir(name):  # noqa: PTH112 - false for an invalid path
            require_regular(name)  # a pipe cannot be read again or saved to
        try:
            documents = open_documents(Path(name))
        except LevelError:
            from workbench.cli.support.file_kinds import explain_refusals

            with explain_refusals(name, b"", converts=True):
                raise
        levels, path = [document.level for document in documents], documents[0].path
    if start == "play" and len(levels) == 1:
        from engine.evaluation.level_verdicts import require_playable

        with add_file_name(name):
            require_playable(levels[0])
    if path is not None:
        return (), path
    return levels, Path(name).parent if len(levels) > 1 else None


def _wants_plain(settings: user_config_file.Settings) -> bool:
    """Return True if the settings or the kind of terminal call for plain mode."""
    if settings.plain:
        return True
    screenless = capabilities.detect_terminal().dumb and sys.stdin.isatty() and sys.stdout.isatty()
    if screenless:
        term = quote_input(os.environ.get("TERM", ""))
        command_line_output.print_note(
            f"TERM is {term}: plain mode; --no-plain opens the app all the same"
        )
    return screenless


def _require_openable(name: str, start: StartScreen, *, plain: bool) -> None:
    """Raise an error if a catalogue cannot be opened as requested.

    Raises:
        EngineError: The catalogue cannot be read, was to be played, or was to be opened in plain
            mode.
    """
    from engine.catalogue.store import Catalogue

    Catalogue.open(name).close()
    if start == "play":
        raise LevelError("a catalogue, not a level; workbench opens it to choose one", file=name)
    if plain:
        raise LevelError("a catalogue; workbench catalogue query lists it in plain text", file=name)


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("level", metavar="LEVEL", help="a level in any format, or a pack")
    add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Open the app or plain mode to play the level."""
    return open_app(args.level, "play", args)
