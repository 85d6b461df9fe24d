"""Sets of rising difficulty from the command line."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from commanding import Run, refused

from engine.files import levelfile

SMALL = [
    "generate", "linjat", "--seed", "3", "--set", "rows=5", "--set", "cols=5",
    "--set", "numbers=4..6", "--set", "cover_layers=0..", "--set", "iterations=20",
]  # fmt: skip


def test_files_are_numbered_from_the_easiest_on(tmp_path: Path, run: Run) -> None:
    out = tmp_path / "set"
    result, printed, _ = run(*SMALL, "--count", "4", "--rising", "12", "--out", str(out), "--json")
    assert result == 0
    answers = [json.loads(line) for line in printed.splitlines()]
    files = sorted(out.iterdir())
    assert [answer["file"] for answer in answers] == [str(file) for file in files]
    assert all(re.fullmatch(rf"{n}-linjat-\d+\.toml", f.name) for n, f in enumerate(files, 1))
    times = [answer["verdict"]["human_time"] for answer in answers]
    assert len(times) == 4 and all(one < other for one, other in pairwise(times))
    for answer, file in zip(answers, files, strict=True):
        level = levelfile.read_level(file)
        assert level.provenance is not None
        assert 3 <= level.provenance.seed == answer["seed"] < 15


def test_without_a_choice_all_are_put_in_order(tmp_path: Path, run: Run) -> None:
    assert run(*SMALL, "--count", "3", "--rising", "3", "--out", str(tmp_path / "set"))[0] == 0
    seeds = [int(file.stem.split("-")[-1]) for file in (tmp_path / "set").iterdir()]
    assert sorted(seeds) == [3, 4, 5]


@pytest.mark.parametrize(
    "more",
    [
        ["--rising", "4"],
        ["--count", "5", "--rising", "4", "--json"],
        ["--count", "2", "--rising", "4", "--steps", "--json"],
        ["--count", "2", "--rising", "0", "--json"],
    ],
)
def test_what_cannot_be_is_refused(more: list[str], run: Run) -> None:
    refused(run(*SMALL, *more), "--rising")


def test_too_few_different_levels_are_none(tmp_path: Path, run: Run) -> None:
    alike = ("rows=4", "cols=4", "numbers=2", "values=4", "iterations=0")
    settings = [f"--set={setting}" for setting in (*alike, "cover_layers=0..")]
    sixty = ("--count", "60", "--rising", "60", "--out", str(tmp_path / "a"))
    result, _, messages = run("generate", "linjat", "--seed", "3", *settings, *sixty)
    assert result == 3
    assert re.search(r"only \d+ different levels among 60", messages)
    assert not (tmp_path / "a").exists()


def test_a_set_rises_by_another_fact(tmp_path: Path, run: Run) -> None:
    asked = ["generate", "skiddy", "--seed", "1", "--set", "crates=1", "--set", "reds=3"]
    more = ["--count", "3", "--rising", "12", "--by", "mechanics_every", "--out", str(tmp_path)]
    assert run(*asked, *more)[0] == 0
    files = [str(file) for file in sorted(tmp_path.iterdir())]
    rated = [json.loads(line) for line in run("rate", *files, "--json")[1].splitlines()]
    found = [each["mechanics_every"] for each in rated]
    assert len(found) == 3 and found == sorted(found) and found[0] < found[-1]


@pytest.mark.parametrize(
    "more",
    [
        ["--by", "moves"],
        ["--rising", "4", "--count", "2", "--by", "crate_pushed"],
        ["--rising", "4", "--count", "2", "--by", "nothing"],
        ["--rising", "4", "--count", "2", "--by", ""],
    ],
)
def test_what_no_set_rises_by(more: list[str], run: Run) -> None:
    refused(run("generate", "skiddy", *more, "--json"), "--by: no fact")
