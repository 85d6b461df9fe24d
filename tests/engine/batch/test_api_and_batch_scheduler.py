"""A batch: the same catalogue whatever the workers do, and in however many goes it is made."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from batches import SEED, TRIES, TWINS, Disorderly, expected, found, game, order, sha
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.batch import batch_generation, batch_scheduler, progress_reader
from engine.batch.backend import Backend
from engine.batch.batch_generation import run_batch
from engine.batch.batch_progress import BatchProgress
from engine.batch.batch_scheduler import BatchLimits
from engine.batch.batch_spec import BatchSpec
from engine.batch.chunk_trial import ChunkResult
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.store import Catalogue
from engine.errors import Cancelled, EngineError, GenerationFailed, ParameterError
from engine.values.budget import Control
from engine.values.level import MAX_SEED

COUNT = 20


@pytest.fixture
def disorderly(monkeypatch: pytest.MonkeyPatch) -> list[Disorderly]:
    """Batches are made by disorderly backends, of which the fixture is the list."""
    backends: list[Disorderly] = []

    def start(name: str, order: BatchSpec, jobs: int, scheduler: str | None) -> Backend:
        backends.append(Disorderly(order, jobs))
        return backends[-1]

    monkeypatch.setattr(batch_generation, "_start_backend", start)
    return backends


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "levels.catalogue"


def make(path: Path, count: int = COUNT, **more: object) -> BatchProgress:
    arguments = {"settings": TWINS, "seed": SEED, "max_attempts": TRIES, **more}
    return run_batch(game(), path, count, **arguments)


class StoppedAfter(Control):
    """A control that is cancelled once it was asked so often."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def raise_if_cancelled(self) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise Cancelled("stopped")


@settings(max_examples=4)
@given(
    counts=st.lists(st.integers(1, COUNT), max_size=3),
    looks=st.lists(st.integers(0, 4), max_size=4),
    numbers=st.integers(0, 10**6),
)
def test_order_of_work_and_interruptions_leave_no_trace(
    tmp_path_factory: pytest.TempPathFactory, counts: list[int], looks: list[int], numbers: int
) -> None:
    path = tmp_path_factory.mktemp("batch") / "levels.catalogue"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            batch_generation,
            "_start_backend",
            lambda name, order, jobs, at: Disorderly(order, jobs),
        )
        for count in [*sorted(counts), COUNT]:
            for turn, look in enumerate(looks):
                try:
                    make(path, count, jobs=numbers + turn + 1, control=StoppedAfter(look))
                except Cancelled:
                    assert not path.with_name(f"{path.name}.progress").exists()
            end = make(path, count, jobs=numbers + 1)
            assert (end.accepted, end.is_complete) == (count, True)
    levels, ledger = expected(COUNT)
    assert found(path) == (levels, ledger)
    assert ledger[3] > 0 and ledger[0] - SEED > COUNT + ledger[3], "twins, and seeds in vain"
    assert end.to_answer() == {
        **{"game": "fruit-dating", "accepted": COUNT, "candidates": ledger[2]},
        **{"duplicates": ledger[3], "rejections": ledger[4], "seconds": end.to_answer()["seconds"]},
    }


def test_what_is_complete_is_left_as_it_is(disorderly: list[Disorderly], path: Path) -> None:
    first, before = make(path, 3), sha(path)
    assert make(path, 3).to_answer() == first.to_answer()
    assert make(path, 3, seed=None).first_seed == SEED
    with Catalogue.open_for_adding(path):  # who has the lock could write; that is not needed
        assert make(path, 3).is_complete
    assert (len(disorderly), sha(path)) == (1, before)


@pytest.mark.parametrize(
    ("changed", "reported"),
    [
        ({"count": 2}, "a batch of 3 levels; expected --count 3 or more, found 2"),
        ({"settings": {**TWINS, "moves": "2..5"}}, "a batch with moves=2..4, not moves=2..5"),
        ({"seed": SEED + 1}, f"a batch of first seed {SEED}, not {SEED + 1}"),
        ({"max_attempts": TRIES + 1}, f"a batch of max attempts {TRIES}, not {TRIES + 1}"),
    ],
)
def test_another_batch_is_refused(
    disorderly: list[Disorderly], path: Path, changed: dict[str, object], reported: str
) -> None:
    make(path, 3)
    before = sha(path)
    with pytest.raises(CatalogueError) as refused:
        make(path, **{"count": 3, **changed})
    assert str(refused.value) == f"{path}: {reported}"
    assert (len(disorderly), sha(path)) == (1, before)


def test_demands_that_nothing_meets_are_refused_before_there_is_a_file(path: Path) -> None:
    with pytest.raises(ParameterError):
        make(path, settings={"losing_moves": "1..", "mud": 0, "hedgehogs": 0})
    assert not list(path.parent.iterdir())


@pytest.mark.parametrize(
    ("more", "reported"),
    [
        ({"scheduler": "tcp://here:1"}, "a scheduler is for the backend dask"),
        ({"backend": "cloud"}, "expected one of local, dask, found 'cloud'"),
    ],
)
def test_bad_backends_are_refused(path: Path, more: dict[str, str], reported: str) -> None:
    with pytest.raises(EngineError, match=reported):
        make(path, **more)


def test_seeds_come_to_an_end(disorderly: list[Disorderly], path: Path) -> None:
    with pytest.raises(GenerationFailed, match=f"^no seeds are left after {MAX_SEED} "):
        make(path, 50, seed=MAX_SEED - 5)
    levels, ledger = found(path)
    assert ledger[0] == MAX_SEED + 1
    assert all(MAX_SEED - 5 <= level[0] <= MAX_SEED for level in levels)
    with pytest.raises(GenerationFailed, match=r"^no seeds are left after"):
        make(path, 50, seed=MAX_SEED - 5)
    assert found(path) == (levels, ledger)


def test_patience_comes_to_an_end_and_the_same_batch_goes_on(
    disorderly: list[Disorderly], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_scheduler, "MIN_CANDIDATES", 60)
    never = {"where": "not moves>0", **TWINS}
    seeds = 0
    for _ in range(2):
        with pytest.raises(GenerationFailed, match=r"no new level in .* seeds, .* candidates"):
            make(path, settings=never, limits=BatchLimits(2))
        reported = path.with_name(f"{path.name}.progress").read_text()
        assert "no new level" in reported
        tried = found(path)[1][0] - SEED - seeds
        assert 60 // TRIES <= tried < 100
        seeds += tried


def test_seeds_in_a_row_are_forgiven_while_candidates_are_few(
    disorderly: list[Disorderly], path: Path
) -> None:
    assert make(path, 5, max_attempts=1, limits=BatchLimits(1)).accepted == 5


def test_time_comes_to_an_end(disorderly: list[Disorderly], path: Path) -> None:
    with pytest.raises(GenerationFailed, match=r"^the time limit of 1e-09 s has passed "):
        make(path, 10**6, limits=BatchLimits(seconds=1e-9))
    assert found(path)[1][1] < 10**6


def test_a_pause_is_no_part_of_the_time(
    disorderly: list[Disorderly], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, spent, paused = [0.0], [0.0], []

    def tick(progress: BatchProgress) -> None:
        """A second of work, or an hour of a pause, of which there is one."""
        clock[0] += 3600.0 if progress.paused else 1.0
        spent.append(progress.seconds)
        paused.append(progress.paused)
        if len(paused) == 2:
            progress_reader.pause_work(path)
        elif paused.count(True) == 5:
            progress_reader.resume_work(path)

    monkeypatch.setattr(batch_scheduler, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    end = make(path, on_progress=tick, limits=BatchLimits(seconds=1000.0))
    assert end.is_complete and paused.count(True) >= 5
    assert spent == sorted(spent) and end.seconds < 1000.0


def test_what_waits_is_bounded(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    class Blocked(Disorderly):
        """Never finishes the first chunk."""

        finished = 0

        def take_results(self, seconds: float) -> list[ChunkResult]:
            held, self.held = self.held[1:], self.held[:1]
            self.finished += len(held)
            return [self.finish(chunk, 1.0) for chunk in held]

    blocked = Blocked(order(), 1, workers=2)
    monkeypatch.setattr(batch_generation, "_start_backend", lambda *_: blocked)
    with pytest.raises(Cancelled):
        make(path, 10**6, control=StoppedAfter(100))
    assert blocked.finished == 2 * 32 - 1
    assert found(path)[1][0] == SEED
