"""The command line: output, messages and exit status of every verb, as the contract has them."""

from __future__ import annotations

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
from catalogues import fill
from commanding import is_one_line
from ice_files import BROKEN, LEVEL, SMALL, objects

from engine import workshop
from engine.errors import EngineError
from engine.files import levelfile
from engine.game import registry
from engine.game.game import Game
from engine.game.plain_solver import PlainSolver
from workbench import cli
from workbench.cli import VERBS, main
from workbench.cli.support import exit_status

pytestmark = pytest.mark.usefixtures("ice_game", "ice_files")


class TestUsage:
    def test_help_names_every_verb(self, run):
        result, output, messages = run("--help")
        assert (result, messages) == (0, "")
        assert all(verb in output for verb in VERBS)
        assert not any(re.search(rf"\b{verb}\b", output) for verb in cli.PLANNED_VERBS)

    @pytest.mark.parametrize("verb", VERBS)
    def test_every_verb_has_help(self, run, verb):
        result, output, messages = run(verb, "--help")
        assert (result, messages) == (0, "")
        assert f"workbench {verb}" in output

    def test_help_is_as_wide_as_the_terminal(self, run, monkeypatch):
        for columns in (50, 150):
            monkeypatch.setenv("COLUMNS", str(columns))
            lines = run("solve", "--help")[1].splitlines()
            assert columns - 25 < max(map(len, lines[:3])) < columns

    def test_a_verb_that_is_misspelt_is_named(self, run):
        for misspelt, verb in (("slove", "solve"), ("campaing", "campaign")):
            assert run(misspelt)[2].endswith(f"; did you mean {verb}?\n")

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

    @pytest.mark.parametrize("verb", cli.PLANNED_VERBS)
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
        assert exit_status.combine_statuses([]) == 0
        assert exit_status.combine_statuses([0, 1]) == 1
        assert exit_status.combine_statuses([1, 3, 0]) == 3
        assert exit_status.combine_statuses([3, 2, 1]) == 2
        assert exit_status.combine_statuses([2, 130]) == 130


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


class TestGenerate:
    def test_a_level_on_standard_output(self, run):
        result, output, messages = run("generate", "ice-path", "--seed", "7", *SMALL)
        level = levelfile.loads(output)
        assert (result, messages) == (0, "")
        assert level.provenance.seed == 7
        assert level.has_fresh_verdict(1) and level.verdict.facts["moves"] >= 2
        assert run("generate", "ice-path", "--seed", "7", *SMALL)[1] == output

    def test_a_drawn_seed_is_reported_and_recorded(self, run):
        _, output, messages = run("generate", "ice-path", *SMALL)
        (seed,) = re.fullmatch(r"seed (\d+)\n", messages).groups()
        assert levelfile.loads(output).provenance.seed == int(seed)

    def test_a_file(self, run):
        result, output, _ = run("generate", "ice-path", "--seed", "7", "--out", "a.toml", "--json")
        (answer,) = objects(output)
        assert result == 0
        assert set(answer) == {
            "game",
            "file",
            "seed",
            "attempt",
            "board",
            "format",
            "toml",
            "verdict",
        }
        assert answer["file"] == "a.toml" and answer["seed"] == 7
        assert answer["toml"] == Path("a.toml").read_text()
        converted = json.loads(run("convert", "a.toml", "--to", "json")[1])
        assert (answer["format"], converted["format"]) == ("puzzle-workbench-level/1", 1)
        assert answer["board"] == converted["board"]
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
        assert is_one_line(messages) and "no level found in 20 attempts" in messages
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
        assert levelfile.read_level("a.toml").provenance.seed == 7

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
        monkeypatch.setattr(
            "workbench.app.launcher.run_app", lambda *given, **_: calls.append(given) or 0
        )
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert run(*arguments)[0] == 0
        assert calls == [(call[0] and call[0].absolute(), call[1])]

    @pytest.mark.parametrize("words", [(), ("play",)])
    def test_levels_of_other_formats_are_opened_without_a_file(self, run, monkeypatch, words):
        calls = []
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(
            "workbench.app.launcher.run_app",
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
        monkeypatch.setattr(
            "workbench.app.launcher.run_app", lambda *given, **_: calls.append(given) or 0
        )
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


class TestTrouble:
    def test_an_unexpected_error_is_one_line(self, run, monkeypatch):
        def fail(*_, **__):
            raise RuntimeError("two\nlines")

        monkeypatch.setattr(workshop, "build_solve_table", fail)
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

        monkeypatch.setattr(workshop, "build_solve_table", fail)
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

        monkeypatch.setattr(workshop, "build_solve_table", fail)
        assert run("solve", "good.toml")[2] == "x: no space left on device\n"

    def test_interruption_is_130_and_stops_the_search(self, run, monkeypatch):
        stopped = threading.Event()

        def endless(self, board, strategy, budget, control):
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
            while not control.is_cancelled:
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
    def environment(self, ice_game):
        search = os.pathsep.join([str(ice_game), str(Path(cli.__file__).parents[2])])
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

    @pytest.mark.parametrize("arguments", [["completion", "fish"], ["generate", "-h"], ["games"]])
    def test_output_to_a_closed_descriptor_is_no_fault(self, environment, arguments):
        line = f'"{sys.executable}" -m workbench {" ".join(arguments)} >&-'
        done = subprocess.run(line, shell=True, env=environment, capture_output=True, check=False)
        assert b"Traceback" not in done.stderr and done.stderr.count(b"\n") <= 1
        piped = f'"{sys.executable}" -m workbench {" ".join(arguments)} | head -n 1'
        done = subprocess.run(piped, shell=True, env=environment, capture_output=True, check=False)
        assert done.stderr == b"" and done.stdout.count(b"\n") == 1

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
    assert isinstance(registry.get_game("ice-path"), Game)
