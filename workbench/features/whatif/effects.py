"""Effects of single changes in words and numbers: what they are good for, what they would break."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal, NamedTuple

from engine.edit.edits import Change
from engine.game.play import MOVES, Measure
from engine.improvement.aims import Rank
from engine.improvement.whatif import Breach, BreachKind, Standing
from engine.values.grid import Cell
from workbench.text.measures import counted
from workbench.text.status import figure

Mark = Literal["better", "warning", "worse", "same", "broken", ""]

FURTHEST = 99
"""The largest difference that the number of a cell has room for, with its sign."""
FEW = 3
"""Tools that are named where there is little room."""
LENGTH = "moves"
"""The key of the length, which is stated in the units of the game."""
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


class _FigureChange(NamedTuple):
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
    """What changed boards are compared with, and described by.

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
            return stands.rank is None, stands.lacks, stands.figures, stands.breaches

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
        if not self.base.figures:
            return _short(next(iter(standing.figures.values())))
        changed = self._changed_figure(standing)
        if changed is None:
            return "="
        step = _whole(changed)
        if step is None:
            return "~"
        if abs(step) > FURTHEST:
            return "++" if step > 0 else "--"
        return f"{step:+}" if step else "+" if changed.now > changed.before else "-"

    def heat(self, standing: Standing) -> int:
        """How far a board is from the one as it is: the difference, shares in hundredths."""
        changed = self._changed_figure(standing)
        return 0 if changed is None else abs(_whole(changed) or 0)

    def value(self, standing: Standing) -> str:
        """The figure that matters most of those that differ; why there is none."""
        changed = self._changed_figure(standing)
        if changed is None:
            changed = next((_FigureChange(*each, None) for each in standing.figures.items()), None)
        if changed is None or changed.now is None:
            return self.words(standing)
        other = changed.key != next(iter(standing.figures))
        return f"{changed.key} {figure(changed.now)}" if other else figure(changed.now)

    def difference(self, standing: Standing) -> str:
        """What became of that figure, such as ``+3``; empty where nothing can be compared."""
        if not (standing.figures and self.base.figures):
            return ""
        changed = self._changed_figure(standing)
        if changed is None:
            return "="
        if changed.step is None:
            return ""
        return f"{changed.step:+.3f}" if isinstance(changed.step, float) else f"{changed.step:+}"

    def words(self, standing: Standing) -> str:
        """All that the aim looks at, in words; why there is nothing."""
        if standing.rank is None:
            return "undecided"
        if standing.lacks:
            lacks = standing.lacks
            return _LACKING.get(lacks, f"not {lacks.replace('_', '-')}")
        return ", ".join(self._figure(key, value) for key, value in standing.figures.items())

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

    def _changed_figure(self, standing: Standing) -> _FigureChange | None:
        """The first figure that is not as it was; None if all are."""
        every = (
            _FigureChange(*each, self.base.figures.get(each[0]))
            for each in standing.figures.items()
        )
        return next((changed for changed in every if changed.now != changed.before), None)


def _whole(changed: _FigureChange) -> int | None:
    """How much more a figure is, a share in hundredths."""
    step = changed.step
    return None if step is None else round(step * 100 if isinstance(step, float) else step)


def _short(value: Any) -> str:
    """A figure that cannot be compared, in three columns."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "ok"
    whole = round(value * 100) if isinstance(value, float) else value
    return str(whole) if 0 <= whole < 1_000 else "++"
