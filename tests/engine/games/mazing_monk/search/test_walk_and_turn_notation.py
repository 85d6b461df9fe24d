"""The monk's making by whole actions: where they begin, what they say, what was refused so far."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from monk_boards import GAME, accepted, made, seeds

from engine.games.mazing_monk.generation.rewound_cube import CHECKS
from engine.jit import decorators
from engine.stages.candidate import Event, Stage, Timeline

pytestmark = pytest.mark.jitless

EXAMPLES = 3 if decorators.is_disabled() else 20
PROTECTIONS = st.sampled_from(["history", "protective"])


def actions(timeline: Timeline) -> list[list[Event]]:
    """The events of every action, stepped through from the start."""
    found, moment = [], 0
    while moment < len(timeline):
        after = timeline.step_actions(moment, 1)
        found.append([timeline.get_event(index) for index in range(moment, after)])
        moment = after
    return found


@settings(max_examples=EXAMPLES)
@given(seeds, st.integers(1, 10), PROTECTIONS)
def test_an_action_is_one_thing_done_and_all_that_comes_of_it(seed, difficulty, mode):
    timeline = made(seed, difficulty=difficulty, mode=mode).timeline
    for events in actions(timeline):
        assert len({event.stage for event in events}) == 1
        assert [event.plane for event in events[1:]].count("moves") == 0
        assert "refused" not in events[0].new or len(events) == 1
        assert GAME.generator.describe_action(events)


@settings(max_examples=EXAMPLES)
@given(seeds, st.data())
def test_actions_are_stepped_through_both_ways(seed, data):
    timeline = made(seed, difficulty=4).timeline
    moment = data.draw(st.integers(1, len(timeline)))
    action = timeline.find_action(moment)
    assert action is not None
    assert action.start < moment <= action.end
    assert timeline.step_actions(action.start, 1) == action.end
    assert timeline.step_actions(action.end, -1) == action.start
    assert timeline.step_actions(moment, -1) == action.start, "from amid one, to where it begins"
    assert timeline.find_action(0) is None
    assert timeline.step_actions(0, -1) == 0
    assert timeline.step_actions(0, len(timeline) + 1) == len(timeline)


def test_refusals_only_grow():
    timeline = accepted(3, difficulty=3, mode="protective").timeline
    reported = [timeline.count_refusals(moment) for moment in range(0, len(timeline) + 1, 50)]
    assert reported[0] == {}
    for before, after in pairwise(reported):
        assert set(before) <= set(after) <= set(CHECKS)
        assert all(number <= after[check] for check, number in before.items())


def test_actions_in_words():
    timeline = accepted(3, difficulty=7, mode="protective").timeline
    reported = [GAME.generator.describe_action(events) for events in actions(timeline)]
    assert any(text.startswith("R") and "turned back (draw" in text for text in reported)
    assert any("step" in text and "karma left behind (draw" in text for text in reported)
    assert any("an obstacle removed" in text for text in reported)
    assert any("refused, obstacle has to stay (draw" in text for text in reported)
    assert any("obstacles protective: " in text for text in reported)


def test_without_a_word_on_actions_every_event_is_one():
    log = np.array([[0, 0, cell, 0, 1, -1, -1] for cell in range(3)], np.int64)
    timeline = Timeline((Stage("put", "Put", ""),), (), 3, np.zeros((1, 3), np.int64), log)
    assert [timeline.step_actions(moment, 1) for moment in range(4)] == [1, 2, 3, 3]
    assert [timeline.step_actions(moment, -1) for moment in range(4)] == [0, 0, 1, 2]
    action = timeline.find_action(2)
    assert action is not None
    assert (action.number, action.total, action.start, action.end) == (2, 3, 1, 2)
    assert timeline.count_refusals(3) == {}
