"""Levels of the monk that are scattered: their counts, repairs, faces, and the unsolvable ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from commanding import Answer, Run, refused
from hypothesis import example, given, settings
from hypothesis import strategies as st
from monk_boards import GAME, accepted, cells_of, made, recipe, seeds
from monk_reference import attacked, read

from engine import workshop
from engine.errors import GenerationFailed, ParameterError
from engine.files import levelfile
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.jit import decorators
from engine.stages.accepted_candidate_search import find_accepted_attempt, require_possible
from engine.stages.candidate import Candidate
from engine.values.budget import Budget, Control

PLAIN = decorators.is_disabled()
EXAMPLES = 5 if PLAIN else 40
difficulties = st.integers(1, 10)
scattered = st.sampled_from(["random", "formula"])


def scattered_at_first(candidate: Candidate) -> str:
    """The cells before any repair: all that was put down by the drawing of its placement."""
    timeline = candidate.timeline
    blocks = (n for n in range(len(timeline)) if "block" in timeline.get_event(n).new)
    return cells_of(candidate.make_board_at(next(blocks, len(timeline))))


def is_attacked(cells: str) -> bool:
    """Whether soldiers have a path to the monk, by the plain reading."""
    start = read(cells)
    return attacked(dict(start.cube), start.monk)


class TestNumbers:
    @settings(max_examples=EXAMPLES)
    @given(seeds, difficulties, st.integers(0, 20), st.integers(0, 10))
    def test_a_formula_counts_everything(self, seed, difficulty, least, more):
        obstacles = f"{least}..{least + more}"
        candidate = made(seed, mode="formula", difficulty=difficulty, obstacles=obstacles)
        cells = scattered_at_first(candidate)
        assert cells.index("M") == 0
        assert (cells.count("*"), cells.count("S")) == (17 - difficulty, difficulty)
        assert least <= cells.count("#") <= min(least + more, 36)

    def test_there_are_ten_obstacles_by_default(self):
        assert {cells_of(accepted(seed, mode="formula").board).count("#") for seed in range(5)} == {
            10
        }

    def test_all_tiles_are_as_likely_at_random(self):
        cells = "".join(scattered_at_first(made(seed, mode="random"))[1:] for seed in range(100))
        assert all(0.22 < cells.count(tile) / len(cells) < 0.28 for tile in "#.*S")

    def test_what_has_no_room_is_refused(self):
        with pytest.raises(ParameterError, match="40 obstacles must fit on 54 cells, found 58"):
            made(1, mode="formula", obstacles=40)


class TestRepair:
    @settings(max_examples=EXAMPLES)
    @given(seeds, difficulties, scattered)
    @example(2899, 5, "formula")
    def test_it_shuts_soldiers_off_and_keeps_karma(self, seed, difficulty, mode):
        chosen = {"mode": mode, "difficulty": difficulty, "top_share": 100}
        chosen["dull_faces"] = "allowed"  # a dull face fails a level that has been mended
        before = cells_of(made(seed, **chosen).board)
        mended = made(seed, **chosen, repair="true")
        after, events = cells_of(mended.board), mended.timeline
        blocks = [n for n in range(len(events)) if "block" in events.get_event(n).new]
        if not is_attacked(before):
            assert (after, blocks) == (before, [])
            return
        refused = "refused" in events.get_event(blocks[-1]).new
        assert (mended.failed is None) == (not is_attacked(after)) or after.count("*") < 7
        assert scattered_at_first(mended) == before
        if refused:
            assert any(before[cell] == "S" for cell in (1, 3)) or len(blocks) > 1
            return
        assert after.count("*") == before.count("*")
        assert after.count("S") == before.count("S")
        assert after[:9].count("#") == before[:9].count("#") + len(blocks)

    def test_it_gives_up_far_fewer(self):
        def tried(**chosen: object) -> int:
            return sum(
                find_accepted_attempt(
                    GAME.generator, recipe(seed, mode="formula", difficulty=8, **chosen)
                )[1].tried
                for seed in range(3 if PLAIN else 12)
            )

        assert 2 * tried(repair="true") < tried()

    def test_it_is_reported(self):
        candidate = made(29, mode="formula", difficulty=10, repair="true")
        timeline = candidate.timeline
        reported, moment = [], 0
        while (action := timeline.find_action(moment + 1)) is not None:
            events = [timeline.get_event(n) for n in range(action.start, action.end)]
            reported.append(GAME.generator.describe_action(events))
            assert all(map(GAME.generator.describe_event, events))
            moment = action.end
        assert reported[0].startswith("the monk on top, row 0, column 0, and path on 53 cells")
        assert "soldiers 1, on free cell" in reported[1]
        assert sum("an obstacle between the soldiers and the monk" in text for text in reported) > 0


class TestFaces:
    def test_a_dull_face_is_refused(self):
        chosen = {"mode": "formula", "difficulty": 1, "soldiers": 0, "obstacles": 0, "karma": 20}
        dull = [
            seed
            for seed in range(500 if not PLAIN else 0)
            if any(
                len({*cells_of(made(seed, **chosen).board)[face : face + 9]}) == 1
                for face in range(9, 54, 9)
            )
        ]
        for seed in dull:
            refusing = made(seed, **chosen, dull_faces="refused")
            assert refusing.failed == "Scramble"
        assert dull or PLAIN

    def test_levels_made_backwards_are_looked_at_too(self):
        chosen = {"profile": "sparse", "difficulty": 5}
        for seed in range(10):
            plain = accepted(seed, **chosen)
            cells = cells_of(plain.board)
            dull = any(len({*cells[face : face + 9]}) == 1 for face in range(9, 54, 9))
            careful = accepted(seed, **chosen, dull_faces="refused")
            assert (careful.recipe.attempt > plain.recipe.attempt) == dull

    def test_karma_on_top_has_a_share(self):
        for seed in range(3 if PLAIN else 20):
            cells = cells_of(accepted(seed, difficulty=8, top_share=15).board)
            assert cells[:9].count("*") <= 1
            cells = cells_of(accepted(seed, mode="formula", top_share=10).board)
            assert 10 * cells[:9].count("*") <= cells.count("*")


class TestUnsolvable:
    CHOSEN = ("--set", "mode=formula", "--set", "difficulty=10", "--set", "keep_unsolvable=true")

    @pytest.mark.skipif(PLAIN, reason="many levels")
    def test_it_is_kept_if_asked_for(
        self, tmp_path: Path, run: Run, answer: Answer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        chosen = (*self.CHOSEN, "--set", "solvable=false", "--seed", "1")
        assert run("generate", GAME.name, *chosen, "--out", "m.toml")[0] == 0
        result, facts = answer("solve", "m.toml")
        assert (result, facts["solvable"], facts["complete"]) == (1, False, True)
        assert answer("rebuild", "m.toml")[1]["same"] is True
        assert run("validate", "m.toml")[0] == 0
        assert 'keep_unsolvable = "true"' in Path("m.toml").read_text()

    def test_it_has_to_be_asked_for(self, run: Run) -> None:
        refused(run("generate", GAME.name, "--set", "solvable=false"), "must have solvable=true")
        climb = (*self.CHOSEN, "--set", "iterations=9", "--set", "solvable=false")
        refused(run("generate", GAME.name, *climb), "must have solvable=true")

    def test_what_can_be_won_may_be_demanded_besides(self):
        kept = {"mode": "formula", "keep_unsolvable": "true"}
        for demand in ({"solvable": "true"}, {"solvable": "false"}, {"optimal_solutions": "0.."}):
            require_possible(GAME.generator, recipe(1, **kept, **demand))


class TestVerifying:
    def test_a_level_that_the_thesis_cannot_solve_is_given_up(self):
        with pytest.raises(GenerationFailed, match=r"published: time-out: 3\)"):
            find_accepted_attempt(GAME.generator, recipe(1, verify="published", verify_states=1), 3)

    @pytest.mark.skipif(PLAIN, reason="many levels")
    @pytest.mark.parametrize("mode", ["history", "formula"])
    def test_it_says_what_the_strategy_says(self, mode):
        most = 300
        chosen = {"mode": mode, "difficulty": 9, "repair": "true"}
        for seed in range(8):
            verified = {"verify": "published", "verify_states": most}
            attempts = GAME.generator.try_candidates(
                recipe(seed, **chosen, **verified), 1, Control()
            )
            usual = GAME.generator.try_candidates(recipe(seed, **chosen), 1, Control())
            candidate = made(seed, **chosen)
            if candidate.failed:
                assert attempts.rejections == usual.rejections
                continue
            solved = GAME.solver.solve(candidate.board, "published", Budget(most))
            reason = {True: [], False: ["published: unsolvable"], None: ["published: time-out"]}
            assert [*attempts.rejections] == reason[solved.solvable]

    def test_a_climb_has_its_own_proof(self):
        with pytest.raises(
            ParameterError, match="verify: expected usual, because iterations prove"
        ):
            made(1, verify="published", iterations=10)


def test_what_is_not_said_is_not_in_files():
    level = workshop.build_level(GAME, accepted(3))
    text = levelfile.dumps(level)
    words = (
        "obstacles",
        "repair",
        "top_share",
        "keep_unsolvable",
        "verify",
        "verify_states",
    )
    assert not any(f"\n{word} =" in text for word in words)
    assert levelfile.dumps(workshop.regenerate_level(levelfile.loads(text))) == text


@pytest.mark.parametrize("mode", ["random", "formula"])
def test_locked_cells_are_put_in_place(mode):

    sketch = MonkBoard(cells_of(accepted(1).board), locked=frozenset({0, 9, 20, 49}))
    found, _ = find_accepted_attempt(
        GAME.generator, replace(recipe(2, mode=mode, difficulty=2), sketch=sketch), 100
    )
    cells = cells_of(GAME.generator.build_candidate(found).board)
    assert all(cells[cell] == sketch.cells[cell] for cell in sketch.locked)
