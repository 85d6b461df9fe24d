"""``workbench solve``: facts, exit statuses and the text for people."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from commanding import is_one_line
from ice_files import LEVEL, objects

from engine.files import levelfile
from engine.game.plain_solver import PlainSolver
from engine.values.budget import Budget

pytestmark = pytest.mark.usefixtures("ice_game", "ice_files")


class TestSolve:
    def test_json_has_the_facts_of_the_contract(self, run):
        result, output, messages = run("solve", "good.toml", "--json")
        (answer,) = objects(output)
        assert (result, messages) == (0, "")
        assert list(answer)[:3] == ["game", "file", "rules"]
        assert list(answer)[-1] == "seconds"
        assert answer["game"] == "ice-path" and answer["file"] == "good.toml"
        assert answer["solvable"] is True and answer["complete"] is True
        assert answer["moves"] == len(answer["solution"]) == 1

    def test_text_is_aligned_and_plain(self, run):
        result, output, _ = run("solve", "good.toml")
        lines = output.splitlines()
        assert result == 0
        assert lines[:2] == ["Round the corner  good.toml", "  solvable in 1 move"]
        assert lines[2:4] == ["  solution     D", "  states       2"]
        assert "\x1b" not in output

    def test_inputs_keep_their_order_and_all_are_done(self, run):
        names = ("bad.toml", "broken.toml", "good.toml", "draft.toml", "none.toml")
        result, output, messages = run("solve", *names, "--json")
        assert result == 2
        assert [answer["file"] for answer in objects(output)] == ["bad.toml", "good.toml"]
        assert [line.split(":")[0] for line in messages.splitlines()] == [
            "broken.toml",
            "draft.toml",
            "none.toml",
        ]

    def test_unsolvable_is_1_and_undecided_is_3(self, run):
        assert run("solve", "good.toml", "bad.toml")[0] == 1
        result, output, _ = run("solve", "bad.toml", "--max-states", "1", "--json")
        (answer,) = objects(output)
        assert result == 3
        assert answer["complete"] is False and answer["solvable"] is None
        assert "undecided" in run("solve", "bad.toml", "--max-states", "1")[1]

    def test_standard_input(self, run, stdin):
        stdin(LEVEL)
        result, output, _ = run("solve", "-", "--json")
        assert result == 0
        assert objects(output)[0]["file"] == "-"

    def test_an_unreadable_level_says_where(self, run):
        result, output, messages = run("solve", "broken.toml", "--json")
        assert (result, output) == (2, "")
        assert messages.startswith("broken.toml: board.cells, row 0, column 2: unknown glyph '?'")

    def test_an_unknown_strategy(self, run):
        result, output, messages = run("solve", "good.toml", "--strategy", "hope")
        assert (result, output) == (2, "")
        assert messages.startswith("good.toml: ") and is_one_line(messages)

    def test_write_renews_what_is_stale_in_files_and_folders(self, run):
        folder = Path("levels/deep")
        folder.mkdir(parents=True)
        for name in ("b", "a"):
            (folder / f"{name}.toml").write_text(LEVEL + "\n[verdict]\ndigest = 'old'\nrules = 1\n")
        (folder / "a.plays.toml").write_text("not a level")
        result, output, messages = run("solve", "--write", "levels", "--json")
        assert result == 0
        assert [answer["file"] for answer in objects(output)] == [
            "levels/deep/a.toml",
            "levels/deep/b.toml",
        ]
        assert messages.count("verdict renewed") == 2
        level = levelfile.read_level(folder / "a.toml")
        assert level.has_fresh_verdict(1) and level.verdict.facts["moves"] == 1
        assert run("solve", "--write", "levels")[2] == ""

    def test_write_keeps_what_a_save_would_drop(self, run):
        Path("good.toml").write_text("# important\n" + LEVEL)
        messages = run("solve", "--write", "good.toml")[2]
        assert "good.toml.orig" in messages
        assert Path("good.toml.orig").read_text().startswith("# important")

    def test_write_does_not_replace_a_fresh_verdict_by_a_lesser_one(self, run):
        run("solve", "--write", "bad.toml")
        before = Path("bad.toml").read_bytes()
        assert run("solve", "--write", "bad.toml", "--max-states", "1")[0] == 3
        assert Path("bad.toml").read_bytes() == before

    @pytest.mark.parametrize("verb", ["solve", "trace"])
    def test_a_limit_of_time_ends_a_search(self, run, monkeypatch, verb):
        budgets = []

        def endless(self, board, strategy=None, budget=None, control=None):
            budgets.append(budget)
            while not budget.is_spent(control.seconds):
                time.sleep(0.01)
            return solve(self, board, strategy, Budget(1), control)

        solve = PlainSolver.solve
        monkeypatch.setattr(PlainSolver, "solve", endless)
        assert run(verb, "bad.toml", "--time", "0.05")[0] == 3
        assert [budget.seconds for budget in budgets] == [0.05]

    @pytest.mark.parametrize("verb", ["solve", "trace"])
    @pytest.mark.parametrize("text", ["0", "-1", "soon", "nan", "1e400"])
    def test_a_limit_of_time_is_a_number_of_seconds(self, run, verb, text):
        result, output, messages = run(verb, "good.toml", "--time", text)
        assert (result, output) == (2, "")
        assert "--time" in messages and is_one_line(messages)

    def test_write_needs_files_and_the_default_strategy(self, run):
        assert run("solve", "--write", "-")[0] == 2
        assert run("solve", "--write", "good.toml", "--strategy", "graph")[0] == 2
