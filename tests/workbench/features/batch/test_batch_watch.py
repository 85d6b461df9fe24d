"""What is looked at of a batch, in a thread: how far it is, and what its levels are like."""

from __future__ import annotations

from pathlib import Path

import pytest
from catalogues import GAME, SETTINGS, row

from engine.catalogue.store import Catalogue
from workbench.features.batch.batch_watch import BatchWatch, ChartFacts


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("workbench.ui.tour._mark_shown", lambda: True)
    monkeypatch.setattr("workbench.paths.resources.get_shipped_levels", lambda: tmp_path / "none")
    monkeypatch.setattr("workbench.features.batch.screen.SNAPSHOT_INTERVAL", 0.1)
    monkeypatch.setattr("workbench.features.batch.batch_watch.MIN_CHART_INTERVAL", 0.0)


def test_the_first_levels_are_drawn_as_soon_as_they_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.features.batch.batch_watch.MIN_CHART_INTERVAL", 600.0)
    watch = BatchWatch(tmp_path / "some.db")
    with Catalogue.open_for_adding(watch.catalogue) as catalogue:
        run = catalogue.begin_batch(GAME, SETTINGS, 0, 9)
        assert watch.take_snapshot(ChartFacts()).charts is None
        run = catalogue.append_results(run, [row(seed) for seed in range(4)])
        charts = watch.take_snapshot(ChartFacts()).charts
        assert charts is not None and sum(bar.count for bar in charts.bars) == 4
        assert watch.take_snapshot(charts.facts).charts == charts
        catalogue.append_results(run, [row(4)])
        assert watch.take_snapshot(charts.facts).charts == charts, "the next ones wait a while"
