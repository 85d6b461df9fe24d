"""The engine on the fixtures of the rules: boards whose every figure is known."""

from __future__ import annotations

import pytest
from cases_skiddy import FIXTURES, Fixture
from skiddy_boards import (
    GAME,
    board_of,
    expected_facts,
    explored,
    read_cells,
    show_cells,
    state_of,
    to_reference,
)
from skiddy_reference import explore

from engine.game.playthrough import replay_moves
from engine.games.skiddy.board import SkiddyBoard
from engine.jit import decorators
from engine.search.retrograde import analyse_retrograde
from engine.values.budget import Budget

pytestmark = pytest.mark.jitless

every_fixture = pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)


@every_fixture
def test_its_figures(fixture: Fixture) -> None:
    expected = fixture.expected
    facts = GAME.solver.solve(board_of(fixture.rows)).facts
    assert facts["solvable"] == (expected["minimum_moves"] is not None)
    assert (facts["complete"], facts["states_seen"]) == (True, expected["states"])
    assert (facts["moves"], facts["solution"]) == (expected["minimum_moves"], expected["solution"])
    for name in ("states", "stars"):
        assert facts[name] == expected[name]
    assert facts["dead_states"] == expected["dead_ends"]
    wins = expected["winning_edges"]
    assert facts["winning_edges"] == {"max_combo": wins["MAX"], "no_combo": wins["END"]}
    for kind in ("max_combo", "no_combo"):
        way = {
            "moves": expected[f"shortest_{kind}"],
            "solution": expected[f"{kind}_solution"],
            "shortest_solutions": expected[f"{kind}_shortest_count"],
        }
        assert facts[kind] == (None if way["moves"] is None else way)


@every_fixture
def test_its_dead_ends_by_number(fixture: Fixture) -> None:
    graph = explored(board_of(fixture.rows))
    dead = [
        n
        for n, distance in enumerate(analyse_retrograde(graph).distance.tolist())
        if distance == -1
    ]
    assert dead[:20] == fixture.expected["dead_end_ids"]
    assert len(dead) == fixture.expected["dead_ends"]


@every_fixture
def test_its_solutions_win_as_they_say(fixture: Fixture) -> None:
    for kind in ("max_combo", "no_combo"):
        solution = fixture.expected[f"{kind}_solution"]
        if solution is not None:
            run, legal = replay_moves(GAME.play, board_of(fixture.rows), solution)
            assert legal
            assert len(run.moves) == fixture.expected[f"shortest_{kind}"]
            assert run.position.status == "won"
            assert state_of(run.position).broken == (kind == "no_combo")


@every_fixture
@pytest.mark.parametrize("strategy", ["uniform-cost", "published", "naive"])
def test_other_strategies_contradict_nothing(fixture: Fixture, strategy: str) -> None:
    board = board_of(fixture.rows)
    expected = expected_facts(explore(to_reference(board)))
    # Counting every way to play takes plain Python seconds.
    budget = Budget(500) if decorators.is_disabled() and strategy == "naive" else None
    facts = GAME.solver.solve(board, strategy, budget).facts
    for name, value in expected.items():
        if name not in ("complete", "states_seen") and facts[name] is not None:
            assert facts[name] == value, name
    if strategy == "published":
        assert {name: facts[name] for name in expected} == expected


@every_fixture
def test_what_fails_has_its_evidence(fixture: Fixture) -> None:
    expected = fixture.expected
    board = board_of(fixture.rows)
    evidence = GAME.solver.solve(board).facts["evidence"]
    if expected["stars"] == 3:
        assert evidence is None
        return
    assert evidence["rule"] == expected["stars"] + 1
    if evidence["rule"] == 1:
        number = expected["dead_end_ids"][0]
        assert evidence["state"] == f"S{number}"
        assert evidence["moves"] == len(evidence["way"]) == explored(board).get_depth(number)
        # From there no win is left, whatever is done.
        assert not _winnable(board, evidence["way"])
    elif evidence["rule"] == 2:
        missing = [k for k in ("max_combo", "no_combo") if expected[f"shortest_{k}"] is None]
        assert [evidence["missing"]] == missing
    else:
        assert evidence["way"] == expected["no_combo_solution"]
        assert evidence["moves"] == expected["shortest_no_combo"]
        assert evidence["max_combo_moves"] == expected["shortest_max_combo"]


def _winnable(board: SkiddyBoard, way: str) -> bool:
    """Whether a win can be reached after some moves, found out by playing on."""
    run, legal = replay_moves(GAME.play, board, way)
    assert legal
    seen = {state_of(run.position)}
    waiting = [run.position]
    for position in waiting:  # grows while it is walked
        if position.status == "won":
            return True
        for letter in "URDL":
            after = GAME.play.step(position, letter).after
            if state_of(after) not in seen:
                seen.add(state_of(after))
                waiting.append(after)
    return False


@every_fixture
def test_its_shorthand_is_read_and_written(fixture: Fixture) -> None:
    board = read_cells(fixture.rows)
    assert board == board_of(fixture.rows)
    assert show_cells(board) == tuple(row.replace(" ", ".") for row in fixture.rows)
    assert GAME.boards.read_table(board.to_table()) == board
    assert GAME.boards.find_problems(board) == ()
