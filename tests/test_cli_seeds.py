"""``workbench generate --seeds-only``."""

from __future__ import annotations

from pathlib import Path

import pytest
from listed_toy import ListedToy, install

from engine.modes import levellist
from workbench.cli import main

pytestmark = pytest.mark.jitless


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> ListedToy:
    monkeypatch.setattr("workbench.cli.kernels.prepare", lambda game: None)
    return install(monkeypatch)


def generate(*options: str) -> int:
    return main(["generate", "toy", "--seeds-only", *options])


def test_a_list_is_written_easiest_first(tmp_path: Path, game: ListedToy) -> None:
    out = tmp_path / "3.seeds"
    assert generate("--count", "4", "--seed", "7", "--set", "size=3", "--out", str(out)) == 0
    (file,) = levellist.read(out, game).files
    assert file.is_sorted
    assert (file.grade, file.seeds) == (3, (10, 9, 8, 7))
    assert generate("--count", "2", "--seed", "1", "--out", str(tmp_path)) == 0
    assert [file.grade for file in levellist.read(tmp_path, game).files] == [1, 3]


def test_without_a_file_it_goes_to_the_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--count", "2", "--seed", "7") == 0
    assert capsys.readouterr().out.splitlines()[-2:] == ["8", "7"]


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
    options: list[str], wrong: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert generate(*options) == 2
    said = capsys.readouterr().err
    assert wrong in said
    assert said.count("\n") == 1


def test_other_games_say_that_they_have_no_lists(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "skiddy", "--seeds-only"]) == 2
    assert "has no campaign and no infinite mode" in capsys.readouterr().err
