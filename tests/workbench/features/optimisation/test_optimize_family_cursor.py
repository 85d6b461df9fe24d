"""A cursor in a family tree: up to the parent, down to the best descendant, across to siblings."""

from __future__ import annotations

import numpy as np
import pytest

from engine.stages.lineage import ITERATION, PARENT, SCORE, LineageTree
from workbench.features.optimisation.family_cursor import FamilyCursor
from workbench.features.optimisation.optimisation_text import draw_relative


def test_the_way_to_the_best_is_known_without_looking_at_all_puzzles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        LineageTree, "_best_descendants", property(lambda _: pytest.fail("looked at all"))
    )
    parents = np.arange(-1, 9)
    history = np.stack([parents, np.arange(10), np.ones(10, np.int64)], axis=1)
    walk = FamilyCursor(Paper(history.tolist(), 6))
    assert walk.branch == [*range(7)]


class Paper:
    """The history of a lineage, without its puzzles."""

    def __init__(self, rows: list[tuple[int, int, int]], best: int) -> None:
        self.history = np.array(rows, np.int64)
        self.best = best


@pytest.fixture
def walk() -> FamilyCursor:
    """Five in a line, with a sibling of the third that has a child of its own."""
    rows = [(-1, 0, 1), (0, 4, 1), (1, 5, 3), (1, 9, 2), (2, 11, 2), (4, 20, 7), (3, 30, 4)]
    assert (PARENT, ITERATION, SCORE) == (0, 1, 2)
    return FamilyCursor(Paper(rows, 5))


def test_the_walk_begins_at_the_best(walk: FamilyCursor) -> None:
    assert walk.branch == [0, 1, 2, 4, 5] and walk.entry == 5
    assert not walk.seek_depth(9)
    assert walk.seek_depth(2) and walk.entry == 2
    assert walk.rank_siblings(2) == (1, 2) and walk.rank_siblings(0) == (1, 1)


def test_turning_to_a_sibling_shows_its_branch(walk: FamilyCursor) -> None:
    walk.seek_depth(2)
    assert walk.go_to_sibling(1)
    assert walk.branch == [0, 1, 3, 6] and walk.entry == 3
    assert not walk.go_to_sibling(1)
    assert walk.go_to_sibling(-1) and walk.branch == [0, 1, 2, 4, 5]


def test_words_on_a_level_that_are_cut_say_so(walk: FamilyCursor) -> None:
    told = [text for ((text, _),) in draw_relative(walk, None, 60, 2)]
    assert told == ["the best; no children"]
    (((text, _),),) = draw_relative(walk, None, 20, 1)
    assert text.endswith(" …")
    assert draw_relative(walk, None, 30, 0) == []


def test_records_are_those_above_all_before(walk: FamilyCursor) -> None:
    assert walk.record_depths == [2, 4]
    assert [walk.is_record(place) for place in range(5)] == [False, False, True, False, True]
    walk.seek_depth(0)
    assert not walk.go_to_record(-1)
    assert walk.go_to_record(1) and walk.depth == 2
    assert walk.go_to_record(1) and walk.depth == 4
    assert not walk.go_to_record(1)
    assert walk.go_to_record(-1) and walk.depth == 2
    assert walk.go_to_record(-1) and walk.depth == 0
