"""The conversation of plain mode: lines in, sentences out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from engine.errors import EngineError, printable, quoted
from workbench.folders.state import State, user_state
from workbench.terminal import console

PROMPT = "> "
LONGEST = 20
"""Digits of a number; none that means anything has more."""


class Left(Exception):
    """The user has gone: there is no more input, or no more wish to go on.

    Attributes:
        discard: what is unsaved is not wanted.
    """

    def __init__(self, *, discard: bool = False) -> None:
        self.discard = discard
        super().__init__()


class Talk:
    """Reads lines and writes sentences.

    Args:
        source: where lines come from.
        target: where sentences go.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        # Whoever types sees that it is their turn; a program needs no prompt.
        self._prompts = source.isatty()

    def say(self, *lines: str) -> None:
        """Writes lines."""
        for line in lines:
            self._target.write(f"{printable(line)}\n")
        self._target.flush()

    def hear(self) -> str:
        """The next line.

        Raises:
            Left: there is none.
        """
        if self._prompts:
            self._target.write(PROMPT)
            self._target.flush()
        line = self._source.readline()
        if not line:
            raise Left
        return line.strip()

    def ask(self, question: str, answers: Sequence[str]) -> str:
        """The answer to a question, one of a few words or the first letter of one.

        Raises:
            Left: there is no answer.
        """
        words = f"{', '.join(answers[:-1])} or {answers[-1]}"
        while True:
            self.say(f"{question} Type {words}.")
            heard = self.hear().lower()
            for answer in answers:
                if heard and answer.startswith(heard):
                    return answer


def run(path: Path | None, *, state: State | None = None) -> int:
    """Plain mode on the standard streams, until the user leaves.

    Args:
        path: a level to open; None to begin without one.
        state: where unsaved work is kept; the user's folder by default.

    Returns:
        The exit status.

    Raises:
        LevelError: the file cannot be read as a level.
    """
    from workbench.plain.desk import Desk
    from workbench.plain.orders import Orders

    talk = Talk(sys.stdin, sys.stdout)
    desk = Desk(state or user_state())
    orders = Orders(desk, talk)
    kept: Path | None = None
    discard = False
    try:
        if path is not None:
            orders.open(path)
        greeting = [*desk.begin(), "Type help for the commands."]
        # No line that would be drawn over and over while a search goes on.
        with console.Progress.spoken(talk.say):
            _converse(talk, greeting, orders.obey)
    except Left as left:
        discard = left.discard
    finally:
        kept = desk.end(discard=discard)
    if kept is not None:
        talk.say(f"Your unsaved work is kept in {kept}; the app offers it at its next start.")
    return 0


def _converse(talk: Talk, greeting: Sequence[str], obey: Callable[[str], None]) -> None:
    """Obeys line after line; what goes wrong with one of them is said in a sentence."""
    greeted = False
    while True:
        try:
            # Within reach of an interrupt as everything else: it comes when it likes.
            if not greeted:
                greeted = True
                talk.say(*greeting)
            obey(talk.hear())
        except EngineError as error:
            talk.say(_sentence(str(error), getattr(error, "file", None)))
        except KeyboardInterrupt:
            talk.say("Stopped. Type quit to leave.")
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            talk.say(_sentence(error.strerror or str(error)))


def _sentence(text: str, file: str | None = None) -> str:
    """A message as a sentence; names of a file or a key that it begins with stay as they are."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    named = file is not None or not first.rstrip(":;,").isalpha()
    begin = text[:1] if named else text[:1].upper()
    return f"{begin}{text[1:]}{'' if text.endswith(('?', '.')) else '.'}"


def whole_number(text: str, what: str) -> int:
    """What somebody wrote for a number.

    Raises:
        EngineError: it is none; says that ``what`` was expected.
    """
    if not text.isdecimal() or len(text) > LONGEST:
        raise EngineError(f"expected {what} as a number, found {quoted(text)}")
    return int(text)
