"""``workbench games``: the games and what is known of them."""

from __future__ import annotations

import re

import pytest
import template_game
from commanding import is_one_line
from ice_files import objects

from engine.game import registry

pytestmark = pytest.mark.usefixtures("ice_game", "ice_files")


class TestGames:
    def test_json_has_one_object_a_game(self, run):
        result, output, _ = run("games", "--json")
        games = {game["name"]: game for game in objects(output)}
        assert result == 0
        assert set(games) == set(registry.list_names())
        for name, game in games.items():
            assert game["title"] == registry.get_game(name).title
            assert game["rules_version"] >= 1 and game["generator_version"] >= 1
            for parameter in game["parameters"]:
                assert set(parameter) >= {"key", "type", "range", "default", "help"}
                demand = parameter["key"] == "where" or parameter["stage"] in ("verify", "accept")
                assert demand or parameter["default"] is not None, parameter
        size = next(p for p in games["ice-path"]["parameters"] if p["key"] == "size")
        assert (size["type"], size["range"], size["default"]) == ("integer", [3, 12], 6)

    def test_text_names_parameters(self, run):
        output = run("games")[1]
        assert "Ice Path" in output and re.search(r"rocks +a range in 0\.\.40 +4\.\.8", output)

    def test_a_broken_plug_in_is_reported_and_the_others_are_listed(self, run, ice_game):
        entries = ice_game / "ice_path-1.0.dist-info" / "entry_points.txt"
        text = entries.read_text()
        entries.write_text(text + "worse = nowhere:Game\n")
        template_game._forget()
        try:
            result, output, messages = run("games", "--json")
        finally:
            entries.write_text(text)
            template_game._forget()
        assert result == 0
        assert "ice-path" in output and is_one_line(messages) and "worse" in messages
