from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from catalogues import fill_with_real

from engine import workshop
from engine.game import registry
from engine.generation.variants import Variant, generate_variant
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.level import Level
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import Journal

GAME = registry.get_game("skiddy")
RECIPE = Recipe(0, 0, GAME.generator.parameters.complete_settings({}))


@pytest.fixture(scope="session")
def exhibits() -> list[Variant]:
    """Levels of Skiddy."""
    made = [
        generate_variant(GAME, Recipe(seed, 0, RECIPE.parameters), Control())
        for seed in range(1, 9)
    ]
    return [Variant(each.level, each.facts) for each in made]


@pytest.fixture
def template() -> Level:
    """What asks for levels with all parameters as they are by default."""
    return workshop.build_recipe_level(GAME, RECIPE, GAME.boards.create_blank(6, 7))


@pytest.fixture
def filled(tmp_path: Path, template: Level, exhibits: list[Variant]) -> Callable[[], Gallery]:
    """Makes galleries with the same levels, each with a file of its own."""
    numbers = iter(range(1_000_000))

    def make() -> Gallery:
        gallery = Gallery.create(template, Journal(tmp_path / f"{next(numbers)}-0-skiddy.gallery"))
        for exhibit in exhibits:
            gallery.add_level(exhibit)
        return gallery

    return make


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps nothing in the user's folders; no tour."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("workbench.ui.tour._mark_shown", lambda: True)
    monkeypatch.setattr("workbench.paths.resources.get_shipped_levels", lambda: tmp_path / "none")


@pytest.fixture
def slides(tmp_path: Path) -> Path:
    """A catalogue of levels of Skiddy."""
    fill_with_real(path := tmp_path / "slides.db", "skiddy", 30)
    return path
