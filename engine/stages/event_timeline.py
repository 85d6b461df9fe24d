"""The timeline of a candidate, which steps through an event log in both directions.

A *layout* is an array of shape (planes, cells). It holds the content of every cell, in reading
order, for every plane (tiles, pieces, weights and so on). A stage of a generator is one compiled
function that changes the layout. If a log is attached, every change is recorded as a row of
integers. Batches run the same function without a log, which is faster.

The layout at any moment can be rebuilt from the log. For example, a log of three events has the
moments 0 to 3::

    moment 0    the empty layout
    event 0     stage border, cell 0: floor becomes block
    moment 1
    event 1     stage border, cell 1: floor becomes block
    moment 2
    event 2     stage pieces, cell 9: none becomes a red piece
    moment 3    the finished candidate
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # NumPy is slow to import, so only generators that leave logs import it
    from engine.jit.decorators import Longs

LOG_COLUMNS = ("stage", "plane", "cell", "old", "new", "weight", "draw")
NOTHING = -1
"""The number that replaces the weight or draw of an event that has none."""


class Stage(NamedTuple):
    """One step of a generator.

    Attributes:
        name: The name that recipes use.
        title: The title that designers see.
        help: A description of the stage, in one line.
        heat: The name of the plane of weights that the stage computes or uses, or None.
        draws: True if the stage draws random numbers. Otherwise its result follows from the earlier
            stages, so rolling it again changes nothing.
        paintable: True if designers can paint weights for the stage.
    """

    name: str
    title: str
    help: str
    heat: str | None = None
    draws: bool = True
    paintable: bool = False


@dataclass(frozen=True, slots=True)
class Plane:
    """The description of one plane of a layout, which has a value for every cell.

    Attributes:
        name: The name of the plane.
        glyphs: A mapping from values to the text that shows them. All other values are shown as
            numbers.
        weights: True if the plane holds weights, which are shown as a heat map.
        notes: True if the plane holds notes on the generator's actions instead of cell contents.
    """

    name: str
    glyphs: Mapping[int, str] = field(default_factory=dict)
    weights: bool = False
    notes: bool = False

    def format_value(self, value: int) -> str:
        """Return the text that shows a value."""
        return self.glyphs.get(value, str(value))


class Event(NamedTuple):
    """One change of one cell.

    Attributes:
        stage, plane: The names of the stage and the plane.
        row, col: The row and the column of the cell.
        old, new: The values before and after the change, as text.
        weight: The weight with which the cell was chosen, or the weight that it got, or None.
        draw: The random number that determined the change, or None.
        choices: The number of equally likely cells among which the draw chose, or None.
        number, total: The number of the event within its stage, counted from 1, and the number of
            events in the stage.
        note: The last note that the stage made up to this event, or "" if there is none.
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
    note: str = ""


class Action(NamedTuple):
    """Consecutive events that belong together.

    Attributes:
        number, total: The number of the action, counted from 1, and the total number of actions.
        start, end: The moments before its first event and after its last event.
    """

    number: int
    total: int
    start: int
    end: int


@dataclass(frozen=True)
class Timeline:
    """The event log of one candidate, from moment 0 (empty) to ``len(timeline)`` (complete).

    Attributes:
        stages: The stages of the generator.
        planes: The planes of the layout.
        cols: The number of columns of the board.
        start: The layout before the first event, an array of shape (planes, cells).
        log: The events, an array of shape (events, 7) with the columns :data:`LOG_COLUMNS`.
        choosable: A function that takes a layout and a plane, and returns the plane's weights with
            0 for cells that cannot be chosen; None if every cell can be chosen.
        choices: The number of equally likely cells among which each event's draw chose, or 0 for an
            event without such a draw; None if no event has one.
        begins: The indices of the events that begin actions, including the first event. If None,
            every event is an action, except that a stage without draws is one action.
        labels: The number to show on each event's cell while a designer steps through the stage, or
            0 for no number; None if no event has one.
        refused: A function that takes a log and a moment, and returns how often each of the
            generator's checks has refused an action so far; None if there are no checks.
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
        """Return the number of events."""
        return len(self.log)

    def get_event(self, index: int) -> Event:
        """Return the event that leads from moment ``index`` to moment ``index + 1``."""
        # Convert the NumPy integers of the log to Python's, for formatting and comparisons.
        stage, plane, cell, old, new, weight, draw = (int(x) for x in self.log[index])
        choices = 0 if self.choices is None else int(self.choices[index])
        first, end = self.find_stage_span(stage)
        return Event(
            self.stages[stage].name,
            self.planes[plane].name,
            cell // self.cols,
            cell % self.cols,
            self.planes[plane].format_value(old),
            self.planes[plane].format_value(new),
            None if weight == NOTHING else weight,
            None if draw == NOTHING else draw,
            choices or None,
            index - first + 1,
            end - first,
            self._find_note(index, first),
        )

    def _find_note(self, index: int, first: int) -> str:
        """Return the last note from event ``first`` up to event ``index``; "" if there is none."""
        # Find the last note up to the event. It may belong to an earlier stage.
        before = int(self._note_events.searchsorted(index, "right")) - 1
        if before < 0 or self._note_events[before] < first:
            return ""
        _, plane, _, _, new, _, _ = (int(x) for x in self.log[self._note_events[before]])
        return self.planes[plane].format_value(new)

    @cached_property
    def _note_events(self) -> Longs:
        """The indices of the events that are notes."""
        import numpy as np

        planes = np.array([plane.notes for plane in self.planes], np.bool_)
        return np.flatnonzero(planes[self.log[:, 1]])

    def build_layout(self, moment: int) -> Longs:
        """Return the layout at a moment, an array of shape (planes, cells)."""
        # Start from the last snapshot before the moment, and replay the events after it.
        near = min(max(moment, 0), len(self)) // _SNAPSHOT_EVERY
        layout = self._snapshots[near].copy()
        for _, plane, cell, _, new, _, _ in self.log[near * _SNAPSHOT_EVERY : moment]:
            layout[plane, cell] = new
        return layout

    def get_stage_at(self, moment: int) -> int:
        """Return the number of the stage that made the last event before a moment.

        At the start, the result is 0.
        """
        return int(self.log[moment - 1, 0]) if 0 < moment <= len(self) else 0

    def find_stage_span(self, stage: int) -> tuple[int, int]:
        """Return the moment before a stage's first event and the moment after its last event."""
        # Stages run in order, so the stage column is sorted.
        numbers = self.log[:, 0]
        return int(numbers.searchsorted(stage)), int(numbers.searchsorted(stage, "right"))

    def find_action(self, moment: int) -> Action | None:
        """Return the action that includes the last event before a moment; None at the start."""
        if not 0 < moment <= len(self):
            return None
        bounds = self._action_bounds
        number = int(bounds.searchsorted(moment))
        return Action(number, len(bounds) - 1, int(bounds[number - 1]), int(bounds[number]))

    def step_actions(self, moment: int, count: int) -> int:
        """Return the moment ``count`` actions later, or earlier if ``count`` is negative.

        If the moment is within an action, the first step leads to the end of that action, or back
        to its start.
        """
        bounds = self._action_bounds
        # Forward steps count from the start of the current action and backward steps from its end,
        # so that the first step from within an action leads to its end or its start.
        if count > 0:
            index = int(bounds.searchsorted(moment, "right")) - 1 + count
        else:
            index = int(bounds.searchsorted(moment)) + count
        return int(bounds[min(max(index, 0), len(bounds) - 1)])

    def list_labels(self, moment: int, stage: int) -> dict[int, int]:
        """Return the label on each cell at a moment, considering only the events of one stage."""
        if self.labels is None:
            return {}
        first, end = self.find_stage_span(stage)
        cells, labels = self.log[first : min(moment, end), 2], self.labels[first : min(moment, end)]
        return {int(cell): int(label) for cell, label in zip(cells, labels, strict=True) if label}

    def count_refusals(self, moment: int) -> Mapping[str, int]:
        """Return how often each of the generator's checks has refused an action up to a moment."""
        return {} if self.refused is None else self.refused(self.log, moment)

    @cached_property
    def _action_bounds(self) -> Longs:
        """The moments between actions, including the first and the last moment of the timeline."""
        import numpy as np

        begins = np.arange(len(self)) if self.begins is None else self.begins
        # A stage that draws nothing is one action, even if ``begins`` divides it.
        drawn = np.array([stage.draws for stage in self.stages], np.bool_)
        numbers = self.log[:, 0]
        first = np.diff(numbers, prepend=-1) != 0
        begins = begins[(drawn[numbers] | first)[begins]]
        return np.append(begins, len(self))

    def append_events(self, log: Longs) -> Timeline:
        """Return the timeline with more events appended.

        Args:
            log: The events, with the columns :data:`LOG_COLUMNS` and a last column with the number
                of choices.
        """
        import numpy as np

        choices = np.zeros(len(self), np.int64) if self.choices is None else self.choices
        return replace(
            self,
            log=np.concatenate([self.log, log[:, :-1]]),
            choices=np.concatenate([choices, log[:, -1]]),
        )

    def list_cell_events(self, moment: int, row: int, col: int) -> tuple[int, ...]:
        """Return the indices of the events that changed a cell up to a moment, in order."""
        cell = row * self.cols + col
        return tuple(int(i) for i in (self.log[:moment, 2] == cell).nonzero()[0])

    @cached_property
    def _snapshots(self) -> list[Longs]:
        layout = self.start.copy()
        snapshots = [layout.copy()]
        for index, (_, plane, cell, _, new, _, _) in enumerate(self.log, start=1):
            layout[plane, cell] = new
            # This spacing limits both the number of events to replay and the memory for snapshots.
            if index % _SNAPSHOT_EVERY == 0:
                snapshots.append(layout.copy())
        return snapshots


_SNAPSHOT_EVERY = 64
