"""The slow reading of Fruit Dating, checked by hand-worked boards and against itself."""

import random
from collections.abc import Iterator

import pytest
from cases_fruit_dating import LEVEL_ONE, RULE_CASES
from reference.fruit_dating import (
    FRUIT,
    SYMMETRIES,
    RefBoard,
    RefFacts,
    TooManyStatesError,
    canonical,
    explore,
    naive,
    problems,
    published,
    random_board,
    start_state,
    symmetries_hold,
    tilt,
    transform,
    transform_moves,
    uniform_cost,
)

FIRST_LEVEL = RefBoard(LEVEL_ONE.tiles, LEVEL_ONE.pieces, LEVEL_ONE.gates)


def corridor(tiles: str, pieces: str) -> RefBoard:
    """A board of one row of tiles."""
    wall, none = "#" * len(tiles), "." * len(tiles)
    return RefBoard((wall, tiles, wall), (none, pieces, none))


def random_boards(count: int, max_states: int) -> Iterator[tuple[RefBoard, RefFacts]]:
    """Random boards of several sizes that have at most so many states, and their facts."""
    for seed in range(count):
        rng = random.Random(seed)
        rows, cols = rng.choice(((3, 6), (4, 4), (5, 5), (5, 7), (6, 6), (8, 8)))
        board = random_board(rng, rows, cols, features=seed % 3 > 0)
        try:
            yield board, explore(board, max_states)
        except TooManyStatesError:
            continue


# --- the rules -----------------------------------------------------------------------------


def test_every_example_has_its_own_name() -> None:
    assert len({case.name for case in RULE_CASES}) == len(RULE_CASES)


def test_positions_with_other_blockers_or_swapped_fruit_are_equal() -> None:
    ours = corridor("#......#", ".oAcAb..")
    theirs = corridor("#......#", ".bAoAo..")
    assert start_state(ours) != start_state(theirs)
    assert canonical(start_state(ours)) == canonical(start_state(theirs))


@pytest.mark.parametrize(
    ("board", "first"),
    [
        (corridor("#....#", ".oc..."), "no fruit"),
        (corridor("#....#", ".ABBB."), "odd number of A"),
        (corridor("#.....", ".A.A.."), "open border at 1,5"),
        (corridor("#..#.#", ".A.A.."), "piece on a solid tile at 1,3"),
        (corridor("#" + "." * 15 + "#", ".AA" + "." * 14), "larger than 16x16"),
        (
            RefBoard(("####",), (".AA.",), frozenset({(0, 3, "right")})),
            "gate leaves the grid at 0,3",
        ),
        (
            RefBoard(("####",), ("....",), frozenset({(0, 1, "right"), (0, 2, "left")})),
            "two gates on one edge at 0,1",
        ),
    ],
)
def test_a_board_that_breaks_a_rule_says_which(board: RefBoard, first: str) -> None:
    assert first in problems(board)


# --- the facts of a graph ------------------------------------------------------------------


def test_facts_of_a_pair_in_a_corridor() -> None:
    assert explore(corridor("#....#", ".A..A.")) == RefFacts(
        states=1,
        transitions=2,
        winning_moves=2,
        losing_moves=0,
        depths=(1,),
        moves=1,
        solution="R",
        shortest_solutions=2,
        dead_states=0,
        solvable=True,
    )


def test_facts_of_a_pair_that_cannot_meet() -> None:
    # The left fruit stands left or right; either move leads to the other place.
    assert explore(corridor("#..#.#", ".A..A.")) == RefFacts(
        states=2,
        transitions=2,
        winning_moves=0,
        losing_moves=0,
        depths=(1, 1),
        moves=None,
        solution=None,
        shortest_solutions=0,
        dead_states=2,
        solvable=False,
    )


def test_losing_moves_lead_to_no_state() -> None:
    facts = explore(corridor("#~..h#.#", "..A...A."))
    assert (facts.states, facts.transitions, facts.losing_moves) == (1, 0, 2)
    assert (facts.dead_states, facts.solvable) == (1, False)


def test_dead_states_beside_a_win() -> None:
    # Down drops the right fruit into a pit for good; the left one then slides to and fro above.
    board = RefBoard(
        ("######", "#....#", "###.##", "######"),
        ("......", ".A.A..", "......", "......"),
        frozenset({(1, 3, "down")}),
    )
    assert explore(board) == RefFacts(
        states=3,
        transitions=5,  # right and left win, down; then right, and left
        winning_moves=2,
        losing_moves=0,
        depths=(1, 1, 1),
        moves=1,
        solution="R",
        shortest_solutions=2,
        dead_states=2,
        solvable=True,
    )


def test_too_many_states_is_said() -> None:
    assert explore(FIRST_LEVEL, max_states=41).states == 41
    with pytest.raises(TooManyStatesError):
        explore(FIRST_LEVEL, max_states=40)


# --- the first level and the published solver ----------------------------------------------


def test_the_first_level_has_one_shortest_solution_and_no_trap() -> None:
    assert problems(FIRST_LEVEL) == []
    facts = explore(FIRST_LEVEL)
    assert (facts.moves, facts.solution, facts.shortest_solutions) == (3, LEVEL_ONE.solution, 1)
    assert (facts.states, facts.dead_states, facts.losing_moves) == (41, 0, 0)


def test_the_first_level_goes_as_the_article_tells() -> None:
    rows, solution = published(FIRST_LEVEL)
    assert solution == "DLU"
    assert rows[:9] == [
        ("1-1", "start", "R", "new", None),
        ("1-2", "start", "U", "new", None),
        ("1-3", "start", "L", "new", None),
        ("1-4", "start", "D", "new", None),
        ("2-1", "1-4", "R", "new", None),
        ("2-2", "1-4", "U", "cut", "1-2"),
        ("2-3", "1-4", "L", "new", None),
        ("3-1", "2-3", "R", "cut", "2-1"),
        ("3-2", "2-3", "U", "won", None),
    ]
    # "No change if moved left", as the article says of its third picture.
    state = start_state(FIRST_LEVEL)
    for letter in "DL":
        _, state = tilt(FIRST_LEVEL, state, letter)
    assert tilt(FIRST_LEVEL, state, "L")[0] == "idle"


def test_the_second_run_of_the_first_level_finds_nothing() -> None:
    rows, _ = published(FIRST_LEVEL)
    rerun = [row for row in rows if row.name.startswith("2.")]
    assert rerun == rows[9:]
    assert rerun[0] == ("2.1-1", "start", "R", "new", None)
    # Situations at the limit are noted but not examined.
    assert {row.result for row in rerun} == {"new", "cut"}
    assert not any(row.parent_name.startswith("2.2-") for row in rerun)


def test_a_situation_reached_sooner_replaces_the_later_one() -> None:
    board = RefBoard(
        ("######", "#..#.#", "##...#", "######"),
        ("......", ".B..B.", "...BB.", "......"),
    )
    rows, solution = published(board)
    assert solution == "RD"
    assert rows[8] == ("4-2", "3-3", "U", "won", None)
    assert [row[:5] for row in rows[17:]] == [
        ("2.3-5", "2.2-1", "D", "new", None),
        ("2.2-3", "2.1-1", "R", "replaced", "2.3-1"),
        ("2.2-4", "2.1-1", "L", "replaced", "2.3-3"),
        ("2.2-5", "2.1-1", "D", "won", None),
        ("3.1-1", "start", "R", "new", None),
        ("3.1-2", "start", "L", "new", None),
    ]


def test_lost_and_won_trials_are_numbered() -> None:
    rows, solution = published(corridor("#....h", ".A.A.."))
    assert rows == [("1-1", "start", "R", "lost", None), ("1-2", "start", "L", "won", None)]
    assert solution == "L"


def test_the_depth_limit_ends_every_branch() -> None:
    rows, solution = published(FIRST_LEVEL, depth_limit=2)
    assert solution is None
    assert {row.name.split("-")[0] for row in rows} == {"1", "2"}
    assert published(FIRST_LEVEL, depth_limit=0) == ([], None)


# --- the solvers against each other --------------------------------------------------------


@pytest.mark.parametrize("count", [100, pytest.param(300, marks=pytest.mark.slow)])
def test_solvers_agree_on_random_boards(count: int) -> None:
    solvable = 0
    for board, facts in random_boards(count, max_states=300):
        rows, last = published(board)
        within = facts.moves is not None and facts.moves <= 30
        assert (len(last) if last is not None else None) == (facts.moves if within else None)
        assert len({row.name for row in rows}) == len(rows)
        assert uniform_cost(board) == facts.solution
        assert naive(board, 6) == (facts.solution if (facts.moves or 99) <= 6 else None)
        for solution in {facts.solution, last} - {None}:
            assert_wins(board, solution or "")
            solvable += 1
    assert solvable > count // 3


def assert_wins(board: RefBoard, moves: str) -> None:
    state = start_state(board)
    outcomes = []
    for letter in moves:
        outcome, state = tilt(board, state, letter)
        outcomes.append(outcome)
    assert outcomes == ["moved"] * (len(moves) - 1) + ["won"]


def test_facts_hang_together() -> None:
    for _, facts in random_boards(100, max_states=300):
        assert sum(facts.depths) == facts.states
        assert facts.winning_moves <= facts.transitions
        assert facts.transitions + facts.losing_moves <= 4 * facts.states
        assert facts.solvable == (facts.shortest_solutions > 0) == (facts.moves is not None)
        assert facts.solvable == (facts.winning_moves > 0) == (facts.dead_states < facts.states)


# --- symmetries ----------------------------------------------------------------------------


def test_a_turned_board_is_written_as_one_would_turn_it() -> None:
    board = RefBoard(
        ("####", "#>~#", "####"), ("....", "....", "...."), frozenset({(1, 1, "right")})
    )
    clockwise = transform(board, "clockwise")
    assert clockwise.tiles == ("###", "#v#", "#~#", "###")
    assert clockwise.gates == {(1, 1, "down")}
    mirrored = transform(board, "left-right")
    assert mirrored.tiles == ("####", "#~<#", "####")
    assert mirrored.gates == {(1, 2, "left")}
    assert transform_moves("RULD", "clockwise") == "DRUL"
    assert transform_moves("RULD", "diagonal") == "DLUR"


def test_the_eight_symmetries_are_a_group() -> None:
    board = random_board(random.Random(5), 5, 7)
    images = {transform(board, g) for g in SYMMETRIES}
    assert len(images) == 8
    for g in SYMMETRIES:
        assert {transform(image, g) for image in images} == images


@pytest.mark.parametrize("g", SYMMETRIES)
def test_a_turned_board_plays_the_same(g: str) -> None:
    turned = 0
    for board, facts in random_boards(50, max_states=100):
        if not symmetries_hold(board):
            continue
        turned += 1
        image = transform(board, g)
        assert problems(image) == []
        theirs = explore(image)
        # Which shortest solution comes first depends on the order R U L D; nothing else does.
        assert {**vars(theirs), "solution": None} == {**vars(facts), "solution": None}
        if facts.solution is not None:
            assert_wins(image, transform_moves(facts.solution, g))
    assert turned > 10


# --- random boards -------------------------------------------------------------------------


def test_random_boards_are_valid_and_repeat() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        rows, cols = rng.randint(3, 16), rng.randint(4, 16)
        board = random_board(rng, rows, cols)
        assert problems(board) == []
        assert (len(board.tiles), len(board.tiles[0])) == (rows, cols)
    assert random_board(random.Random(1), 6, 6) == random_board(random.Random(1), 6, 6)


def test_random_boards_show_every_feature() -> None:
    boards = [random_board(random.Random(seed), 8, 8) for seed in range(300)]
    assert set("".join(line for board in boards for line in board.tiles)) == set("#.~<>^vh")
    assert set("".join(line for board in boards for line in board.pieces)) == set(".ocb" + FRUIT)
    assert {word for board in boards for *_, word in board.gates} == {"right", "up", "left", "down"}
    ring = {line[0] for board in boards for line in board.tiles}
    assert ring == set("#<>^vh")
    plain = [random_board(random.Random(seed), 8, 8, features=False) for seed in range(100)]
    assert set("".join(line for board in plain for line in board.tiles)) == set("#.")
    assert not any(board.gates for board in plain)
