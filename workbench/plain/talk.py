"""The conversation of plain mode: lines in, sentences out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from engine.errors import EngineError, printable, quoted
from engine.workshop import MAX_SEED

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
    """Reads lines from a stream and writes sentences to another."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        # Users see that it is their turn; a program needs no prompt.
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


def whole_number(text: str, what: str) -> int:
    """The number that a text stands for.

    Raises:
        EngineError: it is none; says that ``what`` was expected.
    """
    if not text.isdecimal() or len(text) > LONGEST:
        raise EngineError(f"expected {what} as a number, found {quoted(text)}")
    return int(text)


def place_of(text: str, number: int, what: str = "a level") -> int:
    """The place, from 0, of one of a number of levels or other things, as it is counted from 1.

    Raises:
        EngineError: there is none of that number.
    """
    place = whole_number(text, f"the number of {what}")
    if not 1 <= place <= number:
        raise EngineError(f"expected {what} from 1 to {number}, found {place}")
    return place - 1


def seed_of(text: str) -> int:
    """A seed of generation; as :func:`whole_number`."""
    seed = whole_number(text, "a seed")
    if seed > MAX_SEED:
        raise EngineError(f"expected a seed from 0 to {MAX_SEED}")
    return seed
