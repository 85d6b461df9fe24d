"""Why a cell is as it is, held against the log of its making."""

from __future__ import annotations

import numpy as np
from fruit_boards import GAME
from hypothesis import given
from hypothesis import strategies as st

from engine.stages.candidate import Candidate, Plane, Recipe, Stage, Timeline
from engine.stages.cell_cause import MAX_ALTERNATIVES, Blame, find_blame

RICH: dict[str, object] = {"mud": 2, "one_ways": 2, "anteaters": 1, "hedgehogs": 1}
PLAIN = Recipe(0, 0, GAME.generator.parameters.complete_settings({}))
NUMBERS = [plane.name for plane in GAME.generator.build_candidate(PLAIN).timeline.planes]


def made(seed: int) -> Candidate:
    return GAME.generator.build_candidate(
        Recipe(seed, 0, GAME.generator.parameters.complete_settings(RICH))
    )


@given(st.integers(0, 2**63 - 1))
def test_the_draw_of_a_choice_leads_to_the_cell_among_those_counted(seed: int) -> None:
    timeline = made(seed).timeline
    assert timeline.choosable is not None
    for index in range(len(timeline)):
        event = timeline.get_event(index)
        if timeline.planes[NUMBERS.index(event.plane)].weights or event.weight is None:
            continue
        found = find_blame(timeline, index + 1, event.row, event.col)
        assert found is not None
        assert (found.index, found.event, found.stage.name) == (index, event, event.stage)
        heat = NUMBERS.index(found.stage.heat or "")
        weights = timeline.choosable(timeline.build_layout(index), heat)
        assert found.total == weights.sum()
        assert event.draw is not None
        chosen = int(np.searchsorted(np.cumsum(weights), event.draw, "right"))
        assert divmod(chosen, timeline.cols) == (event.row, event.col)
        assert weights[chosen] == event.weight
        check_runners_up(found, weights, timeline.cols)


def check_runners_up(found: Blame, weights: np.ndarray, cols: int) -> None:
    named = [(other.row, other.col) for other in found.alternatives]
    assert (found.event.row, found.event.col) not in named
    rest = {
        divmod(cell, cols): int(weight)
        for cell, weight in enumerate(weights)
        if weight > 0 and divmod(cell, cols) != (found.event.row, found.event.col)
    }
    assert [other.weight for other in found.alternatives] == [rest.pop(cell) for cell in named]
    assert len(named) == MAX_ALTERNATIVES or not rest
    assert not rest or min(other.weight for other in found.alternatives) >= max(rest.values())


@given(st.integers(0, 2**63 - 1), st.integers(0, 400), st.integers(0, 7), st.integers(0, 7))
def test_blame_looks_back_from_the_moment_only(seed: int, moment: int, row: int, col: int) -> None:
    timeline = made(seed).timeline
    moment = min(moment, len(timeline))
    found = find_blame(timeline, moment, row, col)
    events = [n for n in timeline.list_cell_events(moment, row, col)
              if not timeline.get_event(n).plane.endswith(("-weight", "notes"))]  # fmt: skip
    if found is None:
        assert not events
        return
    assert found.index == events[-1] < moment
    assert set(events[:-1]) <= set(found.earlier)
    assert all(n < found.index for n in found.earlier)


def test_what_was_not_chosen_by_weight_has_no_odds() -> None:
    timeline = made(1).timeline
    border = find_blame(timeline, len(timeline), 0, 0)
    assert border is not None
    assert (border.stage.name, border.total, border.alternatives) == ("border", None, ())


def test_without_a_rule_of_choice_all_weights_count() -> None:
    stages = (Stage("put", "Put", "", "weight"),)
    planes = (Plane("things"), Plane("weight", weights=True))
    start = np.array([[0, 0, 0, 0], [4, 1, 3, 2]], np.int64)
    log = np.array([[0, 0, 2, 0, 1, 3, 6]], np.int64)
    found = find_blame(Timeline(stages, planes, 2, start, log), 1, 1, 0)
    assert found is not None
    assert found.total == 10
    assert [(o.row, o.col, o.weight) for o in found.alternatives] == [
        (0, 0, 4),
        (1, 1, 2),
        (0, 1, 1),
    ]
