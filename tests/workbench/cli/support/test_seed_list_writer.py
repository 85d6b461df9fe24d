"""``workbench generate --seeds-only``."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Run, refused
from listed_toy import install
from toy_game import TOY, make_known

from engine.game.game import Game
from engine.playlists import seed_list


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    return install(monkeypatch)


@pytest.fixture
def generate(run: Run) -> Run:
    """Runs ``generate`` for a list and gives its status, its output and its messages."""
    return lambda *options: run("generate", "toy", "--seeds-only", *options)


def test_a_list_is_written_easiest_first(generate: Run, tmp_path: Path, game: Game) -> None:
    out = tmp_path / "3.seeds"
    assert generate("--count", "4", "--seed", "7", "--set", "size=3", "--out", str(out))[0] == 0
    (file,) = seed_list.read_seed_list(out, game).files
    assert file.is_sorted
    assert (file.grade, file.seeds, file.figures) == (3, (10, 9, 8, 7), (2, 2, 2, 2))
    assert generate("--count", "2", "--seed", "1", "--out", str(tmp_path))[0] == 0
    assert [file.grade for file in seed_list.read_seed_list(tmp_path, game).files] == [1, 3]


def test_without_a_file_it_goes_to_the_standard_output(generate: Run) -> None:
    result, output, _ = generate("--count", "2", "--seed", "7")
    assert result == 0
    assert output.splitlines()[-2:] == ["8 # 2", "7 # 2"]


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        (["--set", "moves=3"], "moves"),
        (["--out", "mine.seeds"], "mine.seeds: expected the name 1.seeds"),
        (["--out", "nowhere/1.seeds"], "no such folder"),
        (["--json"], "--seeds-only does not go with --json"),
        (["--rising", "3"], "--seeds-only does not go with --rising"),
        (["--seed", "9223372036854775807", "--count", "2"], "beyond the last seed"),
    ],
)
def test_what_a_list_has_no_room_for_is_refused(
    generate: Run, options: list[str], wrong: str
) -> None:
    refused(generate(*options), wrong)


def test_other_games_say_that_they_have_no_lists(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    make_known(monkeypatch, TOY)
    found = run("generate", "toy", "--seeds-only")
    refused(found, "has no campaign and no infinite mode")
