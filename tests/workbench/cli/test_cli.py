"""The command line: output, messages and exit status of every verb, as the contract has them."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import pytest
import template_game
from catalogues import fill
from commanding import is_one_line

from engine.errors import EngineError
from engine.files import levelfile
from engine.game import registry
from engine.game.game import Game
from engine.game.plain import PlainSolver
from engine.values.budget import Budget
from workbench import cli
from workbench.cli import VERBS, main
from workbench.cli.support import status

LEVEL = """\
format = 1
game = "ice-path"
title = "Round the corner"

[board]
cells = \"\"\"
w...
.#..
F..o
\"\"\"
"""
UNSOLVABLE = LEVEL.replace("F..o", "F#.o").replace(".#..", "##..")
DRAFT = LEVEL.replace("F", ".")
BROKEN = LEVEL.replace("w...", "w.?.")
SMALL = ("--set", "size=5", "--set", "moves=2..")


@pytest.fixture(scope="module", autouse=True)
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / "packages"
    with template_game.installed(folder):
        yield folder


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Every test in an empty folder of its own, with kernels as plain Python."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, text in (
        ("good", LEVEL),
        ("bad", UNSOLVABLE),
        ("draft", DRAFT),
        ("broken", BROKEN),
    ):
        Path(f"{name}.toml").write_text(text)


def objects(output):
    return [json.loads(line) for line in output.splitlines()]


class TestUsage:
    def test_help_names_every_verb(self, run):
        result, output, messages = run("--help")
        assert (result, messages) == (0, "")
        assert all(verb in output for verb in (*VERBS, *cli.LATER))

    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_has_help(self, run, verb):
        result, output, messages = run(verb, "--help")
        assert (result, messages) == (0, "")
        assert f"workbench {verb}" in output

    def test_version(self, run):
        result, output, _ = run("--version")
        assert result == 0
        assert re.fullmatch(r"workbench \d+\.\d+\S*\n", output)

    def test_help_explains_a_verb(self, run):
        assert run("help") == run("--help")
        assert run("help", "solve") == run("solve", "--help")
        for words in (("slove",), ("solve", "rate"), ("solve", "--json")):
            result, output, messages = run("help", *words)
            assert (result, output) == (2, "") and is_one_line(messages)
            assert messages.startswith(f"help: expected one verb, found '{' '.join(words)}'; ")

    @pytest.mark.parametrize("verb", cli.LATER)
    def test_verbs_to_come(self, run, verb):
        result, output, messages = run(verb, "x", "--json")
        assert (result, output) == (2, "")
        assert "not yet available" in messages and is_one_line(messages)

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["slove"], "did you mean solve"),
            (["--nonsense"], "expected a verb"),
            (["good.toml", "bad.toml"], "expected a verb or one level file"),
            (["none.toml"], "none.toml: no such file"),
            (["play", ""], "'': no such file"),
            (["convert", "good.toml", "--out", ""], "'': "),
            (["."], "needs a terminal"),
            (["--plain", "."], "a folder"),
            (["play", "."], "a folder"),
            (["solve"], "required: LEVEL"),
            (["solve", "good.toml", "--json", "--nonsense"], "--nonsense"),
            (["solve", "good.toml", "--max-states", "0"], "--max-states"),
            (["solve", "good.toml", "--max", "5"], "--max"),
            (["verify", "good.toml"], "--moves"),
            (["generate"], "GAME"),
            (["generate", "chess"], "unknown game 'chess'"),
            (["generate", "ice-path", "--seed", "-1"], "--seed"),
            (["generate", "ice-path", "--seed", str(2**63)], "--seed"),
            (["generate", "ice-path", "--set", "size"], "KEY=VALUE"),
            (["generate", "ice-path", "--set", "sise=5"], "unknown parameter 'sise'"),
            (["generate", "ice-path", "--set", "size=99"], "size: expected"),
            (["render", "good.toml", "--cell", "7"], "from 8 to 400"),
            (["render", "good.toml", "--format", "gif"], "gif"),
            (["render", "good.toml", "--theme", "none"], "none"),
            (["play", "-"], "needs a file"),
            (["good.toml"], "needs a terminal"),
            ([], "needs a terminal"),
        ],
    )
    def test_bad_usage_is_one_line_and_status_2(self, run, arguments, words):
        result, output, messages = run(*arguments)
        assert (result, output) == (2, "")
        assert words in messages and is_one_line(messages)

    def test_status_of_several_inputs(self):
        assert status.overall([]) == 0
        assert status.overall([0, 1]) == 1
        assert status.overall([1, 3, 0]) == 3
        assert status.overall([3, 2, 1]) == 2
        assert status.overall([2, 130]) == 130


class TestGames:
    def test_json_has_one_object_a_game(self, run):
        result, output, _ = run("games", "--json")
        games = {game["name"]: game for game in objects(output)}
        assert result == 0
        assert set(games) == set(registry.names())
        for name, game in games.items():
            assert game["title"] == registry.get(name).title
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

    def test_a_broken_plug_in_is_reported_and_the_others_are_listed(self, run, site):
        entries = site / "ice_path-1.0.dist-info" / "entry_points.txt"
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
        level = levelfile.read(folder / "a.toml")
        assert level.verdict_is_fresh(1) and level.verdict.facts["moves"] == 1
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


class TestVerify:
    @pytest.mark.parametrize(
        ("moves", "result", "answer"),
        [
            ("D", 0, {"legal": True, "won": True, "lost": False, "moves": 1}),
            ("R", 1, {"legal": True, "won": False, "lost": False, "moves": 1}),
            ("R D", 1, {"legal": True, "won": False, "lost": True, "moves": 2}),
            ("RRD", 1, {"legal": False, "won": False, "lost": False, "moves": 1}),
            ("DD", 1, {"legal": False, "won": True, "lost": False, "moves": 1}),
            ("", 1, {"legal": True, "won": False, "lost": False, "moves": 0}),
        ],
    )
    def test_answers(self, run, moves, result, answer):
        assert run("verify", "good.toml", "--moves", moves, "--json") == (
            result,
            json.dumps(answer) + "\n",
            "",
        )
        text = run("verify", "good.toml", "--moves", moves)
        assert text[0] == result and text[1].count("\n") == 1

    def test_a_move_that_changes_nothing_says_why(self, run):
        for moves, reason in (("RR", "nothing moves that way"), ("DD", "the level is won")):
            _, output, _ = run("verify", "good.toml", "--moves", moves)
            assert f"changes nothing: {reason}; 1 move before it" in output

    @pytest.mark.parametrize(("name", "moves"), [("good", "DX"), ("draft", "D"), ("none", "D")])
    def test_refusals(self, run, name, moves):
        result, output, messages = run("verify", f"{name}.toml", "--moves", moves, "--json")
        assert (result, output) == (2, "")
        assert messages.startswith(f"{name}.toml: ") and is_one_line(messages)


class TestTrace:
    def test_rows_in_columns_and_the_path(self, run):
        result, output, messages = run("trace", "good.toml")
        lines = output.splitlines()
        assert (result, messages) == (0, "")
        assert lines[1].split() == ["name", "from", "move", "depth", "result"]
        assert lines[2].split() == ["S0", "0", "start", "on", "path"]
        assert lines[-1] == "path  D"
        assert len({line.index("depth") for line in lines[1:2]}) == 1

    def test_a_limit(self, run):
        output = run("trace", "good.toml", "--limit", "1")[1]
        rows = [line for line in output.splitlines() if line.startswith("S")]
        assert len(rows) == 1
        assert "more rows" in output and output.endswith("path  D\n")

    def test_status_is_that_of_the_verdict(self, run):
        assert run("trace", "bad.toml")[0] == 1
        assert run("trace", "bad.toml", "--max-states", "1")[0] == 3
        assert run("trace", "draft.toml")[0] == 2


class TestGenerate:
    def test_a_level_on_standard_output(self, run):
        result, output, messages = run("generate", "ice-path", "--seed", "7", *SMALL)
        level = levelfile.loads(output)
        assert (result, messages) == (0, "")
        assert level.provenance.seed == 7
        assert level.verdict_is_fresh(1) and level.verdict.facts["moves"] >= 2
        assert run("generate", "ice-path", "--seed", "7", *SMALL)[1] == output

    def test_a_drawn_seed_is_reported_and_recorded(self, run):
        _, output, messages = run("generate", "ice-path", *SMALL)
        (seed,) = re.fullmatch(r"seed (\d+)\n", messages).groups()
        assert levelfile.loads(output).provenance.seed == int(seed)

    def test_a_file(self, run):
        result, output, _ = run("generate", "ice-path", "--seed", "7", "--out", "a.toml", "--json")
        (answer,) = objects(output)
        assert result == 0
        assert set(answer) == {"game", "file", "seed", "attempt", "toml", "verdict"}
        assert answer["file"] == "a.toml" and answer["seed"] == 7
        assert answer["toml"] == Path("a.toml").read_text()
        assert answer["verdict"]["solvable"] is True

    def test_a_folder_of_several(self, run):
        arguments = ("generate", "ice-path", "--seed", "7", "--count", "3")
        assert run(*arguments, "--out", "new/many")[:2] == (0, "")
        files = sorted(path.name for path in Path("new/many").iterdir())
        assert files == [f"ice-path-{seed}.toml" for seed in (7, 8, 9)]
        answers = objects(run(*arguments, "--json")[1])
        assert [answer["seed"] for answer in answers] == [7, 8, 9]
        assert [answer["file"] for answer in answers] == [None] * 3
        for answer in answers:
            path = Path("new/many", f"ice-path-{answer['seed']}.toml")
            assert path.read_text() == answer["toml"]

    def test_reasons_for_rejecting_are_reported_when_asked_for(self, run):
        arguments = ("generate", "ice-path", "--seed", "1", "--set", "moves=3..")
        quiet = run(*arguments)
        result, output, messages = run(*arguments, "--reasons")
        assert quiet == (result, output, "")
        reported = re.fullmatch(r"seed 1: 1 of (\d+) candidates \((.+)\)\n", messages)
        rejected = sum(int(number) for number in re.findall(r" (\d+)(?:,|$)", reported[2]))
        assert int(reported[1]) == rejected + 1 == levelfile.loads(output).provenance.attempt + 1

    def test_facts_are_demanded_by_ranges(self, run):
        for text, wanted in (("2", {2}), ("..3", {1, 2, 3}), ("3..4", {3, 4})):
            output = run("generate", "ice-path", "--seed", "1", "--set", f"moves={text}")[1]
            assert levelfile.loads(output).verdict.facts["moves"] in wanted

    @pytest.mark.parametrize("count", ["1", "2"])
    def test_none_accepted_is_3_and_nothing_written(self, run, count):
        result, output, messages = run(
            "generate", "ice-path", "--seed", "1", "--set", "moves=90..", "--max-attempts", "20",
            "--count", count, "--out", "out",
        )  # fmt: skip
        assert (result, output) == (3, "")
        assert is_one_line(messages) and "no level accepted in 20 attempts" in messages
        assert not Path("out").exists()

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--count", "2"),
            ("--count", "2", "--out", "good.toml"),
            ("--out", "folder"),
            ("--out", "none/a.toml"),
            ("--seed", str(2**63 - 1), "--count", "2", "--json"),
            ("--from", "none.toml"),
            ("--from", "broken.toml"),
        ],
    )
    def test_what_cannot_end_well_is_refused_at_once(self, run, arguments):
        Path("folder").mkdir()
        result, output, messages = run("generate", "ice-path", *arguments)
        assert (result, output) == (2, "")
        assert is_one_line(messages)
        assert Path("good.toml").read_text() == LEVEL

    def test_the_greatest_seed(self, run):
        output = run("generate", "ice-path", "--seed", str(2**63 - 1))[1]
        assert levelfile.loads(output).provenance.seed == 2**63 - 1

    def test_steps_as_json(self, run):
        result, output, _ = run("generate", "ice-path", "--seed", "7", "--steps", "--json")
        events = objects(output)
        assert result == 0 and events
        for event in events:
            assert set(event) >= {"stage", "row", "col", "old", "new", "weight", "draw"}

    def test_steps_as_text(self, run):
        arguments = ("generate", "ice-path", "--seed", "7", "--steps")
        result, output, _ = run(*arguments, "--out", "a.toml")
        events = objects(run(*arguments, "--json")[1])
        assert result == 0
        headers = re.findall(r"^(\d+)/(\d+)  \S", output, re.MULTILINE)
        assert headers == [(str(i + 1), str(len(events))) for i in range(len(events))]
        assert levelfile.read("a.toml").provenance.seed == 7

    def test_around_locked_cells(self, run):
        Path("sketch.toml").write_text(
            LEVEL.replace("w...", "##F.").replace("F..o", "...o")
            + 'locked = """\nxxx.\n....\n...x\n"""\n'
        )
        result, output, _ = run("generate", "ice-path", "--seed", "3", "--from", "sketch.toml")
        cells = levelfile.loads(output).board.cells
        assert result == 0
        assert cells[0][:3] == "##F" and cells[2][3] == "o"
        Path("made.toml").write_text(output)
        assert run("rebuild", "made.toml")[0] == 0

    def test_kept_stages(self, run):
        first = levelfile.loads(run("generate", "ice-path", "--seed", "3")[1])
        Path("first.toml").write_text(levelfile.dumps(first))
        keep = f"things=3:{first.provenance.attempt}"
        result, output, _ = run("generate", "ice-path", "--seed", "8", "--keep", keep)
        level = levelfile.loads(output)
        assert result == 0
        assert level.provenance.kept["things"].seed == 3
        rocks = [[glyph in "#o" for glyph in row] for row in first.board.cells]
        assert [[glyph in "#o" for glyph in row] for row in level.board.cells] == rocks
        again = run("generate", "ice-path", "--seed", "8", "--keep", "things=first.toml")[1]
        assert again == output
        Path("made.toml").write_text(output)
        assert run("rebuild", "made.toml")[0] == 0

    @pytest.mark.parametrize(
        ("keep", "reported"),
        [
            ("things", "expected STAGE=SEED"),
            ("roof=3", "expected one of things, flag, walker, found 'roof'"),
            ("things=-3", "-3"),
            ("things=3:99999999999999999999", "expected a whole number"),
            ("things=drawn.toml", "drawn.toml: provenance: not a generated level"),
        ],
    )
    def test_what_cannot_be_kept(self, run, keep, reported):
        Path("drawn.toml").write_text(LEVEL)
        result, output, messages = run("generate", "ice-path", "--seed", "8", "--keep", keep)
        assert (result, output) == (2, "")
        assert reported in messages and len(messages.splitlines()) == 1

    def test_another_games_sketch(self, run):
        Path("other.toml").write_text(LEVEL)
        result, _, messages = run("generate", "fruit-dating", "--from", "other.toml")
        assert result == 2 and "expected 'fruit-dating'" in messages


class TestRebuild:
    @pytest.fixture(autouse=True)
    def generated(self, run):
        run("generate", "ice-path", "--seed", "7", "--out", "made.toml")

    def test_the_same_bytes(self, run):
        text = Path("made.toml").read_text()
        assert run("rebuild", "made.toml")[:2] == (0, text)
        result, output, _ = run("rebuild", "made.toml", "--json", "--out", "again.toml")
        assert (result, objects(output)) == (0, [{"file": "made.toml", "same": True, "toml": text}])
        assert Path("again.toml").read_text() == text

    def test_what_a_hand_wrote_is_carried_over(self, run):
        text = Path("made.toml").read_text().replace("Ice Path 7", "Mine")
        text = text.replace("\n[board]", 'author = "Me"\nmood = 3\n\n[board]')
        Path("made.toml").write_text(text)
        assert run("rebuild", "made.toml")[:2] == (0, text)

    def test_other_bytes(self, run):
        text = Path("made.toml").read_text()
        Path("made.toml").write_text(text.replace("edited = false", "edited = true"))
        result, output, messages = run("rebuild", "made.toml")
        assert (result, output) == (1, text)
        assert re.search(r"other bytes from line \d+ on", messages)

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("ice-path/1", "ice-path/2"),
            ("size = 6", "size = 99"),
            ("size = 6", "sise = 6"),
            ("[provenance.parameters]", "[provenance.reroll]\nx = 1\n\n[provenance.parameters]"),
        ],
    )
    def test_what_cannot_be_rebuilt(self, run, old, new):
        Path("made.toml").write_text(Path("made.toml").read_text().replace(old, new))
        result, output, messages = run("rebuild", "made.toml")
        assert (result, output) == (2, "")
        assert messages.startswith("made.toml: ") and is_one_line(messages)
        assert run("rebuild", "good.toml")[0] == 2


class TestRender:
    def test_text(self, run):
        result, output, messages = run("render", "good.toml", "--theme", "ascii")
        assert (result, messages) == (0, "")
        assert output.isascii() and len(output.splitlines()) >= 3

    def test_svg_to_a_file(self, run):
        assert run("render", "good.toml", "--format", "svg", "--out", "a.svg") == (0, "", "")
        assert Path("a.svg").read_text().lstrip().startswith("<svg")
        assert run("render", "good.toml", "--format", "svg")[1] == Path("a.svg").read_text()

    def test_png_to_a_file(self, run):
        assert run("render", "good.toml", "--out", "a.png", "--cell", "20") == (0, "", "")
        content = Path("a.png").read_bytes()
        assert content.startswith(b"\x89PNG\r\n\x1a\n")
        # 4 cells of 20 pixels, and 14 on either side.
        assert int.from_bytes(content[16:20], "big") == 4 * 20 + 2 * 14

    def test_png_to_a_pipe(self, capfdbinary):
        assert main(["render", "good.toml", "--format", "png"]) == 0
        output, messages = capfdbinary.readouterr()
        assert output.startswith(b"\x89PNG") and output.endswith(b"IEND\xaeB`\x82")
        assert messages == b""

    def test_png_is_not_thrown_at_a_terminal(self, run, monkeypatch):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        result, output, messages = run("render", "good.toml", "--format", "png")
        assert (result, output) == (2, "")
        assert "use --out" in messages and is_one_line(messages)

    def test_the_ending_of_a_file_chooses_the_format(self, run):
        run("render", "good.toml", "--out", "a.svg")
        run("render", "good.toml", "--out", "b", "--format", "svg")
        run("render", "good.toml", "--out", "c")
        assert Path("a.svg").read_text().startswith("<svg")
        assert Path("a.svg").read_text() == Path("b").read_text()
        assert not Path("c").read_text().startswith("<svg")

    def test_refusals(self, run):
        for name in ("draft.toml", "broken.toml", "none.toml"):
            result, output, messages = run("render", name)
            assert (result, output) == (2, "") and is_one_line(messages)
        assert run("render", "good.toml", "--out", "none/a.txt")[0] == 2


class TestValidate:
    def test_good_levels_say_nothing(self, run):
        assert run("validate", "good.toml", "bad.toml") == (0, "", "")

    def test_one_line_a_problem(self, run):
        result, output, messages = run("validate", ".")
        assert (result, messages) == (1, "")
        lines = output.splitlines()
        assert [line.split(":")[0] for line in lines] == ["broken.toml", "draft.toml"]

    def test_json_has_one_object_a_file(self, run):
        result, output, _ = run("validate", "good.toml", "draft.toml", "broken.toml", "--json")
        good, draft, broken = objects(output)
        assert result == 1
        assert good == {"file": "good.toml", "game": "ice-path", "problems": [], "warnings": []}
        assert draft["problems"][0]["message"] == "no flag"
        assert (broken["game"], broken["problems"][0]["row"], broken["problems"][0]["col"]) == (
            None,
            0,
            2,
        )

    def test_a_path_that_is_not_there(self, run):
        result, output, messages = run("validate", "none", "draft.toml")
        assert result == 2
        assert output and is_one_line(messages)

    def test_a_folder_without_levels(self, run):
        Path("empty").mkdir()
        for verb, result in (("validate", 0), ("solve", 2)):
            assert run(verb, "empty") == (result, "", "empty: no level files in it\n")

    def test_a_folder_that_cannot_be_read_is_named(self, run, monkeypatch):
        Path("locked/inner").mkdir(parents=True)
        Path("locked/good.toml").write_bytes(Path("good.toml").read_bytes())
        scan = os.scandir

        def refuse(folder):
            if Path(folder).name in closed:
                raise PermissionError(errno.EACCES, "Permission denied", folder)
            return scan(folder)

        monkeypatch.setattr(os, "scandir", refuse)
        closed = ["inner"]
        assert run("validate", "locked") == (2, "", "locked/inner: permission denied\n")
        result, output, messages = run("solve", "locked")
        assert (result, messages) == (
            2,
            "locked/inner: permission denied\n",
        ) and "solvable" in output
        messages = run("pack", "locked", "--levels", "2", "--out", "a.pack.toml")[2]
        assert "locked/inner: permission denied" in messages
        closed = ["locked"]
        for verb in ("validate", "solve", "rate"):
            assert run(verb, "locked") == (2, "", "locked: permission denied\n")

    def test_standard_input(self, run, stdin):
        stdin(BROKEN)
        result, output, _ = run("validate", "-")
        assert result == 1 and output.startswith("-: board.cells, row 0")


class TestPlay:
    def test_a_level_must_be_playable(self, run):
        for name, words in (("draft.toml", "no flag"), ("broken.toml", "'?'")):
            result, _, messages = run("play", name)
            assert result == 2 and words in messages and is_one_line(messages)

    @pytest.mark.parametrize(
        ("arguments", "call"),
        [
            ((), (None, "levels")),
            (("good.toml",), (Path("good.toml"), "design")),
            (("draft.toml",), (Path("draft.toml"), "design")),
            (("play", "good.toml"), (Path("good.toml"), "play")),
        ],
    )
    def test_the_app_is_opened(self, run, monkeypatch, arguments, call):
        calls = []
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr("workbench.app.start.run", lambda *given, **_: calls.append(given) or 0)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert run(*arguments)[0] == 0
        assert calls == [(call[0] and call[0].absolute(), call[1])]

    @pytest.mark.parametrize("words", [(), ("play",)])
    def test_levels_of_other_formats_are_opened_without_a_file(self, run, monkeypatch, words):
        calls = []
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(
            "workbench.app.start.run",
            lambda *given, levels, **_: calls.append((*given, len(levels))) or 0,
        )
        text = run("convert", "good.toml", "--to", "json")[1]
        Path("one.json").write_text(text)
        Path("two.json").write_text(text * 2)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        start = "play" if words else "design"
        assert [run(*words, name)[0] for name in ("one.json", "two.json")] == [0, 0]
        assert calls == [(None, start, 1), (Path().absolute(), start, 2)]

    def test_a_catalogue_is_opened_and_not_played(self, run, monkeypatch):
        fill(Path("a.db"), [{}])
        Path("b.db").write_bytes(b"SQLite format 3\0" + bytes(100))
        calls = []
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr("workbench.app.start.run", lambda *given, **_: calls.append(given) or 0)
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert run("a.db")[0] == 0 and calls == [(Path("a.db").absolute(), "design")]
        for words, reported in (
            (("play", "a.db"), "a catalogue, not a level"),
            (("--plain", "a.db"), "workbench catalogue query lists it"),
            (("b.db",), "b.db: "),
        ):
            result, output, messages = run(*words)
            assert (result, output) == (2, "") and reported in messages and is_one_line(messages)
        assert len(calls) == 1


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


class TestTrouble:
    def test_an_unexpected_error_is_one_line(self, run, monkeypatch):
        def fail(*_, **__):
            raise RuntimeError("two\nlines")

        monkeypatch.setattr(PlainSolver, "solve", fail)
        result, output, messages = run("solve", "good.toml")
        assert (result, output) == (2, "")
        assert is_one_line(messages) and "RuntimeError" in messages

    def test_a_warning_is_one_line_and_hinders_nothing(self, run, monkeypatch):
        solve = PlainSolver.solve

        def warn(*args, **options):
            warnings.warn("total runs as plain Python", RuntimeWarning, stacklevel=1)
            return solve(*args, **options)

        monkeypatch.setattr(PlainSolver, "solve", warn)
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            result, output, messages = run("solve", "good.toml")
        assert (result, bool(output)) == (0, True)
        assert messages == "warning: total runs as plain Python\n"

    def test_what_to_report_is_in_a_file(self, run, monkeypatch, tmp_path):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

        def fail(*_, **__):
            raise RuntimeError("bang")

        monkeypatch.setattr(PlainSolver, "solve", fail)
        messages = run("solve", "good.toml")[2]
        (file,) = (tmp_path / "state").rglob("fault.txt")
        assert str(file) in messages
        assert "Traceback" in file.read_text()

    def test_an_interrupt_wrapped_by_python_is_one_too(self, run, monkeypatch):
        def fail(*_, **__):
            raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

        monkeypatch.setattr(PlainSolver, "solve", fail)
        assert run("solve", "good.toml") == (130, "", "interrupted\n")

    def test_no_name_is_no_folder(self, run):
        result, output, messages = run("solve", "good.toml", "", "x" * 300, "good.toml")
        assert result == 2
        assert len(output.splitlines()) == 2 * len(run("solve", "good.toml")[1].splitlines())
        assert "expected the name of a level file" in messages

    @pytest.mark.parametrize("before", [["--json"], ["--no-color", "--json"]])
    def test_options_may_stand_before_the_verb(self, run, before):
        first = json.loads(run(*before, "solve", "good.toml")[1])
        assert first == {
            **json.loads(run("solve", "good.toml", *before)[1]),
            "seconds": first["seconds"],
        }

    @pytest.mark.parametrize("before", [["--theme", "ascii"], ["--no-mouse"], ["--theme=ascii"]])
    def test_options_of_the_app_may_stand_before_play(self, run, before):
        assert "needs a terminal" in run(*before, "play", "good.toml")[2]
        assert "needs a terminal" in run(*before, "good.toml")[2]

    def test_an_error_of_the_system_is_one_line(self, run, monkeypatch):
        def fail(*_, **__):
            raise OSError(28, "No space left on device", "x")

        monkeypatch.setattr(PlainSolver, "solve", fail)
        assert run("solve", "good.toml")[2] == "x: no space left on device\n"

    def test_interruption_is_130_and_stops_the_search(self, run, monkeypatch):
        stopped = threading.Event()

        def endless(self, board, strategy, budget, control):
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
            while not control.cancelled:
                time.sleep(0.001)
            stopped.set()
            raise EngineError("stopped")

        monkeypatch.setattr(PlainSolver, "solve", endless)
        result, output, _ = run("solve", "good.toml", "bad.toml")
        assert (result, output) == (130, "")
        assert stopped.is_set()

    def test_control_characters_do_not_reach_the_terminal(self, run):
        Path("a\x1b[2J.toml").write_text(BROKEN)
        assert "\x1b" not in run("solve", "a\x1b[2J.toml")[2]
        assert "\x1b" not in run("validate", ".")[1]
        Path("b.toml").write_text(LEVEL.replace("Round", r"\u001b[2J"))
        assert "\x1b" not in run("solve", "b.toml")[1]


class TestProcess:
    """The command as scripts call it."""

    @pytest.fixture
    def environment(self, site):
        search = os.pathsep.join([str(site), str(Path(cli.__file__).parents[2])])
        return {**os.environ, "PYTHONPATH": search}

    @pytest.fixture
    def command(self, environment):
        def start(*arguments, **options):
            return subprocess.run(
                [sys.executable, "-m", "workbench", *arguments],
                env=environment | options.pop("env", {}),
                timeout=60,
                check=False,
                **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options),
            )

        return start

    def test_a_plug_in_from_outside_is_found_and_solved(self, command):
        games = command("games", "--json").stdout.decode()
        assert "ice-path" in [game["name"] for game in objects(games)]
        done = command("solve", "-", "--json", input=LEVEL.encode())
        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["moves"] == 1

    def test_a_pipeline(self, command):
        made = command("generate", "ice-path", "--seed", "5")
        assert command("rebuild", "-", input=made.stdout).stdout == made.stdout
        assert command("validate", "-", input=made.stdout).returncode == 0

    def test_bytes_are_utf8_in_any_locale(self, command):
        text = LEVEL.replace("Round", "Äpfel ●")
        env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
        for verb in ("solve", "validate"):
            done = command(verb, "-", input=text.encode(), env=env)
            assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
    def test_a_full_disk_is_one_line(self, command):
        with Path("/dev/full").open("wb") as full:
            done = command("games", stdout=full)
        assert done.returncode == 2
        assert is_one_line(done.stderr.decode())

    def test_a_closed_pipe_is_quiet(self, environment):
        with subprocess.Popen(
            [sys.executable, "-m", "workbench", "games", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        ) as process:
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 0

    def test_light_verbs_load_nothing_heavy(self, environment):
        script = (
            "import sys\nfrom workbench.cli import main\n"
            "for arguments in (['games'], ['validate', 'good.toml'], ['--help']):\n"
            "    assert main(arguments) == 0\n"
            "heavy = {'textual', 'numba', 'rich', 'engine.game.kernels'} & set(sys.modules)\n"
            "assert not heavy, heavy\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr.decode()


def test_the_template_is_a_game():
    assert isinstance(registry.get("ice-path"), Game)
