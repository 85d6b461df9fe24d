"""The commands that copy a level to the clipboard, or export a picture or a page of it.

The escape sequence OSC 52 is the only way to reach the clipboard over SSH. Some terminals ignore
it, multiplexers forward it only if configured to, and none of them reports success. Therefore
copied text is also written to a file.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError, escape_unprintable
from engine.files import levelfile, share_string
from engine.files.exports.formats import EXPORT_FORMATS
from engine.files.storage import replace_file
from engine.files.suffixes import SUFFIXES
from engine.game import registry
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.paths.resources import parse_path_with_ending
from workbench.paths.state_folder import get_user_state
from workbench.terminal.capabilities import Capabilities
from workbench.theme.theme_loader import Theme
from workbench.ui.dialogs import ChoicePrompt, LinePrompt, check_file_path
from workbench.ui.screen import CommandScreen, finish_work

if TYPE_CHECKING:
    from workbench.ui.host import Host


@dataclass(frozen=True, slots=True)
class ExportSubject:
    """A level to copy or export, as a screen shows it.

    Attributes:
        level: The level to copy or export.
        picture: The board as the screen shows it.
        file: The path of the level's file, or None if it has none. The proposed export path is in
            the same folder.
    """

    level: Level
    picture: Picture
    file: Path | None = None


def copy_share_string(screen: CommandScreen, subject: ExportSubject) -> None:
    """Copy the level's share string to the clipboard."""
    copy_text(screen, share_string.dumps(subject.level), "share string")


def copy_level_file(screen: CommandScreen, subject: ExportSubject) -> None:
    """Copy the level to the clipboard in the format of a level file."""
    copy_text(screen, levelfile.dumps(subject.level), "level file")


def export_picture(screen: CommandScreen, subject: ExportSubject) -> None:
    """Ask for a format and a path, and write a picture of the board, or an export of the level."""
    screen.ask_question(_ask_and_export(screen, subject))


async def _ask_and_export(screen: CommandScreen, subject: ExportSubject) -> None:
    app = screen.workbench
    keys = [*FORMATS.values()]
    key = await app.push_screen_wait(ChoicePrompt("Export the board as...", keys))
    form = next((form for form, entry in FORMATS.items() if entry[0] == key), None)
    path = None if form is None else await _ask_path(app, form, subject)
    if form is None or path is None:
        return
    await finish_work(screen, _write_picture(screen, form, subject, path))


async def _write_picture(
    screen: CommandScreen, form: str, subject: ExportSubject, path: Path
) -> None:
    """Write a picture of the board to a file, and report success or failure in a message."""
    theme = screen.workbench.theme_glyphs
    try:
        # Render in a thread, because a large PNG would block the UI for too long.
        content = await asyncio.to_thread(
            render_picture, form, subject.level, subject.picture, theme
        )
        for name, image in draw_images(form, subject.level, theme).items():
            replace_file(path.parent / name, image)
        replace_file(path, content)
    except EngineError as error:
        screen.show_message(str(error), "bad")
    else:
        screen.show_message(f"Exported {path}.", "good")


async def _ask_path(app: Host, form: str, subject: ExportSubject) -> Path | None:
    """Ask for a path until the user gives an unused one or agrees to overwrite the file there.

    The result is None if the user cancels.
    """
    proposed = propose_export_path(form, subject.level, subject.file)
    while True:
        ending = _get_ending(form)
        question = LinePrompt("Export to", proposed, partial(check_file_path, ending), is_path=True)
        answer = await app.push_screen_wait(question)
        if answer is None:
            return None
        path = parse_path_with_ending(answer, ending)
        if not os.path.lexists(path):
            return path
        ways = [("a", "Use another name"), ("o", "Overwrite the file")]
        answer = await app.push_screen_wait(ChoicePrompt(f"{path} already exists.", ways))
        if answer != "a":
            return path if answer == "o" else None
        proposed = str(path)


FORMATS = {
    "png": ("p", "PNG picture"),
    "svg": ("s", "SVG picture"),
    "text": ("t", "text"),
    "html": ("h", "page to play in a browser"),
    "puzzlescript": ("z", "PuzzleScript game"),
    "tmj": ("m", "map of Tiled"),
    "ldtk": ("l", "project of LDtk"),
    "csv": ("c", "CSV grid"),
}
"""A mapping from the name of each export format to its answer key and its title."""


def _get_ending(file_format: str) -> str:
    """Return the ending of a format's files, with its dot."""
    found = EXPORT_FORMATS.get(file_format)
    return SUFFIXES[file_format] if found is None else found.suffix


def render_picture(file_format: str, level: Level, picture: Picture, theme: Theme) -> bytes:
    """Draw a board and return the contents of an export file.

    Args:
        file_format: The name of the format, which is a key of :data:`FORMATS`.
        level: The level, whose title is shown above the board.
        picture: The level's board, as it is to be drawn.
        theme: The theme to draw the board with.
    """
    from workbench.drawing import export, sprites

    if file_format in EXPORT_FORMATS:
        artist = sprites.create_artist(theme)
        return EXPORT_FORMATS[file_format].write([level], level.title, artist).encode()
    game, title = registry.get_game(level.game), escape_unprintable(level.title)
    if file_format == "png":
        return export.render_png(game, picture, theme, title)
    if file_format == "svg":
        return export.render_svg(game, picture, theme, title).encode()
    if file_format == "html":
        return _render_page(level)
    return export.render_text(game, picture, theme, color=False).encode()


def draw_images(file_format: str, level: Level, theme: Theme) -> Mapping[str, bytes]:
    """Draw the images that an export refers to, and return them keyed by the names of their files.

    Most formats have none.
    """
    from workbench.drawing import sprites

    form = EXPORT_FORMATS.get(file_format)
    if form is None or form.draw is None:
        return {}
    return form.draw([level], sprites.create_artist(theme))


def _render_page(level: Level) -> bytes:
    """Return a page that plays a level from its start, whatever the screen shows of it.

    Raises:
        EngineError: The board breaks a rule of the game, or a page cannot play it.
    """
    from engine.evaluation.level_verdicts import require_playable
    from workbench.drawing.page.html_page import build_page

    require_playable(level)
    return build_page([level], level.title or "A level to play").encode()


def propose_export_path(file_format: str, level: Level, file: Path | None) -> str:
    """Return a path to propose for an export.

    It is next to ``file``, or in the current folder if ``file`` is None.
    """
    ending = _get_ending(file_format)
    if file is not None:
        return str(file.with_suffix(ending))
    words = "".join(c if c.isalnum() else " " for c in level.title.lower()).split()
    return f"{'-'.join(words)[:60] or level.game}{ending}"


MAX_BYTES = 74_994
"""The maximum size, in bytes, of text that common terminals accept for the clipboard.

In base64, text of this size takes nearly 100,000 bytes.
"""
_CHUNK = 250
"""The number of bytes in each escape sequence for GNU screen, whose limit may be 256 bytes."""


def get_clipboard_file() -> Path:
    """Return the path of the file to which copied text is written."""
    return get_user_state().root / "clipboard.txt"


def make_clipboard_sequences(text: str, link: Capabilities) -> str:
    """Return the escape sequences that copy ``text`` to the clipboard, wrapped for multiplexers.

    The result is empty if the terminal has no clipboard or the text is too long for it.
    """
    content = text.encode()
    if link.dumb or len(content) > MAX_BYTES:
        return ""
    plain = f"\x1b]52;c;{b64encode(content).decode('ascii')}\x07"
    if link.multiplexer == "tmux":
        # tmux accepts the plain form with "set-clipboard on", and the wrapped form with
        # "allow-passthrough on". Neither is the default, but the user may have set either.
        return plain + "\x1bPtmux;" + plain.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if link.multiplexer == "screen":
        parts = (plain[at : at + _CHUNK] for at in range(0, len(plain), _CHUNK))
        return "".join(f"\x1bP{part}\x1b\\" for part in parts)
    return plain


def copy_text(screen: CommandScreen, text: str, label: str) -> None:
    """Copy text to the clipboard, write it to a file as well, and show a message.

    :func:`get_clipboard_file` returns the path of that file.

    Args:
        screen: The screen on which to show the message.
        text: The text to copy.
        label: The name for the text in the message, such as ``share string``.
    """
    link = screen.workbench.capabilities
    sent = make_clipboard_sequences(text, link)
    screen.workbench.send_sequences(sent)
    file = get_clipboard_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, text.encode())
    except (EngineError, OSError) as error:
        failed = f"Copied the {label}. No file was written: {error}" if sent else str(error)
        screen.show_message(failed, "good" if sent else "bad")
        return
    where = _format_path(file)
    why = "this terminal has no clipboard" if link.dumb else "it is too long for the clipboard"
    copied, kept = (
        f"Copied the {label}. It is also in {where}.",
        (f"Saved the {label} in {where}, because {why}."),
    )
    screen.show_message(copied if sent else kept, "good")


def _format_path(path: Path) -> str:
    """Format a path with the home folder abbreviated to ``~``."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
