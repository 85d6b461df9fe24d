"""The state graph in plain mode's sentences."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from workbench.cli import main

LEVEL = Path(__file__).parents[1] / "levels/skiddy/1-1-side-by-side.toml"


def test_the_graph_layer_by_layer_and_state_by_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    copy = tmp_path / "level.toml"
    copy.write_text(LEVEL.read_text("utf-8"), "utf-8")
    lines = ("graph", "state", "move RD", "state", "state s6", "move LD", "state", "state 9",
             "graph 4", "graph x", "quit")  # fmt: skip
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    main(["--plain", str(copy)])
    said = capsys.readouterr().out.splitlines()
    for expected in (
        "9 states in 4 layers, none dead.",
        "Layer 0: 1 state, S0 on the solution.",
        "Layer 1: 3 states, 1 with a winning move, S3 on the solution.",
        "Layer 3: 2 states, 2 with a winning move.",
        "S0: depth 0, 2 moves from a win, on the solution.",
        "Left: S3, 1 to go.",
        "S4: depth 2, 2 moves from a win.",
        "Down: won: no combo.",
        "The game was ended by a move in S7.",
        "The states end with S8.",
        "The graph ends with layer 3.",
        "Expected a layer as a number, found 'x'.",
    ):
        assert expected in said, said
