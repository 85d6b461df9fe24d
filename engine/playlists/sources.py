"""Where levels of a pack are chosen from, and what may be chosen."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError, quoted, similar
from engine.playlists.pack import Origin
from engine.playlists.ramp import RampLevel
from engine.values.budget import Control
from engine.values.expression import Expression, ExpressionError, Kinds
from engine.values.level import Level

Progress = Callable[[int, int], None]
"""Is called with how many levels have been looked at, of how many."""


def parse_ranking(best: str) -> tuple[str, bool]:
    """Return the fact of which more is better, empty for none, and whether less of it is.

    ``best`` is its key, with ``:asc`` behind it for less.

    Raises:
        EngineError: ``best`` is neither.
    """
    key, _, way = best.partition(":")
    if way not in ("", "asc", "desc"):
        raise EngineError(f"best: expected {key}, {key}:asc or {key}:desc, found {quoted(best)}")
    return key, way == "asc"


def parse_where(
    wish: Origin, kinds: Kinds, asked: Callable[[str], Expression]
) -> Expression | None:
    """Return what has to hold of a level that is chosen; None for nothing.

    Args:
        wish: the expression, and the facts that count.
        kinds: the keys that levels of a source can be asked for by.
        asked: the expression of a text.

    Raises:
        EngineError: no such fact, or no expression.
    """
    for use, name in (("by", wish.by), ("best", parse_ranking(wish.best)[0])):
        if name and kinds.get(name) not in (int, float):
            hint = similar(name, (key for key in kinds if kinds[key] in (int, float)))
            expected = "expected a fact that is a number, such as moves"
            raise EngineError(f"{use}: {expected}, found {quoted(name)}{hint and f'; {hint}'}")
    try:
        return asked(wish.where) if wish.where else None
    except ExpressionError as error:
        raise EngineError(f"where: {error}") from None


@dataclass(frozen=True, slots=True)
class PackChoice:
    """What may be chosen of a source.

    Attributes:
        game: whose levels they are.
        candidates: the levels; of very many those that are looked at.
        number: how many there are.
        left_out: what was left out and why, a line each.
    """

    game: str
    candidates: Sequence[RampLevel]
    number: int
    left_out: Sequence[str]


class Source(ABC):
    """A folder or a catalogue of levels.

    Attributes:
        path: where it is.
    """

    path: Path

    @abstractmethod
    def choice(self, wish: Origin, control: Control, progress: Progress) -> PackChoice:
        """What may be chosen of it.

        The path of the ``wish`` does not count.

        Raises:
            EngineError: it cannot be read, or holds levels of several games that are wished for.
            Cancelled: ``control`` was cancelled.
        """

    @abstractmethod
    def level(self, key: str) -> Level:
        """The level of a candidate."""

    def sketch(self, key: str) -> Level:
        """The level, of which nothing but the board may be there."""
        return self.level(key)

    @abstractmethod
    def file(self, key: str) -> Path | None:
        """The file of a candidate; None for one that has none."""


def worths(found: Sequence[tuple[RampLevel, float | None]], *, least: bool) -> list[RampLevel]:
    """Candidates with what their measures of worth come to, from 0 to 1; an unknown one is 0."""
    known = [-value if least else value for _, value in found if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)

    def worth(value: float | None) -> float:
        """The place of a measure between the least and the greatest."""
        if value is None or high == low:
            return 1.0 if value is not None or not known else 0.0
        return ((-value if least else value) - low) / (high - low)

    return [RampLevel(each.key, each.difficulty, each.board, worth(v)) for each, v in found]


BY_GAME = "; --where game=NAME takes those of one"
"""What to do about levels of several games in a source."""


def one_game(games: set[str], path: Path | None = None, hint: str = "") -> str:
    """Return the game of the levels of a pack, or of its source; empty for no levels.

    Difficulties of two games are no steps of one curve: some are moves, others seconds.

    Raises:
        EngineError: there are several.
    """
    if len(games) > 1:
        where = "" if path is None else f"{path}: "
        found = ", ".join(sorted(games))
        raise EngineError(f"{where}expected levels of one game, found {found}{hint}")
    return next(iter(games), "")
