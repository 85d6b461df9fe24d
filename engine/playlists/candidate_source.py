"""The interface of the sources from which the levels for a pack are chosen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError, quote_input, suggest_similar
from engine.playlists.difficulty_curve import RampLevel
from engine.playlists.pack import PackOrigin
from engine.values.budget import Control
from engine.values.expression import Expression, ExpressionError, KeyTypes
from engine.values.level import Level

SourceProgress = Callable[[int, int], None]
"""A callback that receives the number of levels examined and the total number."""


def parse_ranking(best: str) -> tuple[str, bool]:
    """Parse ``KEY``, ``KEY:asc`` or ``KEY:desc``.

    Returns:
        The key, and whether lower values are better.

    Raises:
        EngineError: ``best`` does not have one of these forms.
    """
    key, _, way = best.partition(":")
    if way not in ("", "asc", "desc"):
        raise EngineError(
            f"best: expected {key}, {key}:asc or {key}:desc, found {quote_input(best)}"
        )
    return key, way == "asc"


def parse_where(
    origin: PackOrigin, kinds: KeyTypes, parse: Callable[[str], Expression]
) -> Expression | None:
    """Parse the condition that candidates must meet, or return None if there is no condition.

    Args:
        origin: The origin that gives the condition, and the facts for difficulty and worth.
        kinds: The types of all keys that levels in the source have.
        parse: A function that parses a condition.

    Raises:
        EngineError: A fact is unknown or not a number, or the condition cannot be parsed.
    """
    for use, name in (("by", origin.by), ("best", parse_ranking(origin.best)[0])):
        if name and kinds.get(name) not in (int, float):
            hint = suggest_similar(name, (key for key in kinds if kinds[key] in (int, float)))
            expected = "expected a fact that is a number, such as moves"
            raise EngineError(f"{use}: {expected}, found {quote_input(name)}{hint and f'; {hint}'}")
    try:
        return parse(origin.where) if origin.where else None
    except ExpressionError as error:
        raise EngineError(f"where: {error}") from None


@dataclass(frozen=True, slots=True)
class PackCandidates:
    """The levels from a source that can be chosen for a pack.

    Attributes:
        game: The name of the game that all candidates belong to.
        candidates: The candidates, or only the best of them if there are too many.
        number: The total number of candidates found.
        skip_reasons: The reasons for leaving levels out, one line each.
    """

    game: str
    candidates: Sequence[RampLevel]
    number: int
    skip_reasons: Sequence[str]


class PackSource(ABC):
    """A folder or catalogue from which the levels for a pack are chosen.

    Attributes:
        path: The path of the folder or catalogue.
    """

    path: Path

    @abstractmethod
    def collect_candidates(
        self, origin: PackOrigin, control: Control, progress: SourceProgress
    ) -> PackCandidates:
        """Return the candidates that meet the condition in ``origin``, ignoring the path in it.

        Raises:
            EngineError: The source cannot be read, or its levels belong to several games.
            Cancelled: ``control`` was cancelled.
        """

    @abstractmethod
    def load_level(self, key: str) -> Level:
        """Return the complete level of the candidate with the given key."""

    def load_sketch(self, key: str) -> Level:
        """Return a candidate's level, which may have only a board."""
        return self.load_level(key)

    @abstractmethod
    def find_file(self, key: str) -> Path | None:
        """Return the path of a candidate's file, or None if the candidate has no file."""


def scale_values(
    found: Sequence[tuple[RampLevel, float | None]], *, minimize: bool
) -> list[RampLevel]:
    """Return the candidates with their worth scaled to the range from 0 to 1.

    An unknown worth becomes 0. If the worth of all candidates is unknown, it becomes 1 instead.

    Args:
        found: The candidates, each with its worth, which may be None.
        minimize: True if a low worth is better than a high one.
    """
    known = [-value if minimize else value for _, value in found if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)

    def scale(value: float | None) -> float:
        # If all known values are equal, they become 1. If no value is known, all become 1.
        if value is None or high == low:
            return 1.0 if value is not None or not known else 0.0
        return ((-value if minimize else value) - low) / (high - low)

    return [RampLevel(each.key, each.difficulty, each.board, scale(v)) for each, v in found]


GAME_HINT = "; --where game=NAME takes those of one"
"""The advice to add to the error message if a source has levels from several games."""


def require_one_game(games: set[str], path: Path | None = None, hint: str = "") -> str:
    """Return the only game in ``games``, or an empty string if there are no games.

    Levels from several games cannot form a difficulty curve, because their difficulties may be in
    different units, such as moves and seconds.

    Raises:
        EngineError: ``games`` has more than one game.
    """
    if len(games) > 1:
        where = "" if path is None else f"{path}: "
        found = ", ".join(sorted(games))
        raise EngineError(f"{where}expected levels of one game, found {found}{hint}")
    return next(iter(games), "")
