"""``--like``: levels held against another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import Run, refused
from shipped import LEVELS

ONE = str(LEVELS / "skiddy" / "5-6-glacier.toml")
OTHER = str(LEVELS / "linjat" / "1-easy-08-round-the-corner.toml")
QUICK = ("generate", "skiddy", "--seed", "2", "--set", "perfect=3..30", "--set", "stars=1")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_level_is_rated_by_how_alike_it_is(run: Run) -> None:
    result, text, _ = run("rate", ONE, "--like", ONE, "--json", "--where", "similarity=1")
    facts = json.loads(text)
    assert result == 0
    assert facts["similarity"] == facts["wall_similarity"] == facts["piece_similarity"] == 1
    assert run("rate", ONE, "--like", ONE, "--where", "similarity<1")[:2] == (0, "")
    assert "similarity" in run("rate", ONE, "--like", ONE)[1]
    assert "similarity" not in json.loads(run("rate", ONE, "--json")[1])


def test_a_level_unlike_another_is_made_and_rebuilt(run: Run) -> None:
    command = (*QUICK, "--like", ONE, "--set", "similarity=..0.3", "--out", "a.toml")
    assert run(*command)[0] == 0
    assert "[provenance.like]" in Path("a.toml").read_text()
    assert run("rebuild", "a.toml")[0] == 0
    assert json.loads(run("rate", "a.toml", "--like", ONE, "--json")[1])["similarity"] <= 0.3


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ((*QUICK, "--set", "similarity=..0.3"), "similarity needs --like LEVEL"),
        ((*QUICK, "--where", "piece_similarity<1"), "similarity needs --like LEVEL"),
        ((*QUICK, "--like", ONE), "--like needs similarity in --set or --where"),
        ((*QUICK, "--like", OTHER, "--set", "similarity=1"), "expected 'skiddy', found 'linjat'"),
        ((*QUICK, "--like", "none.toml", "--set", "similarity=1"), "none.toml"),
        ((*QUICK, "--like", ONE, "--set", "similarity=2"), "within 0..1"),
        (("rate", ONE, "--sort", "similarity"), "similarity needs --like OTHER"),
        (("rate", ONE, "--where", "wall_similarity>0"), "similarity needs --like OTHER"),
        (("rate", OTHER, "--like", ONE), "expected 'linjat', found 'skiddy'"),
        (("improve", ONE, "--aim", "wish=similarity<0.5"), "no level to compare with"),
        (
            ("generate", "linjat", "--seeds-only", "--out", ".", "--set", "similarity=..1"),
            "--seeds-only does not go with similarity",
        ),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    run: Run, command: tuple[str, ...], message: str
) -> None:
    refused(run(*command), message)
