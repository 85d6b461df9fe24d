"""Effects of single changes in words and numbers: what they are good for, what they would break."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal, NamedTuple

from engine.edit.edits import Change
from engine.game.play import MOVES, Measure
from engine.making.aims import Rank
from engine.making.whatif import Breach, BreachKind, Standing
from engine.values.grid import Cell
from workbench.document.measures import counted
from workbench.document.status import figure

Mark = Literal["better", "warning", "worse", "same", "broken", ""]

FURTHEST = 99
"""The largest difference that the number of a cell has room for, with its sign."""
FEW = 3
"""Tools that are named where there is little room."""
LENGTH = "moves"
"""The key of the length, which is told in the units of the game."""
UNDECIDED: Rank = (0.5,)
"""Not knowing whether there is a solution: better than none, worse than one."""
_LACKING = {"solvable": "unsolvable", "unique": "not unique"}
_BREACHES: dict[BreachKind, str] = {
    "lost": "no longer {}",
    "shorter": "a shorter solution",
    "fallen": "fewer {}",
    "unwon": "the intended solution no longer wins",
    "shortcut": "the intended solution is no longer the shortest",
    "risen": "more {}",
    "locked": "a locked cell changed",
    "inert": "more things change nothing",
}


@dataclass(frozen=True, slots=True)
class Effect:
    """A change, and how the board stands that it makes."""

    change: Change
    standing: Standing


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Changes of one cell that come to the same and break the same."""

    changes: tuple[Change, ...]
    standing: Standing

    @property
    def cell(self) -> Cell:
        """The cell that they change."""
        return self.changes[0].row, self.changes[0].col

    @property
    def names(self) -> str:
        """The tools in words, such as ``stone, car or barrel``."""
        titles = [change.tool.title for change in self.changes]
        return " or ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))

    @property
    def brief(self) -> str:
        """The tools in words, only some if there are many."""
        if len(self.changes) <= FEW:
            return self.names
        titles = ", ".join(change.tool.title for change in self.changes[: FEW - 1])
        return f"{titles} or {len(self.changes) - FEW + 1} others"


class _Told(NamedTuple):
    """One thing that the aim looks at: its key, what it is, and what it was."""

    key: str
    now: Any
    before: Any

    @property
    def step(self) -> Any:
        """How much more it is; None where that cannot be said."""
        numbers = isinstance(self.now, int | float), isinstance(self.before, int | float)
        return self.now - self.before if all(numbers) else None


def rank(standing: Standing) -> Rank:
    """What sorts a standing; not knowing is in between."""
    return UNDECIDED if standing.rank is None else standing.rank


def breach_words(breach: Breach) -> str:
    """What a change breaks, in a few words."""
    return _BREACHES[breach.kind].format(breach.key.replace("_", "-"))


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What changed boards are held against, and told in.

    Attributes:
        base: how the board stands as it is.
        units: what the length of a solution is counted in, what matters most first.
    """

    base: Standing = field(default_factory=Standing)
    units: Sequence[Measure] = MOVES.units()

    def grouped(self, effects: Iterable[Effect]) -> list[ChangeGroup]:
        """The changes of one cell by what they come to, the best first.

        Of those that are as good for the aim, what breaks less comes first, and then what changes
        the length less.
        """

        def order(effect: Effect) -> tuple[Rank, int, int, int]:
            """What sorts an effect."""
            moves, was = (each.facts.get(LENGTH) or 0 for each in (effect.standing, self.base))
            breaches = len(effect.standing.breaches)
            return rank(effect.standing), -breaches, -abs(moves - was), moves

        def outcome(effect: Effect) -> tuple[Any, ...]:
            """What the changes of a group have in common."""
            stands = effect.standing
            return stands.rank is None, stands.lacks, stands.told, stands.breaches

        ordered = sorted(effects, key=order, reverse=True)
        groups = (list(group) for _, group in groupby(ordered, key=outcome))
        return [
            ChangeGroup(tuple(effect.change for effect in group), group[0].standing)
            for group in groups
        ]

    def is_better(self, standing: Standing) -> bool:
        """Whether a board is better for the aim than the one as it is."""
        return rank(standing) > rank(self.base)

    def mark(self, standing: Standing) -> Mark:
        """How a cell is marked whose best change comes to that."""
        if standing.rank is None:
            return ""
        now, before = standing.rank, rank(self.base)
        if now < before:
            return "broken" if standing.lacks else "worse"
        if standing.breaches:
            return "warning"
        return "same" if now == before else "better"

    def number(self, standing: Standing) -> str:
        """What a change comes to in three columns: the difference if there is one, else itself."""
        if standing.rank is None:
            return "?"
        if standing.lacks:
            return "2+" if standing.lacks == "unique" else "x"
        if not self.base.told:
            return _short(next(iter(standing.told.values())))
        told = self._told(standing)
        if told is None:
            return "="
        step = _whole(told)
        if step is None:
            return "~"
        if abs(step) > FURTHEST:
            return "++" if step > 0 else "--"
        return f"{step:+}" if step else "+" if told.now > told.before else "-"

    def heat(self, standing: Standing) -> int:
        """How far a board is from the one as it is: the difference, shares in hundredths."""
        told = self._told(standing)
        return 0 if told is None else abs(_whole(told) or 0)

    def value(self, standing: Standing) -> str:
        """The figure that matters most of those that differ; why there is none."""
        told = self._told(standing)
        if told is None:
            told = next((_Told(*each, None) for each in standing.told.items()), None)
        if told is None or told.now is None:
            return self.words(standing)
        other = told.key != next(iter(standing.told))
        return f"{told.key} {figure(told.now)}" if other else figure(told.now)

    def difference(self, standing: Standing) -> str:
        """What became of that figure, such as ``+3``; empty where nothing can be compared."""
        if not (standing.told and self.base.told):
            return ""
        told = self._told(standing)
        if told is None:
            return "="
        if told.step is None:
            return ""
        return f"{told.step:+.3f}" if isinstance(told.step, float) else f"{told.step:+}"

    def words(self, standing: Standing) -> str:
        """All that the aim looks at, in words; why there is nothing."""
        if standing.rank is None:
            return "undecided"
        if standing.lacks:
            lacks = standing.lacks
            return _LACKING.get(lacks, f"not {lacks.replace('_', '-')}")
        return ", ".join(self._figure(key, value) for key, value in standing.told.items())

    def unit(self, key: str) -> str:
        """What stands over figures of a key."""
        return " and ".join(unit.plural for unit in self.units) if key == LENGTH else key

    def change_words(self, names: str, standing: Standing) -> str:
        """What tools come to, such as ``stone: 9 moves, +3, but fewer stars``."""
        more = self.difference(standing).replace("=", "no change")
        broken = ", ".join(breach_words(each) for each in standing.breaches if each.kind != "lost")
        said = f"{names}: {self.words(standing)}"
        return f"{said}{f', {more}' if more else ''}{f', but {broken}' if broken else ''}"

    def _figure(self, key: str, value: Any) -> str:
        if key != LENGTH:
            return f"{key} {figure(value)}"
        return "solvable" if value is None else counted(self.units, value)

    def _told(self, standing: Standing) -> _Told | None:
        """The first thing told that is another than it was; None if nothing is."""
        every = (_Told(*each, self.base.told.get(each[0])) for each in standing.told.items())
        return next((told for told in every if told.now != told.before), None)


def _whole(told: _Told) -> int | None:
    """How much more a figure is, a share in hundredths."""
    step = told.step
    return None if step is None else round(step * 100 if isinstance(step, float) else step)


def _short(value: Any) -> str:
    """A figure that cannot be compared, in three columns."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "ok"
    whole = round(value * 100) if isinstance(value, float) else value
    return str(whole) if 0 <= whole < 1_000 else "++"
