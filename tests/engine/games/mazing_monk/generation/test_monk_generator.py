"""The monk's generator: witnesses, the log by a plain reading, refusals, parameters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from monk_boards import GAME, HARD_54, accepted, cells_of, made, recipe
from monk_levels import judged
from monk_reference import play, read

from engine import workshop
from engine.errors import GenerationFailed, ParameterError
from engine.evaluation.relevance import find_relevance
from engine.files import levelfile
from engine.games.mazing_monk.cube import thesis_rating
from engine.games.mazing_monk.cube.board import MonkBoard
from engine.generation.constraints import ConstrainedLevels
from engine.jit import decorators
from engine.stages.accepted_candidate_search import find_accepted_attempt, require_possible
from engine.stages.candidate import Candidate, Recipe
from engine.values.budget import Control
from engine.values.ranges import Range

PLAIN = decorators.is_disabled()
DIFFICULTIES = range(1, 11)
GOLDEN = {
    1: (0, "M#*.*.#....***#*#.*#.#..#*#.#*#*..*####*##.*.S*.#.#**."),
    5: (1, "M#*##.*..***.*.#*###.##*#.#.*.S*.SS##..#..**#.S.##S.#."),
    10: (11, "M#S*#S.#.#.#*####..##*####*S#SS*###.#.*S#.###S#SSS.#.*"),
}
"""Attempt and cells of the level of seed 42, by difficulty."""


def wins(candidate: Candidate) -> bool:
    """Whether the witness wins with its last move, by the plain reading."""
    assert candidate.witness is not None
    state = read(cells_of(candidate.board))
    for number, word in enumerate(candidate.witness, 1):
        state, changed = play(state, word, candidate.recipe.parameters.get_integer("karma_needed"))
        if not changed or (state.status == "won") != (number == len(candidate.witness)):
            return False
    return state.status == "won"


def check_levels(number: int, **others: object) -> Counter[str]:
    """Makes so many levels of each difficulty; how many have a witness."""
    found = Counter[str]()
    for difficulty in DIFFICULTIES:
        for seed in range(number):
            candidate = accepted(seed, difficulty=difficulty, **others)
            cells = cells_of(candidate.board)
            assert GAME.boards.find_problems(candidate.board) == ()
            assert cells.count("*") == 17 - difficulty
            assert cells.count("S") == difficulty
            assert 2 * cells[:9].count("*") <= cells.count("*")
            found["levels"] += 1
            found["witnesses"] += candidate.witness is not None
            if candidate.witness is not None:
                assert wins(candidate)
    return found


class TestWitness:
    def test_it_always_wins(self):
        found = check_levels(1 if PLAIN else 8)
        assert found["witnesses"] == found["levels"]

    def test_it_always_wins_with_little_path(self):
        found = check_levels(1 if PLAIN else 5, profile="sparse")
        assert found["witnesses"] == found["levels"]

    @pytest.mark.skipif(PLAIN, reason="many levels")
    def test_protective_obstacles_do_not_suffice(self):
        found = check_levels(8, mode="protective")
        assert 0.5 < found["witnesses"] / found["levels"] < 0.95

    @pytest.mark.slow
    @pytest.mark.parametrize("profile", ["std", "sparse"])
    def test_it_wins_for_thousands(self, profile):
        assert check_levels(200, profile=profile) == {"levels": 2_000, "witnesses": 2_000}

    @pytest.mark.slow
    def test_thousands_of_the_thesis(self):
        """Each has a level or none; the solver has to say more."""
        found = check_levels(200, mode="protective")
        assert found["levels"] == 2_000
        assert 0.5 < found["witnesses"] / 2_000 < 0.95

    def test_it_goes_to_provenance_and_is_rebuilt(self):
        candidate = accepted(3)
        level = workshop.build_level(GAME, candidate)
        assert level.provenance is not None
        text = levelfile.dumps(level)
        again = levelfile.loads(text)
        assert again.provenance is not None
        words = GAME.play.read_moves(again.provenance.extra["witness"])
        assert words == candidate.witness
        assert levelfile.dumps(workshop.regenerate_level(again)) == text


def test_protective_obstacles_are_shown_while_it_is_made():
    candidate = accepted(1, difficulty=5, mode="protective")
    glyphs = {
        event.new for event in map(candidate.timeline.get_event, range(len(candidate.timeline)))
    }
    assert "P" in glyphs
    index = next(
        n for n in range(len(candidate.timeline)) if candidate.timeline.get_event(n).new == "P"
    )
    event = candidate.timeline.get_event(index)
    picture = GAME.boards.draw_picture(candidate.make_board_at(index + 1))
    assert picture.tiles[event.row][event.col].startswith("protective-obstacle")
    assert "protective obstacle" in GAME.boards.describe_cell(
        candidate.make_board_at(index + 1), event.row, event.col
    )
    assert GAME.boards.draw_picture(candidate.board) == GAME.boards.draw_picture(
        MonkBoard(cells_of(candidate.board))
    )


# --- parameters ----------------------------------------------------------------------------


class TestParameters:
    def test_karma_and_soldiers_follow_difficulty_unless_set(self):
        complete = GAME.generator.parameters.complete_settings
        assert complete({"difficulty": 10}).get_integer("karma") == 7
        assert complete({"difficulty": 10}).get_integer("soldiers") == 10
        assert complete({"difficulty": 1}).get_integer("karma") == 16
        assert complete({"difficulty": "3", "karma": 9}).get_integer("karma") == 9
        assert complete({"profile": "sparse"}).get_integer("karma_chance") == 900
        candidate = accepted(5, difficulty=4, karma=8, soldiers=2, karma_needed=3)
        cells = cells_of(candidate.board)
        assert (cells.count("*"), cells.count("S")) == (8, 2)
        assert isinstance(candidate.board, MonkBoard)
        assert candidate.board.karma_needed == 3
        assert wins(candidate)

    def test_too_little_karma_is_refused(self):
        with pytest.raises(ParameterError, match="at least the 7 needed, found 6"):
            accepted(1, karma=6)

    def test_no_more_karma_is_needed_than_opens_the_exit(self):
        """Of more karma, to need all of it cannot be demanded."""
        for spec in ({"needed_share": "1"}, {"where": "needed_share=1"}):
            with pytest.raises(ParameterError, match=r"7 of 12 karma open the exit.*karma=7$"):
                require_possible(ConstrainedLevels(GAME), recipe(1, difficulty=5, **spec))
            require_possible(ConstrainedLevels(GAME), recipe(1, difficulty=5, karma=7, **spec))
        for seed in range(2 if PLAIN else 6):
            board = accepted(seed, difficulty=5).board
            worth = find_relevance(GAME, board, GAME.solver.solve(board).facts)
            needed = [each.needed for each in worth if each.thing.kind == "karma"]
            assert len(needed) == 12 and 0 <= needed.count(True) <= 7

    def test_a_rating_can_be_demanded(self):
        board = accepted(1, difficulty=6, rating="1.5..1.6").board
        assert isinstance(board, MonkBoard)
        assert round(100 * thesis_rating.sum_terms(thesis_rating.measure_terms(board))) in Range(
            150, 160
        )

    def test_reasons_are_reported_when_nothing_is_found(self):
        with pytest.raises(GenerationFailed, match="obstacle has to stay: "):
            find_accepted_attempt(
                GAME.generator, recipe(1, difficulty=8, tries=1), 5 if PLAIN else 30
            )
        with pytest.raises(GenerationFailed, match="too many moves: 3"):
            find_accepted_attempt(GAME.generator, recipe(1, most_moves=5), 3)
        with pytest.raises(GenerationFailed, match="rating out of range"):
            find_accepted_attempt(GAME.generator, recipe(1, rating="3.9.."), 3, Control())

    def test_moves_of_the_thesis_can_be_demanded(self):
        found = accepted(1, difficulty=3, thesis_moves="12..13").board
        assert GAME.solver.solve(found).computed_facts["thesis_moves"] in (12, 13)

    @pytest.mark.skipif(PLAIN, reason="many levels")
    def test_without_a_cap_on_moves_tries_end_a_carving(self):
        def reasons(**chosen: object) -> set[str]:
            found = Counter[str]()
            for seed in range(40):
                thesis = recipe(seed, mode="protective", tries=1_000, difficulty=10, **chosen)
                found.update(find_accepted_attempt(GAME.generator, thesis)[1].rejections)
            return set(found) & {"obstacle has to stay", "too many moves"}

        assert reasons() == {"too many moves"}
        assert reasons(most_moves=0) == {"obstacle has to stay"}

    def test_sparse_levels_have_less_path(self):
        def walkable(profile: str) -> float:
            boards = [
                cells_of(accepted(seed, difficulty=5, profile=profile).board) for seed in range(5)
            ]
            return float(np.mean([sum(tile in ".*M" for tile in cells) for cells in boards]))

        assert walkable("sparse") + 5 < walkable("std")


@pytest.mark.slow
@pytest.mark.parametrize("profile", ["std", "sparse", "far"])
def test_far_karma_brings_the_median_rating_to_that_of_the_thesis(profile):
    """The thesis says that of all its levels of difficulties 8 to 10 it is 2.0."""
    ratings = [
        thesis_rating.sum_terms(thesis_rating.measure_terms(board))
        for difficulty in (8, 9, 10)
        for seed in range(300)
        if isinstance(
            board := accepted(seed, difficulty=difficulty, profile=profile).board, MonkBoard
        )
    ]
    print(profile, float(np.median(ratings)))
    assert (float(np.median(ratings)) >= 2.0) == (profile == "far")


class TestLocks:
    def sketch(self, *cells: int) -> MonkBoard:
        return MonkBoard(HARD_54, locked=frozenset(cells))

    def test_locked_cells_are_put_in_place(self):
        sketch = self.sketch(0, 4, 8, 20, 49)
        found, _ = find_accepted_attempt(GAME.generator, recipe_around(sketch, difficulty=2), 30)
        board = GAME.generator.build_candidate(found).board
        assert isinstance(board, MonkBoard)
        assert board.locked == sketch.locked
        assert all(board.cells[cell] == sketch.cells[cell] for cell in sketch.locked)
        assert GAME.solver.solve(board).solvable

    def test_the_monk_is_locked_on_the_entrance_only(self):
        wrong = MonkBoard("." + HARD_54[1:], locked=frozenset({0}))
        with pytest.raises(ParameterError, match=r"locked: row 3, column 3: the monk"):
            GAME.generator.build_candidate(recipe_around(wrong))


def recipe_around(sketch: MonkBoard, **chosen: object) -> Recipe:
    return replace(recipe(1, **chosen), sketch=sketch)


@pytest.mark.parametrize("difficulty", [1, 5, 10])
def test_seeds_give_the_same_levels_everywhere(difficulty):
    """Results may change only with the generator's version."""
    candidate = accepted(42, difficulty=difficulty)
    assert (candidate.recipe.attempt, cells_of(candidate.board)) == GOLDEN[difficulty]


def test_levels_by_the_thousand_are_those_of_their_attempts():
    levels = list(judged(recipe(3, difficulty=6), 5, Control()))
    for attempt, board, facts in levels:
        assert made(3, attempt, difficulty=6).board == board
        solved = GAME.solver.solve(board).facts
        assert facts.items() <= solved.items()
    assert [attempt for attempt, _, _ in levels] == sorted({attempt for attempt, _, _ in levels})
    control = Control()
    control.cancel()
    assert not list(judged(recipe(3), 5, control))
