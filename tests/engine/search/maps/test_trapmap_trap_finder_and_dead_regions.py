"""The map of traps: every count against plain searches, and boards whose traps are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

import fruit_boards
import pytest
import reference.fruit_dating as fruit_reference
import skiddy_boards
import skiddy_reference
from cases_skiddy import FIXTURES, LEVEL_1_1, Fixture
from hypothesis import given

from engine.errors import Cancelled
from engine.game.game import Game
from engine.game.playthrough import replay_moves
from engine.games.fruit_dating.board import FruitBoard
from engine.games.skiddy.board import SkiddyBoard
from engine.search.maps import trap_finder, trapmap
from engine.search.maps.trapmap import MANY, Landing, Occupancy, Region, Trap, TrapMap
from engine.values.budget import Budget, Control
from engine.values.level import Board

Cell = tuple[int, int]
MAX_STATES = 250
TITLES = {"r": "red Skiddy", "b": "blue Skiddy", "c": "crate", "i": "ice cube"}
LOST, WON = "lost", "won"


@dataclass
class Plain:
    """A graph in plain dictionaries, states by their numbers in the order of discovery.

    Attributes:
        edges: by state and letter the state reached, or how the level ends.
        standing: by state the kind of piece on every cell that has one.
        to_win: moves to a win; what is missing is dead.
        ways: the first of the shortest ways to every state.
    """

    edges: list[dict[str, int | str]]
    standing: list[dict[Cell, str]]
    _onward: dict[int, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.to_win: set[int] = set()
        grown = -1
        while grown != len(self.to_win):
            grown = len(self.to_win)
            self.to_win |= {
                state
                for state, moves in enumerate(self.edges)
                if any(to == WON or to in self.to_win for to in moves.values())
            }
        self.ways = {0: ""}
        for state, moves in enumerate(self.edges):
            for letter, to in moves.items():
                if isinstance(to, int):
                    self.ways.setdefault(to, self.ways[state] + letter)

    @property
    def dead(self) -> set[int]:
        return set(range(len(self.edges))) - self.to_win

    def traps(self) -> dict[str, int | str]:
        """Where trap moves lead, by the ways into them."""
        return {
            self.ways[state] + letter: to
            for state in sorted(self.to_win)
            for letter, to in self.edges[state].items()
            if to == LOST or to in self.dead
        }

    def onward(self, state: int) -> set[int]:
        """The states that can be reached, the state itself included."""
        if state not in self._onward:
            seen = [state]
            for each in seen:  # grows while it is walked
                seen += {to for to in self.edges[each].values() if isinstance(to, int)} - set(seen)
            self._onward[state] = set(seen)
        return self._onward[state]

    def circles(self, state: int) -> bool:
        """Whether one can come back to where one was, from that state on."""
        return any(
            isinstance(to, int) and each in self.onward(to)
            for each in self.onward(state)
            for to in self.edges[each].values()
        )

    def longest(self, state: int) -> int:
        """The longest walk, where none is without end; every walk is tried."""
        lengths = (
            1 + (0 if isinstance(to, str) else self.longest(to))
            for to in self.edges[state].values()
        )
        return max(lengths, default=0)

    def regions(self) -> list[set[int]]:
        """What hangs together among dead states."""
        found: list[set[int]] = []
        for state in self.dead:
            beside = [region for region in found if region & self.onward(state)]
            found = [region for region in found if region not in beside]
            found.append(self.onward(state).union(*beside))
        return found

    def landings(self, state: int, to: int) -> set[tuple[Cell, str]]:
        return set(self.standing[to].items()) - set(self.standing[state].items())


def skiddy_graph(board: SkiddyBoard) -> Plain | None:
    own = skiddy_boards.to_reference(board)
    try:
        graph, _ = skiddy_reference.graph_of(own, MAX_STATES)
    except skiddy_reference.TooManyStatesError:
        return None
    number = {state: index for index, state in enumerate(graph)}
    return Plain(
        [
            {letter: WON if edge.win else number[edge.after] for letter, edge in moves.items()}
            for moves in graph.values()
        ],
        [{(row, col): TITLES[kind] for row, col, kind in state.pieces} for state in graph],
    )


def fruit_graph(board: FruitBoard) -> Plain | None:
    own = fruit_boards.to_reference(board)
    try:
        graph, _ = fruit_reference._graph(own, MAX_STATES)
    except fruit_reference.TooManyStatesError:
        return None
    number: dict[Hashable, int] = {state: index for index, state in enumerate(graph)}
    blockers = {glyph for line in own.pieces for glyph in line if glyph in "ocb"}
    titles = {glyph: f"fruit {glyph}" for glyph in "ABCDEFGH"}
    only = {"o": "stone", "c": "car", "b": "barrel"}
    titles["o"] = only[blockers.pop()] if len(blockers) == 1 else "blocker"
    return Plain(
        [
            {
                letter: number[after] if outcome == "moved" else outcome
                for letter, (outcome, after) in moves.items()
            }
            for moves in graph.values()
        ],
        [{(row, col): titles[kind] for row, col, kind in state} for state in graph],
    )


def found(game: Game, board: Board) -> TrapMap:
    finder = game.solver.solve(board).traps
    assert finder is not None
    return finder.find_traps(Control())


def listed(trap_map: TrapMap) -> Iterator[Trap]:
    return (trap_map[index] for index in range(len(trap_map)))


def check(trap_map: TrapMap, plain: Plain, board: Board) -> None:
    """Holds a map against the plain graph, number by number."""
    assert (trap_map.positions, trap_map.dead) == (len(plain.edges), len(plain.dead))
    assert trap_map.starts_dead == (0 in plain.dead)
    check_moves(trap_map, plain)
    check_regions(trap_map, plain)
    check_cells(trap_map, plain, board)


def check_moves(trap_map: TrapMap, plain: Plain) -> None:
    expected = plain.traps()
    assert len(trap_map) == len(expected)
    assert {"".join(trap.moves): trap.target for trap in listed(trap_map)} == {
        way: None if to == LOST else f"S{to}" for way, to in expected.items()
    }
    assert trap_map.loss_count == sum(to == LOST for to in expected.values())
    for trap in listed(trap_map):
        state = int(trap.state[1:])
        assert "".join(trap.path) == plain.ways[state]
        assert (trap.target is None) == (trap.region is None)
        if trap.target is None:
            assert (trap.positions, trap.longest, trap.landings) == (0, 0, ())
            continue
        target = int(trap.target[1:])
        assert trap.positions == min(len(plain.onward(target)), MANY)
        landed = {((each.row, each.col), each.kind) for each in trap.landings}
        assert landed == plain.landings(state, target)
        assert trap.longest == (None if plain.circles(target) else plain.longest(target))
    order = [(len(trap.moves), -trap.positions) for trap in listed(trap_map)]
    assert order == sorted(order)


def check_regions(trap_map: TrapMap, plain: Plain) -> None:
    regions = plain.regions()
    expected = Counter()
    for region in regions:
        ways = [way for way, to in plain.traps().items() if to in region]
        first = min(region)
        expected[Region(len(region), len(ways), tuple(plain.ways[first]))] += 1
    assert (
        Counter(trap_map.get_region(number) for number in range(trap_map.region_count)) == expected
    )
    order = [
        (len(r.path), -r.positions) for r in map(trap_map.get_region, range(trap_map.region_count))
    ]
    assert order == sorted(order)
    for trap in listed(trap_map):
        if trap.target is not None and trap.region is not None:
            home = next(region for region in regions if int(trap.target[1:]) in region)
            assert trap_map.get_region(trap.region).positions == len(home)
            assert trap_map.get_region(trap.region).path == tuple(plain.ways[min(home)])


def check_cells(trap_map: TrapMap, plain: Plain, board: Board) -> None:
    places = {trap: number for number, trap in enumerate(listed(trap_map))}
    for row in range(board.rows):
        for col in range(board.cols):
            cell = row, col
            here = [trap for trap in places if any((x.row, x.col) == cell for x in trap.landings)]
            assert trap_map.count_landings(cell) == len(here)
            first = [places[trap] for trap in here][: trapmap.AT_CELL]
            assert trap_map.list_traps_at(cell) == tuple(first)
            total, dead = Counter(), Counter()
            for state, standing in enumerate(plain.standing):
                if cell in standing:
                    total[standing[cell]] += 1
                    dead[standing[cell]] += state in plain.dead
            expected = {
                Occupancy(
                    kind,
                    total[kind],
                    dead[kind],
                    sum(Landing(row, col, kind) in trap.landings for trap in here),
                )
                for kind in total
            }
            assert set(trap_map.list_occupancies(cell)) == expected


@given(skiddy_boards.boards())
def test_random_boards_of_skiddy(board: SkiddyBoard) -> None:
    plain = skiddy_graph(board)
    if plain is not None:
        check(found(skiddy_boards.GAME, board), plain, board)


@given(fruit_boards.boards())
def test_random_boards_of_fruit_dating(board: FruitBoard) -> None:
    plain = fruit_graph(board)
    if plain is not None:
        check(found(fruit_boards.GAME, board), plain, board)


@pytest.mark.parametrize("count", [30, pytest.param(100, marks=pytest.mark.slow)])
def test_boards_of_skiddy_with_every_mix(count: int) -> None:
    trapped = 0
    for own, _ in skiddy_boards.random_levels(range(count), (4, 6), (5, 7), MAX_STATES):
        board = skiddy_boards.to_engine(own)
        plain, trap_map = skiddy_graph(board), found(skiddy_boards.GAME, board)
        assert plain is not None
        check(trap_map, plain, board)
        trapped += bool(len(trap_map))
    assert trapped >= count // 15


def test_hundreds_of_boards_of_fruit_dating_with_everything() -> None:
    trapped = lost = 0
    for own, _ in fruit_boards.random_levels(range(300), (4, 6), MAX_STATES):
        board = fruit_boards.to_engine(own)
        plain, trap_map = fruit_graph(board), found(fruit_boards.GAME, board)
        assert plain is not None
        check(trap_map, plain, board)
        trapped += bool(trap_map.region_count) and bool(len(trap_map))
        lost += bool(trap_map.loss_count)
    assert min(trapped, lost) >= 20


@pytest.mark.jitless
@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda fixture: fixture.name)
def test_fixtures_of_skiddy(fixture: Fixture) -> None:
    board = skiddy_boards.board_of(fixture.rows)
    plain = skiddy_graph(board)
    assert plain is not None
    trap_map = found(skiddy_boards.GAME, board)
    assert trap_map.dead == fixture.expected["dead_ends"]
    check(trap_map, plain, board)


def skiddy_traps(name: str) -> TrapMap:
    fixture = next(fixture for fixture in FIXTURES if fixture.name == name)
    return found(skiddy_boards.GAME, skiddy_boards.board_of(fixture.rows))


@pytest.mark.jitless
def test_a_skiddy_left_behind_goes_round_and_round() -> None:
    trap_map = skiddy_traps("F21")
    assert (trap_map.dead, len(trap_map), trap_map.region_count, trap_map.loss_count) == (
        7,
        10,
        1,
        0,
    )
    assert trap_map.get_region(0) == Region(7, 10, ("R", "D"))
    first = trap_map[0]
    assert (first.state, first.path, first.move, first.target) == ("S2", ("R",), "D", "S7")
    assert (first.positions, first.longest) == (7, None)
    # One is left: whichever way it came, it stops at seven places in turn, never over the goal.
    round_trip = [(1, 2), (1, 5), (2, 1), (2, 2), (3, 1), (3, 2), (3, 5)]
    dead = {
        (row, col)
        for row in range(5)
        for col in range(7)
        if any(standing.dead for standing in trap_map.list_occupancies((row, col)))
    }
    assert sorted(dead) == round_trip


@pytest.mark.jitless
def test_a_crate_in_the_corner_is_the_trap() -> None:
    trap_map = skiddy_traps("F22")
    assert (trap_map.dead, len(trap_map), trap_map.region_count) == (30, 14, 6)
    assert [trap_map.get_region(number).positions for number in range(6)] == [10, 4, 4, 4, 4, 4]
    assert trap_map.get_region(0).path == ("L",)
    assert trap_map[0].moves == ("L",)
    assert trap_map.list_occupancies((1, 1)) == (Occupancy("crate", 30, 30, 14),)
    crate, *_ = trap_map.list_occupancies((1, 1))
    assert crate.is_certain
    assert trap_map.count_landings((1, 1)) == 14
    assert trap_map.list_traps_at((1, 1)) == tuple(range(14))
    # Beside it a Skiddy is a certain trap too: it pushed the crate; a crate there is none.
    red, crate = trap_map.list_occupancies((1, 2))
    assert (red.kind, red.is_certain, red.positions) == ("red Skiddy", True, 8)
    assert (crate.kind, crate.dead) == ("crate", 0)


@pytest.mark.jitless
def test_a_pit_holds_the_last_one() -> None:
    trap_map = skiddy_traps("F23")
    assert (trap_map.dead, len(trap_map), trap_map.region_count) == (9, 11, 1)
    assert trap_map.get_region(0) == Region(9, 11, ("U", "R"))
    assert trap_map[0].landings == (Landing(1, 6, "red Skiddy"),)


@pytest.mark.jitless
def test_a_level_without_dead_ends_has_no_trap() -> None:
    trap_map = found(skiddy_boards.GAME, skiddy_boards.board_of(LEVEL_1_1))
    assert (
        len(trap_map),
        trap_map.dead,
        trap_map.region_count,
        trap_map.loss_count,
        trap_map.starts_dead,
    ) == (
        0,
        0,
        0,
        0,
        False,
    )
    assert trap_map.list_occupancies((1, 1))[0].dead == 0
    assert (
        trap_map.list_occupancies((0, 0))
        == trap_map.list_occupancies((99, 0))
        == trap_map.list_occupancies((0, 99))
        == ()
    )
    assert trap_map.list_traps_at((1, 1)) == ()
    with pytest.raises(IndexError):
        trap_map[0]
    with pytest.raises(IndexError):
        trap_map.get_region(0)


@pytest.mark.jitless
def test_where_nothing_can_be_won_no_move_is_a_trap() -> None:
    trap_map = skiddy_traps("F24")
    assert (len(trap_map), trap_map.dead, trap_map.starts_dead) == (0, 12, True)
    assert trap_map.get_region(0) == Region(12, 0, ())


@pytest.mark.jitless
def test_a_move_that_loses_is_a_trap_without_positions_behind_it() -> None:
    board = fruit_boards.board_of("##### #...# #~..# #####", "..... .A.A. ..... .....")
    trap_map = found(fruit_boards.GAME, board)
    assert (len(trap_map), trap_map.loss_count, trap_map.dead, trap_map.region_count) == (
        1,
        1,
        0,
        0,
    )
    assert trap_map[0] == Trap("S0", (), "D", None, 0, 0, None, ())
    assert trap_map.count_landings((2, 1)) == 0


def test_large_traps_are_counted_no_further_than_need_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trap_finder, "MANY", 4)
    trap_map = skiddy_traps("F22")
    assert {trap.positions for trap in listed(trap_map)} == {4}
    assert trap_map.get_region(0).positions == 10


def test_a_walk_with_an_end_is_measured() -> None:
    stuck = SkiddyBoard(
        ("#R###", "#oo##", "#oooR", "#####"), (".....", ".cr..", "..cr.", ".....")
    )  # fmt: skip
    assert 0 in {trap.longest for trap in listed(found(skiddy_boards.GAME, stuck))}
    pushed = SkiddyBoard(
        ("#####", "###o#", "R.o.#", "##R##"), (".....", ".....", ".rcr.", ".....")
    )  # fmt: skip
    assert 1 in {trap.longest for trap in listed(found(skiddy_boards.GAME, pushed))}
    lost = fruit_boards.board_of(
        "####hh #..h.# #h...# #....# ######", "...... ....G. ..b.o. .G.... ......"
    )
    trap_map = found(fruit_boards.GAME, lost)
    assert {trap.longest for trap in listed(trap_map)} == {None, 0, 1, 2, 3}
    for board, plain in ((stuck, skiddy_graph(stuck)), (pushed, skiddy_graph(pushed))):
        assert plain is not None
        check(found(skiddy_boards.GAME, board), plain, board)
    plain = fruit_graph(lost)
    assert plain is not None
    check(trap_map, plain, lost)


def test_every_trap_leads_where_it_says() -> None:
    for rows in (FIXTURES[20].rows, FIXTURES[21].rows, FIXTURES[22].rows):
        board = skiddy_boards.board_of(rows)
        solved = skiddy_boards.GAME.solver.solve(board)
        trap_map = found(skiddy_boards.GAME, board)
        assert solved.guide is not None
        for trap in listed(trap_map):
            run, legal = replay_moves(skiddy_boards.GAME.play, board, trap.moves)
            assert legal
            before, after = solved.guide.look_ahead(trap.path), solved.guide.look_ahead(run.moves)
            assert before is not None
            assert after is not None
            assert (before.is_dead, after.is_dead) == (False, True)
            row = solved.trace.find_row(trap.moves)
            assert row is not None
            assert solved.trace[row].name == trap.target


def test_nothing_is_reported_of_a_part() -> None:
    board = skiddy_boards.board_of(FIXTURES[21].rows)
    assert skiddy_boards.GAME.solver.solve(board, budget=Budget(5)).traps is None
    assert skiddy_boards.GAME.solver.solve(board, "uniform-cost").traps is None


def test_it_can_be_stopped() -> None:
    finder = skiddy_boards.GAME.solver.solve(skiddy_boards.board_of(FIXTURES[21].rows)).traps
    assert finder is not None
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled):
        finder.find_traps(control)
