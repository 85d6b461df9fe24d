"""The cache of compiled kernels: quick when it is whole, never wrong, nowhere else."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import engine
from engine import jit, kernels
from engine.search import explore

pytestmark = pytest.mark.skipif(jit.disabled(), reason="there is no cache without compilation")

CHILD = """
import json, os, tempfile, time
tempfile.tempdir = os.environ.get("BAD_TEMPDIR")
from pathlib import Path
from engine import jit, kernels, registry, workshop
from engine.levelfile import loads
told, began = [], time.perf_counter()
level = loads(Path({level!r}).read_text())
game = registry.get(level.game)
kernels.cache_folder()  # named by the kernels of all games; but only those of one are compiled
registry.all_games = lambda: (game,)
kernels.load(told.append)
facts = [dict(workshop.solve(level, s).facts) for s in game.strategies]
print(json.dumps(dict(state=kernels.state(), told=told, facts=facts,
                      seconds=time.perf_counter() - began, folder=kernels.cache_folder().name)))
"""
LEVEL = """\
format = 1
game = "fruit-dating"

[board]
tiles = \"\"\"
########
#....#.#
#......#
##.....#
#.....##
#......#
#.#....#
########
\"\"\"
pieces = \"\"\"
........
......A.
........
........
........
........
....A...
........
\"\"\"
"""


@dataclass(frozen=True)
class Answer:
    """What a fresh process said and did."""

    state: str
    told: list[str]
    facts: list[dict[str, object]]
    seconds: float
    folder: str

    @property
    def compiled(self) -> bool:
        """Whether it had to compile."""
        return any(line.startswith("preparing") for line in self.told)

    def check(self) -> None:
        """The right answers, from compiled kernels."""
        assert self.state == "compiled"
        assert [facts["moves"] for facts in self.facts] == [3, 3, 3, 3]
        assert [facts["solution"] for facts in self.facts] == ["DLU"] * 4
        assert (self.facts[0]["states"], self.facts[0]["shortest_solutions"]) == (41, 1)


class Home:
    """A place to run in, with a cache root and nothing else that may be written."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "cache"
        self.elsewhere = [folder / name for name in ("home", "xdg", "tmp", "work")]
        for place in self.elsewhere:
            place.mkdir(parents=True)
        self.level = folder / "level.toml"
        self.level.write_text(LEVEL)

    def environment(self) -> dict[str, str]:
        home, xdg, tmp, _ = map(str, self.elsewhere)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        return kept | {
            kernels.CACHE_VARIABLE: str(self.root),
            "HOME": home,
            "XDG_CACHE_HOME": xdg,
            "TMPDIR": tmp,
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def start(self, **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", CHILD.format(level=str(self.level))],
            env=self.environment() | more,
            cwd=self.elsewhere[-1],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, **more: str) -> Answer:
        return finish(self.start(**more))

    def folder(self) -> Path:
        return self.root / kernels.cache_folder().name

    def strays(self) -> list[Path]:
        """What was written outside the cache root."""
        return [file for place in self.elsewhere for file in place.rglob("*")]


def finish(process: subprocess.Popen[str]) -> Answer:
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert errors == ""
    return Answer(**json.loads(out))


def snapshot(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file with its checksum and the time it was last written."""
    return {
        str(file.relative_to(folder)): (
            hashlib.sha256(file.read_bytes()).hexdigest(),
            file.stat().st_mtime_ns,
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.fixture(scope="session")
def sealed_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed cache for these very sources: this process's own, or one made for the purpose."""
    own = kernels.cache_folder()
    if not kernels._is_whole(own):
        home = Home(tmp_path_factory.mktemp("sealed"))
        script = "from engine import kernels; kernels.load()"
        subprocess.run([sys.executable, "-c", script], env=home.environment(), check=True)
        own = home.folder()
    copy = tmp_path_factory.mktemp("kernels") / own.name
    shutil.copytree(own, copy)
    return copy


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A place with an empty cache."""
    return Home(tmp_path)


@pytest.fixture
def warm(home: Home, sealed_folder: Path) -> Home:
    """A place with a sealed cache."""
    shutil.copytree(sealed_folder, home.folder())
    return home


# --- real processes ------------------------------------------------------------------------


def test_a_cold_cache_is_compiled_once_and_sealed(home: Home) -> None:
    first = home.run()
    first.check()
    assert first.compiled
    assert {entry.name for entry in home.root.iterdir()} == {home.folder().name, "compile.lock"}
    assert kernels._is_whole(home.folder())
    before = snapshot(home.root)
    second = home.run()
    second.check()
    assert second.told == ["loading the solver"]
    assert snapshot(home.root) == before
    assert home.strays() == []
    # Numba's own habit is to write beside the sources.
    package = Path(engine.__file__).parent
    assert [*package.rglob("*.nbi"), *package.rglob("*.nbc")] == []


def test_loading_changes_no_file(warm: Home) -> None:
    before = snapshot(warm.root)
    answer = warm.run()
    answer.check()
    assert not answer.compiled
    assert answer.seconds < 10
    assert snapshot(warm.root) == before
    assert warm.strays() == []


def test_leftovers_of_a_killed_compilation_do_no_harm(warm: Home) -> None:
    half = warm.root / f"{warm.folder().name}.building-abc123"
    shutil.copytree(warm.folder(), half)
    (half / "seal.json").unlink()
    answer = warm.run()
    answer.check()
    assert not answer.compiled


def test_without_compilation_the_cache_is_left_alone(home: Home) -> None:
    answer = home.run(NUMBA_DISABLE_JIT="1")
    assert answer.state.startswith("plain Python")
    assert answer.facts[0]["solution"] == "DLU"
    assert not home.root.exists()
    assert home.strays() == []


USE_EVERYTHING = """
import sys
import numpy as np
from engine import jit, kernels, registry, rng, workshop
from engine.budget import Budget, Control
from engine.generation import Recipe
from engine.play import replay
game, settings, easy = registry.get(sys.argv[1]), eval(sys.argv[2]), eval(sys.argv[3])
kernels.cache_folder()  # with the kernels of all games; but only this one warms up
registry.all_games = lambda: (game,)
kernels.load()
entries = [c for f, c in jit._in_use.items() if f in jit._wrappers]
warm = [len(c.signatures) for c in entries]
parameters = game.parameters.complete(settings)
for attempt in range(12):
    board = game.candidate(Recipe(5, attempt, parameters)).board
    if game.problems(board):
        continue
    for strategy in game.strategies:
        for budget in (Budget(2), Budget(2000), Budget(9000, seconds=5)):
            solved = game.solve(board, strategy, budget, Control())
            trace = solved.trace
            trace.prepare(), trace.find(trace.moves_to(len(trace) - 1))
            if solved.states:
                solved.states.prepare()
            if solved.traps:
                solved.traps.find(Control())
            for aim in game.aims if solved.guide else ():
                solved.guide.toward(aim).prospect(())
    replay(game, board, [move.word for move in game.moves] * 3)
level, candidate, _ = workshop.generate(game, 5, easy)
workshop.generate(game, 5, {"rows": 6, "cols": 6}, sketch=level.board)
workshop.rebuild(level)
late = [c for c, number in zip(entries, warm) if len(c.signatures) != number]
assert not late, late
stream = np.zeros(1, np.uint64)
rng.open_stream(stream, 1, 2, 3, 4)
rng.below(stream, 10), rng.next_word(stream)
assert not any(c.stats.cache_misses for c in entries), [(c, c.stats) for c in entries]
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
def test_a_game_that_is_warm_compiles_and_loads_nothing_more(
    game: str, settings: dict[str, object], easy: dict[str, object], warm: Home
) -> None:
    before = snapshot(warm.root)
    done = subprocess.run(
        [sys.executable, "-c", USE_EVERYTHING, game, repr(settings), repr(easy)],
        env=warm.environment(),
        cwd=warm.elsewhere[-1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert snapshot(warm.root) == before
    assert warm.strays() == []


# --- damage --------------------------------------------------------------------------------


def a_kernel(folder: Path) -> Path:
    """The largest file of machine code."""
    return max(folder.rglob("*.nbc"), key=lambda file: file.stat().st_size)


def flip_a_byte(folder: Path) -> None:
    data = bytearray(a_kernel(folder).read_bytes())
    data[len(data) // 2] ^= 1
    a_kernel(folder).write_bytes(data)


def truncate_a_file(folder: Path) -> None:
    file = a_kernel(folder)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def empty_an_index(folder: Path) -> None:
    next(folder.rglob("*.nbi")).write_bytes(b"")


def delete_a_file(folder: Path) -> None:
    a_kernel(folder).unlink()


def add_a_file(folder: Path) -> None:
    (folder / "stray.nbc").write_bytes(b"?")


def garble_the_seal(folder: Path) -> None:
    (folder / "seal.json").write_bytes(b"\xff\x00 no JSON {")


def nest_the_seal(folder: Path) -> None:
    (folder / "seal.json").write_text("[" * 100_000)


def empty_the_seal(folder: Path) -> None:
    (folder / "seal.json").write_text("{}")


def remove_the_seal(folder: Path) -> None:
    (folder / "seal.json").unlink()


def replace_the_seal_by_a_folder(folder: Path) -> None:
    (folder / "seal.json").unlink()
    (folder / "seal.json").mkdir()


def replace_the_folder_by_a_file(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("?")


DAMAGES: list[Callable[[Path], None]] = [
    flip_a_byte,
    truncate_a_file,
    empty_an_index,
    delete_a_file,
    add_a_file,
    garble_the_seal,
    nest_the_seal,
    empty_the_seal,
    remove_the_seal,
    replace_the_seal_by_a_folder,
    replace_the_folder_by_a_file,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_seen(damage: Callable[[Path], None], warm: Home) -> None:
    assert kernels._is_whole(warm.folder())
    damage(warm.folder())
    assert not kernels._is_whole(warm.folder())


def seal_garbage(folder: Path) -> None:
    """Damage that the checksums do not show, as a broken disk leaves before sealing."""
    for file in folder.rglob("*.nbc"):
        file.write_bytes(b"garbage" * 100)
    kernels._seal(folder)


@pytest.mark.slow
@pytest.mark.parametrize("damage", [*DAMAGES, seal_garbage])
def test_a_damaged_cache_is_compiled_again(damage: Callable[[Path], None], warm: Home) -> None:
    damage(warm.folder())
    answer = warm.run()
    answer.check()
    assert answer.compiled
    assert warm.strays() == []
    again = warm.run()
    again.check()
    if damage is not replace_the_folder_by_a_file:  # then it is compiled for every process
        assert kernels._is_whole(warm.folder())
        assert not again.compiled


# --- unwritable and read-only places -------------------------------------------------------


@pytest.mark.slow
def test_an_unwritable_cache_does_not_matter(home: Home) -> None:
    # A file where the folder should be; taking rights away would not stop the root user.
    home.root.write_text("not a folder")
    answer = home.run()
    answer.check()
    assert answer.compiled
    assert home.root.read_text() == "not a folder"
    # What was compiled for one process went with it.
    assert home.strays() == []


@pytest.mark.slow
def test_nowhere_to_write_at_all_does_not_matter(home: Home) -> None:
    home.root.write_text("not a folder")
    home.run(BAD_TEMPDIR=str(home.root)).check()
    assert home.strays() == []


@pytest.mark.slow
def test_an_installation_is_not_written_to(home: Home, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    shutil.copytree(Path(engine.__file__).parent, installed / "engine")
    before = snapshot(installed)
    answer = home.run(PYTHONPATH=str(installed))
    answer.check()
    # Other paths are other sources: Numba trusts a kernel only for the file it was made from.
    assert answer.folder != home.folder().name
    assert snapshot(installed) == before
    assert home.strays() == []
    assert not home.run(PYTHONPATH=str(installed)).compiled


@pytest.mark.slow
def test_two_processes_compile_once(home: Home) -> None:
    both = [home.start(), home.start()]
    answers = [finish(process) for process in both]
    for answer in answers:
        answer.check()
    assert [answer.compiled for answer in answers].count(True) == 1
    assert {entry.name for entry in home.root.iterdir()} == {home.folder().name, "compile.lock"}


# --- the ways of load, with compilation pretended ------------------------------------------


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Path | None]:
    """A process that has not loaded yet, and where kernels were compiled in it, in order."""
    used: list[Path | None] = []

    def warm_up(folder: Path | None, tell: kernels.Progress) -> None:
        tell("preparing")
        used.append(folder)
        if folder is not None and not kernels._is_whole(folder):
            (folder / "kernel.nbc").write_text("machine code")
        kernels._kernels.state = "compiled"

    monkeypatch.setattr(kernels, "_kernels", kernels._Kernels())
    monkeypatch.setattr(kernels, "_warm_up", warm_up)
    monkeypatch.setenv(kernels.CACHE_VARIABLE, str(tmp_path / "deep" / "cache"))
    return used


def test_loading_twice_compiles_once(pretended: list[Path | None]) -> None:
    told: list[str] = []
    assert not kernels.loaded()
    assert not kernels.cache_ready()
    kernels.load(told.append)
    kernels.load(told.append)
    assert told == ["preparing"]
    assert len(pretended) == 1
    assert kernels.loaded()
    assert kernels._is_whole(kernels.cache_folder())


def test_threads_that_load_together_compile_once(pretended: list[Path | None]) -> None:
    threads = [threading.Thread(target=kernels.load) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pretended) == 1


def test_a_cache_that_cannot_be_made_is_done_without(
    pretended: list[Path | None], tmp_path: Path
) -> None:
    (tmp_path / "deep").write_text("not a folder")
    kernels.load()
    (folder,) = pretended
    assert folder is not None
    assert tmp_path not in folder.parents
    assert kernels.state() == "compiled"
    shutil.rmtree(folder)  # it goes when the process ends


def test_without_any_folder_kernels_are_compiled_all_the_same(
    pretended: list[Path | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deep").write_text("not a folder")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "deep"))
    kernels.load()
    assert pretended == [None]


def test_a_cache_that_cannot_be_finished_is_compiled_but_once(
    pretended: list[Path | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(kernels, "_seal", fail)
    kernels.load()
    assert len(pretended) == 1
    assert kernels.state() == "compiled"
    # Nothing half made is left behind.
    assert [entry.name for entry in kernels.cache_root().iterdir()] == ["compile.lock"]


def test_kernels_that_cannot_be_read_after_all_are_compiled_again(
    pretended: list[Path | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = kernels.cache_folder()
    folder.mkdir(parents=True)
    (folder / "old.nbc").write_text("of another build")
    kernels._seal(folder)
    work = kernels._warm_up

    def refuse(place: Path | None, tell: kernels.Progress) -> None:
        if place == folder:
            raise TypeError("cannot unpickle")
        work(place, tell)

    monkeypatch.setattr(kernels, "_warm_up", refuse)
    kernels.load()
    assert kernels._is_whole(folder)
    assert [file.name for file in folder.iterdir() if file.suffix == ".nbc"] == ["kernel.nbc"]


def test_old_folders_are_swept_and_nothing_else(pretended: list[Path | None]) -> None:
    root = kernels.cache_root()
    long_ago = time.time() - 40 * 24 * 3600
    names = {
        "0" * 24: True,
        "1" * 24 + ".building-x_y1": True,
        "photographs": False,
        "2" * 23: False,
        "3" * 24 + ".old": False,
        ".ssh": False,
    }
    for name in names:
        (root / name / "inside").mkdir(parents=True)
        os.utime(root / name, (long_ago, long_ago))
    (root / ("4" * 24)).mkdir()
    (root / ("5" * 24)).write_text("a file")
    os.utime(root / ("5" * 24), (long_ago, long_ago))
    kernels.load()
    # The cache may be put into a folder that holds other things; those are not ours.
    assert {name: not (root / name).exists() for name in names} == names
    assert (root / ("4" * 24)).exists()
    assert (root / ("5" * 24)).exists()
    assert kernels.cache_folder().exists()


def test_a_folder_in_use_is_not_swept(pretended: list[Path | None]) -> None:
    kernels.load()
    folder = kernels.cache_folder()
    long_ago = time.time() - 40 * 24 * 3600
    os.utime(folder, (long_ago, long_ago))
    kernels._kernels.state = kernels._NOT_LOADED
    kernels.load()
    assert time.time() - folder.stat().st_mtime < 60


# --- the name of the folder ----------------------------------------------------------------


def fingerprint() -> str:
    return kernels._fingerprint.__wrapped__()


def test_the_folder_has_the_same_name_in_every_process() -> None:
    assert fingerprint() == kernels._fingerprint() == kernels.cache_folder().name
    assert re.fullmatch("[0-9a-f]{24}", fingerprint())
    script = "from engine import kernels; print(kernels.cache_folder().name)"
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled, "PYTHONHASHSEED": disabled}
        child = [sys.executable, "-c", script]
        out = subprocess.run(child, env=environment, capture_output=True, text=True, check=True)
        assert out.stdout.strip() == fingerprint()


def test_a_changed_source_has_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tuple(Path(shutil.copy2(source, tmp_path)) for source in jit.sources())
    monkeypatch.setattr(jit, "sources", lambda: copies)
    names = [fingerprint(), fingerprint()]
    text = copies[0].read_text()
    copies[0].write_text(text + "# changed\n")
    names.append(fingerprint())
    # The same length and content at another time is another file to Numba.
    os.utime(copies[1], (1, 1))
    names.append(fingerprint())
    monkeypatch.setattr(jit, "sources", lambda: copies[:-1])
    names.append(fingerprint())
    assert names[0] == names[1]
    assert len(set(names)) == 4


def test_every_module_with_kernels_is_a_source() -> None:
    assert {Path(sys.modules[f.__module__].__file__ or "") for f in jit._in_use} <= set(
        jit.sources()
    )
    assert Path(jit.__file__) in jit.sources()


def test_a_constant_from_elsewhere_has_its_part_in_the_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Kernels hold it by value, and the module that it comes from need not define kernels.
    before = fingerprint()
    monkeypatch.setattr(explore, "_POLL", 2047)
    assert fingerprint() != before


@pytest.mark.parametrize("what", ["version", "processor", "python"])
def test_other_versions_and_processors_have_other_folders(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fingerprint()
    if what == "version":
        monkeypatch.setattr(kernels, "version", lambda package: "99.0")
    elif what == "processor":
        monkeypatch.setattr(kernels, "_processor", lambda: "another")
    else:
        monkeypatch.setattr(sys, "version", "3.99")
    assert fingerprint() != before


def test_the_root_is_the_users_cache_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernels.CACHE_VARIABLE, "/somewhere/else")
    assert kernels.cache_root() == Path("/somewhere/else")
    monkeypatch.setenv(kernels.CACHE_VARIABLE, "")
    assert kernels.cache_root().parts[-2:] == ("puzzle-workbench", "kernels")
