"""Plain mode from its greeting to its end: every line is an order, or is answered why not."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EngineError, quoted, similar
from engine.files.endings import is_pack
from engine.values.level import Level
from workbench import commands
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
    tracing,
    trying,
)
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.plain.talk import Left, Talk
from workbench.terminal import console
from workbench.text.status import capitalized, sentence

_ORDERS = Orders()


@_ORDERS("app.help [COMMAND]...", "the commands, or some of them")
def _help(opened: OpenLevel, rest: list[str]) -> None:
    """Lists the commands as the registry of the app has them, or those with a word."""
    wanted = " ".join(rest).lower()
    fitting = {each.word for each in _ORDERS.values() if wanted in each.word}
    for word in [wanted] if fitting or wanted in _ORDERS else wanted.split():
        fitting |= {_ORDERS[word].word} if word in _ORDERS else set()
    if not fitting:
        hint = similar(wanted, [each.word for each in _ORDERS.values()], "type help for all")
        raise EngineError(f"unknown command {quoted(wanted)}; {hint}")
    for heading, orders in _ORDERS.listed().items():
        chosen = [each for each in orders if each.word in fitting]
        said = [f"{each.usage()}: {each.help}." for each in chosen]
        opened.say(*([] if wanted else [heading]), *said)


for _part in (
    looking, tracing, trying, playing, modes, changing, making, choosing, packing, explaining,
):  # fmt: skip
    _ORDERS.update(_part.ORDERS)


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
    _ORDERS.name_keys()
    opened = OpenLevel(user_state(), talk)
    kept: Path | None = None
    discard = False
    try:
        if levels:
            changing.offer(opened, levels)
        elif path is not None and is_pack(path):
            packing.open_pack(opened, str(path), play=play)
        elif path is not None:
            opened.take(Document.open(path))
            opened.introduce()
        opened.keeper.start()
        # No line that would be drawn over and over while a search goes on.
        with console.ProgressLine.spoken(talk.say):
            _converse(opened)
    except Left as left:
        discard = left.discard
    finally:
        commands.rebind({})
        kept = opened.end(discard=discard)
    if kept is not None:
        talk.say(f"Your unsaved work is kept in {kept}; the app offers it at its next start.")
    return 0


def _converse(opened: OpenLevel) -> None:
    """Obeys line after line; what goes wrong with one of them is said in a sentence."""
    greeted = False
    while True:
        try:
            # Within reach of an interrupt as everything else: it comes when it likes.
            if not greeted:
                greeted = True
                opened.say("Type help for the commands.")
            _obey_and_warn(opened, opened.talk.hear())
        except EngineError as error:
            opened.say(_complaint(str(error), getattr(error, "file", None)))
        except KeyboardInterrupt:
            opened.say("Stopped. Type quit to leave.")
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            opened.say(_complaint(error.strerror or str(error)))


def _obey_and_warn(opened: OpenLevel, line: str) -> None:
    """Do what a line says; after a change, say again that it cannot be kept, if it is so."""
    problem, before = opened.keeper.problem, opened.document.entry if opened.is_open else None
    obey(opened, line)
    changed = opened.is_open and opened.document.dirty and opened.document.entry is not before
    if changed and problem and opened.keeper.problem:
        opened.say(sentence(opened.keeper.problem))


def obey(opened: OpenLevel, line: str) -> None:
    """Does what a line says.

    Raises:
        EngineError: that cannot be done, or is not understood; one sentence.
        Left: it says to leave.
    """
    if not line:
        return
    word, *rest = line.split()
    pair = f"{word} {rest[0]}".lower() if rest else ""
    if pair in _ORDERS:
        word, rest = pair, rest[1:]
    elif rest and (known := [name for name in _ORDERS if name.startswith(f"{word.lower()} ")]):
        hint = similar(pair, known, f"did you mean {known[0]}?")
        raise EngineError(f"unknown command {quoted(pair)}; {hint}")
    order = _ORDERS.get(word.lower())
    if order is None:
        known = [order.word for order in _ORDERS.values()]
        hint = similar(word.lower(), known, "type help for the commands")
        raise EngineError(f"unknown command {quoted(word)}; {hint}")
    if len(rest) < order.needed:
        raise EngineError(f"expected: {order.usage(word.lower())}")
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
