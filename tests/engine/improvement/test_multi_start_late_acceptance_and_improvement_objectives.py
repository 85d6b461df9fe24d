"""Aims, how far boards are from a wish, and the search that improves levels."""

from __future__ import annotations

import time
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
import toy_game

from engine import workshop
from engine.errors import Cancelled, GenerationFailed, LevelError, ParameterError
from engine.files import levelfile
from engine.game import registry
from engine.improvement import late_acceptance, level_improvement
from engine.improvement.improvement_objectives import parse_objective
from engine.improvement.late_acceptance import HillClimb, SearchContext
from engine.stages import lockstep_rounds
from engine.values.budget import Budget, Control
from engine.values.level import Level, compute_digest

FRUIT = registry.get_game("fruit-dating")
BOARDS = {
    "fruit-dating": {
        "tiles": "######\n#v##.#\n#.##.#\n#....#\n##.~.#\n######\n",
        "pieces": "......\n......\n......\n...b..\n..A.A.\n......\n",
        "gates": [{"row": 3, "col": 1, "direction": "up"}],
    },
    "skiddy": {
        "tiles": "######\n#.#..#\n#....#\n#..#.#\n##R###\n",
        "pieces": "......\n.r....\n...r..\n.r..r.\n......\n",
    },
    "linjat": {"cells": ".....\n.4.*2\n....*\n.....\n...*3\n"},
    "mazing-monk": {
        "net": "   ..#\n   #.#\n   .#.\n...M.....\n"
        "#.##.*.S.\n......*..\n   .#.\n   #S.\n   #.#\n   ...\n   ...\n   ##.\n",
        "karma_needed": 1,
    },
}
"""Small boards, so that plain Python is quick."""


def level(game: str) -> Level:
    return Level(game, registry.get_game(game).boards.read_table(BOARDS[game]), title="small")


@pytest.mark.jitless
@pytest.mark.parametrize(
    ("game", "aim", "iterations", "digest"),
    [
        ("fruit-dating", "longer", 60, "d3b732aee0787a2d"),
        ("skiddy", "wish=states>=90 stars=3", 60, "1f585870989acdd5"),
        ("linjat", "score", 100, "faac20d5ecf1f9de"),
        ("mazing-monk", "turns", 12, "843fd3f4f8a70981"),
    ],
)
def test_the_same_seed_leads_everywhere_to_the_same_board(game, aim, iterations, digest) -> None:
    """Whatever runs the kernels; another board is another version of the search."""
    found = workshop.improve(level(game), aim, 4, iterations=iterations)
    assert level_improvement.IMPROVER == "improve/1"
    assert compute_digest(found.level.board).removeprefix("sha256:")[:16] == digest
    record = found.level.provenance.improve
    assert (record.aim, record.seed, record.iterations) == (aim, 4, found.iterations)
    assert record.board == level(game).board


@pytest.mark.parametrize(
    ("game", "aim", "found"),
    [
        ("fruit-dating", "prettier", "aim 'prettier': expected one of longer, shorter, "),
        ("fruit-dating", "stars", "aim 'stars': expected one of longer"),
        ("linjat", "trickier", "aim 'trickier': expected one of longer"),
        ("fruit-dating", "perfect=5", "aim 'perfect=5': expected one of longer"),
        ("skiddy", "perfect=0", "aim perfect: expected a whole number from 1"),
        ("skiddy", "perfect", "aim 'perfect': expected one of longer"),
        ("skiddy", "moves=many", "aim moves: expected a whole number from 1"),
        ("skiddy", "longer=3", "aim 'longer=3': expected one of longer"),
        ("skiddy", "wish=movs>3", "aim wish: column 1: unknown key 'movs'"),
        ("skiddy", "wish=moves>", "aim wish: column 7: expected a value, found the end"),
        ("skiddy", "wish=tag:easy", "aim wish: a board has no tags, found tag:easy"),
    ],
)
def test_other_aims_are_refused(game, aim, found) -> None:
    with pytest.raises(ParameterError) as refused:
        parse_objective(registry.get_game(game), aim)
    assert str(refused.value).startswith(found)


@pytest.mark.parametrize(
    ("game", "aim", "key", "wanted"),
    [
        ("fruit-dating", "moves=8", "moves", 8),
        ("fruit-dating", "wish=moves=6 and dead_states>=1", "moves", 6),
        ("fruit-dating", "wish=open_share<0.5 and inert=0", "inert", 0),
        ("skiddy", "perfect=5", "max_combo.moves", 5),
        ("skiddy", "one-solution", "max_combo.shortest_solutions", 1),
    ],
)
def test_what_is_wanted_is_reached_and_ends_the_search(game, aim, key, wanted) -> None:
    found = workshop.improve(level(game), aim, 2, iterations=2_000)
    assert found.after[key] == wanted
    assert found.iterations < 2_000


def test_objects_are_taken_away() -> None:
    """Not at the cost of a shorter solution."""
    found = workshop.improve(level("fruit-dating"), "fewer-objects", 1, iterations=200)
    assert found.after["objects"] < found.before["objects"] == 4
    moves = [workshop.solve(each).facts["moves"] for each in (level("fruit-dating"), found.level)]
    assert moves[1] >= moves[0]


def test_trickier_levels_have_more_moves_into_dead_ends() -> None:
    found = workshop.improve(level("fruit-dating"), "trickier", 1, iterations=300)
    assert found.after["trap_share"] > found.before["trap_share"]
    moves = [workshop.solve(each).facts["moves"] for each in (level("fruit-dating"), found.level)]
    assert moves[1] >= moves[0]


def test_the_share_of_traps_is_that_of_play() -> None:
    small = level("fruit-dating")
    play = registry.get_game(small.game).play
    start = play.create_start(small.board)
    steps, waiting = {}, [start]
    while waiting:
        position = waiting.pop()
        if position in steps or position.status != "playing":
            continue
        made = (play.step(position, move.word) for move in play.moves)
        steps[position] = [step.after for step in made if step.changed]
        waiting += steps[position]
    hopeful: set[object] = set()
    while True:
        found = {
            position
            for position, after in steps.items()
            if any(each.status == "won" or each in hopeful for each in after)
        }
        if found == hopeful:
            break
        hopeful = found
    after = [each for position in hopeful for each in steps[position]]
    traps = [each for each in after if each.status != "won" and each not in hopeful]
    solved = workshop.solve(small)
    assert solved.traps is not None and solved.facts["states"] == len(steps)
    assert solved.traps.share == len(traps) / len(after)


def test_a_level_that_cannot_be_won_becomes_one_that_can() -> None:
    board = registry.get_game("fruit-dating").boards.read_table(
        {
            "tiles": "######\n#.##.#\n#.##.#\n######\n",
            "pieces": "......\n.A..A.\n......\n......\n",
        }
    )
    assert not workshop.solve(Level("fruit-dating", board)).solvable
    found = workshop.improve(Level("fruit-dating", board), "moves=3", 1, iterations=2_000)
    assert found.before == {"moves": None} and found.after == {"moves": 3}


def test_every_board_is_counted_as_kept_or_refused() -> None:
    control = Control()
    found = workshop.improve(level("skiddy"), "longer", 1, iterations=100, control=control)
    shown = control.snapshot
    assert shown is not None and shown.board == found.level.board
    assert shown.done == shown.tried == found.iterations == 100
    assert shown.kept + sum(shown.rejections.values()) == 100
    assert shown.figures == found.after


@pytest.mark.parametrize("threads", [1, 4])
def test_islands_go_ways_of_their_own_and_the_best_is_taken(threads, monkeypatch) -> None:
    monkeypatch.setattr(lockstep_rounds, "count_cores", lambda: threads)
    small, control = level("fruit-dating"), Control()
    found = workshop.improve(small, "longer", 4, islands=3, iterations=40, control=control)
    ground = SearchContext(
        registry.get_game(small.game), small.board, parse_objective(FRUIT, "longer"), Control()
    )
    climbs = [HillClimb(ground, 4, way) for way in range(3)]
    for climb in climbs:
        climb.advance(40, Control())
    best = max(climbs, key=lambda climb: climb.rank)
    assert len({compute_digest(climb.best.board) for climb in climbs}) == 3
    assert found.level.board == best.best.board and found.after["moves"] == best.rank[-1]
    record = found.level.provenance.improve
    assert (record.islands, record.island, record.iterations) == (3, best.island, 40)
    assert climbs[0].best.board == workshop.improve(small, "longer", 4, iterations=40).level.board
    shown = control.snapshot
    assert shown is not None and (shown.done, shown.tried) == (40, 120)
    assert [*shown.search_bests] == [climb.rank[-1] for climb in climbs]
    text = levelfile.dumps(workshop.store_verdict(found.level, workshop.solve(found.level)))
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text


def test_the_island_that_reaches_the_aim_first_ends_all_of_them() -> None:
    found = workshop.improve(level("fruit-dating"), "moves=6", 2, islands=4, iterations=2_000)
    alone = [
        workshop.improve(
            level("fruit-dating"), "moves=6", 2, islands=4, iterations=found.iterations - 1
        )
    ]
    assert found.after == {"moves": 6} and found.iterations < 2_000
    assert alone[0].after != found.after


@pytest.mark.parametrize("number", [0, 65])
def test_another_number_of_islands_is_refused(number: int) -> None:
    with pytest.raises(ParameterError, match=f"islands: expected 1 to 64, found {number}"):
        workshop.improve(level("skiddy"), "longer", 1, islands=number, iterations=1)


def test_the_time_of_a_search_is_that_of_its_control() -> None:
    """So several searches for one purpose end together."""
    late, cube = Control(started=time.perf_counter() - 100), level("mazing-monk")
    solver = registry.get_game(cube.game).solver
    assert not solver.compute_facts_without(cube.board, Budget(seconds=50), late)["complete"]


def test_a_stopped_search_comes_to_nothing() -> None:
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        workshop.improve(level("skiddy"), "longer", 1, iterations=100, control=control)


def test_levels_that_are_not_decided_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_acceptance, "Budget", lambda *_, **__: Budget(max_states=3))
    with pytest.raises(GenerationFailed, match="too large to be solved completely"):
        workshop.improve(level("skiddy"), "longer", 1, iterations=1)


def test_a_game_without_mutations_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    toy_game.make_known(monkeypatch, toy_game.TOY)
    with pytest.raises(ParameterError, match=r"levels of .* cannot be improved"):
        workshop.improve(toy_game.slope(), "longer", 1, iterations=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "settings", "spec", "iterations"),
    [
        ("fruit-dating", {"moves": 4}, "moves>=12", 2_500),
        ("fruit-dating", {"moves": 4, "one_ways": 2, "mud": 2, "anteaters": 1}, "moves>=12", 2_500),
        ("skiddy", {"moves": 4, "stars": 1}, "perfect>=8", 5_000),
        ("skiddy", {"moves": 4, "perfect": "4..30", "pits": "0..50"}, "perfect>=8", 5_000),
    ],
)
def test_nine_of_ten_levels_become_long(game, settings, spec, iterations) -> None:
    reached = 0
    for seed in range(10):
        made = workshop.generate(registry.get_game(game), seed, settings)[0]
        found = workshop.improve(made, f"wish={spec}", seed, iterations=iterations)
        reached += found.iterations < iterations
    assert reached >= 9


# --- what files record ---------------------------------------------------------------------


def improved(aim: str = "longer") -> Level:
    found = workshop.improve(level("skiddy"), aim, 1, iterations=20).level
    return workshop.store_verdict(found, workshop.solve(found))


def test_a_drawn_level_is_still_one_after_it_was_improved() -> None:
    again = levelfile.loads(levelfile.dumps(improved()))
    assert again.is_drawn_by_hand and not again.provenance.edited
    with pytest.raises(LevelError, match="made by improve/1"):
        workshop.read_recipe(again)


def test_edits_before_and_after_are_distinguished() -> None:
    once = improved()
    by_hand = once.with_edited_board(level("skiddy").board)
    twice = workshop.improve(by_hand, "shorter", 2, iterations=5).level
    record = twice.provenance.improve
    assert not twice.provenance.edited and twice.provenance.generated is None
    assert record.edited and record.generated == compute_digest(once.board)
    assert record.earlier == (once.provenance.improve,)
    text = levelfile.dumps(twice)
    assert levelfile.dumps(levelfile.loads(text)) == text
    tables = tomllib.loads(text)["provenance"]["improve"]
    assert tables["board"] == level("skiddy").board.to_table()
    assert tables["earlier"][0]["aim"] == "longer"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('aim = "longer"', 'aim = "prettier"', "provenance.improve.aim: aim 'prettier': expected"),
        ('aim = "longer"', "aim = 7", "provenance.improve.aim: expected a string"),
        ('"improve/1"\naim', '"improve/9"\naim', "provenance.improve.improver: made by improve/9"),
        ("seed = 1\niter", "seed = -1\niter", "provenance.improve.seed: expected 0 or more"),
        ("seed = 1\niter", f"seed = {2**63}\niter", "provenance.improve.seed: expected "),
        ("iterations = 20", 'iterations = "x"', "provenance.improve.iterations: expected an int"),
        ("iterations = 20", f"iterations = {10**30}", "provenance.improve.iterations: expected "),
        (
            "iterations = 20",
            "iterations = 20\nislands = 0",
            "improve.islands: expected 1",
        ),
        ("iterations = 20", "iterations = 20\nislands = 65", "provenance.improve.islands: expect"),
        ("iterations = 20", "iterations = 20\nislands = 2\nisland = 2", "improve.island: expected"),
        ("[provenance.improve.board]", "[provenance.improve.plan]", "improve.board: missing"),
        ("#.#..#\n#....#\n#..#.#\n##R", "#.#..#\n#....#\n#..?.#\n##R", "provenance.improve.board."),
        ("#....#\n#..#.#\n##R###", "#....#\n#..#.#\n##R#.#", "provenance.improve.board."),
        ("iterations = 20\n", "iterations = 20\nearlier = [3]\n", "provenance.improve.earlier[0]"),
        (
            "iterations = 20\n",
            "iterations = 20\nearlier = [{}]\n",
            "improve.earlier[0].board: miss",
        ),
    ],
)
def test_records_that_cannot_be_followed_are_refused_in_a_line(old, new, found) -> None:
    head, mark, record = levelfile.dumps(improved()).partition("[provenance.improve]")
    assert old in record
    with pytest.raises(LevelError) as refused:
        workshop.rebuild(levelfile.loads(head + mark + record.replace(old, new, 1)))
    assert found in str(refused.value) and "\n" not in str(refused.value)


def test_what_is_not_known_of_a_record_is_kept(tmp_path: Path) -> None:
    text = levelfile.dumps(improved()).replace("iterations = 20", 'iterations = 20\nby = "me"')
    again = levelfile.loads(text)
    assert again.provenance.improve.extra == {"by": "me"}
    assert tomllib.loads(levelfile.dumps(again)) == tomllib.loads(text)


def test_an_improved_level_is_no_generated_one() -> None:
    skiddy = registry.get_game("skiddy")
    made = workshop.generate(skiddy, 3)[0]
    recipe = workshop.read_recipe(made)
    assert workshop.is_generated_by(made, recipe)
    found = workshop.improve(made, "longer", 1, iterations=0).level
    found = replace(found, verdict=made.verdict)
    assert found.board == made.board and not workshop.is_generated_by(found, recipe)


def test_the_time_starts_after_the_level_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading a solver may take longer than all the time that a search is given."""
    clock = [0.0]
    monkeypatch.setattr(Control, "seconds", property(lambda _: clock[0]))
    evaluate = late_acceptance.EvaluatedBoard

    def evaluate_slowly(*arguments, whole=False):
        clock[0] += 5 * whole
        return evaluate(*arguments, whole=whole)

    monkeypatch.setattr(late_acceptance, "EvaluatedBoard", evaluate_slowly)
    found = workshop.improve(level("skiddy"), "longer", 4, iterations=3, seconds=1)
    assert found.iterations == 3
