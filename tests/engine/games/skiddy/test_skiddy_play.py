"""Better kinds of winning: the guide to them, the medals for them, and the moves as drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1, Fixture
from skiddy_boards import GAME, board_of, to_reference
from skiddy_reference import Graph, State, distances_to_win, graph_of

from engine.game import exploration, registry
from engine.game.play_position import Position
from engine.game.playthrough import replay_moves
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.play import MAX_COMBO
from engine.values.budget import Control
from engine.values.win_distance_guide import HOPELESS, WON, Guide, Lookahead
from workbench.service import tasks

pytestmark = pytest.mark.jitless

FIRST = board_of(LEVEL_1_1)
NO_AIM_WINS = MAX_COMBO._replace(kind=1)
"""The other kind, as if it were something to aim at."""


def guide_of(board: SkiddyBoard) -> Guide:
    found = GAME.solver.solve(board).guide
    assert found is not None
    return found


def paths(graph: Graph) -> Iterator[tuple[State, tuple[str, ...]]]:
    """Every state with moves that lead there."""
    start = next(iter(graph))
    found: dict[State, tuple[str, ...]] = {start: ()}
    for state, edges in graph.items():
        for letter, edge in edges.items():
            if edge.win is None and edge.after not in found:
                found[edge.after] = (*found[state], letter)
    yield from found.items()


# The guide.


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_every_state_is_as_far_from_each_kind_of_win_as_the_plain_reading_says(
    fixture: Fixture,
) -> None:
    board = board_of(fixture.rows)
    graph, _ = graph_of(to_reference(board))
    guide = guide_of(board)
    for aim, kind in ((MAX_COMBO, "max"), (NO_AIM_WINS, "end")):
        toward = guide.build_guide(aim)
        assert toward is not None
        far = distances_to_win(graph, (kind,))
        for state, moves in paths(graph):
            best = tuple(
                letter
                for letter, edge in graph[state].items()
                if state in far
                and (
                    edge.win == kind
                    if far[state] == 1
                    else edge.win is None and far.get(edge.after) == far[state] - 1
                )
            )
            expected = Lookahead(far[state], best) if state in far else HOPELESS
            assert toward.look_ahead(moves) == expected


def test_wins_of_another_kind_are_dead_ends() -> None:
    toward = guide_of(FIRST).build_guide(MAX_COMBO)
    assert toward is not None
    assert toward.look_ahead(("L", "D")) == WON
    assert toward.look_ahead(("D", "L", "D")) == HOPELESS


@pytest.mark.parametrize("number", [0, 4, 8, 13, 20])
def test_playing_leads_to_the_same_wins_as_the_graph(number: int) -> None:
    board = board_of(FIXTURES[number].rows)
    graph, played = (
        guide_of(board).build_guide(MAX_COMBO),
        exploration.explore_positions(GAME.play, board),
    )
    assert graph is not None and played is not None
    toward = played.build_guide(MAX_COMBO)
    assert toward is not None
    for _, moves in paths(graph_of(to_reference(board))[0]):
        assert toward.look_ahead(moves) == graph.look_ahead(moves)
        for letter in "URDL":
            assert toward.look_ahead((*moves, letter)) == graph.look_ahead((*moves, letter))


def test_a_solution_leads_to_its_own_kind_only() -> None:
    guide = exploration.follow_solution(GAME.play, FIRST, ("L", "D"), MAX_COMBO)
    assert guide is not None
    assert guide.look_ahead(("L",)) == Lookahead(1, ("D",))
    assert guide.look_ahead(("L", "D")) == WON
    assert guide.look_ahead(("D", "L", "D")) == HOPELESS
    assert guide.build_guide(MAX_COMBO) is None
    assert exploration.follow_solution(GAME.play, FIRST, ("D", "L", "D"), MAX_COMBO) is None


def test_kinds_are_not_looked_for_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("engine.search.strategies.find_distances_toward", refuse)
    assert tasks.solve_board(GAME, FIRST, Control(), guided=True).guide is not None


# Every game.


@pytest.mark.parametrize("game", registry.list_games(), ids=lambda game: game.name)
def test_aims_are_facts_of_the_verdict_and_have_words(game: object) -> None:
    aims = registry.get_game(game.name).play.aims  # type: ignore[attr-defined]
    assert len({aim.kind for aim in aims}) == len(aims)
    for aim in aims:
        assert aim.title and aim.short_title and aim.missed_title
        assert len(aim.short_title) <= 10, "columns beside the board are narrow"


# Medals.


def awards(
    moves: str, board: SkiddyBoard = FIRST, known: Mapping[str, Any] | None = None
) -> list[bool | None]:
    run, legal = replay_moves(GAME.play, board, moves)
    assert legal and run.position.status == "won"
    known = GAME.solver.solve(board).facts if known is None else known
    made = GAME.play.list_awards(run.position, len(run.moves), known)
    assert tuple(award.title for award in made) == GAME.play.medals
    return [award.earned for award in made]


@pytest.mark.parametrize(
    ("moves", "earned"),
    [
        ("LD", [True, True, True]),
        ("LRLD", [True, False, False]),
        ("DLD", [False, False, False]),
    ],
)
def test_medals_are_for_the_combo_the_fewest_moves_and_both(moves: str, earned: list[bool]) -> None:
    assert awards(moves) == earned


def test_the_fewest_moves_are_those_of_any_kind_of_win() -> None:
    board = board_of(next(f for f in FIXTURES if f.name == "F09").rows)
    facts = GAME.solver.solve(board).facts
    assert awards(facts["no_combo"]["solution"], board) == [False, True, False]
    assert awards(facts["max_combo"]["solution"], board) == [True, False, False]


def test_what_is_not_known_is_not_guessed() -> None:
    assert awards("LD", known={"moves": None}) == [True, None, None]
    assert awards("DLD", known={}) == [False, None, False]


def test_a_broken_combo_is_missed_from_then_on() -> None:
    run, _ = replay_moves(GAME.play, FIRST, "DL")
    assert GAME.play.is_aim_missed(run.position, MAX_COMBO)
    assert not GAME.play.is_aim_missed(run.start, MAX_COMBO)


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        ("#####/#rrr#/#   #/#R###", "triple combo: all 3 red out, maximum combo"),
        ("######/#rr r#/#    #/#R####", "double combo: 2 red out, combo broken"),
        (
            "#######/#rr bb#/#     #/#R##B##",
            "double combo: all 2 red out, double combo: all 2 blue out, maximum combo",
        ),
        ("######/#rr b#/#    #/#R##B#", "double combo: all 2 red out, 1 blue out, maximum combo"),
        ("#######/#rr bb#/##   ##/#R#B###", ""),
    ],
)
def test_a_piece_that_leaves_is_reported_as_a_combo(rows: str, note: str) -> None:
    board = board_of(rows)
    assert GAME.play.step(GAME.play.create_start(board), "D").note == note


def test_a_whole_colour_out_leaves_the_combo_possible() -> None:
    board = board_of("######/#rr b#/#    #/#R#B##")
    note = GAME.play.step(GAME.play.create_start(board), "D").note
    assert note == "double combo: all 2 red out, combo not broken"


def test_a_broken_combo_is_reported_once() -> None:
    board = board_of(next(fixture for fixture in FIXTURES if fixture.name == "F06").rows)
    first, again = (
        replay_moves(GAME.play, board, moves)[0].last_step for moves in ("ULU", "ULURULU")
    )
    assert first is not None and first.note == "1 red out, combo broken"
    assert again is not None and again.note == "1 red out"


# As drawn.


def drawn(position: Position) -> dict[int, tuple[int, int]]:
    """The cell of every piece on the board, by its identity."""
    pieces = GAME.play.draw_picture(position).pieces
    return {piece.identity: cell for cell, piece in pieces.items()}


def test_a_piece_that_leaves_slides_onto_the_goal_and_is_gone() -> None:
    step = GAME.play.step(GAME.play.create_start(board_of("#####/#r  #/#   #/#R###")), "D")
    assert [drawn(at) for at in (step.before, *step.passed, step.after)] == [
        {0: (1, 1)}, {0: (2, 1)}, {0: (3, 1)}, {},
    ]  # fmt: skip


def test_those_taken_along_go_once_the_first_is_in_the_door() -> None:
    step = GAME.play.step(GAME.play.create_start(board_of("#####/#rr #/#   #/#R###")), "D")
    assert [drawn(at) for at in step.passed] == [
        {0: (2, 1), 1: (2, 2)}, {0: (3, 1), 1: (2, 2)},
    ]  # fmt: skip


def test_a_crate_waits_until_it_is_pushed() -> None:
    step = GAME.play.step(GAME.play.create_start(board_of("#########/#r   c  #/##R######")), "R")
    shown = [drawn(step.before), *(drawn(at) for at in step.passed), drawn(step.after)]
    assert shown == [
        {0: (1, 1), 1: (1, 5)}, {0: (1, 4), 1: (1, 5)}, {0: (1, 5), 1: (1, 6)},
    ]  # fmt: skip
