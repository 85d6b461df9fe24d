"""The state graph as something to draw: against the article, the fixtures and the reference."""

from __future__ import annotations

import pickle
from itertools import accumulate, chain, pairwise
from pathlib import Path

import fruit_boards
import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1, LEVEL_1_1_GRAPH, VARIATION, Fixture
from hypothesis import given
from skiddy_boards import GAME, board_of, random_levels, to_engine, to_reference
from skiddy_reference import distances_to_win, graph_of

from engine.files import levelfile
from engine.game import registry
from engine.games.fruit_dating.board import FruitBoard
from engine.search.maps.statemap import (
    ALIVE,
    DEAD,
    UNKNOWN,
    Arrival,
    StateMap,
    Transition,
    format_name,
    is_missed,
    list_winning_ways,
)
from engine.values.budget import Budget
from engine.values.level import Board

pytestmark = pytest.mark.jitless

PUDDLES = Path(__file__).parents[4] / "levels/fruit-dating/09-mind-the-puddles.toml"


def states_of(board: Board, game: str = "skiddy", max_states: int | None = None) -> StateMap:
    budget = None if max_states is None else Budget(max_states)
    states = registry.get_game(game).solver.solve(board, budget=budget).states
    assert states is not None
    states.prepare()
    return states


def winning_with(states: StateMap, way: str) -> set[int]:
    """The states from which a win of one way can be reached, found step by step."""
    known: set[int] = set()
    while True:
        more = {
            state
            for state in range(states.count)
            for lead in states.list_transitions(state)
            if lead.note == way or lead.state in known
        }
        if more == known:
            return known
        known = more


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_where_the_combo_is_lost(fixture: Fixture) -> None:
    states = states_of(board_of(fixture.rows))
    best, any_win = winning_with(states, "max combo"), winning_with(states, "no combo")
    lost = any_win - best if 0 in best else set()
    found = {state for state in range(states.count) if is_missed(states.get_node(state).kind)}
    assert found == lost
    assert states.missed == len(lost)


def test_where_all_wins_are_alike_or_not_all_is_known_none_is_lost() -> None:
    level = levelfile.read_level(PUDDLES)
    assert states_of(level.board, level.game).missed == 0
    assert states_of(board_of(LEVEL_1_1), max_states=4).missed == 0


def reported(lead: Transition) -> str:
    """Where a move leads, as the article's table has it."""
    if lead.state is not None:
        return format_name(lead.state)
    return {"max combo": "max", "no combo": "end"}[lead.note]


def test_the_graph_of_the_article_node_by_node() -> None:
    states = states_of(board_of(LEVEL_1_1))
    assert (states.count, states.dead_count, states.layer_count) == (9, 0, 4)
    assert [list(states.get_layer(depth)) for depth in range(4)] == [
        [0],
        [1, 2, 3],
        [4, 5, 6],
        [7, 8],
    ]
    assert states.win_titles == ("max combo", "no combo")
    assert states.path == (0, 3)
    for expected in LEVEL_1_1_GRAPH:
        node, leads = states.get_node(expected.number), states.list_transitions(expected.number)
        assert node.depth == expected.depth
        assert {lead.move: reported(lead) for lead in leads} == expected.moves
        wins = {"max", "end"} & set(expected.moves.values())
        assert {("max", "end")[way] for way in list_winning_ways(node.kind)} == wins
        assert node.on_path == (expected.number in (0, 3))
    assert [states.get_node(n).remaining for n in range(9)] == [2, 2, 2, 1, 2, 2, 1, 1, 1]
    assert states.find_sources(3).tolist() == [0, 1, 7]
    assert states.moves_to(7) == ("R", "D", "L")
    assert [states.get_parent(n) for n in range(9)] == [None, 0, 0, 0, 1, 2, 2, 4, 5]


def test_an_analyser_that_forgets_other_parents_would_call_this_state_dead() -> None:
    states = states_of(board_of(VARIATION))
    assert states.dead_count == 0
    assert states.get_node(2).remaining is not None


def test_arrivals() -> None:
    states = states_of(board_of(LEVEL_1_1))
    assert states.follow_moves(()) == Arrival(0)
    assert states.follow_moves(("U", "R", "L")) == Arrival(3)
    assert states.follow_moves(("L", "D")) == Arrival(3, Transition("D", None, "won", "max combo"))
    assert states.follow_moves(("L", "D", "D")) is None


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_the_figures_of_the_fixtures(fixture: Fixture) -> None:
    states = states_of(board_of(fixture.rows))
    expected = fixture.expected
    assert (states.count, states.dead_count) == (expected["states"], expected["dead_ends"])
    ids = [n for n in range(states.count) if states.get_node(n).kind == DEAD]
    assert ids[:20] == expected["dead_end_ids"]
    edges = [lead for n in range(states.count) for lead in states.list_transitions(n)]
    wins = [sum(lead.note == way for lead in edges) for way in states.win_titles]
    assert wins == [expected["winning_edges"][kind] for kind in ("MAX", "END")]


def test_layers_and_states_are_those_of_the_reference() -> None:
    boards = [board for board, _ in random_levels(range(40), (4, 7), (5, 8), 300)]
    assert len(boards) > 20
    for board in boards:
        states = states_of(to_engine(board))
        graph, depths = graph_of(board)
        to_win = distances_to_win(graph, ("max", "end"))
        numbers = {state: number for number, state in enumerate(graph)}
        sizes = [len(states.get_layer(depth)) for depth in range(states.layer_count)]
        assert [*accumulate(sizes)][-1] == states.count == len(graph)
        for state, edges in graph.items():
            node = states.get_node(numbers[state])
            assert (node.depth, node.remaining) == (depths[state], to_win.get(state))
            assert (node.kind == DEAD) == (state not in to_win)
            leads = {lead.move: lead for lead in states.list_transitions(node.number)}
            assert leads.keys() == edges.keys()
            for letter, edge in edges.items():
                if edge.win is None:
                    assert leads[letter].state == numbers[edge.after]
                    assert node.number in states.find_sources(numbers[edge.after])
                else:
                    assert reported(leads[letter]) == edge.win


def test_groups_and_members_are_the_states_of_their_layer() -> None:
    for board, _ in random_levels(range(20), (4, 6), (5, 7), 200):
        states = states_of(to_engine(board))
        for depth in range(states.layer_count):
            layer, groups = states.get_layer(depth), states.get_groups(depth)
            assert sorted(states.get_ordered_layer(depth)) == list(layer)
            members = [states.list_members(depth, g.kind, g.remaining).tolist() for g in groups]
            assert sorted(chain.from_iterable(members)) == list(layer)
            assert [len(found) for found in members] == [group.count for group in groups]
            assert [found[0] for found in members] == [group.first for group in groups]
            for group, found in zip(groups, members, strict=True):
                nodes = {(states.get_node(n).kind, states.get_node(n).remaining) for n in found}
                assert nodes == {(group.kind, group.remaining)}


def test_the_arrangement_does_not_cross_more_edges_than_the_numbers_do() -> None:
    def crossings(states: StateMap, orders: list[list[int]]) -> int:
        total = 0
        for upper, lower in pairwise(orders):
            places = {state: place for place, state in enumerate(lower)}
            ends = [
                [
                    places[end]
                    for end in {x.state for x in states.list_transitions(state)}
                    if end in places
                ]
                for state in upper
            ]
            flat = [(place, end) for place, found in enumerate(ends) for end in found]
            total += sum(a < c and b > d for a, b in flat for c, d in flat)
        return total

    fewer = 0
    for fixture in FIXTURES:
        states = states_of(board_of(fixture.rows))
        depths = range(states.layer_count)
        numbers = crossings(states, [list(states.get_layer(depth)) for depth in depths])
        arranged = crossings(states, [states.get_ordered_layer(depth).tolist() for depth in depths])
        assert arranged <= numbers
        fewer += arranged < numbers
    assert fewer > len(FIXTURES) // 2


def test_a_graph_that_the_budget_cut_off_says_so() -> None:
    board = board_of(FIXTURES[5].rows)
    for most in range(1, 60, 7):
        found = states_of(board, max_states=most)
        assert [*chain.from_iterable(map(found.get_layer, range(found.layer_count)))] == [
            *range(found.count)
        ]
        assert all(n in found.get_layer(found.get_node(n).depth) for n in range(found.count))
    states = states_of(board, max_states=30)
    assert (states.is_complete, states.dead_count) == (False, None)
    assert states.count < len(graph_of(to_reference(board))[0])
    nodes = [states.get_node(n) for n in range(states.count)]
    assert {node.kind for node in nodes} <= {UNKNOWN, *range(ALIVE + 1, ALIVE + 4)}
    assert all(node.remaining is None for node in nodes)
    last = nodes[-1]
    assert (last.expanded, states.list_transitions(last.number)) == (False, ())
    assert states.follow_moves((*states.moves_to(last.number), "U")) is None
    assert states.find_next_dead(0, 1) is None


def test_it_can_be_sent_from_one_process_to_another() -> None:
    states = GAME.solver.solve(board_of(LEVEL_1_1)).states
    sent = pickle.loads(pickle.dumps(states))
    assert not sent.is_prepared
    sent.prepare()
    assert sent.is_prepared
    assert [sent.get_node(n) for n in range(9)] == [
        states_of(board_of(LEVEL_1_1)).get_node(n) for n in range(9)
    ]


def test_dead_states_are_gone_through_round_and_round() -> None:
    fixture = next(fixture for fixture in FIXTURES if fixture.name == "F21")
    states, dead = states_of(board_of(fixture.rows)), fixture.expected["dead_end_ids"]
    assert len(dead) == 7
    forwards = [dead[0] - 1]
    backwards = [dead[-1] + 1]
    for walk, step in ((forwards, 1), (backwards, -1)):
        for _ in range(8):
            walk.append(states.find_next_dead(walk[-1], step) or 0)
    assert forwards[1:] == [*dead, dead[0]]
    assert backwards[1:] == [*dead[::-1], dead[-1]]


@given(fruit_boards.boards())
def test_the_figures_of_fruit_dating(board: FruitBoard) -> None:
    solved = registry.get_game("fruit-dating").solver.solve(board)
    states, facts = states_of(board, "fruit-dating"), solved.facts
    assert (states.count, states.dead_count) == (facts["states"], facts["dead_states"])
    ends = [lead.end for n in range(states.count) for lead in states.list_transitions(n)]
    assert ends.count("won") == facts["winning_moves"]
    assert ends.count("lost") == facts["losing_moves"]
    assert len(ends) - ends.count("lost") == facts["transitions"]
    assert states.get_node(0).remaining == facts["moves"]
    assert len(states.path) == (facts["moves"] or 0)


def test_fruit_dating_has_one_way_to_win_and_reasons_to_lose() -> None:
    level = levelfile.read_level(PUDDLES)
    states = states_of(level.board, level.game)
    assert states.win_titles == ("win",)
    start = {lead.move: lead for lead in states.list_transitions(0)}
    assert start["D"] == Transition("D", None, "lost", "mud")
    assert states.follow_moves(("D",)) == Arrival(0, start["D"])
    last = states.path[-1]
    assert list_winning_ways(states.get_node(last).kind) == (0,)
    assert [lead.note for lead in states.list_transitions(last) if lead.end == "won"] == [""]
