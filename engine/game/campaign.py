"""What a game says of playing through lists of its levels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from engine.values.budget import Control

NO_SETTINGS: Mapping[str, object] = MappingProxyType({})


class Campaign(ABC):
    """The formulas of a game's campaign and of its infinite mode.

    Attributes:
        parameter: the parameter of the generator that a list file's name gives, such as a
            difficulty.
        grades: the values of that parameter, the easiest first.
        steps: levels of a campaign.
        ending: the text after the last level of a campaign, paragraph by paragraph.
    """

    parameter: str
    grades: range
    steps: int
    ending: tuple[str, ...]

    @abstractmethod
    def ratings(
        self,
        grade: int,
        seeds: Sequence[int],
        control: Control,
        settings: Mapping[str, object] = NO_SETTINGS,
    ) -> Iterator[float]:
        """How hard the levels of some seeds are among those of one grade, one after the other.

        ``settings`` are those of the generator besides; none are handed on if there are none.

        Raises:
            GenerationFailed: a seed leads to no level; names it.
            Cancelled: ``control`` was cancelled.
        """

    @abstractmethod
    def moved(self, index: int, deaths: int, length: int) -> int:
        """Where infinite play goes on after a level was won; from ``length`` on is past the end.

        ``index`` counts from 0, ``deaths`` were before it was won.
        """

    @abstractmethod
    def beyond(self, grade: int | None, deaths: int) -> int:
        """The grade of a level past the end of the list.

        The level before had that grade and was won after so many deaths; None stands for the list.
        """

    @abstractmethod
    def settings_beyond(self, grade: int) -> Mapping[str, object]:
        """The generator's parameters for levels of a grade past the end of the list."""
