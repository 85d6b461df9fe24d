"""What is looked at of a batch, in a thread: how far it is, and what its levels are like."""

from __future__ import annotations

from pathlib import Path

import pytest
from catalogues import GAME, SETTINGS, row

from engine.catalogue.store import Catalogue
from workbench.features.batch.watch import Facts, Watch


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("workbench.ui.tour._shown_before", lambda: True)
    monkeypatch.setattr("workbench.folders.resources.levels_folder", lambda: tmp_path / "none")
    monkeypatch.setattr("workbench.features.batch.screen.EVERY", 0.1)
    monkeypatch.setattr("workbench.features.batch.watch.PACE", 0.0)


def test_the_first_levels_are_drawn_as_soon_as_they_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.features.batch.watch.PACE", 600.0)
    watch = Watch(tmp_path / "some.db")
    with Catalogue.begin(watch.catalogue) as catalogue:
        run = catalogue.run(GAME, SETTINGS, 0, 9)
        assert watch.look(Facts()).charts is None
        run = catalogue.append(run, [row(seed) for seed in range(4)])
        charts = watch.look(Facts()).charts
        assert charts is not None and sum(bar.count for bar in charts.bars) == 4
        assert watch.look(charts.facts).charts == charts
        catalogue.append(run, [row(4)])
        assert watch.look(charts.facts).charts == charts, "the next ones wait a while"
