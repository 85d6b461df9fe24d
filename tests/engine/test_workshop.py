"""The names that ``engine.workshop`` offers, and the messages about mistaken arguments."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import workshop
from engine.errors import EngineError

ENTRY_HINT = "load_levels() of a query returns levels"


def test_dir_lists_what_the_module_offers() -> None:
    assert dir(workshop) == sorted(workshop.__all__)
    assert all(getattr(workshop, name) is not None for name in workshop.__all__)
    with pytest.raises(AttributeError, match="no attribute 'solves'"):
        workshop.solves  # noqa: B018


def test_functions_can_be_sent_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(workshop.solve)) is workshop.solve


@pytest.mark.parametrize(
    ("mistake", "message"),
    [
        (
            lambda: workshop.generate("skiddy", 7),
            "generate: game: expected a game, which game(name) returns, found 'skiddy'",
        ),
        (
            lambda: workshop.generate(workshop.game("skiddy"), "7"),
            "generate: seed: expected a whole number, found '7'",
        ),
        (
            lambda: workshop.generate(workshop.game("skiddy"), 7, "moves=3"),
            "generate: settings: expected a dictionary or None, found 'moves=3'",
        ),
        (
            lambda: workshop.solve("level.toml"),
            "solve: level: expected a level, which open_level(path) reads, found 'level.toml'",
        ),
        (workshop.solve, "solve: missing a required argument: 'level'"),
        (
            lambda: workshop.rate(workshop.game("skiddy")),
            "rate: level: expected a level, which open_level(path) reads,"
            " found a value of type Game",
        ),
        (lambda: workshop.open_level("nowhere.toml"), "nowhere.toml: no such file"),
        (lambda: workshop.query("nowhere.db"), "nowhere.db: no such file"),
        (lambda: workshop.open_level(3), "open_level: path: expected a path or a text, found 3"),
        (
            lambda: workshop.query("nowhere.db", 3),
            "query: where: expected a text or None, found 3",
        ),
        (lambda: workshop.game(3), "game: name: expected a text, found 3"),
        (
            lambda: workshop.fill("nowhere.db", "moves,states"),
            "fill: spec: expected an ArchiveSpec, found 'moves,states'",
        ),
    ],
)
def test_mistakes_are_explained_in_one_line(
    mistake: Callable[[], Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EngineError) as caught:
        mistake()
    assert str(caught.value) == message


def test_a_catalogue_entry_is_no_level(tmp_path: Path) -> None:
    game, path = workshop.game("fruit-dating"), tmp_path / "levels.db"
    workshop.batch(game, path, 1, {"moves": "1..4"}, seed=1, jobs=1)
    results = workshop.query(path)
    entry = next(iter(results))
    with pytest.raises(
        EngineError,
        match=f"found a value of type CatalogueEntry; {ENTRY_HINT}".replace("()", r"\(\)"),
    ):
        workshop.solve(entry)  # type: ignore[arg-type]
    level = next(iter(results.load_levels()))
    with pytest.raises(EngineError, match="results: expected levels of a catalogue"):
        workshop.archive(level, "moves,states")  # type: ignore[arg-type]
