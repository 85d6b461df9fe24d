"""``workbench batch``: its answers; what is left when it is killed, stopped, or out of space."""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from batches import SEED, TRIES, TWINS, digest_of, expected, found, sha, until

from engine.batch import progress_reader
from engine.catalogue import lock
from workbench.cli import main
from workbench.service import detached_process

COUNT = 60
OUT = "levels.catalogue"
Run = Callable[..., tuple[int, str, str]]


def words(count: int = COUNT, *more: str) -> list[str]:
    """The arguments of a batch."""
    settings = [f"--set={key}={value}" for key, value in TWINS.items()]
    seeds = [f"--seed={SEED}", f"--max-attempts={TRIES}"]
    return ["batch", "fruit-dating", f"--count={count}", "--out", OUT, *seeds, *settings, *more]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        capfd.readouterr()
        result = main(arguments)
        return result, *capfd.readouterr()

    return call


def started(*arguments: str, **more: object) -> subprocess.Popen[str]:
    """The command as a process."""
    return subprocess.Popen(
        [sys.executable, "-m", "workbench", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def test_a_batch_ends_with_one_object(run: Run) -> None:
    result, output, messages = run(*words(COUNT, "--json"))
    answer = json.loads(output)
    levels, (_, count, candidates, duplicates, rejections) = expected(COUNT)
    assert (result, messages, answer.pop("seconds") > 0) == (0, "", True)
    assert answer == {
        **{"game": "fruit-dating", "accepted": count, "candidates": candidates},
        **{"duplicates": duplicates, "rejections": rejections},
    }
    assert found(Path(OUT))[0] == levels
    assert run(*words(COUNT, "--json")) == (0, output, "")
    assert [*Path().iterdir()] == [Path(OUT)]
    assert "60 levels of fruit-dating" in run(*words())[1]


def test_a_row_is_what_generate_writes(run: Run) -> None:
    assert run(*words(5, "--jobs=1"))[0] == 0
    assert run("catalogue", OUT, "--export", "levels")[0] == 0
    for seed, *_ in expected(5)[0]:
        settings = [f"--set={key}={value}" for key, value in TWINS.items()]
        assert (
            run("generate", "fruit-dating", f"--seed={seed}", *settings, "--out=one.toml")[0] == 0
        )
        (exported,) = Path("levels").glob(f"*-{seed}.toml")
        assert exported.read_bytes() == Path("one.toml").read_bytes()


def test_a_drawn_seed_is_reported_and_kept(run: Run) -> None:
    linjat = ["batch", "linjat", "--out", OUT, "--jobs=1"]
    linjat += ["--set=rows=5", "--set=cols=5", "--set=iterations=5"]
    result, _, messages = run(*linjat, "--count=2")
    assert (result, messages.startswith("seed ")) == (0, True)
    result, _, more = run(*linjat, "--count=3")
    assert (result, more) == (0, f"{messages}{OUT}: 2 of 3 levels are there\n")


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (["--out", OUT], "expected GAME and --count N"),
        (["linjat", "--out", OUT], "expected GAME and --count N"),
        (["chess", "--count", "1", "--out", OUT], "chess"),
        (["linjat", "--count", "0", "--out", OUT], "--count"),
        (["linjat", "--count", "1"], "--out"),
        (
            ["linjat", "--count", "1", "--out", OUT, "--jobs", "100000"],
            "--jobs: expected a whole number from 1",
        ),
        (["linjat", "--count", "1", "--out", OUT, "--where", "layers<0"], "where: layers"),
        (["--out", OUT, "--status", "--seed", "1"], "--status: expected --out CATALOGUE"),
        (["--out", OUT, "--pause", "--detach"], "--pause: expected --out CATALOGUE"),
        (["linjat", "--count", "1", "--out", "."], ".: a folder, not a file"),
        (["linjat", "--count", "1", "--out", "-"], "--out: expected the name of a file, found '-'"),
        (["linjat", "--count", "1", "--out", "no/where"], "no: no such folder"),
        (["linjat", "--count", "1", "--out", OUT, "--set", "x=1"], "x"),
        (["linjat", "--count", "1", "--out", OUT, "--where", "layers>"], "where"),
        (["linjat", "--count", "1", "--out", OUT, "--scheduler", "tcp://a:1"], "backend dask"),
        (["linjat", "--count", "1", "--out", OUT, "--backend", "cloud"], "--backend"),
        (["linjat", "--out", OUT, "--status"], "--status: expected --out CATALOGUE"),
        (["--out", OUT, "--stop", "--pause"], "--pause: expected --out CATALOGUE"),
        (["--out", OUT, "--stop"], f"{OUT}: no batch works on it"),
        (["--out", OUT, "--pause"], f"{OUT}: no batch works on it"),
        (["--out", OUT, "--status"], f"{OUT}: no such file"),
    ],
)
def test_bad_usage_is_one_line(run: Run, arguments: list[str], reported: str) -> None:
    result, output, messages = run("batch", *arguments)
    assert (result, output, messages.count("\n")) == (2, "", 1)
    assert reported in messages
    assert not [*Path().iterdir()]


def test_files_of_others_stay(run: Run) -> None:
    Path(OUT).write_text("mine\n")
    result, output, messages = run(*words())
    assert (result, output, messages.count("\n")) == (2, "", 1)
    assert (Path(OUT).read_text(), [*Path().iterdir()]) == ("mine\n", [Path(OUT)])
    Path(OUT).write_bytes(b"")
    assert run(*words(2, "--jobs=1"))[0] == 0


def test_nothing_found_is_undecided_with_the_reasons(run: Run) -> None:
    never = words(COUNT, "--where", "not moves>0", "--patience=1", "--jobs=1")
    result, output, messages = run(*never, "--json")
    answer = json.loads(output)
    assert (result, answer["game"], answer["accepted"]) == (3, "fruit-dating", 0)
    assert answer["candidates"] > answer["rejections"]["condition not met (where)"] > 0
    assert "no new level in " in messages and "condition not met (where): " in messages
    assert messages.startswith(f"{OUT}: 0 of 60 levels are there; the same command continues\n")
    state = json.loads(run("batch", "--out", OUT, "--status", "--json")[1])
    assert (state["process"], state["accepted"], state["complete"]) == (None, 0, False)
    assert state["failed"].startswith("no new level in ")


def test_an_end_by_time_has_its_answer(run: Run) -> None:
    short = words(10**6, "--time=1.5", "--jobs=1")
    result, output, messages = run(*short, "--json")
    assert result == 3 and "the time limit of 1.5 s has passed" in messages
    answer = json.loads(output)
    _, ledger = found(Path(OUT))
    keys = ("accepted", "candidates", "duplicates", "rejections")
    assert (tuple(answer[key] for key in keys), answer["accepted"] > 0) == (ledger[1:], True)
    assert run(*short)[:2] == (3, "")


def accepted() -> int:
    """Levels in the catalogue so far."""
    with closing(sqlite3.connect(f"file:{OUT}?mode=ro", uri=True)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM level").fetchone()[0])
        except sqlite3.Error:
            return 0


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.slow)])
def test_kills_at_any_moment_lose_and_double_nothing(run: Run, kills: int) -> None:
    count = max(150, 30 * kills)
    chance = random.Random(kills)
    for number in range(kills):
        with started(*words(count)) as process:
            if number:
                time.sleep(chance.uniform(0.25, 1.4))
            else:  # before the last level is there, on the quickest machine too
                until(Path(OUT).exists)
                time.sleep(chance.uniform(0, 0.15))
            process.kill()
        assert number or process.returncode == -signal.SIGKILL
        if Path(OUT).exists():
            with closing(sqlite3.connect(OUT)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    Path(".workbench-0123456789abcdef.tmp").touch()  # as one leaves that is killed as it reports
    assert run(*words(count + 1))[0] == 0
    assert found(Path(OUT)) == expected(count + 1)
    assert [*Path().iterdir()] == [Path(OUT)]


@pytest.mark.slow
def test_kills_beside_filled_levels_lose_and_double_nothing(run: Run) -> None:
    """Cells are filled between goes of a batch, each of which is killed."""
    chance, kills = random.Random(1), 8
    assert run(*words(10))[0] == 0
    for number in range(1, kills + 1):
        cells = ["--archive", "moves:1..9,states:1..60:20", "--iterations", str(64 * number)]
        assert run("catalogue", OUT, *cells, "--seed", "5", "--jobs", "1")[0] == 0
        with started(*words(10 + 30 * kills)) as process:
            time.sleep(chance.uniform(0.2, 1.2))
            process.kill()
        assert run("catalogue", OUT, "--check")[0] == 0
    assert run(*words(10 + 30 * kills))[0] == 0
    assert found(Path(OUT)) == expected(10 + 30 * kills)
    assert run("catalogue", OUT, "--check")[0] == 0
    with closing(sqlite3.connect(OUT)) as connection:
        both = "SELECT count(*), count(DISTINCT fingerprint) FROM level"
        levels, different = connection.execute(both).fetchone()
    assert levels == different > 10 + 30 * kills


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("SIGTERM", ()),
        pytest.param("SIGINT", (), marks=pytest.mark.slow),
        pytest.param("SIGHUP", (), marks=pytest.mark.slow),
        ("SIGINT", ("--json",)),
    ],
)
def test_a_request_to_end_keeps_what_is_there(
    run: Run, name: str, options: tuple[str, ...]
) -> None:
    end = getattr(signal, name)
    command = (*words(10**6), *options)
    with started(*command, preexec_fn=lambda: signal.signal(end, signal.SIG_DFL)) as process:
        until(lambda: Path(OUT).exists() and accepted() > 0)
        process.send_signal(end)
        output, messages = process.communicate()
    levels, ledger = found(Path(OUT))
    reported = f"{OUT}: {len(levels):,} of 1,000,000 levels are there; the same command continues"
    assert process.returncode == 130
    answers = [json.loads(line)["accepted"] for line in output.splitlines()]
    assert answers == [len(levels)] * len(options)
    assert messages == f"{reported}\ninterrupted\n"
    assert levels == expected(ledger[1])[0]
    assert [*Path().iterdir()] == [Path(OUT)]


def test_a_full_disk_keeps_what_is_there(run: Run) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))

    with started(*words(10**6), preexec_fn=small) as process:
        output, messages = process.communicate()
    assert (process.returncode, output) == (2, "")
    first, last = messages.splitlines()
    assert first.endswith("levels are there; the same command continues")
    assert last.startswith(f"{OUT}: cannot be read or written: ")
    levels, ledger = found(Path(OUT))
    assert len(levels) == ledger[1] > 0
    assert run(*words(10**6, "--time=0.2", "--jobs=1"))[0] == 3
    assert found(Path(OUT))[0][: len(levels)] == levels


def test_a_second_process_is_refused(run: Run) -> None:
    with started(*words(10**6)) as process:
        until(lambda: lock.find_owner_id(Path(OUT)) == process.pid)
        result, output, messages = run(*words(10**6))
        assert (result, output) == (2, "")
        assert (
            messages == f"{OUT}: process {process.pid} is writing it; try again when that is done\n"
        )
        process.terminate()
        process.communicate()
    levels, ledger = found(Path(OUT))
    assert levels == expected(ledger[1])[0]


def test_a_process_that_was_not_waited_for_is_ended(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def interrupted(process: int, catalogue: Path) -> bool:
        begun.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(detached_process, "_has_started_work", interrupted)
    assert run(*words(10**6, "--detach"))[0] == 130
    with pytest.raises(ProcessLookupError):
        os.kill(begun[0], 0)


def test_a_process_that_is_killed_before_it_works_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(process: int, catalogue: Path) -> bool:
        os.kill(process, signal.SIGKILL)
        return False

    monkeypatch.setattr(detached_process, "_has_started_work", killed)
    message = f"{OUT}: the process was killed by signal {signal.SIGKILL}\n"
    assert run(*words(10**6, "--detach")) == (2, "", message)


def test_a_process_that_cannot_be_started_is_reported(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(detached_process.subprocess, "Popen", refused)
    message = f"{OUT}: no process can be started: resource temporarily unavailable\n"
    assert run(*words(10**6, "--detach")) == (2, "", message)


@pytest.fixture
def detached(run: Run) -> Iterator[int]:
    """The number of a process that works on a long batch, in a session of its own."""
    result, output, messages = run(*words(10**6, "--detach", "--json"))
    process = lock.find_owner_id(Path(OUT))
    assert process is not None
    answer = json.loads(output)
    assert (result, answer["process"], answer["count"]) == (0, process, 10**6)
    assert messages.startswith(f"{OUT}: process {process} works on it; --status, --pause, ")
    yield process
    if lock.find_owner_id(Path(OUT)) == process:
        progress_reader.stop_work(Path(OUT))


def state(run: Run) -> dict[str, object]:
    result, output, _ = run("batch", "--out", OUT, "--status", "--json")
    assert result == 0
    answer: dict[str, object] = json.loads(output)
    return answer


def test_a_detached_batch_is_watched_and_stopped(run: Run, detached: int) -> None:
    assert os.getsid(detached) == detached != os.getsid(0)
    until(accepted)
    assert state(run)["process"] == detached
    result, output, _ = run("batch", "--out", OUT, "--stop")
    assert (result, "not running" in output) == (0, True)
    levels, ledger = found(Path(OUT))
    assert levels == expected(ledger[1])[0]
    assert [*Path().iterdir()] == [Path(OUT)]


@pytest.mark.slow
def test_a_detached_batch_is_paused_and_goes_on(run: Run, detached: int) -> None:
    until(accepted)
    assert run("batch", "--out", OUT, "--pause")[0] == 0
    until(lambda: json.loads(Path(f"{OUT}.progress").read_text())["paused"])

    def rests() -> bool:
        """Whether chunks in hand are done, and nothing comes after them."""
        before = accepted()
        time.sleep(1.0)
        return accepted() == before

    until(rests)
    before = accepted()
    assert before > 0 and rests()
    assert "paused (process" in run("batch", "--out", OUT, "--status")[1]
    assert run("batch", "--out", OUT, "--resume")[0] == 0
    until(lambda: accepted() > before)


def test_a_detached_batch_says_at_once_what_it_refuses(run: Run) -> None:
    result, output, messages = run(
        "batch", "linjat", "--count=1", "--out", OUT, "--detach", "--set=x=1"
    )
    assert (result, output, messages.count("\n")) == (2, "", 1)
    assert run(*words(3, "--jobs=1"))[0] == 0
    before = sha(Path(OUT))
    result, output, _ = run(*words(3, "--detach", "--json"))
    assert (result, json.loads(output)["accepted"], sha(Path(OUT))) == (0, 3, before)
    assert len(digest_of(Path(OUT))) == 64
