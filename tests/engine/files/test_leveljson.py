"""Levels as plain JSON: the keys and values of a level file, for other programs."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from test_levelfile import FULL, LEVELS

from engine.errors import LevelError
from engine.files import conversion, levelfile, leveljson


class TestJson:
    @given(LEVELS)
    @settings(suppress_health_check=[HealthCheck.too_slow])
    def test_anything_in_a_level_can_be_written_and_read(self, level):
        level = levelfile.loads(levelfile.dumps(level))
        text = leveljson.dumps(level)
        again = leveljson.loads(text)
        assert leveljson.dumps(again) == text
        assert again.board.tiles == level.board.tiles
        same = levelfile.build_document(again) == levelfile.build_document(level)
        assert same == (conversion.find_lost_keys(level, text, "json") == ())

    def test_it_has_the_keys_of_a_level_file(self):
        document = json.loads(leveljson.dumps(levelfile.loads(FULL)))
        assert list(document)[:3] == ["format", "game", "title"]
        assert document["board"]["tiles"].startswith("#####\n")

    def test_dates_become_strings_and_are_named(self):
        level = levelfile.loads(FULL.replace("rating = 3.5", "when = 2026-01-02\nodd = inf"))
        text = leveljson.dumps(level)
        assert json.loads(text)["when"] == "2026-01-02"
        assert set(conversion.find_lost_keys(level, text, "json")) == {
            "when", "odd", "history.first", "history.saves"
        }  # fmt: skip

    def test_null_is_absent(self):
        document = json.loads(leveljson.dumps(levelfile.loads(FULL)))
        document["author"] = document["notes"] = document["board"]["mood"] = None
        level = leveljson.loads(json.dumps(document))
        assert level.author is None and "mood" not in level.board.extra

    @pytest.mark.parametrize(
        ("old", "new", "words"),
        [
            ('"game":', '"gane":', "game: missing"),
            ('"format": 1', '"format": 1.0', "format: expected an integer, found a float"),
            ('"format": 1', '"format": NaN', "NaN is not a JSON number"),
            ('"format": 1', '"format": 1, "format": 1', "format: twice"),
            ('"format": 1', '"format": 1, "x": [1, null]', "x: expected a value, found null"),
            ('"format": 1', '"format": 1, "x": 9223372036854775808', "at most 64 bits"),
            ('"format": 1', f'"format": {"1" * 5000}', "thousands of digits"),
            ('"format": 1', f'"format": 1, "x": {"[" * 60}{"]" * 60}', "nested too deeply"),
            ('"format": 1', f'"x": {"[" * 200_000}', "nested too deeply"),
            ('"format": 1', '"format": 1, "x": "\\ud800"', "lone surrogate"),
            ('"format": 1,', '"format": 1;', "a.json:2: not JSON: .* at column 14"),
        ],
    )
    def test_refusals(self, old, new, words):
        text = leveljson.dumps(levelfile.loads(FULL))
        assert old in text
        with pytest.raises(LevelError, match=words):
            leveljson.loads(text.replace(old, new, 1), "a.json")

    @pytest.mark.parametrize("text", ["[]", "1", '"x"', "null"])
    def test_only_an_object_is_a_level(self, text):
        with pytest.raises(LevelError, match="expected an object"):
            leveljson.loads(text)
