"""Taking a level elsewhere: to the clipboard of the terminal, wherever that runs, and to a file.

OSC 52 is the one way that works over SSH, but no terminal says whether it took the text: some
ignore it, multiplexers have to be asked to pass it on. So what is copied is also in a file.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError, printable
from engine.files import levelfile, sharing
from engine.files.storage import replace_file
from engine.game import registry
from engine.values.level import Level
from engine.values.picture import Picture
from workbench.folders.resources import with_ending
from workbench.folders.state import user_state
from workbench.terminal.link import Link
from workbench.theme.theming import Theme
from workbench.ui.dialogs import Ask, Choose, file_path
from workbench.ui.screen import CommandScreen, finish_work

if TYPE_CHECKING:
    from workbench.ui.host import Host


@dataclass(frozen=True, slots=True)
class Subject:
    """The level that a screen is about.

    Attributes:
        level: the level as it stands.
        picture: its board as the screen shows it now.
        file: its file; None for one that was never saved or is not to be written beside.
    """

    level: Level
    picture: Picture
    file: Path | None = None


def copy_share(screen: CommandScreen, subject: Subject) -> None:
    """Copies the level's share string."""
    copy_text(screen, sharing.dumps(subject.level), "share string")


def copy_level(screen: CommandScreen, subject: Subject) -> None:
    """Copies the text of the level file."""
    copy_text(screen, levelfile.dumps(subject.level), "level file")


def export(screen: CommandScreen, subject: Subject) -> None:
    """Writes the board as it is shown to a file; asks which."""
    screen.ask(_export(screen, subject))


async def _export(screen: CommandScreen, subject: Subject) -> None:
    app = screen.workbench
    keys = [*FORMATS.values()]
    key = await app.push_screen_wait(Choose("Export the board as", keys))
    form = next((form for form, entry in FORMATS.items() if entry[0] == key), None)
    path = None if form is None else await _ask_path(app, form, subject)
    if form is None or path is None:
        return
    await finish_work(screen, _write_picture(screen, form, subject, path))


async def _write_picture(screen: CommandScreen, form: str, subject: Subject, path: Path) -> None:
    """Writes the board to a file, and says so."""
    theme = screen.workbench.theme_glyphs
    try:
        # In a thread: a large PNG takes longer than a key may.
        content = await asyncio.to_thread(picture_file, form, subject.level, subject.picture, theme)
        replace_file(path, content)
    except EngineError as error:
        screen.say(str(error), "bad")
    else:
        screen.say(f"exported {path}", "good")


async def _ask_path(app: Host, form: str, subject: Subject) -> Path | None:
    """Where to write; whatever is there has been agreed to be replaced."""
    proposed = proposed_path(form, subject.level, subject.file)
    while True:
        question = Ask("Export to", proposed, partial(file_path, f".{form}"), path=True)
        answer = await app.push_screen_wait(question)
        if answer is None:
            return None
        path = with_ending(answer, f".{form}")
        if not os.path.lexists(path):
            return path
        ways = [("a", "Another name"), ("o", "Overwrite it")]
        answer = await app.push_screen_wait(Choose(f"{path} is already there.", ways))
        if answer != "a":
            return path if answer == "o" else None
        proposed = str(path)


FORMATS = {"png": ("p", "PNG picture"), "svg": ("s", "SVG picture"), "txt": ("t", "text")}
"""The formats by the ending of their files, each with its key and its name."""


def picture_file(form: str, level: Level, picture: Picture, theme: Theme) -> bytes:
    """A picture as the content of a file.

    ``form`` is one of :data:`FORMATS`.
    """
    from workbench.drawing import rendering

    game, title = registry.get(level.game), printable(level.title)
    if form == "png":
        return rendering.render_png(game, picture, theme, title)
    if form == "svg":
        return rendering.render_svg(game, picture, theme, title).encode()
    return rendering.render_text(game, picture, theme, color=False).encode()


def proposed_path(form: str, level: Level, file: Path | None) -> str:
    """The path to propose: beside the level's own file if it has one, else in this folder."""
    if file is not None:
        return str(file.with_suffix(f".{form}"))
    words = "".join(c if c.isalnum() else " " for c in level.title.lower()).split()
    return f"{'-'.join(words)[:60] or level.game}.{form}"


MAX_BYTES = 74_994
"""Of a longer text the usual terminals take nothing: in base64 it is 100,000 bytes and more."""
_CHUNK = 250
"""GNU screen passes on strings of at most 768 bytes, old versions 256."""


def clipboard_file() -> Path:
    """Where the last copied text can be found."""
    return user_state().root / "clipboard.txt"


def sequences(text: str, link: Link) -> str:
    """What makes the terminal take a text into its clipboard; empty where nothing would.

    tmux and GNU screen want a form of their own.
    """
    content = text.encode()
    if link.dumb or len(content) > MAX_BYTES:
        return ""
    plain = f"\x1b]52;c;{b64encode(content).decode('ascii')}\x07"
    if link.multiplexer == "tmux":
        # It takes the plain form with "set-clipboard on", the wrapped one with
        # "allow-passthrough on"; neither is its default, either may be set.
        return plain + "\x1bPtmux;" + plain.replace("\x1b", "\x1b\x1b") + "\x1b\\"
    if link.multiplexer == "screen":
        parts = (plain[at : at + _CHUNK] for at in range(0, len(plain), _CHUNK))
        return "".join(f"\x1bP{part}\x1b\\" for part in parts)
    return plain


def copy_text(screen: CommandScreen, text: str, what: str) -> None:
    """Copies a text to the terminal's clipboard and to :func:`clipboard_file`, and says so.

    ``what`` it is stands in the message, such as ``share string``.
    """
    link = screen.workbench.link
    sent = sequences(text, link)
    screen.workbench.send(sent)
    file = clipboard_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, text.encode())
    except (EngineError, OSError) as error:
        failed = f"copied the {what}, no file: {error}" if sent else str(error)
        screen.say(failed, "good" if sent else "bad")
        return
    where = _shown(file)
    why = "this terminal has no clipboard" if link.dumb else "too long for a terminal"
    copied, kept = f"copied the {what}; also in {where}", f"the {what} is in {where}: {why}"
    screen.say(copied if sent else kept, "good")


def _shown(path: Path) -> str:
    """A path with the home folder as ``~``."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
