"""The search for the event that caused a cell's content, and for alternatives to that cell."""

from __future__ import annotations

from dataclasses import dataclass

from engine.stages.candidate import NOTHING, Event, Plane, Stage, Timeline

MAX_ALTERNATIVES = 3
"""The maximum number of alternative cells to list."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """A cell that the random draw could have chosen instead, with its weight."""

    row: int
    col: int
    weight: int


@dataclass(frozen=True, slots=True)
class Blame:
    """The cause of a cell's content at a moment of a timeline.

    Attributes:
        index: The index of the event, which leads from moment ``index`` to ``index + 1``.
        event: The event that caused the content.
        stage: The stage of the event.
        total: The total weight of all cells that could be chosen, or None if the cell was not
            chosen by weight.
        alternatives: The other cells with the greatest weights, at most :data:`MAX_ALTERNATIVES`.
        earlier: The indices of earlier events on the cell, including changes to its weights.
    """

    index: int
    event: Event
    stage: Stage
    total: int | None
    alternatives: tuple[Alternative, ...]
    earlier: tuple[int, ...]


def find_blame(timeline: Timeline, moment: int, row: int, col: int) -> Blame | None:
    """Find the event that last changed a cell's content up to a moment, and its alternatives.

    Returns:
        The cause, or None if no event has changed anything in the cell but weights and notes.
    """
    events = timeline.list_cell_events(moment, row, col)
    planes = [timeline.planes[int(number)] for number in timeline.log[list(events), 1]]
    shown = [n for n, plane in zip(events, planes, strict=True) if not _is_auxiliary(plane)]
    if not shown:
        return None
    index = shown[-1]
    event = timeline.get_event(index)
    stage = timeline.stages[int(timeline.log[index, 0])]
    total, others = _find_odds(timeline, index, stage)
    return Blame(index, event, stage, total, others, tuple(n for n in events if n < index))


def _is_auxiliary(plane: Plane) -> bool:
    """Return True if a plane holds weights or notes instead of the content of cells."""
    return plane.weights or plane.notes


def _find_odds(
    timeline: Timeline, index: int, stage: Stage
) -> tuple[int | None, tuple[Alternative, ...]]:
    """Return the total weight of the cells that an event could choose, and its alternatives."""
    planes = [number for number, plane in enumerate(timeline.planes) if plane.name == stage.heat]
    if timeline.log[index, 5] == NOTHING or not planes:
        return None, ()
    # Use the layout before the event, in which the chosen cell still has its weight.
    layout = timeline.build_layout(index)
    if timeline.choosable is not None:
        weights = timeline.choosable(layout, planes[0])
    else:
        weights = layout[planes[0]]
    order = [
        int(cell)
        # A stable sort keeps cells with the same weight in reading order.
        for cell in (-weights).argsort(kind="stable")
        if weights[cell] > 0 and cell != timeline.log[index, 2]
    ]
    others = (
        Alternative(*divmod(n, timeline.cols), int(weights[n])) for n in order[:MAX_ALTERNATIVES]
    )
    return int(weights.sum()), tuple(others)
