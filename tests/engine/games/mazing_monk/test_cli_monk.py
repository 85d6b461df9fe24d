"""The verbs of the command line on levels of A Mazing Monk, as the contract has them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commanding import Answer, Run, Stdin, refused
from monk_boards import GAME, HARD_54

from engine import workshop
from engine.errors import LevelError
from engine.files import conversion, levelfile
from engine.games.mazing_monk.cube import net
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.playlists import seed_list
from engine.values.budget import Control
from engine.values.level import Level
from workbench.features.playlists import seed_list_run
from workbench.paths.state_folder import StateFolder

EASY = "M*..*.*.*" + "#" * 27 + "*" * 9 + "S" * 9
"""Four karma are on top; a turn of column 0, 1 or 2 brings three more."""
WALLED = "M#" + 7 * "." + "S" * 20 + "*" * 7 + "#" * 18
"""Never won."""
STRATEGIES = ("optimal", "published", "fast", "objectives", "backwards")
FACTS = [
    *("solvable", "complete", "moves", "solution", "turns", "walks", "steps", "optimal"),
    *("lower_bound", "optimal_solutions", "traps", "deadly_turns", "expanded", "states_seen"),
    "rating",
    *("karma_distance", "soldier_placement", "visible_soldiers", "path_amount"),
    "thesis_moves",
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own that holds some levels."""
    monkeypatch.chdir(tmp_path)
    for name, cells in {"easy": EASY, "walled": WALLED, "hard": HARD_54}.items():
        levelfile.write_level(Level(GAME.name, MonkBoard(cells)), f"{name}.toml")


def file_of(cells: str, more: str = "") -> str:
    text = net.format_net(cells)
    return f'format = 1\ngame = "mazing-monk"\n[board]\nnet = """\n{text}"""\n{more}'


class TestSolve:
    @pytest.mark.parametrize("strategy", STRATEGIES)
    def test_facts_have_the_order_of_the_contract(self, answer: Answer, strategy: str) -> None:
        result, facts = answer("solve", "easy.toml", "--strategy", strategy)
        assert result == 0
        own = ["solutions", "most_waiting"] if strategy == "published" else []
        assert list(facts) == ["game", "file", "rules", *FACTS, *own, "seconds"]
        assert facts["moves"] == facts["turns"] + facts["walks"]
        verified = answer("verify", "easy.toml", "--moves", facts["solution"])
        words = len(facts["solution"].split())
        assert verified == (0, {"legal": True, "won": True, "lost": False, "moves": words})

    @pytest.mark.parametrize("strategy", STRATEGIES)
    def test_what_cannot_be_won_is_proven(self, answer: Answer, strategy: str) -> None:
        result, facts = answer("solve", "walled.toml", "--strategy", strategy)
        assert result == 1
        assert (facts["solvable"], facts["complete"]) == (False, True)
        assert facts["moves"] is facts["solution"] is facts["turns"] is None

    def test_what_is_computed_is_not_stored(self, run: Run, answer: Answer) -> None:
        assert run("solve", "easy.toml", "--write")[0] == 0
        assert answer("solve", "easy.toml")[1]["thesis_moves"] == 10
        assert "thesis_moves" not in Path("easy.toml").read_text()
        assert run("validate", "easy.toml", "--solve")[0] == 0
        assert answer("solve", "walled.toml")[1]["thesis_moves"] is None

    def test_what_there_is_none_of_is_not_called_unknown(self, run: Run) -> None:
        result, output, _ = run("solve", "walled.toml")
        assert result == 1 and "not known" not in output
        assert re.search(r"^ +turns +none$", output, re.MULTILINE)

    def test_options_of_a_strategy_are_set(self, answer: Answer, run: Run) -> None:
        published = ("easy.toml", "--strategy", "published")
        first = answer("solve", *published)[1]
        assert first["solutions"] is None
        settings = ("--set", "order=moves", "--set", "stall=0", "--set", "solutions=all")
        few = (*settings, "--max-states", "2000")
        result, facts = answer("solve", *published, *few)
        assert (result, facts["complete"], facts["solutions"]) == (0, False, None)
        assert facts["states_seen"] == 2000 and facts["thesis_moves"] <= first["thesis_moves"]
        assert answer("solve", "walled.toml", *published[1:], *settings)[1]["solutions"] == 0
        assert run("trace", *published, *few, "--limit", "3")[0] == 0

    def test_a_verdict_by_options_is_not_stored(self, run: Run) -> None:
        refused(run("solve", "easy.toml", "--write", "--set", "stall=0"), "--write")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("--set", "stall"), "expected KEY=VALUE"),
            (("--set", "stall=0"), "strategy optimal has no options; expected published"),
            (("--strategy", "published", "--set", "stall=-1"), "stall: expected a whole number"),
            (("--strategy", "published", "--set", "faith=1"), "has no option 'faith'"),
            (("--strategy", "published", "--set", "order=best"), "order: expected one of karma"),
        ],
    )
    def test_options_that_are_none_are_refused(
        self, run: Run, arguments: tuple[str, ...], message: str
    ) -> None:
        for verb in ("solve", "trace"):
            refused(run(verb, "easy.toml", *arguments), message)

    @pytest.mark.parametrize("strategy", STRATEGIES)
    def test_a_budget_leaves_it_open(self, answer: Answer, strategy: str) -> None:
        result, facts = answer("solve", "hard.toml", "--strategy", strategy, "--max-states", "20")
        assert result == 3
        assert (facts["solvable"], facts["complete"]) == (None, False)
        for key in ("moves", "solution", "turns", "walks", "steps", "optimal_solutions"):
            assert facts[key] is None
        assert facts["states_seen"] > 0
        cut = answer("solve", "hard.toml", "--strategy", strategy, "--time", "1e-9")
        assert cut[0] == 3 and cut[1]["complete"] is False
        if strategy == "optimal":
            assert 1 <= facts["lower_bound"] <= 54 and facts["optimal"] is False


class TestVerify:
    @pytest.mark.parametrize(
        ("moves", "status", "legal", "won", "lost", "count"),
        [
            ("", 1, True, False, False, 0),
            ("r2 c1", 1, True, False, False, 2),
            ("r1", 1, True, False, True, 1),
            ("r1 c1", 1, False, False, True, 1),
            ("r2 r0 r2", 1, False, False, False, 1),
            ("m22", 1, False, False, False, 0),
            ("m00", 1, False, False, False, 0),
            ("u", 1, False, False, False, 0),
        ],
    )
    def test_moves_are_replayed(
        self,
        answer: Answer,
        moves: str,
        status: int,
        legal: bool,
        won: bool,
        lost: bool,
        count: int,
    ) -> None:
        expected = {"legal": legal, "won": won, "lost": lost, "moves": count}
        assert answer("verify", "hard.toml", "--moves", moves) == (status, expected)

    def test_after_the_win_nothing_can_be_done(self, answer: Answer) -> None:
        board = MonkBoard("M*......." + "#" * 45, 1)
        levelfile.write_level(Level(GAME.name, board), "short.toml")
        won = {"legal": True, "won": True, "lost": False, "moves": 2}
        assert answer("verify", "short.toml", "--moves", "m10 m22") == (0, won)
        more = {**won, "legal": False}
        for extra in ("m00", "r1", "u"):
            assert answer("verify", "short.toml", "--moves", f"m10 m22 {extra}") == (1, more)

    @pytest.mark.parametrize("word", ["r3", "R0", "m33", "M10", "RULD", "r2c1", "r2,c1", "m1 0"])
    def test_other_words_are_refused(self, run: Run, word: str) -> None:
        refused(run("verify", "hard.toml", "--moves", f"r2 {word}", "--json"), "expected a turn")

    def test_a_death_is_reported_with_its_cause(self, run: Run) -> None:
        result, output, _ = run("verify", "hard.toml", "--moves", "r1")
        assert result == 1
        assert "lost after 1 turn and 0 walks: the soldiers at column 1, row 1" in output

    def test_a_turn_that_cannot_be_made_says_why(self, run: Run) -> None:
        result, output, _ = run("verify", "hard.toml", "--moves", "r0")
        assert result == 1
        assert "changes nothing: the monk is on that row; 0 moves before it" in output


class TestTrace:
    @pytest.mark.parametrize("strategy", STRATEGIES)
    def test_it_has_as_many_rows_as_asked_for(self, run: Run, strategy: str) -> None:
        result, output, _ = run("trace", "easy.toml", "--strategy", strategy, "--limit", "3")
        lines = output.splitlines()
        assert result == 0
        assert lines[0].startswith(f"{strategy} trace, ")
        assert lines[2].split()[:2] == ["0", "S0"] and lines[5].endswith("more rows")
        facts = GAME.solver.solve(MonkBoard(EASY), strategy).facts
        assert lines[6] == f"path  {facts['solution']}"


class TestHostileFiles:
    @pytest.mark.parametrize(
        ("cells", "more", "message"),
        [
            ("." + EASY[1:], "", "board.net, row 3, column 3: no monk"),
            (EASY[:-1] + "M", "", "row 2, column 5: the monk begins in the upper left corner"),
            ("." + EASY[1:-1] + "M", "", "row 2, column 5: the monk begins"),
            ("MS" + EASY[2:], "", "row 3, column 4: soldiers have a path to the monk"),
            (EASY.replace("*", "."), "", "board.net: 0 karma on the cube; the exit needs 7"),
            (EASY, "karma_needed = 0\n", "board.karma_needed: expected 1 to 16, found 0"),
            (EASY, "karma_needed = 99\n", "board.karma_needed: expected 1 to 16, found 99"),
            (EASY, 'karma_needed = "7"\n', "board.karma_needed: expected a whole number"),
            (EASY.replace("S", "P"), "", "unknown glyph 'P'"),
            (EASY, "locked = 3\n", "board.locked: expected a multi-line string"),
            (EASY, 'locked = """\nx\n"""\n', "board.locked: expected 12 rows"),
        ],
    )
    def test_each_is_refused_in_one_line(
        self, run: Run, cells: str, more: str, message: str
    ) -> None:
        Path("bad.toml").write_text(file_of(cells, more))
        for arguments in (["solve"], ["verify", "--moves", "r1"], ["trace"], ["render"]):
            refused(run(arguments[0], "bad.toml", *arguments[1:]), message)
        result, output, _ = run("validate", "bad.toml")
        assert result == 1 and message in output

    @pytest.mark.parametrize("change", [("   ", "\t"), ("   S", "#  S"), ("   SSS\n", "")])
    def test_nets_of_another_form_are_refused(self, run: Run, change: tuple[str, str]) -> None:
        Path("bad.toml").write_text(file_of(EASY).replace(*change, 1))
        refused(run("solve", "bad.toml", "--json"), "board.net")

    def test_line_ends_and_trailing_blanks_do_not_matter(self, answer: Answer) -> None:
        text = file_of(EASY).replace("SSS\n", "SSS   \n").replace("\n", "\r\n")
        Path("dos.toml").write_bytes(text.encode())
        _, first = answer("solve", "dos.toml")
        _, second = answer("solve", "easy.toml")
        assert first["solution"] == second["solution"]


class TestConvert:
    def test_54_characters_both_ways(self, run: Run, stdin: Stdin) -> None:
        assert run("convert", "hard.toml", "--to", "text") == (0, HARD_54 + "\n", "")
        stdin(HARD_54)
        result, output, _ = run("convert", "-")
        assert result == 0
        assert levelfile.loads(output).board == MonkBoard(HARD_54)

    @pytest.mark.parametrize("cells", [HARD_54[:-1], HARD_54 + "#"])
    def test_53_or_55_characters_are_refused(self, run: Run, cells: str) -> None:
        Path("other.txt").write_text(cells)
        found = run("convert", "other.txt", "--from", "text", "--game", GAME.name)
        refused(found, f"expected 54 characters, one a cell, found {len(cells)}")

    @pytest.mark.parametrize("form", ["json", "share", "toml", "text", "net"])
    def test_every_form_is_read_back(self, run: Run, form: str) -> None:
        result, output, _ = run("convert", "easy.toml", "--to", form)
        assert result == 0 and conversion.read_level(output).board == MonkBoard(EASY)

    def test_what_has_no_place_is_named(self, run: Run) -> None:
        Path("three.toml").write_text(file_of(EASY, "karma_needed = 3\n"))
        _, _, messages = run("convert", "three.toml", "--to", "text")
        assert "text has no place for board.karma_needed" in messages


class TestGenerate:
    def test_a_level_is_made_solved_and_rebuilt(self, run: Run, answer: Answer) -> None:
        settings = ("--seed", "4", "--set", "difficulty=3", "--set", "turns=2..")
        assert run("generate", GAME.name, *settings, "--out", "m.toml")[:2] == (0, "")
        result, facts = answer("solve", "m.toml")
        assert result == 0 and facts["optimal"] is True and facts["turns"] >= 2
        result, found = answer("rebuild", "m.toml")
        assert (result, found["same"]) == (0, True)
        provenance = levelfile.read_level(Path("m.toml")).provenance
        assert provenance is not None
        result, verdict = answer("verify", "m.toml", "--moves", provenance.extra["witness"])
        assert (result, verdict["won"]) == (0, True)

    def test_lists_are_made_with_any_settings(self, run: Run) -> None:
        chosen = ("--set", "profile=far", "--set", "mode=protective")
        options = ("--seed", "1", "--count", "3", "--set", "difficulty=2", *chosen)
        assert run("generate", GAME.name, "--seeds-only", *options, "--out", "2.seeds")[0] == 0
        levels = seed_list.read_seed_list(Path("2.seeds"), GAME)
        (listed,) = levels.files
        assert listed.is_sorted and sorted(listed.seeds) == [1, 2, 3]
        assert listed.settings == {
            "profile": "far", "mode": "protective", "dull_faces": "refused",
        }  # fmt: skip
        run_of = seed_list_run.start_run(
            GAME, "infinite", StateFolder(Path("state")), Path("2.seeds"), seed=1
        )
        challenge = run_of.find_next(Control(), lambda *_: None)
        own = {"profile": "far", "mode": "protective", "dull_faces": "refused"}
        assert challenge.settings == {**own, "difficulty": 2}
        Path("2.seeds").write_text(Path("2.seeds").read_text().replace("=far", "=near"))
        with pytest.raises(LevelError, match=r"2.seeds: profile: expected one of std, sparse, far"):
            seed_list.read_seed_list(Path("2.seeds"), GAME)

    def test_lists_of_what_cannot_be_are_refused(self, run: Run) -> None:
        options = ("--seeds-only", "--count", "3", "--set", "solvable=false")
        refused(run("generate", GAME.name, *options), "must have solvable=true")

    @pytest.mark.parametrize("change", [('witness = "', 'witness = "r1 '), ("witness", "wetness")])
    def test_a_witness_that_was_tampered_with_is_found_out(
        self, answer: Answer, change: tuple[str, str]
    ) -> None:
        level, _, _ = workshop.generate(GAME, 3)
        Path("m.toml").write_text(levelfile.dumps(level).replace(*change))
        result, found = answer("rebuild", "m.toml")
        assert (result, found["same"]) == (1, False)

    @pytest.mark.parametrize(
        "setting",
        [
            *("difficulty=0", "difficulty=11", "difficulty=1..2", "mode=holy", "profile=7"),
            *("karma=6", "karma_needed=17", "soldiers=-1", "turns=3..1", "rating=5", "faith=1"),
            *("solvable=999999", "complete=2", "optimal=999999"),
        ],
    )
    def test_nonsense_is_refused(self, run: Run, setting: str) -> None:
        refused(run("generate", GAME.name, "--set", setting), setting.partition("=")[0])
