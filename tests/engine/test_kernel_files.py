"""The cache of machine code: made once by its first user, never wrong, written nowhere else."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import template_game
from hostile_folder import HostileFolder

from engine.game import registry
from engine.jit import load, marks

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no cache without compilation")

GAME = """
from dataclasses import replace
import numpy as np
from ice_path import GAME as ICE
from engine.game.plain import PlainSolver
from engine.jit.marks import Longs, entry

@entry
def total(numbers: Longs) -> int:
    found = 0
    for number in numbers:
        found += number
    return found

class CountingSolver(PlainSolver):
    def solve(self, board, *arguments):
        assert total(np.arange(5)) == 10
        return super().solve(board, *arguments)

GAME = replace(ICE, name="counting-ice", title="Counting Ice", solver=CountingSolver(ICE.play))
"""
LEVEL = 'format = 1\ngame = "counting-ice"\n[board]\ncells = "w..F"\n'
CHILD = """
import json, os, sys, tempfile
tempfile.tempdir = os.environ.get("BAD_TEMPDIR")
from engine import workshop
from engine.errors import EngineError
from engine.files.levelfile import loads
from engine.game import kernels
from engine.jit import marks
failed = ""
try:
    kernels.load("counting-ice")
except EngineError as error:
    failed = str(error)
solution = workshop.solve(loads(sys.argv[1])).facts["solution"]
forms = [len(own.forms) for function, own in marks.entries.items() if function.__name__ == "total"]
print(json.dumps([failed, solution, kernels.state(), forms[0], "numba" in sys.modules]))
"""
WITHOUT_HOOK = """
import sys
if "BROKEN" in __import__("os").environ:
    import engine.jit.compile.making as making
    def object_file(*specialization):
        raise AttributeError("no attribute '_final_module'")
    making.object_file = object_file
"""


@dataclass(frozen=True)
class Answer:
    """What a fresh process did: why not all was compiled, and what it solved with."""

    failed: str
    solution: str
    state: str
    forms: int
    numba: bool


COMPILED = Answer("", "R", "compiled", 1, numba=False)


class Home:
    """A place to run in, with a cache that lacks one small kernel, and a game that needs it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "cache"
        self.root.mkdir()
        for path in load.cache_root().glob("*.code"):
            shutil.copy(path, self.root)
        self.elsewhere = [folder / name for name in ("home", "xdg", "tmp", "work")]
        for place in self.elsewhere:
            place.mkdir()
        self.site = template_game.lay_out(folder / "site")
        (self.site / "counting_ice.py").write_text(GAME)
        (self.site / "sitecustomize.py").write_text(WITHOUT_HOOK)
        entries = next(self.site.glob("*/entry_points.txt"))
        entries.write_text(entries.read_text() + "counting-ice = counting_ice:GAME\n")

    def start(self, script: str = CHILD, *arguments: str, **more: str) -> subprocess.Popen[str]:
        home, xdg, tmp, work = map(str, self.elsewhere)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        return subprocess.Popen(
            [sys.executable, "-c", script, *(arguments or [LEVEL])],
            env=kept
            | {
                load.CACHE_VARIABLE: str(self.root),
                "PYTHONPATH": str(self.site),
                "PYTHONDONTWRITEBYTECODE": "1",
                "HOME": home,
                "XDG_CACHE_HOME": xdg,
                "TMPDIR": tmp,
            }
            | more,
            cwd=work,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, **more: str) -> Answer:
        return finish(self.start(**more))

    def made(self) -> list[Path]:
        """The files of the kernel that was not there."""
        return sorted(self.root.glob("total-*"))

    def strays(self) -> list[Path]:
        """What was written outside the cache."""
        return [file for place in self.elsewhere for file in place.rglob("*")]


def finish(process: subprocess.Popen[str]) -> Answer:
    out, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (0, "")
    return Answer(*json.loads(out))


def snapshot(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file with its checksum and the time it was last written, but for locks."""
    return {
        file.name: (hashlib.sha256(file.read_bytes()).hexdigest(), file.stat().st_mtime_ns)
        for file in sorted(folder.iterdir())
        if file.suffix != ".lock"
    }


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_what_is_missing_is_compiled_once(home: Home) -> None:
    before = snapshot(home.root)
    assert home.run() == COMPILED
    after = snapshot(home.root)
    (made,) = home.made()
    assert after == before | {made.name: after[made.name]}
    assert home.run() == COMPILED
    assert snapshot(home.root) == after
    assert home.strays() == []


def test_a_kernel_that_can_never_be_compiled_is_reported(home: Home) -> None:
    game = home.site / "counting_ice.py"
    game.write_text(game.read_text().replace("numbers: Longs", "numbers: list[int]"))
    process = home.start()
    out, errors = process.communicate(timeout=300)
    answer = Answer(*json.loads(out))
    assert (answer.solution, answer.forms) == ("R", 0)
    reason = "cannot take list[int]"
    assert "total cannot be compiled" in answer.failed and reason in answer.failed
    assert "counting_ice.total runs as plain Python" in errors and reason in errors
    assert home.made() == [] or [path.suffix for path in home.made()] == [".failed"]


def test_two_processes_share_what_is_compiled(home: Home) -> None:
    assert [finish(each) for each in [home.start(), home.start()]] == [COMPILED] * 2
    assert [path.suffix for path in home.made()] == [".code"]


FILL = "import sys; from engine.game import compiling; compiling.fill(*sys.argv[1:])"


def test_a_process_killed_while_it_compiles_does_no_harm(home: Home) -> None:
    process = home.start(FILL, "counting-ice")
    limit = time.monotonic() + 60
    while not any(path.suffix == ".lock" for path in home.made()):
        assert time.monotonic() < limit and process.poll() is None
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not any(path.suffix == ".code" for path in home.made())
    assert home.run() == COMPILED
    assert [path.suffix for path in home.made()] == [".code"]


def test_compiling_imports_nothing_from_the_working_folder(home: Home) -> None:
    folder = HostileFolder(home.elsewhere[-1] / "hostile")
    os_first = f"import os, sys; del sys.path[0]; os.chdir({str(folder.path)!r})\n"
    assert finish(home.start(os_first + CHILD, LEVEL)) == COMPILED
    assert folder.imported() == set()


def flip_a_byte(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize(
    "damage",
    [flip_a_byte, *(pytest.param(each, marks=pytest.mark.slow) for each in (truncate, empty))],
)
def test_what_is_damaged_is_made_again(damage: Callable[[Path], None], home: Home) -> None:
    assert home.run() == COMPILED
    (made,) = home.made()
    damage(made)
    answer = home.run()
    assert (answer.failed, answer.solution, answer.forms) == ("", "R", 0), "plain, and found out"
    assert home.made() == []
    assert home.run() == COMPILED


@pytest.mark.slow
def test_a_folder_in_place_of_a_file_is_done_without(home: Home) -> None:
    assert home.run() == COMPILED
    (made,) = home.made()
    made.unlink()
    made.mkdir()
    answer = home.run()
    assert (answer.solution, answer.forms) == ("R", 0)
    assert "total cannot be compiled" in answer.failed


def test_a_cache_that_cannot_be_written_does_not_matter(home: Home) -> None:
    # A file where the folder should be; taking rights away would not stop the root user.
    complete = home.root.rename(home.root.with_name("complete"))
    home.root.write_text("not a folder")
    script = CHILD.replace('kernels.load("counting-ice")', "pass")
    answer = finish(home.start(script))
    assert (answer.solution, answer.forms) == ("R", 0)
    assert home.root.read_text() == "not a folder"
    assert home.strays() == [], "what was made for one process went with it"
    assert complete.is_dir()


@pytest.mark.slow
def test_nowhere_to_write_at_all_does_not_matter(home: Home) -> None:
    shutil.rmtree(home.root)
    home.root.write_text("not a folder")
    answer = home.run(BAD_TEMPDIR=str(home.root))
    assert answer.solution == "R"
    assert "cannot be compiled" in answer.failed
    assert home.strays() == []


def test_a_complete_cache_that_is_read_only_serves_as_it_is(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home.run() == COMPILED
    before = snapshot(home.root)
    read_only = "import os; os.access = lambda *_: False\n"
    assert finish(home.start(read_only + CHILD)) == COMPILED
    assert snapshot(home.root) == before
    assert home.strays() == []


def test_without_compilation_the_cache_is_left_alone(home: Home) -> None:
    before = snapshot(home.root)
    answer = home.run(NUMBA_DISABLE_JIT="1")
    assert answer.state.startswith("plain Python")
    assert (answer.solution, answer.forms) == ("R", 0)
    assert snapshot(home.root) == before


def test_a_numba_that_makes_no_object_files_is_used_the_plain_way(home: Home) -> None:
    answer = home.run(BROKEN="1")
    assert answer.failed == (
        "total cannot be compiled: AttributeError: no attribute '_final_module'"
    )
    assert (answer.solution, answer.forms, answer.numba) == ("R", 1, True)


USE_EVERYTHING = """
import sys
from engine import workshop
from engine.game import kernels, registry
from engine.game.playthrough import replay
from engine.generate.generation import Recipe
from engine.jit import marks
from engine.values.budget import Budget, Control
game, settings, easy = registry.get(sys.argv[1]), eval(sys.argv[2]), eval(sys.argv[3])
assert kernels.loaded(game.name)
plain, run_plain = [], marks._run_plain
marks._run_plain = lambda own, arguments: plain.append(own.function) or run_plain(own, arguments)
parameters = game.generator.parameters.complete(settings)
for attempt in range(12):
    board = game.generator.candidate(Recipe(5, attempt, parameters)).board
    if game.boards.problems(board):
        continue
    for strategy in game.solver.strategies:
        for budget in (Budget(2), Budget(2000), Budget(9000, seconds=5)):
            solved = game.solver.solve(board, strategy, budget, Control())
            trace = solved.trace
            trace.prepare(), trace.find(trace.moves_to(len(trace) - 1))
            if solved.states:
                solved.states.prepare()
            if solved.traps:
                solved.traps.find(Control())
            for aim in game.play.aims if solved.guide else ():
                solved.guide.toward(aim).prospect(())
    replay(game.play, board, [move.word for move in game.play.moves] * 3)
level, candidate, _ = workshop.generate(game, 5, easy)
workshop.generate(game, 5, {"rows": 6, "cols": 6}, sketch=level.board)
workshop.rebuild(level)
assert not plain, plain
"""


@pytest.mark.parametrize(
    ("game", "settings", "easy"),
    [
        (
            "fruit-dating",
            {"mud": 1, "anteaters": 1, "pairs": "1..6", "colours": 3, "blockers": 40},
            {"pairs": 1, "states": "..300", "symmetry": "rotate-90"},
        ),
        (
            "skiddy",
            {"pits": "0..50", "static": "10..40", "blues": 1, "crates": 1, "reds": "2..6"},
            {"fun": 2, "states": "..300"},
        ),
        (
            "linjat",
            {"rows": 6, "cols": 6, "numbers": "5..7", "values": "1..5", "iterations": 100},
            {"rows": 6, "cols": 6, "numbers": 5, "iterations": 50, "method": "annealing"},
        ),
    ],
)
def test_nothing_runs_as_plain_python_once_it_is_compiled(
    game: str, settings: dict[str, Any], easy: dict[str, Any]
) -> None:
    child = [sys.executable, "-c", USE_EVERYTHING, game, repr(settings), repr(easy)]
    done = subprocess.run(child, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_old_files_of_ours_are_swept_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(load.CACHE_VARIABLE, str(tmp_path))
    digest = "0" * 32
    ours = [f"total-{digest}.{ending}" for ending in ("code", "kernel", "failed", "wanted", "lock")]
    ours += [f".total-{digest}.code-x7", "compiler-0.lock"]
    others = ["notes.txt", "total.kernel", f"total-{digest}.toml", "monk-1.table"]
    month = time.time() - 31 * 24 * 3600
    for name in (*ours, *others):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (month, month))
    recent = tmp_path / f"below-{digest}.kernel"
    recent.write_text("")
    load.sweep()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*others, recent.name])


def test_every_game_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.game import kernels

    assert kernels.loaded()
    for game in registry.all_games():
        assert kernels.loaded(game.name)
        others = {
            name
            for specialization in kernels.specializations_of(game.name)
            for name in kernels.games_of(specialization)
        }
        assert others <= {game.name}
