"""Levels like the one at hand, or unlike it, in plain mode."""

from __future__ import annotations

from pathlib import Path

from commanding import Talk

from engine import workshop
from engine.files import levelfile
from engine.game import registry


def test_a_level_is_generated_unlike_the_one_at_hand(talk: Talk, tmp_path: Path) -> None:
    game, file = registry.get_game("skiddy"), tmp_path / "level.toml"
    level = workshop.generate(game, 3, {"perfect": "3..30", "stars": 1})[0]
    levelfile.write_level(level, file)
    more = "generate 5 perfect=3..30 stars=1 similarity=..0.5"
    said = talk(
        more, "like-this", more, f"save {tmp_path / 'b.toml'}", "like-this", "like-this", "quit",
        "discard", file=file,
    )  # fmt: skip
    assert "no level to compare with was given" in said
    assert "Similarity is to this level now" in said
    assert "Similarity is off." in said
    other = levelfile.read_level(tmp_path / "b.toml")
    assert other.provenance is not None and other.provenance.like == level.board
    assert game.boards.compute_similarity(level.board, other.board) <= 0.5
