"""Grids of archives: which level is in which cell, coverage and QD score, what was asked for."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from archives import make
from catalogues import fill
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.archive.asking import ArchiveWish, archive_of, fixed, space_of, targets_of
from engine.archive.emitter import frontier, sources
from engine.archive.grid import Archive, Cell, Elite, Space
from engine.catalogue.query import Query, Selection
from engine.catalogue.statistics import Axis
from engine.catalogue.store import Catalogue
from engine.errors import EngineError

AXES = (Axis(True, (1, 3, 5, 6)), Axis(False, (0.0, 0.5, math.nextafter(1.0, 2.0))))
NUMBERS = st.none() | st.integers(-2, 8) | st.floats(-0.5, 1.5)
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS, st.none() | st.integers(-3, 9)), max_size=30)


def space(falling: bool = True) -> Space:
    return Space(("moves", "share"), AXES, "worth", falling)


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
    archive = Archive.of(space(), rows)
    assert archive.elites == {(0, 0): Elite(2, 7), (2, 1): Elite(4, 2), (1, 1): Elite(5, None)}
    assert (archive.space.size, archive.levels, archive.outside) == (6, 5, 2)
    assert archive.coverage == 3 / 6
    assert archive.qd_score == 7 + 2 + 0
    least = Archive.of(space(falling=False), rows)
    assert least.elites[0, 0] == Elite(1, 4)
    assert least.qd_score == pytest.approx(1 / 5 + 1 / 3)


@given(ROWS, st.booleans(), st.randoms(use_true_random=False))
def test_an_archive_has_the_best_of_each_cell_whatever_the_order(
    values: list[tuple[float | None, float | None, int | None]],
    falling: bool,
    random: st.DataObject,
) -> None:
    rows = [(number, *row) for number, row in enumerate(values, 1)]
    archive = Archive.of(space(falling), rows)
    shuffled = [*rows]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert Archive.of(space(falling), shuffled) == archive
    slow: dict[Cell, list[tuple[float, int, int | None]]] = {}
    for number, one, other, value in rows:
        cell = archive.space.cell((one, other))
        if cell is not None:
            slow.setdefault(cell, []).append((archive.space.rank(value), -number, value))
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
        cell = archive.space.cell((one, other))
        if cell is not None and archive.wants(cell, value):
            archive = archive.with_elite(cell, Elite(number, value))
        assert (archive.coverage, archive.qd_score) >= (before[0], before[1] - 1e-9)
    rows = [(number, *row) for number, row in enumerate(values, 1)]
    assert archive.elites == Archive.of(space(falling), rows).elites


@given(ROWS, st.integers(0, 2**63 - 1), st.integers(0, 1000))
def test_the_emitter_begins_with_cells_that_have_a_level(
    values: list[tuple[float | None, float | None, int | None]], seed: int, first: int
) -> None:
    archive = Archive.of(space(), [(n, *row) for n, row in enumerate(values, 1)])
    empty = frontier(archive)
    assert not set(empty) & set(archive.elites)
    assert set(empty) <= set(archive.space.cells())
    if not archive.elites:
        return
    cells = sources(archive, seed, first, 8, [(0, 0)])
    assert len(cells) == 8
    assert set(cells) <= set(archive.elites)
    # Mutations are chosen one by one: rounds of other lengths would begin with the same cells.
    assert cells[3:] == sources(archive, seed, first + 3, 5, [(0, 0)])


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("catalogue") / "few.catalogue", "linjat")


def test_bins_reach_over_all_levels_unless_they_are_given(catalogue: Path) -> None:
    with Catalogue.open(catalogue) as opened:
        selection = Selection(opened, Query())
        own = space_of(ArchiveWish("layers,deduction.mean_width"), selection)
        layers = [value for (value,) in selection.values("layers")]
        assert own.axes[0] == Axis(True, tuple(range(min(layers), max(layers) + 2)))
        assert not own.axes[1].whole
        archive = archive_of(selection, own)
        assert (archive.levels, archive.outside) == (len(layers), 0)
        assert (own.best, own.falling) == ("score", True)
        given_ones = space_of(ArchiveWish("layers:0..9:4,width:1..6", "human_time"), selection)
        assert given_ones.axes[0] == Axis(True, (0, 3, 6, 9, 10))
        assert given_ones.axes[1] == Axis(True, (1, 2, 3, 4, 5, 6, 7))
        assert not given_ones.falling
        assert targets_of(["layers=4,width=6"] * 2, given_ones) == ((1, 5),)


@pytest.mark.parametrize(
    ("wish", "reported"),
    [
        (ArchiveWish("layers"), "archive: expected KEY,KEY, found 'layers'"),
        (ArchiveWish("layers,layers"), "expected two facts, found layers twice"),
        (ArchiveWish("layers,nothing"), "no fact that is a number 'nothing'"),
        (ArchiveWish("layers,solution"), "no fact that is a number"),
        (ArchiveWish("layers:5..2,width"), "archive layers: expected LOW..HIGH, found 5..2"),
        (ArchiveWish("layers:5,width"), "expected KEY, KEY:LOW..HIGH or KEY:LOW..HIGH:BINS"),
        (ArchiveWish("layers:1..x,width"), "archive layers: expected a number, found 'x'"),
        (ArchiveWish("layers:1..9:0,width"), "expected 1 to 200 bins, found '0'"),
        (ArchiveWish("layers,width", "score:up"), "best: expected KEY or KEY:desc"),
        (ArchiveWish("layers,width", "game"), "no fact that is a number 'game'"),
    ],
)
def test_a_bad_wish_is_refused_in_one_line(
    catalogue: Path, wish: ArchiveWish, reported: str
) -> None:
    with Catalogue.open(catalogue) as opened, pytest.raises(EngineError) as refused:
        space_of(wish, Selection(opened, Query()))
    assert reported in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["layers=3", "layers=3,width=x", "layers=3,layers=3", "layers=99,width=2"]
)
def test_a_target_outside_is_refused(catalogue: Path, text: str) -> None:
    with Catalogue.open(catalogue) as opened:
        own = space_of(ArchiveWish("layers:1..12,width:1..6"), Selection(opened, Query()))
    with pytest.raises(EngineError, match="target"):
        targets_of([text], own)


@settings(max_examples=15)
@given(
    st.lists(
        st.tuples(st.integers(-900, 900), st.decimals(-9, 9, places=3).map(float)),
        min_size=1,
        max_size=8,
    )
)
def test_bins_that_are_fixed_are_those_that_there_are(
    tmp_path_factory: pytest.TempPathFactory, values: list[tuple[int, float]]
) -> None:
    """And stay so when levels come, but for whole numbers of which there is one."""
    path = tmp_path_factory.mktemp("fixed") / "some.db"
    rows = [{"size": whole, "share": number} for whole, number in values]
    fill(path, [*rows, {"share": 0.5}])
    with Catalogue.open(path) as catalogue:
        selection = Selection(catalogue, Query())
        found = archive_of(selection, space_of(ArchiveWish("size, share"), selection))
        words = fixed("size, share", found.space)
        again = archive_of(selection, space_of(ArchiveWish(words), selection))
        assert fixed(words, again.space) == words
    assert again.elites == found.elites
    for one, other in zip(found.space.axes, again.space.axes, strict=True):
        assert one.edges == pytest.approx(other.edges)
    assert (":" in words.partition(",")[0]) == (len({size for size, _ in values}) > 1)
    assert fixed("moves:1..9,states", space()) == "moves:1..9,share:0..1:2"
