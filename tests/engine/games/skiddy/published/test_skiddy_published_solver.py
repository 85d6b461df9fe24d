"""The published solver and its trace."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import Run
from skiddy_boards import GAME
from skiddy_files import BOARDS, FIRST, OPEN_BORDER

from engine.files import levelfile
from engine.values.level import Level


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    levelfile.write_level(FIRST, "first.toml")
    for name, board in BOARDS.items():
        levelfile.write_level(Level(GAME.name, board), f"{name}.toml")
    Path("open.toml").write_text(OPEN_BORDER)


def test_the_published_trace(run: Run) -> None:
    result, output, _ = run("trace", "first.toml", "--strategy", "published")
    assert result == 0
    assert output.startswith("published trace, ")
    assert output.splitlines()[-1] == "path  L D"
    result, output, _ = run("trace", "first.toml", "--strategy", "published", "--limit", "3")
    assert (result, len(output.splitlines())) == (0, 7)


# --- the tree of the published analyser ----------------------------------------------------


def test_trace_watches_the_nodes_of_the_article(run: Run) -> None:
    asked = ("trace", "first.toml", "--strategy", "published", "--limit", "1", "--no-color")
    result, output, _ = run(*asked, "--watch", "0,3,S8", "--at", "10")
    printed = [line.rsplit("0x", 1)[0].rstrip() for line in output.splitlines()]
    assert result == 0
    assert printed[4:9] == [
        "nodes after row 10 of 22",
        "node  state              index  depth  parent  secondary parents  value",
        "S0    MaxCombo           -1     0      none    none",
        "S3    MaxCombo           3      1      S0      S1",
        "S8    not generated yet",
    ]
    _, output, _ = run(*asked, "--watch", "all", "--unrefined")
    assert "nodes after row 22 of 22, the article's first version" in output
    assert "S4    MaxCombo  2      2      S1      S7 " in output


def test_trace_draws_the_tree_as_it_stood(run: Run, tmp_path: Path) -> None:
    """Moment by moment: the root, a secondary parent, the first win, the end."""
    asked = ("trace", "first.toml", "--strategy", "published", "--limit", "1", "--no-color")
    trees = {}
    for row in (1, 6, 10, 22):
        _, output, _ = run(*asked, "--tree", "-", "--at", str(row))
        trees[row] = output.splitlines()[5:-1]
    assert trees[1] == ["S0 DeadEnd"]
    assert trees[6] == [
        "S0 DeadEnd",
        "├─ R S1 DeadEnd",
        "│  └─ D S4 DeadEnd",
        "├─ D S2 DeadEnd",
        "└─ L S3 DeadEnd, also from S1",
    ]
    assert trees[10][0] == "S0 MaxCombo"
    assert [line for line in trees[10][1:] if "MaxCombo" in line] == [
        "├─ R S1 MaxCombo, also from S3",
        "└─ L S3 MaxCombo, also from S1",
    ]
    assert len(trees[22]) == 9
    picture = tmp_path / "tree.svg"
    assert run(*asked, "--tree", str(picture))[0] == 0
    drawn = picture.read_text("utf-8")
    assert drawn.count("<rect") == 1 + 9
    assert drawn.count("stroke-dasharray") == 8
    assert drawn.count("MaxCombo") == 5 and drawn.count(">Ok<") == 4
