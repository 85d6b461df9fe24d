"""The state graph in plain mode's sentences."""

from __future__ import annotations

from pathlib import Path

from commanding import Talk

LEVEL = Path(__file__).parents[3] / "levels/skiddy/1-1-side-by-side.toml"


def test_the_graph_layer_by_layer_and_state_by_state(talk: Talk, tmp_path: Path) -> None:
    copy = tmp_path / "level.toml"
    copy.write_text(LEVEL.read_text("utf-8"), "utf-8")
    lines = ("graph", "state", "move RD", "state", "state s6", "move LD", "state", "state 9",
             "graph 4", "graph x", "quit")  # fmt: skip
    said = talk(*lines, file=copy).splitlines()
    for expected in (
        "9 states in 4 layers, none dead, max combo lost in 4.",
        "Layer 0: 1 state, S0 on the solution.",
        "Layer 1: 3 states, 1 with a winning move, 1 with max combo lost, S3 on the solution.",
        "Layer 3: 2 states, 2 with a winning move, 1 with max combo lost.",
        "S0: depth 0, 2 moves from a win, on the solution.",
        "Left: S3, 1 to go.",
        "Down: S2, max combo lost, 2 to go.",
        "S4: depth 2, 2 moves from a win.",
        "Down: won: no combo.",
        "The last move, in state S7, ended the game.",
        "The states end with S8.",
        "The graph ends with layer 3.",
        "Expected a layer as a number, found 'x'.",
    ):
        assert expected in said, said
