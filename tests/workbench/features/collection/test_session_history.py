"""What was generated is seen, also where a search was cut short, and is there after a crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import workshop
from engine.game import registry
from engine.values.budget import Budget
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import Journal
from workbench.features.collection.session_history import SessionHistory
from workbench.text.verdict_text import format_caption


@pytest.mark.parametrize("game", ["fruit-dating", "skiddy", "linjat", "mazing-monk"])
def test_an_undecided_level_is_seen_too(game: str, tmp_path: Path) -> None:
    own = registry.get_game(game)
    level = workshop.generate(own, 3)[0]
    seen = SessionHistory(tmp_path)
    solved = own.solver.solve(level.board, None, Budget(max_states=3))
    assert not solved.facts["complete"]
    seen.add_level(level, solved)
    gallery = seen.get_gallery(game)
    assert gallery is not None and gallery.is_history
    assert format_caption(own, gallery.items[0].facts) == ("undecided",)
    gallery.journal.close()
    (again,) = Gallery.restore(Journal(gallery.journal.path)).items
    assert again.level.board == level.board
