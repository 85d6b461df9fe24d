"""Copying: to the clipboard of the terminal, wherever that runs, and to a file.

OSC 52 is the one way that works over SSH, but no terminal says whether it took the text: some
ignore it, multiplexers have to be told to pass it on. So what is copied is also in a file.
"""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.files.storage import replace_file
from workbench.folders.state import user_state
from workbench.terminal.link import Link

if TYPE_CHECKING:
    from workbench.ui.host import Host

MAX_BYTES = 74_994
"""Of a longer text the usual terminals take nothing: in base64 it is 100,000 bytes and more."""
_CHUNK = 250
"""GNU screen passes on strings of at most 768 bytes, old versions 256."""


def clipboard_file() -> Path:
    """Where the last copied text can be found."""
    return user_state().root / "clipboard.txt"


def sequences(text: str, link: Link) -> str:
    """What makes the terminal take a text into its clipboard; empty where nothing would.

    Args:
        text: the text.
        link: what the terminal can do; tmux and GNU screen want a form of their own.
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


def copy(app: Host, text: str, what: str) -> tuple[str, bool]:
    """Copies a text to the terminal's clipboard and to :func:`clipboard_file`.

    Args:
        app: whose terminal it is.
        text: the text.
        what: what it is, in words, such as ``share string``.

    Returns:
        What has been done, in one line, and whether the text is anywhere.
    """
    sent = sequences(text, app.link)
    app.send(sent)
    file = clipboard_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, text.encode())
    except (EngineError, OSError) as error:
        return (f"copied the {what}, no file: {error}" if sent else str(error)), bool(sent)
    where = _shown(file)
    if sent:
        return f"copied the {what}; also in {where}", True
    why = "this terminal has no clipboard" if app.link.dumb else "too long for a terminal"
    return f"the {what} is in {where}: {why}", True


def _shown(path: Path) -> str:
    """A path with the home folder as ``~``."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
