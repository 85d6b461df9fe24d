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
from engine.archive.asking import ArchiveError, ArchiveWish
from engine.archive.filling import ROUND, Effort, fill
from engine.archive.progress import Filling
from engine.catalogue.entries import Entry
from engine.catalogue.errors import CatalogueError
from engine.catalogue.exporting import export
from engine.catalogue.levels import Levels
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue
from engine.errors import Cancelled, EngineError
from engine.evaluation.relevance import counts, relevance
from engine.files import levelfile
from engine.game import registry
from engine.improvement.descending import DESCENT
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
        fill(found[game], WISHES[game], Effort(iterations=ROUNDS * ROUND, seed=5, jobs=1))
    return found


def entries(path: Path) -> list[Entry]:
    with Catalogue.open(path) as catalogue:
        return [*Selection(catalogue, Query()).entries()]


@pytest.mark.parametrize("game", WISHES)
def test_filling_finds_levels_and_exported_they_are_made_again(
    game: str, filled: dict[str, Path], tmp_path: Path
) -> None:
    kind, seed, iterations, kept, *_ = ledger_of(filled[game])
    assert (kind, seed, iterations) == ("archive", 5, ROUNDS * ROUND)
    assert kept >= 2
    with Catalogue.open(filled[game]) as catalogue:
        export([Selection(catalogue, Query())], tmp_path / "out")
    found = 0
    for file in sorted((tmp_path / "out").iterdir()):
        level = levelfile.read(file)
        assert level.provenance is not None
        improve = level.provenance.improve
        if improve is not None:
            found += 1
            assert improve.improver == DESCENT
            assert improve.aim == f"archive={WISHES[game].facts}"
            assert max(improve.mutations) < iterations
        assert levelfile.dumps(workshop.rebuild(level)) == file.read_text(encoding="utf-8")
    assert found == kept


@pytest.mark.parametrize("game", WISHES)
def test_what_was_found_has_suffered_nothing(game: str, filled: dict[str, Path]) -> None:
    """Facts are those of a fresh look, and what is guarded is no worse than at the source."""
    rules, found = registry.get(game), entries(filled[game])
    with Catalogue.open(filled[game]) as catalogue:
        levels = Levels(catalogue.path)
    for entry in found:
        level = levels.level(entry)
        made = level.provenance
        assert made is not None
        if made.improve is None:
            continue
        source = made.improve.board
        facts = rules.solver.solve(level.board).all_facts
        assert {key: entry.facts[key] for key in facts} == facts
        assert all(facts[need] for need in rules.mutations.needs)  # type: ignore[union-attr]
        before, after = (rules.mutations.faults(board) for board in (source, level.board))  # type: ignore[union-attr]
        assert all(after[name] <= before[name] for name in before)
        own = counts(relevance(rules, source, rules.solver.solve(source).facts))
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
    fill(path, WISHES[game], Effort(iterations=1, seed=5, jobs=2))
    assert ledger_of(path)[2] == ROUND  # rounds are whole
    control = Control()

    def cut(filling: Filling) -> None:
        if filling.done:
            control.cancel()

    with pytest.raises(Cancelled):
        fill(
            path,
            WISHES[game],
            Effort(iterations=9 * ROUND, jobs=1),
            on_progress=cut,
            control=control,
        )
    assert ledger_of(path)[2] == 2 * ROUND
    fill(path, WISHES[game], Effort(iterations=ROUNDS * ROUND, jobs=2))
    assert ledger_of(path) == ledger_of(filled[game])
    assert digest_of(path) == digest_of(filled[game])
    assert [entry.facts for entry in entries(path)] == [
        entry.facts for entry in entries(filled[game])
    ]
    again = fill(path, WISHES[game], Effort(iterations=ROUNDS * ROUND, jobs=1))
    assert (again.done, again.before) == (0, again.archive)


def test_each_wish_and_seed_has_a_ledger_of_its_own(made: dict[str, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(made["skiddy"], tmp_path / "several"))
    first = fill(path, WISHES["skiddy"], Effort(iterations=ROUND, seed=1, jobs=1))
    other = fill(path, WISHES["skiddy"], Effort(iterations=ROUND, seed=2, jobs=1))
    assert other.before == first.archive
    assert (other.iterations, other.seed) == (ROUND, 2)
    last = fill(path, ArchiveWish("moves:1..15,states"), Effort(iterations=ROUND, seed=1, jobs=1))
    assert last.iterations == ROUND
    with Catalogue.open(path) as catalogue:
        assert [run.kind for run in catalogue.runs()] == ["batch"] + ["archive"] * 3
    descents = [entry for entry in entries(path) if entry.run.kind == "archive"]
    with Catalogue.open(path) as catalogue:
        levels = Levels(catalogue.path)
    for entry in descents:
        level = levels.level(entry)
        assert levelfile.dumps(workshop.rebuild(level)) == levelfile.dumps(level)


def test_a_target_is_gone_after(made: dict[str, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(made["skiddy"], tmp_path / "target"))
    wish = ArchiveWish("moves:1..15,open_share:0..1:10", targets=("moves=4,open_share=0.55",))
    end = fill(path, wish, Effort(iterations=10 * ROUND, seed=1, jobs=1))
    assert (3, 5) not in end.before.elites
    assert (3, 5) in end.archive.elites


def test_time_ends_it_after_a_round_at_least(made: dict[str, Path], tmp_path: Path) -> None:
    path = Path(shutil.copy(made["linjat"], tmp_path / "short"))
    end = fill(path, WISHES["linjat"], Effort(seconds=1e-9, seed=1, jobs=1))
    assert end.iterations == ROUND


CHILD = """
import sys
from archives import WISHES
from engine.archive.filling import Effort, fill
fill(sys.argv[1], WISHES["skiddy"], Effort(iterations=100_000, seed=5, jobs=2))
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
        done = catalogue.runs()[-1].tried if len(catalogue.runs()) > 1 else 0
    more = done + 2 * ROUND
    fill(path, WISHES["skiddy"], Effort(iterations=more, seed=5, jobs=1))
    whole = Path(shutil.copy(made["skiddy"], tmp_path / "whole"))
    fill(whole, WISHES["skiddy"], Effort(iterations=more, seed=5, jobs=1))
    assert ledger_of(path) == ledger_of(whole)
    assert digest_of(path) == digest_of(whole)


def test_what_cannot_be_filled_is_refused(made: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="missing"):
        fill(tmp_path / "missing", WISHES["skiddy"])
    assert not (tmp_path / "missing").exists()
    path = Path(shutil.copy(made["skiddy"], tmp_path / "skiddy"))
    before = path.read_bytes()
    with pytest.raises(EngineError, match="no level in a cell"):
        fill(path, ArchiveWish("moves:50..60,states"))
    with Catalogue.begin(path), pytest.raises(CatalogueError, match="is writing it"):
        fill(path, WISHES["skiddy"])
    assert path.read_bytes() == before


def test_boards_that_break_a_rule_are_not_searched(made: dict[str, Path], tmp_path: Path) -> None:
    """Kernels check no bounds, and a catalogue may come from elsewhere."""
    path = Path(shutil.copy(made["skiddy"], tmp_path / "foreign"))
    boards = registry.get("skiddy").boards
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE level SET board = ?", (boards.pack(boards.blank(5, 6)),))
    with pytest.raises(CatalogueError, match="foreign: level "):
        fill(path, WISHES["skiddy"], Effort(iterations=ROUND, seed=1, jobs=1))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE level SET board = x'00'")
    with pytest.raises(CatalogueError, match="damaged"):
        fill(path, WISHES["skiddy"], Effort(iterations=ROUND, seed=2, jobs=1))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute('UPDATE "facts:skiddy" SET moves = \'many\', "fun.rating" = 9e999')
    with pytest.raises(ArchiveError, match="no level in a cell"):
        fill(path, WISHES["skiddy"], Effort(iterations=ROUND, seed=3, jobs=1))


FULL = """
import resource, signal, sys
from pathlib import Path
from archives import WISHES
from engine.archive.filling import Effort, fill
from engine.catalogue.errors import CatalogueError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = Path(sys.argv[1]).stat().st_size + 40_000
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
try:
    fill(sys.argv[1], WISHES["skiddy"], Effort(iterations=100_000, seed=5, jobs=1))
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
    iterations = ledger_of(path)[2] + ROUND
    whole = Path(shutil.copy(made["skiddy"], tmp_path / "whole"))
    for each in (path, whole):
        fill(each, WISHES["skiddy"], Effort(iterations=iterations, seed=5, jobs=1))
    assert digest_of(path) == digest_of(whole)
    assert ledger_of(path) == ledger_of(whole)
