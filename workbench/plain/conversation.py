"""Plain mode from its greeting to its end: every line is an order, or is answered why not."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EngineError, quoted, similar
from engine.playlists.pack import is_pack
from engine.values.level import Level
from workbench.document.document import Document
from workbench.folders.state import user_state
from workbench.plain import (
    changing,
    choosing,
    explaining,
    looking,
    making,
    modes,
    packing,
    playing,
    trying,
)
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import Left, Talk
from workbench.terminal import console
from workbench.text.status import capitalized

_ORDERS = Orders()


@_ORDERS("help [COMMAND]", "the commands, or one of them")
def _help(opened: OpenLevel, rest: list[str]) -> None:
    wanted = [_ORDERS[word] for word in rest if word in _ORDERS]
    opened.say(*(f"{order.usage}: {order.help}." for order in wanted or _ORDERS.values()))


_ORDERS |= looking.ORDERS | trying.ORDERS | playing.ORDERS | modes.ORDERS | changing.ORDERS
_ORDERS |= making.ORDERS | choosing.ORDERS | packing.ORDERS | explaining.ORDERS


def run(path: Path | None, levels: Sequence[Level] = (), *, play: bool = False) -> int:
    """Run plain mode on the standard streams until the user leaves.

    Args:
        path: a level file or a pack to open; None for none.
        levels: levels that have no file, in place of ``path``; several are listed.
        play: play on through the pack.

    Returns:
        The exit status.

    Raises:
        LevelError: the file cannot be read as a level, or a pack.
    """
    talk = Talk(sys.stdin, sys.stdout)
    opened = OpenLevel(user_state(), talk)
    kept: Path | None = None
    discard = False
    try:
        if levels:
            opened.offer(levels)
        elif path is not None and is_pack(path):
            packing.open_pack(opened, str(path), play=play)
        elif path is not None:
            opened.take(Document.open(path))
            opened.introduce()
        greeting = [*opened.begin(), "Type help for the commands."]
        # No line that would be drawn over and over while a search goes on.
        with console.ProgressLine.spoken(talk.say):
            _converse(opened, greeting)
    except Left as left:
        discard = left.discard
    finally:
        kept = opened.end(discard=discard)
    if kept is not None:
        talk.say(f"Your unsaved work is kept in {kept}; the app offers it at its next start.")
    return 0


def _converse(opened: OpenLevel, greeting: Sequence[str]) -> None:
    """Obeys line after line; what goes wrong with one of them is said in a sentence."""
    greeted = False
    while True:
        try:
            # Within reach of an interrupt as everything else: it comes when it likes.
            if not greeted:
                greeted = True
                opened.say(*greeting)
            obey(opened, opened.talk.hear())
        except EngineError as error:
            opened.say(_complaint(str(error), getattr(error, "file", None)))
        except KeyboardInterrupt:
            opened.say("Stopped. Type quit to leave.")
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            opened.say(_complaint(error.strerror or str(error)))


def obey(opened: OpenLevel, line: str) -> None:
    """Does what a line says.

    Raises:
        EngineError: that cannot be done, or is not understood; one sentence.
        Left: it says to leave.
    """
    if not line:
        return
    word, *rest = line.split()
    order = _ORDERS.get(word.lower())
    if order is None:
        hint = similar(word.lower(), _ORDERS, "type help for the commands")
        raise EngineError(f"unknown command {quoted(word)}; {hint}")
    needed = re.sub(r"\[[^]]*\](\.\.\.)?", "", order.usage).split()[1:]
    if len(rest) < len(needed):
        raise EngineError(f"expected: {order.usage}")
    order.obey(opened, rest)
    if order.shows_solution and opened.play is not None:
        opened.play.show_solution()
    while opened.after:
        opened.after.pop(0)()


def _complaint(text: str, file: str | None = None) -> str:
    """A message as a sentence; names of a file or a key that it begins with stay as they are."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    named = file is not None or not first.rstrip(":;,").isalpha()
    whole = text if named else capitalized(text)
    return whole if whole.endswith(("?", ".")) else f"{whole}."
