"""The sheet of a game whose modes stand for other parameters."""

from __future__ import annotations

from engine.game import registry
from workbench.session.generation.generator_settings import GeneratorSettings

GAME = registry.get_game("linjat")
ROWS, NUMBERS, MODE = (GAME.generator.parameters[key] for key in ("rows", "numbers", "mode"))


def test_what_is_not_set_follows_the_mode():
    settings = GeneratorSettings(GAME, 1)
    assert (
        settings.get_value(MODE),
        settings.get_value(ROWS),
        str(settings.get_value(NUMBERS)),
    ) == (
        "easy",
        9,
        "7..10",
    )
    expert = settings.with_value(MODE, "expert")
    assert (expert.get_value(ROWS), str(expert.get_value(NUMBERS))) == (13, "23..26")
    assert expert.is_default(ROWS) and not expert.is_default(MODE)


def test_what_is_set_stays_and_the_default_of_the_mode_unsets_it():
    settings = GeneratorSettings(GAME, 1).with_value(ROWS, 12).with_value(MODE, "expert")
    assert settings.get_value(ROWS) == 12
    assert settings.with_value(ROWS, 13).is_default(ROWS)
    assert settings.with_value(ROWS, 9).get_value(ROWS) == 9


def test_a_sheet_of_complete_values_holds_what_differs_from_the_mode():
    values = GAME.generator.parameters.complete_settings({"mode": "hard", "cols": 10}).to_table()
    assert set(GeneratorSettings.from_values(GAME, 1, values).overrides) == {"mode", "cols"}
