"""``workbench catalogue --archive`` as scripts call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from archives import make
from commanding import Run

CELLS = ("catalogue", "few.db", "--archive", "moves:1..12,open_share:0..1:5")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "few.db", "skiddy")


def test_the_grid_as_text_and_as_json(run: Run) -> None:
    before = Path("few.db").read_bytes()
    result, text, _ = run(*CELLS)
    assert result == 0
    lines = text.splitlines()
    assert lines[0] == "open_share over moves, darker is better: greatest fun"
    assert len(lines) == 1 + 5 + 1 + 2
    result, text, _ = run(*CELLS, "--json")
    found = json.loads(text)
    filled = f"{found['filled']} of 60 cells filled, coverage {found['coverage']:.1%}, QD score"
    assert lines[-2].startswith(filled)
    assert found["archive"] == ["moves", "open_share"]
    assert found["best"] == "fun:desc"
    assert found["size"] == 60
    assert found["levels"] == 4
    assert len(found["cells"]) == found["filled"]
    assert found["qd_score"] == sum(cell["best"] for cell in found["cells"])
    for cell in found["cells"]:
        _, level, _ = run("catalogue", "few.db", "--where", f"id={cell['id']}", "--json")
        facts = json.loads(level)
        assert cell["moves"] == [facts["moves"]] * 2
        assert cell["open_share"][0] <= facts["open_share"] < cell["open_share"][1]
        assert cell["best"] == facts["fun"]["rating"]
    assert Path("few.db").read_bytes() == before
    _, text, _ = run(*CELLS, "--where", "moves=2", "--best", "states", "--json")
    fewer = json.loads(text)
    assert {tuple(cell["moves"]) for cell in fewer["cells"]} <= {(2, 2)}
    assert fewer["best"] == "states"


def test_filled_it_goes_on_and_its_levels_rebuild(run: Run) -> None:
    fill = (*CELLS, "--iterations", "64", "--jobs", "1", "--json")
    result, text, messages = run(*fill, "--seed", "3")
    first = json.loads(text)
    assert result == 0
    assert first["fill"]["seed"] == 3
    assert first["fill"]["iterations"] == 64
    assert first["levels"] == 4 + first["fill"]["added"]
    assert first["coverage"] > first["fill"]["coverage_before"]
    assert "few.db: 64 mutations" in messages
    _, text, _ = run(*fill)
    assert json.loads(text)["fill"]["seed"] == 3
    assert json.loads(text)["cells"] == first["cells"]
    more = ("--iterations", "128", "--jobs", "1", "--target", "moves=6,open_share=0.7")
    result, _, messages = run(*CELLS, *more)
    assert result == 0
    assert messages.startswith("seed ")  # another wish begins by itself
    _, text, _ = run("catalogue", "few.db")
    assert "archive/1: " in text
    run("catalogue", "few.db", "--export", "out")
    files = sorted(map(str, Path("out").iterdir()))
    assert len(files) > 4 + first["fill"]["added"] - 1
    for file in (files[0], files[-1]):
        assert run("rebuild", file)[0] == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--fill", "1"), "--fill needs --archive KEY,KEY"),
        (("--archive", "moves"), "expected KEY,KEY"),
        (("--archive", "moves,nonsense"), "nonsense"),
        (("--archive", "moves,states", "--target", "moves=1,states=1"), "needs --fill S"),
        (("--archive", "moves,states", "--fill", "1", "--where", "moves=2"), "does not go"),
        (("--archive", "moves,states", "--fill", "1", "--target", "moves=1"), "target"),
        (("--archive", "moves,states", "--fill", "1", "--tag", "x"), "expected one of"),
        (("--archive", "moves,states", "--count"), "expected one of --count and --archive"),
    ],
)
def test_options_that_do_not_go_together(run: Run, options: tuple[str, ...], told: str) -> None:
    before = Path("few.db").read_bytes()
    result, text, messages = run("catalogue", "few.db", *options)
    assert (result, text) == (2, "")
    assert told in messages
    assert len(messages.splitlines()) == 1
    assert Path("few.db").read_bytes() == before
