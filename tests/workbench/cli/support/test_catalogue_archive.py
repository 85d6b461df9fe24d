"""``workbench catalogue archive`` as scripts call it, by sub-command and by older options."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from archives import digest_of, ledger_of, make
from batches import until
from commanding import Run, refused

from engine.batch import progress_reader
from engine.batch.progress_reader import BATCH, FILL
from engine.catalogue import lock
from workbench.browser import recent_batches
from workbench.paths.state_folder import get_user_state

FACTS = "moves:1..12,open_share:0..1:5"
CELLS = ("catalogue", "few.db", "--archive", FACTS)
FEW = Path("few.db")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    make(tmp_path / "few.db", "skiddy")


def test_the_grid_as_text_and_as_json(run: Run) -> None:
    before = Path("few.db").read_bytes()
    result, text, _ = run(*CELLS)
    assert result == 0
    lines = text.splitlines()
    assert lines[0] == "open_share over moves, darker is better: greatest fun"
    assert len(lines) == 1 + 5 + 1 + 2
    result, text, _ = run(*CELLS, "--json")
    found = json.loads(text)
    filled = f"{found['filled']} of 60 cells filled, coverage {found['coverage']:.1%}, QD score"
    assert lines[-2].startswith(filled)
    assert found["archive"] == ["moves", "open_share"]
    assert found["best"] == "fun:desc"
    assert found["size"] == 60
    assert found["levels"] == 4
    assert len(found["cells"]) == found["filled"]
    assert found["qd_score"] == sum(cell["best"] for cell in found["cells"])
    for cell in found["cells"]:
        _, level, _ = run("catalogue", "few.db", "--where", f"id={cell['id']}", "--json")
        facts = json.loads(level)
        assert cell["moves"] == [facts["moves"]] * 2
        assert cell["open_share"][0] <= facts["open_share"] < cell["open_share"][1]
        assert cell["best"] == facts["fun"]["rating"]
    assert Path("few.db").read_bytes() == before
    _, text, _ = run(*CELLS, "--where", "moves=2", "--best", "states", "--json")
    fewer = json.loads(text)
    assert {tuple(cell["moves"]) for cell in fewer["cells"]} <= {(2, 2)}
    assert fewer["best"] == "states"


def test_filled_it_goes_on_and_its_levels_rebuild(run: Run) -> None:
    fill = (*CELLS, "--iterations", "64", "--jobs", "1", "--json")
    result, text, messages = run(*fill, "--seed", "3")
    first = json.loads(text)
    assert result == 0
    assert first["fill"]["seed"] == 3
    assert first["fill"]["iterations"] == 64
    assert first["levels"] == 4 + first["fill"]["added"]
    assert first["coverage"] > first["fill"]["coverage_before"]
    assert "few.db: 64 mutations" in messages
    _, text, _ = run(*fill)
    assert json.loads(text)["fill"]["seed"] == 3
    assert json.loads(text)["cells"] == first["cells"]
    more = ("--iterations", "128", "--jobs", "1", "--target", "moves=6,open_share=0.7")
    result, _, messages = run(*CELLS, *more)
    assert result == 0
    assert messages.startswith("seed ")  # another wish begins by itself
    _, text, _ = run("catalogue", "few.db")
    assert "archive/1: " in text
    run("catalogue", "few.db", "--export", "out")
    files = sorted(map(str, Path("out").iterdir()))
    assert len(files) > 4 + first["fill"]["added"] - 1
    for file in (files[0], files[-1]):
        assert run("rebuild", file)[0] == 0


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (("--fill", "1"), "--fill needs --archive KEY,KEY"),
        (("--archive", "moves"), "expected KEY,KEY"),
        (("--archive", "moves,nonsense"), "nonsense"),
        (("--archive", "moves,states", "--target", "moves=1,states=1"), "needs --fill S"),
        (("--archive", "moves,states", "--fill", "1", "--where", "moves=2"), "does not go"),
        (("--archive", "moves,states", "--fill", "1", "--target", "moves=1"), "target"),
        (("--archive", "moves,states", "--fill", "1", "--tag", "x"), "expected one of"),
        (("--archive", "moves,states", "--count"), "expected one of --count and --archive"),
        (("--archive", "moves,states", "--detach"), "--detach needs one CATALOGUE with --archive"),
        (
            ("other.db", "--archive", "moves,states", "--fill", "1", "--detach"),
            "--detach needs one",
        ),
        (("--archive", "moves,states", "--interrupt"), "--interrupt needs --fill S"),
        (("--detach",), "--detach needs one CATALOGUE with --archive KEY,KEY and --fill S"),
        (("--stop", "--pause"), "expected one of --pause and --stop"),
        (("--status", "--archive", "moves,states"), "expected one of --archive and --status"),
        (("--status", "--where", "moves=2"), "--status: expected one CATALOGUE with it"),
        (("--pause", "--detach"), "--detach needs one CATALOGUE"),
        (("--stop",), "few.db: no filling works on it"),
        (("--pause",), "few.db: no filling works on it"),
        (("--status",), "few.db: no archive has been filled in it yet"),
        (("--archive", "moves,nonsense", "--fill", "1", "--detach"), "nonsense"),
    ],
)
def test_options_that_do_not_go_together(run: Run, options: tuple[str, ...], reported: str) -> None:
    before = Path("few.db").read_bytes()
    result, text, messages = run("catalogue", "few.db", *options)
    assert (result, text) == (2, "")
    assert reported in messages
    assert len(messages.splitlines()) == 1
    assert Path("few.db").read_bytes() == before


@pytest.fixture
def detached(run: Run) -> Iterator[int]:
    """The number of a process that fills cells for ten minutes, in a session of its own."""
    result, output, messages = run(*CELLS, "--fill", "600", "--seed", "3", "--detach")
    assert (result, output) == (0, "")
    process = lock.find_owner_id(FEW)
    assert process is not None
    assert f"few.db: process {process} works on it; --status, --pause, " in messages
    yield process
    left = lock.find_owner_id(FEW)
    if left is not None:
        os.kill(left, signal.SIGKILL)
        until(lambda: lock.find_owner_id(FEW) is None)


def state(run: Run) -> dict[str, object]:
    result, output, _ = run("catalogue", "few.db", "--status", "--json")
    assert result == 0
    answer: dict[str, object] = json.loads(output)
    return answer


def test_a_filling_in_the_background_is_watched_and_steered(run: Run, detached: int) -> None:
    assert os.getsid(detached) == detached != os.getsid(0)
    until(lambda: state(run)["added"])
    now = state(run)
    assert (now["process"], now["archive"], now["seed"]) == (detached, FACTS, 3)
    assert recent_batches.list_recent(get_user_state().batches) == [FEW.resolve()]
    result, text, _ = run("batch", "--out", "few.db", "--status")
    assert (result, f"process {detached} is adding other levels" in text) == (0, True)
    refused(run("batch", "--out", "few.db", "--stop"), "few.db: no batch works on it")
    refused(run(*CELLS, "--fill", "1"), f"few.db: process {detached} is writing it")
    assert f"running (process {detached}); 9:" in run("catalogue", "few.db", "--status")[1]
    result, text, _ = run("catalogue", "few.db", "--stop")
    assert (result, "not running" in text) == (0, True)
    assert sorted(path.name for path in Path().iterdir()) == ["few.db", "state"]
    _, seed, done, added, *_ = ledger_of(FEW)
    assert (seed, done, added) == (3, state(run)["iterations"], state(run)["added"])


def test_the_command_fills_in_the_background(run: Run) -> None:
    archive = ("catalogue", "archive", "few.db")
    result, output, messages = run(*archive, "--facts", FACTS, "--fill", "60", "--detach")
    assert (result, output) == (0, "")
    assert messages.endswith("--stop with catalogue archive few.db tell and steer it\n")
    until(lambda: state(run)["added"])
    assert run(*archive, "--status", "--json")[0] == 0
    result, text, _ = run(*archive, "--stop")
    assert (result, "not running" in text) == (0, True)


@pytest.mark.slow
def test_a_filling_in_the_background_pauses_and_its_death_is_reported(
    run: Run, detached: int
) -> None:
    until(lambda: state(run)["added"])
    assert run("catalogue", "few.db", "--pause")[0] == 0
    until(lambda: progress_reader.read_status(FEW).report["paused"])
    before, left = ledger_of(FEW), progress_reader.read_status(FEW).report["left"]
    time.sleep(1.5)
    assert ledger_of(FEW) == before and progress_reader.read_status(FEW).report["left"] == left
    assert "paused (process" in run("catalogue", "few.db", "--status")[1]
    assert run("catalogue", "few.db", "--resume")[0] == 0
    until(lambda: ledger_of(FEW) != before)
    os.kill(detached, signal.SIGKILL)
    until(lambda: lock.find_owner_id(FEW) is None)
    assert "ended: its process was killed" in run("catalogue", "few.db", "--status")[1]
    assert "the filling of cells was interrupted: few.db" in recent_batches.format_greeting(
        get_user_state().batches
    )
    # The same command goes on.
    done = ledger_of(FEW)[2]
    assert run(*CELLS, "--iterations", str(done + 64), "--seed", "3")[0] == 0
    assert ledger_of(FEW)[2] == done + 64
    assert recent_batches.format_greeting(get_user_state().batches) == ""


@pytest.mark.slow
@pytest.mark.parametrize("kills", [8])
def test_killed_in_the_background_at_any_moment_nothing_is_lost(run: Run, kills: int) -> None:
    """The catalogue is that of one filling of as many mutations, which nothing has cut short."""
    whole = make(Path("whole.db"), "skiddy")
    chance = random.Random(kills)
    for _ in range(kills):
        assert run(*CELLS, "--fill", "600", "--seed", "3", "--detach")[0] == 0
        time.sleep(chance.uniform(0.0, 1.5))
        process = lock.find_owner_id(FEW)
        assert process is not None
        os.kill(process, signal.SIGKILL)
        until(lambda: lock.find_owner_id(FEW) is None)
        assert run("catalogue", "few.db", "--check")[0] == 0
    done = str(ledger_of(FEW)[2] + 64)
    for name in ("few.db", whole.name):
        assert run("catalogue", name, *CELLS[2:], "--iterations", done, "--seed", "3")[0] == 0
    assert (ledger_of(FEW), digest_of(FEW)) == (ledger_of(whole), digest_of(whole))


@pytest.mark.slow
@pytest.mark.parametrize("paused", [False, True])
def test_a_batch_stops_meanwhile_and_goes_on(run: Run, paused: bool) -> None:
    words = ("batch", "skiddy", "--out", "many.db", "--count", "100000", "--seed", "1", "--detach")
    many = Path("many.db")
    assert run(*words, "--set", "moves=3..8")[0] == 0
    try:
        until(lambda: progress_reader.read_batch_status(many)["accepted"] >= 10)
        process = lock.find_owner_id(many)
        if paused:
            run("batch", "--out", "many.db", "--pause")
        fill = ("catalogue", "many.db", *CELLS[2:], "--fill", "1")
        refused(run(*fill), f"many.db: process {process} is writing it")
        result, text, _ = run(*fill, "--interrupt", "--json")
        assert result == 0 and json.loads(text)["fill"]["added"] > 0
        now = progress_reader.read_status(many)
        assert (now.kind, now.paused) == (BATCH, paused)
        assert now.process not in (None, process)
        run("batch", "--out", "many.db", "--resume")
        there = progress_reader.read_batch_status(many)["accepted"]
        until(lambda: progress_reader.read_batch_status(many)["accepted"] > there)
    finally:
        progress_reader.stop_work(many, BATCH)
    assert run("catalogue", "many.db", "--check")[0] == 0


def test_a_target_that_is_not_reached_is_reported(run: Run) -> None:
    target = ("--target", "moves=12,open_share=0.1")
    result, text, messages = run(*CELLS, "--iterations", "64", *target, "--json")
    assert (result, json.loads(text)["fill"]["missing"]) == (0, ["moves=12,open_share=0.1"])
    assert messages.endswith(
        "few.db: no level yet for moves=12,open_share=0.1; the same command tries on\n"
    )
    assert "no level yet for moves=12,open_share=0.1" in run("catalogue", "few.db", "--status")[1]
    assert progress_reader.read_status(FEW).describe_work(FILL)["failed"] is None


def test_what_a_killed_filling_has_reported_is_no_word_of_the_next(run: Run) -> None:
    """That is refused as it would be without."""
    left = '{"kind": "archive", "process": 1, "game": "skiddy", "seconds": 1.0}'
    FEW.with_name("few.db.progress").write_text(left)
    target = ("--target", "moves=999,open_share=0.1")
    refused(run(*CELLS, "--fill", "1", *target, "--detach"), "lies outside the archive")
