"""``workbench doctor``: what it finds of the installation."""

from __future__ import annotations

import sys

import plug_in_games
import pytest
from ice_files import objects

pytestmark = pytest.mark.usefixtures("ice_game", "ice_files")


class TestDoctor:
    def test_json_and_text_show_the_same(self, run, monkeypatch):
        monkeypatch.setenv("TERM", "xterm-256color")
        result, output, messages = run("doctor", "--json")
        (facts,) = objects(output)
        assert (result, messages) == (0, "")
        assert facts["versions"]["python"] == ".".join(map(str, sys.version_info[:3]))
        assert facts["terminal"]["TERM"] == "xterm-256color"
        assert facts["terminal"]["output is a terminal"] is False
        assert facts["paths"]["state"].endswith("puzzle-workbench")
        assert facts["paths"]["trash"].isdecimal()
        assert facts["games"]["ice-path"].startswith("rules 1")
        text = run("doctor")[1]
        assert all(section in text for section in facts)

    def test_a_fault_is_reported_in_its_section(self, run, monkeypatch):
        def fail(*_):
            raise TypeError("a kernel cannot take NDArray")

        monkeypatch.setattr("engine.game.kernels.count_compiled", fail)
        result, output, messages = run("doctor", "--json")
        (facts,) = objects(output)
        assert (result, messages) == (0, "")
        assert facts["kernels"] == {"fault": "TypeError: a kernel cannot take NDArray"}
        assert facts["versions"]["numpy"]
        assert "a kernel cannot take NDArray" in run("doctor")[1]

    def test_kernels_are_counted_by_game(self, run, monkeypatch):
        monkeypatch.delenv("NUMBA_DISABLE_JIT")
        (facts,) = objects(run("doctor", "--json")[1])
        ready, _, number = facts["kernels"]["compiled"]["skiddy"].partition(" of ")
        assert ready == number != "0"
        assert facts["kernels"]["problems"] == []

    def test_theme_files_of_plug_ins_are_named_and_checked(self, run, tmp_path, monkeypatch):
        with plug_in_games.installed(tmp_path / "site"), monkeypatch.context() as patch:
            (facts,) = objects(run("doctor", "--json")[1])
            assert "generator 1, looks for the themes default, ansi, " in facts["games"]["sokoban"]
            assert facts["games"]["skiddy"] == "rules 1, generator 1"
            assert facts["configuration"]["problems"] == []
            (tmp_path / "looks").mkdir()
            (tmp_path / "looks" / "default.toml").write_text("[sokoban]\nbox = 3\n")
            plug_in_games.use_themes(patch, tmp_path / "looks")
            (facts,) = objects(run("doctor", "--json")[1])
            assert facts["games"]["sokoban"].endswith("looks for the themes default")
            (problem,) = facts["configuration"]["problems"]
            assert problem.startswith("game 'sokoban': ") and "sokoban.box: expected" in problem
