"""Grids of archives: which level is in which cell, coverage and QD score, what was asked for."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.archive.archive_grid import Archive, ArchiveCell, Elite, GridSpec
from engine.catalogue.statistics import Axis

AXES = (Axis(True, (1, 3, 5, 6)), Axis(False, (0.0, 0.5, math.nextafter(1.0, 2.0))))
NUMBERS = st.none() | st.integers(-2, 8) | st.floats(-0.5, 1.5)
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS, st.none() | st.integers(-3, 9)), max_size=30)


def space(falling: bool = True) -> GridSpec:
    return GridSpec(("moves", "share"), AXES, "worth", falling)


def test_coverage_and_score_by_hand() -> None:
    rows = [
        (1, 1, 0.0, 4),  # the first cell
        (2, 2, 0.4, 7),  # better there
        (3, 2, 0.4, 7),  # as good, but later
        (4, 5, 1.0, 2),  # the last cell: both ends are in it
        (5, 3, 0.5, None),  # nothing is known, and better than no level
        (6, 6, 0.5, 9),  # in no cell
        (7, None, 0.5, 9),
    ]
    archive = Archive.from_rows(space(), rows)
    assert archive.elites == {(0, 0): Elite(2, 7), (2, 1): Elite(4, 2), (1, 1): Elite(5, None)}
    assert (archive.space.size, archive.levels, archive.outside) == (6, 5, 2)
    assert archive.coverage == 3 / 6
    assert archive.qd_score == 7 + 2 + 0
    least = Archive.from_rows(space(falling=False), rows)
    assert least.elites[0, 0] == Elite(1, 4)
    assert least.qd_score == pytest.approx(1 / 5 + 1 / 3)


@given(ROWS, st.booleans(), st.randoms(use_true_random=False))
def test_an_archive_has_the_best_of_each_cell_whatever_the_order(
    values: list[tuple[float | None, float | None, int | None]],
    falling: bool,
    random: st.DataObject,
) -> None:
    rows = [(number, *row) for number, row in enumerate(values, 1)]
    archive = Archive.from_rows(space(falling), rows)
    shuffled = [*rows]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert Archive.from_rows(space(falling), shuffled) == archive
    slow: dict[ArchiveCell, list[tuple[float, int, int | None]]] = {}
    for number, one, other, value in rows:
        cell = archive.space.find_cell((one, other))
        if cell is not None:
            slow.setdefault(cell, []).append((archive.space.rank_value(value), -number, value))
    best = {cell: max(found, key=lambda each: each[:2]) for cell, found in slow.items()}
    assert archive.elites == {
        cell: Elite(-number, value) for cell, (_, number, value) in best.items()
    }
    assert 0 <= archive.coverage <= 1
    assert archive.qd_score >= 0
    assert archive.levels + archive.outside == len(rows)


@given(ROWS, st.booleans())
def test_one_level_after_the_other_makes_the_same_archive(
    values: list[tuple[float | None, float | None, int | None]], falling: bool
) -> None:
    archive = Archive(space(falling))
    for number, (one, other, value) in enumerate(values, 1):
        before = archive.coverage, archive.qd_score
        cell = archive.space.find_cell((one, other))
        if cell is not None and archive.would_improve(cell, value):
            archive = archive.with_elite(cell, Elite(number, value))
        assert (archive.coverage, archive.qd_score) >= (before[0], before[1] - 1e-9)
    rows = [(number, *row) for number, row in enumerate(values, 1)]
    assert archive.elites == Archive.from_rows(space(falling), rows).elites
