"""The effects of single changes to a board, in words and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal, NamedTuple

from engine.edit.single_changes import Change
from engine.game.play import MOVES, Measure
from engine.improvement.change_assessment import Assessment, Breach, BreachKind
from engine.improvement.improvement_objectives import Rank
from engine.values.grid import Cell
from workbench.text.quantity_text import format_figure
from workbench.text.solution_length import format_total

Mark = Literal["better", "warning", "worse", "same", "broken", ""]

MAX_DIFFERENCE = 99
"""The largest difference that fits in a cell together with its sign."""
MAX_NAMED = 3
"""The largest number of tools that a short description lists in full."""
LENGTH_KEY = "moves"
"""The key for the solution's length, which is shown in the game's own units."""
UNDECIDED: Rank = (0.5,)
"""The rank of an undecided board, which lies between those of unsolvable and solved boards."""
_LACKING = {"solvable": "unsolvable", "unique": "not unique"}
_BREACHES: dict[BreachKind, str] = {
    "lost": "no longer {}",
    "shorter": "a shorter solution",
    "fallen": "fewer {}",
    "unwon": "the intended solution no longer wins",
    "shortcut": "the intended solution is no longer the shortest",
    "risen": "more {}",
    "locked": "a locked cell changed",
    "inert": "fewer objects matter",
}


@dataclass(frozen=True, slots=True)
class Effect:
    """A change, and an assessment of the board after the change."""

    change: Change
    assessment: Assessment


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """Changes to one cell that affect the objective equally and break the same invariants."""

    changes: tuple[Change, ...]
    assessment: Assessment

    @property
    def cell(self) -> Cell:
        """The cell that all of the changes are for."""
        return self.changes[0].row, self.changes[0].col

    @property
    def names(self) -> str:
        """The names of the changes' tools, such as ``stone, car or barrel``."""
        titles = [change.tool.title for change in self.changes]
        return " or ".join(filter(None, (", ".join(titles[:-1]), titles[-1])))

    @property
    def brief(self) -> str:
        """The names of the changes' tools, or of the first few if there are many.

        For example, the result may be ``stone, car or 3 others``.
        """
        if len(self.changes) <= MAX_NAMED:
            return self.names
        titles = ", ".join(change.tool.title for change in self.changes[: MAX_NAMED - 1])
        return f"{titles} or {len(self.changes) - MAX_NAMED + 1} others"


class _FigureChange(NamedTuple):
    """One of the objective's facts: its key, and its values after and before a change."""

    key: str
    now: Any
    before: Any

    @property
    def difference(self) -> Any:
        """The value after the change minus the one before, or None if they are not numbers."""
        numbers = isinstance(self.now, int | float), isinstance(self.before, int | float)
        return self.now - self.before if all(numbers) else None


def get_rank(assessment: Assessment) -> Rank:
    """Return the assessment's rank, or :data:`UNDECIDED` if the solver has found no answer."""
    return UNDECIDED if assessment.rank is None else assessment.rank


def describe_breach(breach: Breach) -> str:
    """Describe, in a few words, how an invariant is broken."""
    return _BREACHES[breach.kind].format(breach.key.replace("_", "-"))


@dataclass(frozen=True, slots=True)
class EffectComparison:
    """A comparison between changed boards and the unchanged board.

    Attributes:
        base: The assessment of the unchanged board.
        units: The units for a solution's length, most important first.
    """

    base: Assessment = field(default_factory=Assessment)
    units: Sequence[Measure] = MOVES.list_units()

    def group_effects(self, effects: Iterable[Effect]) -> list[ChangeGroup]:
        """Group the possible changes to one cell by effect, best first.

        Among changes that are equally good for the objective, those that break fewer invariants
        come first, and then those that change the solution's length less.
        """

        def rank_effect(effect: Effect) -> tuple[Rank, int, int, int]:
            moves, was = (
                each.facts.get(LENGTH_KEY) or 0 for each in (effect.assessment, self.base)
            )
            breaches = len(effect.assessment.breaches)
            return get_rank(effect.assessment), -breaches, -abs(moves - was), moves

        def get_key(effect: Effect) -> tuple[Any, ...]:
            state = effect.assessment
            return state.rank is None, state.lacks, state.figures, state.breaches

        # `groupby` groups only consecutive items, so the effects must be sorted first.
        ordered = sorted(effects, key=rank_effect, reverse=True)
        groups = (list(group) for _, group in groupby(ordered, key=get_key))
        return [
            ChangeGroup(tuple(effect.change for effect in group), group[0].assessment)
            for group in groups
        ]

    def is_better(self, assessment: Assessment) -> bool:
        """Return True if the changed board meets the objective better than the unchanged one."""
        return get_rank(assessment) > get_rank(self.base)

    def choose_mark(self, assessment: Assessment) -> Mark:
        """Return the mark for a cell, given the ``assessment`` of the best change to it."""
        if assessment.rank is None:
            return ""
        now, before = assessment.rank, get_rank(self.base)
        if now < before:
            return "broken" if assessment.lacks else "worse"
        # The board is no worse for the objective, but an invariant is broken.
        if assessment.breaches:
            return "warning"
        return "same" if now == before else "better"

    def format_number(self, assessment: Assessment) -> str:
        """Format the difference from the unchanged board in up to 3 characters.

        If the unchanged board has no value, the changed board's value is formatted instead.
        """
        if assessment.rank is None:
            return "?"
        if assessment.lacks:
            return "2+" if assessment.lacks == "unique" else "x"
        if not self.base.figures:
            return _format_short(next(iter(assessment.figures.values())))
        changed = self._find_change(assessment)
        if changed is None:
            return "="
        step = _round_difference(changed)
        if step is None:
            return "~"
        # Three characters have room for a sign and two digits.
        if abs(step) > MAX_DIFFERENCE:
            return "++" if step > 0 else "--"
        # A small difference between two fractions can round to zero. Then show only its sign.
        return f"{step:+}" if step else "+" if changed.now > changed.before else "-"

    def measure_heat(self, assessment: Assessment) -> int:
        """Return the size of a change's effect on the objective, as a whole number.

        The difference between two fractions is counted in hundredths.
        """
        changed = self._find_change(assessment)
        return 0 if changed is None else abs(_round_difference(changed) or 0)

    def format_value(self, assessment: Assessment) -> str:
        """Format the first of the objective's facts whose value differs from the unchanged board's.

        If no value differs, the first fact is formatted. If there are no facts, the assessment is
        described instead.
        """
        changed = self._find_change(assessment)
        if changed is None:
            changed = next(
                (_FigureChange(*each, None) for each in assessment.figures.items()), None
            )
        if changed is None or changed.now is None:
            return self.describe_assessment(assessment)
        other = changed.key != next(iter(assessment.figures))
        return (
            f"{changed.key} {format_figure(changed.now)}" if other else format_figure(changed.now)
        )

    def format_difference(self, assessment: Assessment) -> str:
        """Format the change in the first fact whose value differs from the unchanged board's.

        Returns:
            A string such as ``+3``, ``=`` if no fact differs, or "" if the change is not a number.
        """
        if not (assessment.figures and self.base.figures):
            return ""
        changed = self._find_change(assessment)
        if changed is None:
            return "="
        if changed.difference is None:
            return ""
        return (
            f"{changed.difference:+.3f}"
            if isinstance(changed.difference, float)
            else f"{changed.difference:+}"
        )

    def describe_assessment(self, assessment: Assessment) -> str:
        """Describe the values of all the objective's facts, or say why they are missing."""
        if assessment.rank is None:
            return "undecided"
        if assessment.lacks:
            lacks = assessment.lacks
            return _LACKING.get(lacks, f"not {lacks.replace('_', '-')}")
        return ", ".join(
            self._format_figure(key, value) for key, value in assessment.figures.items()
        )

    def format_unit(self, key: str) -> str:
        """Return a heading for the values of the fact ``key``."""
        return " and ".join(unit.plural for unit in self.units) if key == LENGTH_KEY else key

    def describe_change(self, names: str, assessment: Assessment) -> str:
        """Describe a change's effect, such as ``stone: 9 moves, +3, but fewer stars``."""
        more = self.format_difference(assessment).replace("=", "no change")
        broken = ", ".join(
            describe_breach(each) for each in assessment.breaches if each.kind != "lost"
        )
        said = f"{names}: {self.describe_assessment(assessment)}"
        return f"{said}{f', {more}' if more else ''}{f', but {broken}' if broken else ''}"

    def _format_figure(self, key: str, value: Any) -> str:
        if key != LENGTH_KEY:
            return f"{key} {format_figure(value)}"
        return "solvable" if value is None else format_total(self.units, value)

    def _find_change(self, assessment: Assessment) -> _FigureChange | None:
        """Return the first fact whose value has changed, or None if no value has changed."""
        every = (
            _FigureChange(*each, self.base.figures.get(each[0]))
            for each in assessment.figures.items()
        )
        return next((changed for changed in every if changed.now != changed.before), None)


def _round_difference(changed: _FigureChange) -> int | None:
    """Return the difference as a whole number, or None if it is not a number.

    The difference between two fractions is returned in hundredths.
    """
    step = changed.difference
    return None if step is None else round(step * 100 if isinstance(step, float) else step)


def _format_short(value: Any) -> str:
    """Format a value that cannot be compared with another one, in up to 3 characters."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "ok"
    whole = round(value * 100) if isinstance(value, float) else value
    return str(whole) if 0 <= whole < 1_000 else "++"
