"""Figures about lists and grades of difficulty, for ``docs/reference/packs-and-runs.md``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from benchmarks.figures.rows import table_row
from engine.game import registry
from engine.game.game import Game
from engine.game.win_record import LevelWin
from engine.playlists import seed_list
from engine.playlists.playlist_run import ListOrder, PlaylistRun, find_next_index, get_group
from engine.playlists.seed_list import SeedList
from engine.values.difficulty_presets import MAX_DIFFICULTY
from workbench.paths.resources import get_shipped_levels

PROVEN = {
    "fruit-dating": ("Fruit Dating", "moves of a shortest solution"),
    "skiddy": ("Skiddy", "moves of the shortest win, which is Perfect"),
    "linjat": ("Linjat", "seconds of the human model"),
    "mazing-monk": ("A Mazing Monk", "turns, proven to be the least"),
}
"""The title and the proven figure of each game with a shipped list."""
GRADED = ("fruit-dating", "skiddy", "linjat")
"""The games of which a grade stands for settings of our own."""
SEED = 5
"""The seed of the campaign of which all optima are given."""


def measure_lists() -> Iterator[str]:
    """Yield the proven figures of each tenth of the shipped lists, and those of a campaign."""
    for name, (title, figure) in PROVEN.items():
        game = registry.get_game(name)
        levels = _shipped(game, "rising")
        steps = registry.get_campaign(game).steps
        parts = [get_group(number, steps, len(levels)) for number in range(steps)]
        ends = [(levels.difficulties[part[0]], levels.difficulties[part[-1]]) for part in parts]
        spans = ", ".join(f"{low} to {high}" if low < high else f"{low}" for low, high in ends)
        yield table_row(title, figure, spans)
    monk = registry.get_game("mazing-monk")
    rising, graded = (_optima(monk, order) for order in ("rising", "graded"))
    yield f"has optima of {rising} turns, graded {graded}"


def _shipped(game: Game, order: ListOrder) -> SeedList:
    return seed_list.read_seed_list(get_shipped_levels() / game.name / "lists", game, order)


def _optima(game: Game, order: ListOrder) -> str:
    """Return the proven figures of the levels of a campaign through the shipped list."""
    levels, rules = _shipped(game, order), registry.get_campaign(game)
    optima = []
    for number in range(rules.steps):
        # The next level depends on how many were won, not on how.
        won = (LevelWin(1, 0, 0, 0, 0, None),) * number
        start = datetime(2026, 1, 1, tzinfo=UTC)
        run = PlaylistRun(
            game.name, game.generator_name, "campaign", SEED, start, order=order, played=won
        )
        index = find_next_index(run, rules, len(levels))
        assert isinstance(index, int)
        file, at = levels.find_seed(index)
        optima.append(str(file.figures[at]))
    return f"{', '.join(optima[:-1])} and {optima[-1]}"


def measure_grades() -> Iterator[str]:
    """Yield what each grade sets that the grade before does not set, game by game."""
    for grade in range(1, MAX_DIFFICULTY + 1):
        yield table_row(grade, *(_news(registry.get_game(name), grade) for name in GRADED))


def _news(game: Game, grade: int) -> str:
    """Return the settings of a grade that differ, and those that are the usual ones again."""
    schema = game.generator.parameters
    before, now = (schema.presets["difficulty"][str(each)] for each in (grade - 1, grade))
    usual = schema.complete_settings({"difficulty": grade}).values
    news = {key: value for key, value in now.items() if before.get(key) != value}
    news |= {key: usual[key] for key in before if key not in now}
    return f"`{' '.join(f'{key}={value}' for key, value in news.items())}`"
