"""Plain mode from its greeting to its end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.errors import EngineError
from workbench.document.document import Document
from workbench.folders.state import State, user_state
from workbench.plain.desk import Desk
from workbench.plain.orders import obey
from workbench.plain.talk import Left, Talk
from workbench.terminal import console


def run(path: Path | None, *, state: State | None = None) -> int:
    """Runs plain mode on the standard streams, on a level or none, until the user leaves.

    Returns:
        The exit status.

    Raises:
        LevelError: the file cannot be read as a level.
    """
    talk = Talk(sys.stdin, sys.stdout)
    desk = Desk(state or user_state(), talk)
    kept: Path | None = None
    discard = False
    try:
        if path is not None:
            desk.take(Document.open(path))
            desk.introduce()
        greeting = [*desk.begin(), "Type help for the commands."]
        # No line that would be drawn over and over while a search goes on.
        with console.Progress.spoken(talk.say):
            _converse(desk, greeting)
    except Left as left:
        discard = left.discard
    finally:
        kept = desk.end(discard=discard)
    if kept is not None:
        talk.say(f"Your unsaved work is kept in {kept}; the app offers it at its next start.")
    return 0


def _converse(desk: Desk, greeting: Sequence[str]) -> None:
    """Obeys line after line; what goes wrong with one of them is said in a sentence."""
    greeted = False
    while True:
        try:
            # Within reach of an interrupt as everything else: it comes when it likes.
            if not greeted:
                greeted = True
                desk.say(*greeting)
            obey(desk, desk.talk.hear())
        except EngineError as error:
            desk.say(_sentence(str(error), getattr(error, "file", None)))
        except KeyboardInterrupt:
            desk.say("Stopped. Type quit to leave.")
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            desk.say(_sentence(error.strerror or str(error)))


def _sentence(text: str, file: str | None = None) -> str:
    """A message as a sentence; names of a file or a key that it begins with stay as they are."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    named = file is not None or not first.rstrip(":;,").isalpha()
    begin = text[:1] if named else text[:1].upper()
    return f"{begin}{text[1:]}{'' if text.endswith(('?', '.')) else '.'}"
