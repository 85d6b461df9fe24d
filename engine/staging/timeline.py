"""Generation as stages over a layout, with a log that can be stepped both ways.

A *layout* is an array of shape (planes, cells): what is on every cell in every plane (tiles,
pieces, weights, ...), cells in reading order. A generator stage is one compiled function
over the layout. With a log attached it records every change as a row of integers; the same
function without a log costs nothing and is what batches call. Because an event holds the
old value and the new, any moment is rebuilt from the log, backwards as fast as forwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # NumPy is imported by the generators that leave logs
    from engine.jit.marks import Longs

LOG_COLUMNS = ("stage", "plane", "cell", "old", "new", "weight", "draw")
NOTHING = -1
"""Weight or draw of an event that has none."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a generator; its number in the generator is its stream of random draws.

    ``heat`` names the plane of weights that the stage makes or chooses by, if any. A stage that
    draws nothing follows from those before it: rolled again, it would come out the same. A hand can
    paint weights for the cells that a ``paintable`` one chooses among.
    """

    name: str
    title: str
    help: str
    heat: str | None = None
    draws: bool = True
    paintable: bool = False


@dataclass(frozen=True, slots=True)
class Plane:
    """One plane of a layout: its name, and the text of each value (numbers where empty).

    ``weights`` marks planes that hold weights and are drawn as heat maps, ``doings`` those that
    say what is done on a cell, not what is on it.
    """

    name: str
    glyphs: Mapping[int, str] = field(default_factory=dict)
    weights: bool = False
    doings: bool = False

    def text(self, value: int) -> str:
        """A value as text."""
        return self.glyphs.get(value, str(value))


@dataclass(frozen=True, slots=True)
class Event:
    """One change of one cell: where, in which stage and plane, from what to what, and why.

    ``weight`` is the weight with which the cell was chosen (or the weight it was given),
    ``draw`` the random number that decided; None where there was none. ``choices`` is the number
    of cells that such a draw decided between, each as likely; None where it was otherwise. The
    event is the one of that ``number``, from 1, among the ``total`` of its stage. ``doing`` is the
    last text of a plane of doings in its stage up to then, empty without one.
    """

    stage: str
    plane: str
    row: int
    col: int
    old: str
    new: str
    weight: int | None
    draw: int | None
    choices: int | None = None
    number: int = 1
    total: int = 1
    doing: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """Events of a log that belong together.

    Attributes:
        number, total: which action of the log it is, from 1, and how many there are.
        start, end: the moments before its first event and after its last.
    """

    number: int
    total: int
    start: int
    end: int


@dataclass(frozen=True)
class Timeline:
    """The log of one candidate, as moments 0 (nothing yet) to ``len(timeline)`` (all done).

    Attributes:
        start: the layout before the first event, shape (planes, cells).
        log: the events, shape (events, 7), columns :data:`LOG_COLUMNS`.
        choosable: the weights of a plane of a layout that count in a choice, 0 for cells that
            cannot be chosen; None where all weights count.
        choices: for every event, between how many equally likely cells its draw decided, 0 where
            it was otherwise; None where no draw was like that.
        begins: the events that begin whole actions, the first event among them; None where
            every event stands for itself, but for those of a stage that draws nothing.
        labels: for every event a number to be drawn on its cell while its stage is stepped
            through, 0 for none; None where there are no such numbers.
        refused: of a log and a moment, how often each of the generator's checks has refused
            something so far; None where nothing is refused.
    """

    stages: tuple[Stage, ...]
    planes: tuple[Plane, ...]
    cols: int
    start: Longs
    log: Longs
    choosable: Callable[[Longs, int], Longs] | None = None
    choices: Longs | None = None
    begins: Longs | None = None
    labels: Longs | None = None
    refused: Callable[[Longs, int], Mapping[str, int]] | None = None

    def __len__(self) -> int:
        """Number of events."""
        return len(self.log)

    def event(self, index: int) -> Event:
        """The event that leads from moment ``index`` to moment ``index + 1``."""
        stage, plane, cell, old, new, weight, draw = (int(x) for x in self.log[index])
        choices = 0 if self.choices is None else int(self.choices[index])
        first, end = self.span(stage)
        return Event(
            self.stages[stage].name,
            self.planes[plane].name,
            cell // self.cols,
            cell % self.cols,
            self.planes[plane].text(old),
            self.planes[plane].text(new),
            None if weight == NOTHING else weight,
            None if draw == NOTHING else draw,
            choices or None,
            index - first + 1,
            end - first,
            self._doing(index, first),
        )

    def _doing(self, index: int, first: int) -> str:
        """What was said last to be done, from the first event of a stage up to another."""
        before = int(self._doings.searchsorted(index, "right")) - 1
        if before < 0 or self._doings[before] < first:
            return ""
        _, plane, _, _, new, _, _ = (int(x) for x in self.log[self._doings[before]])
        return self.planes[plane].text(new)

    @cached_property
    def _doings(self) -> Longs:
        """The events in planes of doings."""
        import numpy as np

        planes = np.array([plane.doings for plane in self.planes], np.bool_)
        return np.flatnonzero(planes[self.log[:, 1]])

    def layout(self, moment: int) -> Longs:
        """The layout at a moment, shape (planes, cells)."""
        near = min(max(moment, 0), len(self)) // _SNAPSHOT_EVERY
        layout = self._snapshots[near].copy()
        for _, plane, cell, _, new, _, _ in self.log[near * _SNAPSHOT_EVERY : moment]:
            layout[plane, cell] = new
        return layout

    def stage_of(self, moment: int) -> int:
        """The stage number that the moment lies in: that of the event just done."""
        return int(self.log[moment - 1, 0]) if 0 < moment <= len(self) else 0

    def span(self, stage: int) -> tuple[int, int]:
        """The moments before the first and after the last event of a stage."""
        numbers = self.log[:, 0]
        return int(numbers.searchsorted(stage)), int(numbers.searchsorted(stage, "right"))

    def action(self, moment: int) -> Action | None:
        """The action that the event just done belongs to; None at the start."""
        if not 0 < moment <= len(self):
            return None
        bounds = self._bounds
        number = int(bounds.searchsorted(moment))
        return Action(number, len(bounds) - 1, int(bounds[number - 1]), int(bounds[number]))

    def actions_on(self, moment: int, count: int) -> int:
        """The moment so many whole actions on, or back; from amid one, to where it ends."""
        bounds = self._bounds
        if count > 0:
            index = int(bounds.searchsorted(moment, "right")) - 1 + count
        else:
            index = int(bounds.searchsorted(moment)) + count
        return int(bounds[min(max(index, 0), len(bounds) - 1)])

    def labelled(self, moment: int, stage: int) -> dict[int, int]:
        """The numbers on cells that the events of a stage up to a moment have put there."""
        if self.labels is None:
            return {}
        first, end = self.span(stage)
        cells, labels = self.log[first : min(moment, end), 2], self.labels[first : min(moment, end)]
        return {int(cell): int(label) for cell, label in zip(cells, labels, strict=True) if label}

    def refusals(self, moment: int) -> Mapping[str, int]:
        """How often each check of the generator has refused something up to a moment."""
        return {} if self.refused is None else self.refused(self.log, moment)

    @cached_property
    def _bounds(self) -> Longs:
        """The moments between actions, with the first and the last."""
        import numpy as np

        begins = np.arange(len(self)) if self.begins is None else self.begins
        # What follows without a draw is there all at once.
        drawn = np.array([stage.draws for stage in self.stages], np.bool_)
        numbers = self.log[:, 0]
        first = np.diff(numbers, prepend=-1) != 0
        begins = begins[(drawn[numbers] | first)[begins]]
        return np.append(begins, len(self))

    def extended(self, log: Longs) -> Timeline:
        """The timeline that goes on with more events.

        The events have the columns :data:`LOG_COLUMNS`, then the choices.
        """
        import numpy as np

        choices = np.zeros(len(self), np.int64) if self.choices is None else self.choices
        return replace(
            self,
            log=np.concatenate([self.log, log[:, :-1]]),
            choices=np.concatenate([choices, log[:, -1]]),
        )

    def blame(self, moment: int, row: int, col: int) -> tuple[int, ...]:
        """Indices of the events up to a moment that changed a cell, in order."""
        cell = row * self.cols + col
        return tuple(int(i) for i in (self.log[:moment, 2] == cell).nonzero()[0])

    @cached_property
    def _snapshots(self) -> list[Longs]:
        layout = self.start.copy()
        snapshots = [layout.copy()]
        for index, (_, plane, cell, _, new, _, _) in enumerate(self.log, start=1):
            layout[plane, cell] = new
            if index % _SNAPSHOT_EVERY == 0:
                snapshots.append(layout.copy())
        return snapshots


_SNAPSHOT_EVERY = 64
