"""The cache of compiled kernels: quick when it is whole, never wrong, nowhere else."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import template_game

import engine
from engine.game import kernels, registry
from engine.jit import load as kernel_cache
from engine.jit import marks

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no cache without compilation")

CHILD = """
import json, os, tempfile
tempfile.tempdir = os.environ.get("BAD_TEMPDIR")
from pathlib import Path
from engine.jit import marks as jit
from engine.game import kernels
from engine.game import registry
from engine import workshop
from engine.files.levelfile import loads
told = []
level = loads(Path({level!r}).read_text())
game = registry.get(level.game)
kernels.load(game.name, progress=told.append)
facts = [dict(workshop.solve(level, s).facts) for s in game.solver.strategies]
print(json.dumps(dict(state=kernels.state(), told=told, facts=facts)))
"""
GAME = "fruit-dating"
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
            kernel_cache.CACHE_VARIABLE: str(self.root),
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

    def folder(self, game: str = GAME) -> Path:
        return self.root / kernels.cache_folder().name / game

    def beside(self) -> set[str]:
        """The names in the folder of the game's folder, which is alone in the cache."""
        (folder,) = self.root.iterdir()
        assert folder == self.folder().parent
        return {entry.name for entry in folder.iterdir()}

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
def sealed_folders(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sealed caches of all games for these very sources: this process's own, or made for this."""
    own = kernels.cache_folder()
    if not all(kernel_cache.is_whole(own / game.name) for game in registry.all_games()):
        home = Home(tmp_path_factory.mktemp("sealed"))
        script = "from engine.game import kernels; kernels.load()"
        subprocess.run([sys.executable, "-c", script], env=home.environment(), check=True)
        own = home.folder().parent
    copy = tmp_path_factory.mktemp("kernels") / own.name
    shutil.copytree(own, copy)
    return copy


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A place with an empty cache."""
    return Home(tmp_path)


@pytest.fixture
def warm(home: Home, sealed_folders: Path) -> Home:
    """A place with a sealed cache of one game."""
    shutil.copytree(sealed_folders / GAME, home.folder())
    return home


# --- real processes ------------------------------------------------------------------------


COUNTED = """
from dataclasses import replace
import numpy as np
from ice_path import GAME as ICE
from engine.game.plain import PlainSolver
from engine.jit.marks import entry

@entry
def total(numbers):
    found = 0
    for number in numbers:
        found += number
    return found

class CountedSolver(PlainSolver):
    def warm_up(self):
        total(np.arange(4))

GAME = replace(ICE, name="counted-ice", title="Counted Ice", solver=CountedSolver(ICE.play))
"""


@pytest.fixture
def counted(home: Home) -> dict[str, str]:
    """An environment with a plug-in game of one kernel, whose level stands ready."""
    site = template_game.lay_out(home.level.parent / "site")
    (site / "counted_ice.py").write_text(COUNTED)
    entries = next(site.glob("*/entry_points.txt"))
    entries.write_text(entries.read_text() + "counted-ice = counted_ice:GAME\n")
    cells = "w..F"
    home.level.write_text(f'format = 1\ngame = "counted-ice"\n[board]\ncells = "{cells}"\n')
    return {"PYTHONPATH": str(site)}


def test_a_cold_cache_is_compiled_once_and_sealed(home: Home, counted: dict[str, str]) -> None:
    first = home.run(**counted)
    assert first.state == "compiled"
    assert first.facts[0]["solution"] == "R"
    told = [f"{doing} the solver for Counted Ice" for doing in ("loading", "preparing")]
    assert first.told == told
    (cache,) = home.root.iterdir()
    assert {entry.name for entry in cache.iterdir()} == {"counted-ice", "counted-ice.lock"}
    assert kernel_cache.is_whole(cache / "counted-ice")
    before = snapshot(home.root)
    second = home.run(**counted)
    assert (second.state, second.facts) == ("compiled", first.facts)
    assert second.told == told[:1]
    assert snapshot(home.root) == before
    assert home.strays() == []
    # Numba's own habit is to write beside the sources.
    for package in (Path(engine.__file__).parent, Path(counted["PYTHONPATH"])):
        assert [*package.rglob("*.nbi"), *package.rglob("*.nbc")] == []


@pytest.mark.slow
def test_a_real_game_is_compiled_once_and_sealed(home: Home) -> None:
    first = home.run()
    first.check()
    assert first.compiled
    assert home.beside() == {GAME, f"{GAME}.lock"}
    assert kernel_cache.is_whole(home.folder())
    before = snapshot(home.root)
    second = home.run()
    second.check()
    assert not second.compiled
    assert snapshot(home.root) == before
    assert home.strays() == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [game.name for game in registry.all_games()])
def test_nothing_is_compiled_after_a_game_was_sealed(home: Home, name: str) -> None:
    script = f"from engine.game import kernels; kernels.load({name!r})"

    def load() -> None:
        subprocess.run([sys.executable, "-c", script], env=home.environment(), check=True)

    load()
    assert kernel_cache.is_whole(home.folder(name))
    before = snapshot(home.root)
    load()
    assert snapshot(home.root) == before


@pytest.mark.parametrize("name", [game.name for game in registry.all_games()])
def test_what_is_in_use_is_as_it_was_sealed(name: str) -> None:
    assert kernel_cache.is_whole(kernels.game_folder(name))


def test_loading_changes_no_file(warm: Home) -> None:
    before = snapshot(warm.root)
    answer = warm.run()
    answer.check()
    assert not answer.compiled
    assert snapshot(warm.root) == before
    assert warm.strays() == []


def test_leftovers_of_a_killed_compilation_do_no_harm(warm: Home) -> None:
    half = warm.folder().with_name(f"{GAME}.building")
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
from engine.jit import marks as jit
from engine.game import kernels
from engine.game import registry
from engine import workshop
from engine.values.budget import Budget, Control
from engine.generate.generation import Recipe
from engine.game.playthrough import replay
game, settings, easy = registry.get(sys.argv[1]), eval(sys.argv[2]), eval(sys.argv[3])
kernels.load(game.name)
entries, plain = list(jit._entries.values()), []
jit._run_plain = lambda function, arguments: plain.append(function) or function(*arguments)
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
assert not any(c.stats.cache_misses for c in entries), [(c, c.stats) for c in entries]
"""


@pytest.mark.parametrize(
    ("game", "settings", "easy"),
    [
        pytest.param(
            "fruit-dating",
            {"mud": 1, "anteaters": 1, "pairs": "1..6", "colours": 3, "blockers": 40},
            {"pairs": 1, "states": "..300", "symmetry": "rotate-90"},
            marks=pytest.mark.slow,
        ),
        (
            "skiddy",
            {"pits": "0..50", "static": "10..40", "blues": 1, "crates": 1, "reds": "2..6"},
            {"fun": 2, "states": "..300"},
        ),
        pytest.param(
            "linjat",
            {"rows": 6, "cols": 6, "numbers": "5..7", "values": "1..5", "iterations": 100},
            {"rows": 6, "cols": 6, "numbers": 5, "iterations": 50, "method": "annealing"},
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_game_that_is_warm_compiles_and_loads_nothing_more(
    game: str,
    settings: dict[str, object],
    easy: dict[str, object],
    home: Home,
    sealed_folders: Path,
) -> None:
    shutil.copytree(sealed_folders / game, home.folder(game))
    before = snapshot(home.root)
    done = subprocess.run(
        [sys.executable, "-c", USE_EVERYTHING, game, repr(settings), repr(easy)],
        env=home.environment(),
        cwd=home.elsewhere[-1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert snapshot(home.root) == before
    assert home.strays() == []


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
    assert kernel_cache.is_whole(warm.folder())
    damage(warm.folder())
    assert not kernel_cache.is_whole(warm.folder())


def seal_garbage(folder: Path) -> None:
    """Damage that the checksums do not show, as a broken disk leaves before sealing."""
    for file in folder.rglob("*.nbc"):
        file.write_bytes(b"garbage" * 100)
    kernel_cache.seal(folder)


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
        assert kernel_cache.is_whole(warm.folder())
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
    (cache,) = home.root.iterdir()
    assert cache != home.folder().parent
    assert snapshot(installed) == before
    assert home.strays() == []
    assert not home.run(PYTHONPATH=str(installed)).compiled


@pytest.mark.slow
def test_two_processes_load_what_was_compiled_once(home: Home) -> None:
    for answer in [finish(process) for process in [home.start(), home.start()]]:
        answer.check()
    assert home.beside() == {GAME, f"{GAME}.lock"}
    assert kernel_cache.is_whole(home.folder())
