"""The sheet of a game whose modes stand for other parameters."""

from __future__ import annotations

from engine.game import registry
from workbench.session.making.sheet import Sheet

GAME = registry.get("linjat")
ROWS, NUMBERS, MODE = (GAME.generator.parameters[key] for key in ("rows", "numbers", "mode"))


def test_what_is_not_set_follows_the_mode():
    sheet = Sheet(GAME, 1)
    assert (sheet.value(MODE), sheet.value(ROWS), str(sheet.value(NUMBERS))) == ("easy", 9, "7..10")
    expert = sheet.with_value(MODE, "expert")
    assert (expert.value(ROWS), str(expert.value(NUMBERS))) == (13, "23..26")
    assert expert.is_default(ROWS) and not expert.is_default(MODE)


def test_what_is_set_stays_and_the_default_of_the_mode_unsets_it():
    sheet = Sheet(GAME, 1).with_value(ROWS, 12).with_value(MODE, "expert")
    assert sheet.value(ROWS) == 12
    assert sheet.with_value(ROWS, 13).is_default(ROWS)
    assert sheet.with_value(ROWS, 9).value(ROWS) == 9


def test_a_sheet_of_complete_values_holds_what_differs_from_the_mode():
    values = GAME.generator.parameters.complete({"mode": "hard", "cols": 10}).table()
    assert set(Sheet.of(GAME, 1, values).settings) == {"mode", "cols"}
