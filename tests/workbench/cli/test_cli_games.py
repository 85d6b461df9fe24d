"""``workbench games``: the games and what is known of them."""

from __future__ import annotations

import re

import pytest
import template_game
from commanding import is_one_line, refused
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

    def test_text_has_one_line_a_game(self, run):
        output = run("games")[1]
        names = [line.split()[0] for line in output.splitlines()]
        assert names[:-1] == [*registry.list_names()]
        assert "Ice Path" in output

    @pytest.mark.parametrize("columns", ["40", "80", "200"])
    def test_a_game_has_its_parameters_with_their_defaults(self, run, monkeypatch, columns):
        monkeypatch.setenv("COLUMNS", columns)
        result, output, messages = run("games", "ice-path")
        assert (result, messages) == (0, "")
        assert "Ice Path" in output and "rocks=4..8" in output.split()
        keys = {p.key for p in registry.get_game("skiddy").parameters.parameters}
        words = {word.partition("=")[0] for word in run("games", "skiddy")[1].split()}
        assert keys <= words
        lines = run("games", "linjat")[1].splitlines()
        assert columns != "80" or (len(lines) <= 40 and max(map(len, lines)) <= 80)

    def test_a_parameter_has_all_that_is_known_of_it(self, run):
        output = run("games", "ice-path", "rocks")[1]
        assert re.search(r"values +a range in 0\.\.40", output)
        assert re.search(r"default +4\.\.8", output)
        output = run("games", "linjat", "mode")[1]
        assert "one of easy, medium, hard, expert" in output
        assert re.search(r"preset=tricky +medium", output)
        assert "option of the strategy published" in run("games", "mazing-monk", "stall")[1]

    def test_json_is_restricted_by_the_arguments(self, run):
        every = {game["name"]: game for game in objects(run("games", "--json")[1])}
        assert objects(run("games", "linjat", "--json")[1]) == [every["linjat"]]
        (found,) = objects(run("games", "linjat", "mode", "--json")[1])
        (mode,) = found["parameters"]
        assert mode.pop("presets")["preset=tricky"] == "medium"
        assert mode in every["linjat"]["parameters"]

    @pytest.mark.parametrize("name", ["fruit-dating", "linjat", "mazing-monk", "skiddy"])
    def test_every_parameter_can_be_asked_for(self, run, name):
        for parameter in registry.get_game(name).parameters.parameters:
            result, output, messages = run("games", name, parameter.key)
            assert (result, messages) == (0, "")
            assert output.startswith(parameter.key)

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["skidy"], "unknown game 'skidy'; did you mean skiddy?"),
            (["chess"], "unknown game 'chess'; the games are "),
            ([""], "unknown game ''; the games are "),
            (["skiddy", "colss"], "unknown parameter 'colss'; did you mean cols?"),
            (["skiddy", ""], "unknown parameter ''; see the game's list of parameters"),
            (["skiddy", "cols", "x"], "unrecognized arguments: x; see workbench games --help"),
        ],
    )
    def test_unknown_names(self, run, words, message):
        refused(run("games", *words), message)

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
