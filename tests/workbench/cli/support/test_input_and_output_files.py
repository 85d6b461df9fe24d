"""``generate --count`` cut short: what was finished stays, and the same command makes the rest."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from commanding import Run, refused

from engine.files import levelfile, storage, temporary_file
from engine.values.level import Level
from workbench.cli.support import input_and_output_files

COUNT = 6


def having(command: tuple[str, ...], *settings: str) -> tuple[str, ...]:
    """A command with other values of parameters that it sets."""
    other = {setting.partition("=")[0]: setting for setting in settings}
    return tuple(other.get(word.partition("=")[0], word) for word in command)


LINJAT = (
    "generate", "linjat", "--set", "rows=5", "--set", "cols=5", "--set", "numbers=4..6",
    "--set", "cover_layers=0..", "--set", "iterations=20",
)  # fmt: skip
MANY = (*LINJAT, "--count", str(COUNT), "--out", "out")
SEEDED = (*MANY, "--seed", "3")
OUT = Path("out")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def saving(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int, BaseException], None]]:
    """Lets so many levels be saved; the next one meets with a problem instead."""
    real, lock = input_and_output_files.save_new_level, threading.Lock()

    def after(number: int, problem: BaseException) -> None:
        saved = iter(range(number))

        def save_new(level: Level, path: Path) -> bool:
            with lock:
                if next(saved, None) is None:
                    raise problem
                return real(level, path)

        monkeypatch.setattr(input_and_output_files, "save_new_level", save_new)

    yield after
    monkeypatch.setattr(input_and_output_files, "save_new_level", real)


def contents(folder: Path = OUT) -> dict[str, bytes]:
    """The names and bytes of the files in a folder."""
    found = [file for file in folder.rglob("*.toml") if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes() for file in found}


def whole(run: Run, *command: str) -> dict[str, bytes]:
    """What a command writes that nothing interrupts."""
    arguments = ["whole" if word == "out" else word for word in command]
    assert run(*arguments)[0] == 0
    return contents(Path("whole"))


def test_the_same_command_goes_on(run: Run, saving: Callable[[int, BaseException], None]) -> None:
    saving(2, KeyboardInterrupt())
    expected = f"2 of {COUNT} levels are there; the same command continues\ninterrupted\n"
    assert run(*SEEDED) == (130, "", expected)
    before = {path: path.stat().st_mtime_ns for path in OUT.iterdir()}
    assert len(before) == 2
    saving(99, KeyboardInterrupt())
    result, output, messages = run(*SEEDED, "--json")
    assert (result, messages) == (0, f"out: 2 of {COUNT} levels are there\n")
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert contents() == whole(run, *SEEDED)
    answers = [json.loads(line) for line in output.splitlines()]
    assert [answer["seed"] for answer in answers] == list(range(3, 3 + COUNT))
    for answer in answers:
        assert answer["toml"] == Path(answer["file"]).read_text()
    assert run(*SEEDED, "--json")[:2] == (0, output)


@pytest.mark.parametrize("lost", [(0,), (2,), (5,), (0, 1, 4)])
def test_a_drawn_seed_is_found_again(
    run: Run, monkeypatch: pytest.MonkeyPatch, lost: tuple[int, ...]
) -> None:
    assert run(*LINJAT, "--count", str(COUNT), "--out", "out", "--seed", "3")[0] == 0
    monkeypatch.setattr(secrets, "randbelow", lambda _: 7)
    result, _, messages = run(*MANY)
    assert (result, messages) == (0, f"seed {7 * COUNT}\n")
    made = contents()
    for number in lost:
        (OUT / f"linjat-{7 * COUNT + number}.toml").unlink()
    (OUT / "linjat-9.toml.bak").touch()
    (OUT / "linjat-99999.toml").write_text("format = 1\n")
    monkeypatch.setattr(secrets, "randbelow", lambda _: 100)
    result, _, messages = run(*MANY)
    assert (result, messages.splitlines()[-1]) == (0, f"seed {7 * COUNT}")
    (OUT / "linjat-99999.toml").unlink()
    assert contents() == made
    assert run(*MANY)[2] == f"seed {100 * COUNT}\n"


OTHERS = {
    "seed": lambda text: text.replace("seed = 4", "seed = 5"),
    "generator": lambda text: text.replace("linjat/1", "linjat/9"),
    "parameter": lambda text: text.replace("rounds = 100", "rounds = 99"),
    "demand": lambda text: text.replace('cover_layers = "0..256"', 'cover_layers = "1..256"'),
    "edited": lambda text: text.replace("edited = false", "edited = true"),
    "board": lambda text: text.replace("\n.....\n", "\n....*\n", 1),
    "drawn": lambda text: text.partition("[provenance]")[0],
    "re-rolled": lambda text: text.replace(
        "[provenance.parameters]", "[provenance.reroll]\ndots = 1\n\n[provenance.parameters]"
    ),
    "kept": lambda text: text.replace(
        "[provenance.parameters]",
        "[provenance.kept.dots]\nseed = 1\nattempt = 0\n\n[provenance.parameters]",
    ),
    "improved": lambda text: text.replace(
        "[provenance.parameters]", "[provenance.improve]\nseed = 1\n\n[provenance.parameters]"
    ),
    "other game": lambda text: '[board]\n'.join(text.split("[board]\n")).replace('"linjat"', '"x"'),
    "no level": lambda text: text[:40],
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
def test_another_level_is_not_overwritten(run: Run, what: str) -> None:
    assert run(*SEEDED)[0] == 0
    file = OUT / "linjat-4.toml"
    text = file.read_text()
    changed = OTHERS[what](text)
    assert changed != text
    file.write_text(changed)
    (OUT / "linjat-3.toml").unlink()
    refused(run(*SEEDED, "--json"), "out/linjat-4.toml: ")
    assert file.read_text() == changed
    assert len(contents()) == COUNT - 1


def test_a_demand_is_not_met_by_chance(run: Run) -> None:
    assert run(*SEEDED)[0] == 0
    refused(run(*SEEDED, "--set", "width=1.."), "another level; not overwritten")
    refused(run(*SEEDED, "--keep", "numbers=1"), "another level; not overwritten")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("gone")])
def test_what_is_no_file_is_not_overwritten(run: Run, make: Callable[[Path], None]) -> None:
    OUT.mkdir()
    make(OUT / "linjat-5.toml")
    refused(run(*SEEDED), "out/linjat-5.toml: ")
    assert not contents()


def test_what_a_designer_wrote_on_a_level_stays(run: Run) -> None:
    assert run(*SEEDED)[0] == 0
    file = OUT / "linjat-4.toml"
    text = "# Mine.\n" + file.read_text().replace("Linjat 4", "Lines")
    file.write_text(text)
    assert run(*SEEDED)[0] == 0
    assert file.read_text() == text


def test_a_seed_without_a_level_costs_no_other(run: Run) -> None:
    hard = (*SEEDED, "--set", "layers=5..", "--max-attempts", "3")
    result, output, messages = run(*hard, "--json")
    made = [json.loads(line)["seed"] for line in output.splitlines()]
    assert result == 3 and 0 < len(made) < COUNT
    first = next(seed for seed in range(3, 3 + COUNT) if seed not in made)
    assert messages.startswith(f"seed {first}: no level found in 3 attempts (")
    more = COUNT - len(made) - 1
    assert messages.count("\n") == 1 and (f"; nor of {more} more" in messages) == (more > 0)
    assert set(contents()) == {f"linjat-{seed}.toml" for seed in made}
    assert run(*hard, "--json")[:2] == (3, output)


def test_a_full_disk_keeps_what_was_finished(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real, room = storage.write_and_sync, iter(range(3))

    def full(descriptor: int, content: bytes, mode: int | None) -> int:
        if next(room, None) is None:
            os.write(descriptor, content[:100])
            raise OSError(28, "No space left on device")
        return real(descriptor, content, mode)

    monkeypatch.setattr(storage, "write_and_sync", full)
    refused(run(*SEEDED), "cannot be written: no space left on device")
    monkeypatch.setattr(storage, "write_and_sync", real)
    assert len(contents()) == 3 and len(list(OUT.iterdir())) == 3
    assert run(*SEEDED)[0] == 0
    assert contents() == whole(run, *SEEDED)


def test_what_a_killed_process_was_writing_is_swept(run: Run) -> None:
    OUT.mkdir()
    dead, alive = OUT / ".workbench-0123.tmp", OUT / ".workbench-4567.tmp"
    dead.write_text("format = 1")
    mine = OUT / ".workbench.tmp"
    mine.touch()
    with alive.open("w") as file:
        assert temporary_file.try_lock(file.fileno())
        assert run(*SEEDED)[0] == 0
        assert (dead.exists(), alive.exists(), mine.exists()) == (False, True, True)
    assert run(*SEEDED)[0] == 0
    assert not alive.exists()


def test_steps_of_a_level_that_is_there(run: Run) -> None:
    expected = run(*SEEDED, "--steps", "--json")[1]
    (OUT / "linjat-5.toml").unlink()
    again = run(*SEEDED, "--steps", "--json", "--reasons")
    assert again[:2] == (0, expected)
    assert "seed 4: there before\nseed 5: 1 of " in again[2]


def test_time_may_end_a_level_early(run: Run) -> None:
    assert run(*SEEDED)[0] == 0
    more = having(SEEDED, "iterations=30")
    refused(run(*more), "another level; not overwritten")
    assert run(*more, "--time", "9")[::2] == (0, f"out: {COUNT} of {COUNT} levels are there\n")


def test_locked_cells_are_part_of_the_command(run: Run) -> None:
    locked = 'locked = """\nx...\n....\n....\n...x\n"""\n'
    head = 'format = 1\ngame = "linjat"\n\n[board]\n'
    for name, cells in (("a", "2*..\n....\n....\n...*"), ("b", "3*..\n....\n....\n...*")):
        Path(f"{name}.toml").write_text(f'{head}cells = """\n{cells}\n"""\n{locked}')
    around = [*having(SEEDED, "rows=4", "cols=4", "numbers=3"), "--from"]
    assert run(*around, "a.toml")[0] == 0
    assert run(*around, "a.toml")[::2] == (0, f"out: {COUNT} of {COUNT} levels are there\n")
    refused(run(*around, "b.toml"), "another level; not overwritten")
    refused(run(*around[:-1]), "another level; not overwritten")


@pytest.mark.parametrize("size", ["rows=6", "cols=7"])
def test_another_size_than_the_levels_is_refused(run: Run, size: str) -> None:
    assert run(*LINJAT, "--seed", "1", "--out", "plain.toml")[0] == 0
    key, number = size.split("=")
    command = (*LINJAT, "--seed", "1", "--from", "plain.toml")
    refused(run(*having(command, size)), f"{key}={number}: plain.toml has 5")
    result, output, messages = run(*command)
    assert (result, messages) == (0, "plain.toml: no cell is locked, so nothing of it is kept\n")
    assert output == Path("plain.toml").read_text()


# --- rising --------------------------------------------------------------------------------

RISING = (*LINJAT, "--count", "3", "--rising", str(COUNT), "--out", "out")


def test_a_rising_set_waits_until_it_is_sorted(
    run: Run, saving: Callable[[int, BaseException], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    saving(4, KeyboardInterrupt())
    monkeypatch.setattr(secrets, "randbelow", lambda _: 7)
    assert run(*RISING)[0] == 130
    assert len(contents()) == 4 and all(name.startswith("unsorted/") for name in contents())
    saving(99, KeyboardInterrupt())
    monkeypatch.setattr(secrets, "randbelow", lambda _: 8)
    result, _, messages = run(*RISING)
    assert (result, messages) == (0, f"out: 4 of {COUNT} levels are there\nseed {7 * COUNT}\n")
    made = contents()
    assert len(made) == 3 and made == whole(run, *RISING, "--seed", f"{7 * COUNT}")
    times = {path: path.stat().st_mtime_ns for path in OUT.iterdir()}
    assert run(*RISING, "--seed", f"{7 * COUNT}")[0] == 0
    assert {path: path.stat().st_mtime_ns for path in OUT.iterdir()} == times


def test_another_level_of_a_rising_set_is_refused_beforehand(run: Run) -> None:
    OUT.mkdir()
    (OUT / "2-linjat-5.toml").write_text("format = 1\n")
    refused(run(*RISING, "--seed", "3"), "out/2-linjat-5.toml: ")
    assert [path.name for path in OUT.iterdir()] == ["2-linjat-5.toml"]


# --- signals -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_whatever_ends_it_files_are_whole(name: str) -> None:
    end = getattr(signal, name)
    command = [*LINJAT, "--count", "3000", "--seed", "3", "--out", "out"]
    program = [sys.executable, "-m", "workbench", *command]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # starts at once
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True, env=plain) as process:
        deadline = time.monotonic() + 120
        while not (OUT.is_dir() and contents()) and time.monotonic() < deadline:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(end)
        assert process.stderr is not None
        messages = process.stderr.read()
    if end == signal.SIGKILL:
        assert process.returncode == -end
    else:
        assert process.returncode == 130
        assert messages.endswith("levels are there; the same command continues\ninterrupted\n")
        assert not list(OUT.glob(".*"))
    assert contents()
    for file in OUT.glob("*.toml"):
        assert levelfile.read_level(file).verdict is not None
