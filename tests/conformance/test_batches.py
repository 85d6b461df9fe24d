"""A small batch of every game is the same everywhere: compiled or plain, by any process.

A digest that changes says that a level or fact of a seed has changed, or that two ways to make it
differ. The first may be what was meant to happen; then the new digest goes here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import template_game
from batches import Disorderly, cluster_of_processes, digest_of

from engine.batch import batch_generation
from engine.batch.batch_generation import run_batch
from engine.game import registry

COUNT, SEED = 8, 5
TWINS = {"rows": 6, "cols": 6, "pairs": 1, "moves": "2..4"}
SETTINGS: dict[str, dict[str, object]] = {
    "fruit-dating": {**TWINS, "inert": "0..", "touching": "0..", "open_share": "0.."},
    "skiddy": {"cols": 6, "rows": 5, "stars": 1, "inert": "0..", "perfect": "1.."},
    "linjat": {"rows": 5, "cols": 5, "numbers": "3..5", "iterations": 10, "cover_layers": "0.."},
    "mazing-monk": {"difficulty": 2, "scramble_turns": 4},
}
"""Small boards that take few candidates, so that plain Python is quick."""
DIGESTS = {
    "fruit-dating": "7f1c9d6052e9c980563680cb5122818aeae98363327f7732f2d8da5f86cee8cc",
    "skiddy": "b6fe85dd22fa4efbeb7c50213fceb5e096ca392e9a1d2286131fe92fb539981b",
    "linjat": "144bd1f69efcb3c07a38cd6fc64d84528cf37a4e76eff71f9844155ce296106f",
    "mazing-monk": "292240ee8a898a991b0ffae2e8616ef02ab462122537d3ff838722a141acdc46",
}


def made(name: str, folder: Path, **more: object) -> str:
    """The digest of a small batch of a game."""
    path = folder / "levels.catalogue"
    run_batch(registry.get_game(name), path, COUNT, SETTINGS.get(name, {}), seed=SEED, **more)
    return digest_of(path)


@pytest.mark.jitless
@pytest.mark.parametrize("name", DIGESTS)
def test_a_seed_leads_to_the_same_levels_and_facts(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled, and in a run of its own as plain Python."""
    monkeypatch.setattr(
        batch_generation, "_start_backend", lambda _, order, jobs, at: Disorderly(order, jobs)
    )
    assert made(name, tmp_path) == DIGESTS[name]


@pytest.mark.parametrize("jobs", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 4))])
@pytest.mark.parametrize("name", DIGESTS)
def test_any_number_of_workers_makes_the_same(name: str, jobs: int, tmp_path: Path) -> None:
    assert made(name, tmp_path, jobs=jobs) == DIGESTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", DIGESTS)
def test_workers_in_plain_python_make_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert made(name, tmp_path, jobs=2) == DIGESTS[name]


@pytest.fixture(scope="module")
def dask_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask cluster with two workers."""
    with cluster_of_processes(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster.address


@pytest.mark.slow
@pytest.mark.parametrize("name", DIGESTS)
def test_dask_makes_the_same(name: str, tmp_path: Path, dask_address: str) -> None:
    assert made(name, tmp_path, backend="dask", scheduler=dask_address) == DIGESTS[name]


def test_a_game_from_outside_is_made_in_bulk(plugin: None, tmp_path: Path) -> None:
    path = tmp_path / "levels.catalogue"
    end = run_batch(registry.get_game(template_game.NAME), path, COUNT, seed=SEED, jobs=2)
    assert (end.accepted, end.is_complete) == (COUNT, True)
