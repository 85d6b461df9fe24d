"""Why a cell is as it is: which event of generation put it there, and against what odds."""

from __future__ import annotations

from dataclasses import dataclass

from engine.staging.generation import NOTHING, Event, Plane, Stage, Timeline

RUNNERS_UP = 3
"""How many other cells are named."""


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """A cell that could have been chosen in place of the one that was, and its weight."""

    row: int
    col: int
    weight: int


@dataclass(frozen=True, slots=True)
class Blame:
    """What made a cell what it is at a moment of a timeline.

    Attributes:
        index: the event to blame leads from moment ``index`` to moment ``index + 1``.
        total: the weights of all cells that could be chosen, this one included; None where
            the cell was not chosen by weight.
        runners_up: the other cells of the greatest weights, at most :data:`RUNNERS_UP`.
        earlier: the events on the cell before that one, weights included.
    """

    index: int
    event: Event
    stage: Stage
    total: int | None
    runners_up: tuple[RunnerUp, ...]
    earlier: tuple[int, ...]


def blame(timeline: Timeline, moment: int, row: int, col: int) -> Blame | None:
    """What made a cell what it is at a moment.

    Returns:
        The last event that changed what stands on the cell; None where nothing but weights, and
        what is done there, did.
    """
    events = timeline.blame(moment, row, col)
    planes = [timeline.planes[int(number)] for number in timeline.log[list(events), 1]]
    shown = [n for n, plane in zip(events, planes, strict=True) if not _is_apart(plane)]
    if not shown:
        return None
    index = shown[-1]
    event = timeline.event(index)
    stage = timeline.stages[int(timeline.log[index, 0])]
    total, others = _odds(timeline, index, stage)
    return Blame(index, event, stage, total, others, tuple(n for n in events if n < index))


def _is_apart(plane: Plane) -> bool:
    """Whether a plane says nothing of what stands on a cell."""
    return plane.weights or plane.doings


def _odds(timeline: Timeline, index: int, stage: Stage) -> tuple[int | None, tuple[RunnerUp, ...]]:
    """The weights that a choice was made by: their sum, and the greatest of the others."""
    planes = [number for number, plane in enumerate(timeline.planes) if plane.name == stage.heat]
    if timeline.log[index, 5] == NOTHING or not planes:
        return None, ()
    layout = timeline.layout(index)
    if timeline.choosable is not None:
        weights = timeline.choosable(layout, planes[0])
    else:
        weights = layout[planes[0]]
    order = [
        int(cell)
        for cell in (-weights).argsort(kind="stable")
        if weights[cell] > 0 and cell != timeline.log[index, 2]
    ]
    others = (RunnerUp(*divmod(n, timeline.cols), int(weights[n])) for n in order[:RUNNERS_UP])
    return int(weights.sum()), tuple(others)
