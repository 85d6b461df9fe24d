"""Archives that are filled: the same by any workers, and levels that are made again."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from archives import WISHES, digest_of, ledger_of, make

from engine import workshop
from engine.archive.archive_spec import ArchiveError, ArchiveSpec
from engine.archive.fill_progress import FillProgress
from engine.archive.fill_scheduler import ROUND_SIZE, FillOptions, fill_archive
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.entry_reader import CatalogueEntry
from engine.catalogue.exporter import export_levels
from engine.catalogue.level_loader import LevelLoader
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.errors import Cancelled, EngineError
from engine.evaluation.relevance import find_relevance, summarize_relevance
from engine.files import levelfile
from engine.game import registry
from engine.improvement.mutation_chain import CHAIN_VERSION
from engine.values.budget import Control

ROUNDS = 3


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A catalogue of each game."""
    folder = tmp_path_factory.mktemp("made")
    return {game: make(folder / game, game) for game in WISHES}


@pytest.fixture(scope="module")
def filled(made: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Each of them with its archive filled, in one go by this process."""
    folder = tmp_path_factory.mktemp("filled")
    found = {}
    for game, path in made.items():
        found[game] = Path(shutil.copy(path, folder / game))
        fill_archive(
            found[game], WISHES[game], FillOptions(iterations=ROUNDS * ROUND_SIZE, seed=5, jobs=1)
        )
    return found


def entries(path: Path) -> list[CatalogueEntry]:
    with Catalogue.open(path) as catalogue:
        return [*Selection(catalogue, Query()).read_entries()]


@pytest.mark.parametrize("game", WISHES)
def test_filling_finds_levels_and_exported_they_are_made_again(
    game: str, filled: dict[str, Path], tmp_path: Path
) -> None:
    kind, seed, iterations, kept, *_ = ledger_of(filled[game])
    assert (kind, seed, iterations) == ("archive", 5, ROUNDS * ROUND_SIZE)
    assert kept >= 2
    with Catalogue.open(filled[game]) as catalogue:
        export_levels([Selection(catalogue, Query())], tmp_path / "out")
    found = 0
    for file in sorted((tmp_path / "out").iterdir()):
        level = levelfile.read_level(file)
        assert level.provenance is not None
        improve = level.provenance.improve
        if improve is not None:
            found += 1
            assert improve.improver == CHAIN_VERSION
            assert improve.aim == f"archive={WISHES[game].facts}"
            assert max(improve.mutations) < iterations
        assert levelfile.dumps(workshop.rebuild(level)) == file.read_text(encoding="utf-8")
    assert found == kept


@pytest.mark.parametrize("game", WISHES)
def test_what_was_found_has_suffered_nothing(game: str, filled: dict[str, Path]) -> None:
    """Facts are those of a fresh look, and what is guarded is no worse than at the source."""
    rules, found = registry.get_game(game), entries(filled[game])
    with Catalogue.open(filled[game]) as catalogue:
        levels = LevelLoader(catalogue.path)
    for entry in found:
        level = levels.load_level(entry)
        made = level.provenance
        assert made is not None
        if made.improve is None:
            continue
        source = made.improve.board
        facts = rules.solver.solve(level.board).all_facts
        assert {key: entry.facts[key] for key in facts} == facts
        assert all(facts[need] for need in rules.mutations.required_facts)  # type: ignore[union-attr]
        before, after = (rules.mutations.count_faults(board) for board in (source, level.board))  # type: ignore[union-attr]
        assert all(after[name] <= before[name] for name in before)
        own = summarize_relevance(find_relevance(rules, source, rules.solver.solve(source).facts))
        assert entry.facts["inert"] <= own["inert"]


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=() if game in ("skiddy", "linjat") else pytest.mark.slow)
        for game in WISHES
    ],
)
def test_goes_and_workers_change_nothing(
    game: str, made: dict[str, Path], filled: dict[str, Path], tmp_path: Path
) -> None:
    path = Path(shutil.copy(made[game], tmp_path / "goes"))
    fill_archive(path, WISHES[game], FillOptions(iterations=1, seed=5, jobs=2))
    assert ledger_of(path)[2] == ROUND_SIZE  # rounds are whole
    control = Control()

    def cut(filling: FillProgress) -> None:
        if filling.done:
            control.cancel()

    with pytest.raises(Cancelled):
        fill_archive(
            path,
            WISHES[game],
            FillOptions(iterations=9 * ROUND_SIZE, jobs=1),
            on_progress=cut,
            control=control,
        )
    assert ledger_of(path)[2] == 2 * ROUND_SIZE
    fill_archive(path, WISHES[game], FillOptions(iterations=ROUNDS * ROUND_SIZE, jobs=2))
    assert ledger_of(path) == ledger_of(filled[game])
    assert digest_of(path) == digest_of(filled[game])
    assert [entry.facts for entry in entries(path)] == [
        entry.facts for entry in entries(filled[game])
    ]
    again = fill_archive(path, WISHES[game], FillOptions(iterations=ROUNDS * ROUND_SIZE, jobs=1))
    assert (again.done, again.before) == (0, again.archive)


def test_each_wish_and_seed_has_a_ledger_of_its_own(made: dict[str, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(made["skiddy"], tmp_path / "several"))
    first = fill_archive(path, WISHES["skiddy"], FillOptions(iterations=ROUND_SIZE, seed=1, jobs=1))
    other = fill_archive(path, WISHES["skiddy"], FillOptions(iterations=ROUND_SIZE, seed=2, jobs=1))
    assert other.before == first.archive
    assert (other.iterations, other.seed) == (ROUND_SIZE, 2)
    last = fill_archive(
        path, ArchiveSpec("moves:1..15,states"), FillOptions(iterations=ROUND_SIZE, seed=1, jobs=1)
    )
    assert last.iterations == ROUND_SIZE
    with Catalogue.open(path) as catalogue:
        assert [run.kind for run in catalogue.list_runs()] == ["batch"] + ["archive"] * 3
    descents = [entry for entry in entries(path) if entry.run.kind == "archive"]
    with Catalogue.open(path) as catalogue:
        levels = LevelLoader(catalogue.path)
    for entry in descents:
        level = levels.load_level(entry)
        assert levelfile.dumps(workshop.rebuild(level)) == levelfile.dumps(level)


def test_a_target_is_gone_after(made: dict[str, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(made["skiddy"], tmp_path / "target"))
    spec = ArchiveSpec("moves:1..15,open_share:0..1:10", targets=("moves=4,open_share=0.55",))
    end = fill_archive(path, spec, FillOptions(iterations=10 * ROUND_SIZE, seed=1, jobs=1))
    assert (3, 5) not in end.before.elites
    assert (3, 5) in end.archive.elites


def test_time_ends_it_after_a_round_at_least(made: dict[str, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(made["linjat"], tmp_path / "short"))
    end = fill_archive(path, WISHES["linjat"], FillOptions(seconds=1e-9, seed=1, jobs=1))
    assert end.iterations == ROUND_SIZE


CHILD = """
import sys
from archives import WISHES
from engine.archive.fill_scheduler import FillOptions, fill_archive
fill_archive(sys.argv[1], WISHES["skiddy"], FillOptions(iterations=100_000, seed=5, jobs=2))
"""


def killed_after(path: Path, seconds: float) -> None:
    """Fills in a process that is killed."""
    paths = os.pathsep.join(sys.path)
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], env=os.environ | {"PYTHONPATH": paths}
    )
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    child.wait()


@pytest.mark.parametrize(
    "moments",
    [
        (0.9,),
        pytest.param([0.3 + 0.07 * number for number in range(20)], marks=pytest.mark.slow),
    ],
)
def test_killed_at_any_moment_it_goes_on(
    made: dict[str, Path], tmp_path: Path, moments: list[float]
) -> None:
    path = Path(shutil.copy(made["skiddy"], tmp_path / "killed"))
    for moment in moments:
        killed_after(path, moment)
    with Catalogue.open(path) as catalogue:
        done = catalogue.list_runs()[-1].tried if len(catalogue.list_runs()) > 1 else 0
    more = done + 2 * ROUND_SIZE
    fill_archive(path, WISHES["skiddy"], FillOptions(iterations=more, seed=5, jobs=1))
    whole = Path(shutil.copy(made["skiddy"], tmp_path / "whole"))
    fill_archive(whole, WISHES["skiddy"], FillOptions(iterations=more, seed=5, jobs=1))
    assert ledger_of(path) == ledger_of(whole)
    assert digest_of(path) == digest_of(whole)


def test_what_cannot_be_filled_is_refused(made: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="missing"):
        fill_archive(tmp_path / "missing", WISHES["skiddy"])
    assert not (tmp_path / "missing").exists()
    path = Path(shutil.copy(made["skiddy"], tmp_path / "skiddy"))
    before = path.read_bytes()
    with pytest.raises(EngineError, match="no cell has a level"):
        fill_archive(path, ArchiveSpec("moves:50..60,states"))
    with Catalogue.open_for_adding(path), pytest.raises(CatalogueError, match="is writing it"):
        fill_archive(path, WISHES["skiddy"])
    assert path.read_bytes() == before


def test_boards_that_break_a_rule_are_not_searched(made: dict[str, Path], tmp_path: Path) -> None:
    """Kernels check no bounds, and a catalogue may come from elsewhere."""
    path = Path(shutil.copy(made["skiddy"], tmp_path / "foreign"))
    boards = registry.get_game("skiddy").boards
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "UPDATE level SET board = ?", (boards.pack_board(boards.create_blank(5, 6)),)
        )
    with pytest.raises(CatalogueError, match="foreign: level "):
        fill_archive(path, WISHES["skiddy"], FillOptions(iterations=ROUND_SIZE, seed=1, jobs=1))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE level SET board = x'00'")
    with pytest.raises(CatalogueError, match="damaged"):
        fill_archive(path, WISHES["skiddy"], FillOptions(iterations=ROUND_SIZE, seed=2, jobs=1))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute('UPDATE "facts:skiddy" SET moves = \'many\', "fun.rating" = 9e999')
    with pytest.raises(ArchiveError, match="no cell has a level"):
        fill_archive(path, WISHES["skiddy"], FillOptions(iterations=ROUND_SIZE, seed=3, jobs=1))


FULL = """
import resource, signal, sys
from pathlib import Path
from archives import WISHES
from engine.archive.fill_scheduler import FillOptions, fill_archive
from engine.catalogue.catalogue_errors import CatalogueError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = Path(sys.argv[1]).stat().st_size + 40_000
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    fill_archive(sys.argv[1], WISHES["skiddy"], FillOptions(iterations=100_000, seed=5, jobs=1))
except CatalogueError as error:
    print(error)
"""


@pytest.mark.slow
def test_a_full_disk_loses_nothing(made: dict[str, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(made["skiddy"], tmp_path / "full"))
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith(f"{path}: ")
    assert len(done.stdout.splitlines()) == 1
    iterations = ledger_of(path)[2] + ROUND_SIZE
    whole = Path(shutil.copy(made["skiddy"], tmp_path / "whole"))
    for each in (path, whole):
        fill_archive(each, WISHES["skiddy"], FillOptions(iterations=iterations, seed=5, jobs=1))
    assert digest_of(path) == digest_of(whole)
    assert ledger_of(path) == ledger_of(whole)
