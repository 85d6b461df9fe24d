"""What a game says of playing through lists of its levels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, cast, runtime_checkable

from engine.errors import EngineError
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Control


class ModeRules(Protocol):
    """The formulas of a game's campaign and of its infinite mode."""

    @property
    def parameter(self) -> str:
        """The parameter of the generator that a list file's name gives, such as a difficulty."""
        ...

    @property
    def grades(self) -> range:
        """The values of that parameter, the easiest first."""
        ...

    @property
    def steps(self) -> int:
        """Levels of a campaign."""
        ...

    @property
    def measure(self) -> str:
        """What is compared with the optimum, in the plural: also the name of a verdict's fact."""
        ...

    @property
    def ending(self) -> tuple[str, ...]:
        """What is told after the last level of a campaign, paragraph by paragraph."""
        ...

    def counted(self, moves: Sequence[str]) -> int:
        """How much of the measure some moves come to."""
        ...

    def ratings(self, grade: int, seeds: Sequence[int], control: Control) -> Iterator[float]:
        """How hard the levels of some seeds are among those of one grade, one after the other.

        Raises:
            GenerationFailed: a seed leads to no level; names it.
            Cancelled: ``control`` was cancelled.
        """
        ...

    def moved(self, place: int, deaths: int, length: int) -> int:
        """Where infinite play goes on after a level was won; from ``length`` on is past the end.

        Args:
            place: of the level in the sorted list, from 0.
            deaths: before it was won.
            length: of the list, at least 1.
        """
        ...

    def beyond(self, grade: int | None, deaths: int) -> int:
        """The grade of a level past the end of the list.

        Args:
            grade: of the level won before; None for the first past the end.
            deaths: before that was won.
        """
        ...

    def settings_beyond(self, grade: int) -> Mapping[str, object]:
        """The generator's parameters for levels of a grade past the end of the list."""
        ...


@runtime_checkable
class ListedGame(Protocol):
    """A game that can be played through lists of levels."""

    @property
    def modes(self) -> ModeRules:
        """Its formulas."""
        ...


def rules_of(game: Game) -> ModeRules:
    """The formulas of a game.

    Raises:
        EngineError: it has none.
    """
    if not isinstance(game, ListedGame):
        raise EngineError(f"{game.title} has no campaign and no infinite mode")
    return cast(ListedGame, game).modes


def listed_games() -> tuple[Game, ...]:
    """The installed games that can be played through lists of levels."""
    return tuple(game for game in registry.all_games() if isinstance(game, ListedGame))
