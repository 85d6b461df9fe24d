"""A console for plain mode that reads and writes lines, and parsers for typed numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from engine.errors import EngineError, escape_unprintable, quote_input
from engine.workshop import MAX_SEED

PROMPT = "> "
"""The prompt, which is written only to a terminal."""
MAX_DIGITS = 20
"""The largest number of digits in a typed number. No valid number has more."""


class ConversationEnd(Exception):
    """An exception that ends the conversation, because the user left or the input ended.

    Attributes:
        discard: True to discard unsaved work.
    """

    def __init__(self, *, discard: bool = False) -> None:
        self.discard = discard
        super().__init__()


class LineConsole:
    """A console that reads lines from one text stream and writes lines to another."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        # A prompt tells a user that input is expected. A program that writes to a pipe needs none.
        self._is_interactive = source.isatty()

    def write_lines(self, *lines: str) -> None:
        """Write ``lines``, escaping characters that cannot be printed."""
        for line in lines:
            self._target.write(f"{escape_unprintable(line)}\n")
        self._target.flush()

    def read_line(self) -> str:
        """Read the next line, and return it without surrounding spaces.

        Raises:
            ConversationEnd: The input has ended.
        """
        if self._is_interactive:
            self._target.write(PROMPT)
            self._target.flush()
        line = self._source.readline()
        if not line:
            raise ConversationEnd
        return line.strip()

    def ask_choice(self, question: str, answers: Sequence[str]) -> str:
        """Repeat a question until the user types one of ``answers``, or the beginning of one.

        Returns:
            The answer that the user chose, in full.

        Raises:
            ConversationEnd: The input has ended without an answer.
        """
        words = f"{', '.join(answers[:-1])} or {answers[-1]}"
        while True:
            self.write_lines(f"{question} Type {words}.")
            heard = self.read_line().lower()
            for answer in answers:
                if heard and answer.startswith(heard):
                    return answer


def parse_whole_number(text: str, noun: str) -> int:
    """Parse a typed whole number.

    Raises:
        EngineError: ``text`` is not a whole number. The message says that ``noun`` was expected.
    """
    if not text.isdecimal() or len(text) > MAX_DIGITS:
        raise EngineError(f"expected {noun} as a number, found {quote_input(text)}")
    return int(text)


def parse_place(text: str, count: int, noun: str = "a level") -> int:
    """Parse the number of an item in a list, and return the item's index.

    Args:
        text: The typed number. The items are numbered from 1.
        count: The number of items in the list.
        noun: The kind of item, for the error message.

    Raises:
        EngineError: ``text`` is not the number of an item.
    """
    place = parse_whole_number(text, f"the number of {noun}")
    if not 1 <= place <= count:
        raise EngineError(f"expected {noun} from 1 to {count}, found {place}")
    return place - 1


def parse_seed(text: str) -> int:
    """Parse a generator's seed.

    Raises:
        EngineError: ``text`` is not a whole number from 0 to MAX_SEED.
    """
    seed = parse_whole_number(text, "a seed")
    if seed > MAX_SEED:
        raise EngineError(f"expected a seed from 0 to {MAX_SEED}")
    return seed
