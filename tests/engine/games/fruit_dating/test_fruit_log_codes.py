"""Notes of the generator: the events of its log."""

from __future__ import annotations

import numpy as np
import pytest
from fruit_boards import GAME
from fruit_generator import (
    STAGES,
    events_of,
    final,
    made,
    seeds,
    setting,
)
from hypothesis import given

pytestmark = pytest.mark.jitless


# --- the timeline --------------------------------------------------------------------------


@given(setting(), seeds)
def test_the_timeline_goes_forwards_and_backwards(chosen: dict[str, object], seed: int) -> None:
    candidate = made(chosen, seed)
    timeline = candidate.timeline
    moments = [timeline.start.copy()]
    for _, row, cell, old, new, _, _ in timeline.log.tolist():
        layout = moments[-1].copy()
        assert layout[row, cell] == old
        layout[row, cell] = new
        moments.append(layout)
    assert len(moments) == len(timeline) + 1
    assert all(np.array_equal(timeline.build_layout(at), moments[at]) for at in range(len(moments)))
    layout = timeline.build_layout(len(timeline))
    for moment in range(len(timeline) - 1, -1, -1):
        _, row, cell, old, _, _, _ = timeline.log[moment].tolist()
        layout[row, cell] = old
        assert np.array_equal(layout, moments[moment])
    assert candidate.make_board_at(len(timeline)) == candidate.board
    numbers = timeline.log[:, 0].tolist()
    assert numbers == sorted(numbers)
    for stage in range(len(STAGES)):
        first, end = timeline.find_stage_span(stage)
        assert numbers[first:end] == [stage] * numbers.count(stage)
        assert all(timeline.get_stage_at(moment + 1) == stage for moment in range(first, end))


def test_a_cell_can_be_asked_who_changed_it() -> None:
    candidate = made({"pairs": 2}, 5)
    timeline = candidate.timeline
    for row, col, _ in final(candidate).iterate_pieces():
        blame = [
            timeline.get_event(index)
            for index in timeline.list_cell_events(len(timeline), row, col)
        ]
        assert {(event.row, event.col) for event in blame} == {(row, col)}
        assert [event.plane for event in blame].count("pieces") == 1
        assert timeline.list_cell_events(0, row, col) == ()


@given(setting(), seeds)
def test_every_event_is_one_line_with_its_place(chosen: dict[str, object], seed: int) -> None:
    for event in events_of(made(chosen, seed)):
        text = GAME.generator.describe_event(event)
        assert text.startswith(f"row {event.row}, column {event.col}")
        assert "\n" not in text
