"""What is asked of an archive, in the words of a designer: facts, bins, targets."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from archives import make
from catalogues import fill
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.archive.archive_grid import GridSpec
from engine.archive.archive_spec import (
    ArchiveSpec,
    fill_grid,
    parse_targets,
    pin_bins,
    resolve_grid,
)
from engine.catalogue.query import Query, Selection
from engine.catalogue.statistics import Axis
from engine.catalogue.store import Catalogue
from engine.errors import EngineError

AXES = (Axis(True, (1, 3, 5, 6)), Axis(False, (0.0, 0.5, math.nextafter(1.0, 2.0))))


def space(falling: bool = True) -> GridSpec:
    return GridSpec(("moves", "share"), AXES, "worth", falling)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("catalogue") / "few.catalogue", "linjat")


def test_bins_reach_over_all_levels_unless_they_are_given(catalogue: Path) -> None:
    with Catalogue.open(catalogue) as opened:
        selection = Selection(opened, Query())
        own = resolve_grid(ArchiveSpec("layers,deduction.mean_width"), selection)
        layers = [value for (value,) in selection.read_values("layers")]
        assert own.axes[0] == Axis(True, tuple(range(min(layers), max(layers) + 2)))
        assert not own.axes[1].whole
        archive = fill_grid(selection, own)
        assert (archive.levels, archive.outside) == (len(layers), 0)
        assert (own.best, own.maximize) == ("score", True)
        given_ones = resolve_grid(ArchiveSpec("layers:0..9:4,width:1..6", "human_time"), selection)
        assert given_ones.axes[0] == Axis(True, (0, 3, 6, 9, 10))
        assert given_ones.axes[1] == Axis(True, (1, 2, 3, 4, 5, 6, 7))
        assert not given_ones.maximize
        assert parse_targets(["layers=4,width=6"] * 2, given_ones) == ((1, 5),)


@pytest.mark.parametrize(
    ("spec", "reported"),
    [
        (ArchiveSpec("layers"), "archive: expected KEY,KEY, found 'layers'"),
        (ArchiveSpec("layers,layers"), "expected two facts, found layers twice"),
        (ArchiveSpec("layers,nothing"), "no fact that is a number 'nothing'"),
        (ArchiveSpec("layers,solution"), "no fact that is a number"),
        (ArchiveSpec("layers:5..2,width"), "archive layers: expected LOW..HIGH, found 5..2"),
        (ArchiveSpec("layers:5,width"), "expected KEY, KEY:LOW..HIGH or KEY:LOW..HIGH:BINS"),
        (ArchiveSpec("layers:1..x,width"), "archive layers: expected a number, found 'x'"),
        (ArchiveSpec("layers:1..9:0,width"), "expected 1 to 200 bins, found '0'"),
        (ArchiveSpec("layers,width", "score:up"), "best: expected KEY or KEY:desc"),
        (ArchiveSpec("layers,width", "game"), "no fact that is a number 'game'"),
    ],
)
def test_a_bad_wish_is_refused_in_one_line(
    catalogue: Path, spec: ArchiveSpec, reported: str
) -> None:
    with Catalogue.open(catalogue) as opened, pytest.raises(EngineError) as refused:
        resolve_grid(spec, Selection(opened, Query()))
    assert reported in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "text", ["layers=3", "layers=3,width=x", "layers=3,layers=3", "layers=99,width=2"]
)
def test_a_target_outside_is_refused(catalogue: Path, text: str) -> None:
    with Catalogue.open(catalogue) as opened:
        own = resolve_grid(ArchiveSpec("layers:1..12,width:1..6"), Selection(opened, Query()))
    with pytest.raises(EngineError, match="target"):
        parse_targets([text], own)


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
        found = fill_grid(selection, resolve_grid(ArchiveSpec("size, share"), selection))
        words = pin_bins("size, share", found.space)
        again = fill_grid(selection, resolve_grid(ArchiveSpec(words), selection))
        assert pin_bins(words, again.space) == words
    assert again.elites == found.elites
    for one, other in zip(found.space.axes, again.space.axes, strict=True):
        assert one.edges == pytest.approx(other.edges)
    assert (":" in words.partition(",")[0]) == (len({size for size, _ in values}) > 1)
    assert pin_bins("moves:1..9,states", space()) == "moves:1..9,share:0..1:2"
