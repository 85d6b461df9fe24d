"""What a game's own way of writing levels as text offers to conversion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from engine.values.level import Level


class TextFormat(ABC):
    """One way to write the levels of one game as text, and to read them again.

    A game lists its formats in :attr:`engine.game.boards.Boards.text_formats`. What a format has no
    place for it leaves out; conversion compares and says so.
    """

    name: ClassVar[str]
    """As ``workbench convert --to`` has it; ``text`` for the game's usual one."""
    title: ClassVar[str]
    """What it is, in a few words."""

    @abstractmethod
    def recognises(self, text: str) -> bool:
        """Whether the text is surely meant to be one of this game in this format."""

    @abstractmethod
    def read(self, text: str) -> Level:
        """The level of a text, its line ends plain newlines.

        Raises:
            LevelError: not a level in this format; names line and column where it can.
        """

    @abstractmethod
    def write(self, level: Level) -> str:
        """The text of a level of this game, its last line ended."""
