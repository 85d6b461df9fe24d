"""The levels of Skiddy that come with the workbench: fair, fresh, in order, nothing for show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from shipped import board_in, each, facts_in, files_of, level_in, table_of
from skiddy_boards import GAME, expected_facts, state_of, to_reference
from skiddy_reference import explore

from engine import workshop
from engine.game import stored_verdict_checks
from engine.game.playthrough import replay_moves
from engine.games.skiddy.board import SkiddyBoard
from engine.values.grid import SYMMETRIES, Symmetry
from engine.values.grid import replace_cell as with_glyph

FILES = files_of(GAME.name)
WORLDS = {1: None, 2: "pits", 3: "two-colours", 4: "crates", 5: "ice"}
"""What every world brings in."""
GLYPHS = {"pits": "o", "two-colours": "b", "crates": "c", "ice": "i"}

every_level = each(FILES)


def number_of(file: Path) -> tuple[int, int]:
    """World and place of a level."""
    world, place = file.name.split("-")[:2]
    return int(world), int(place)


def named(world: int, place: int) -> Path:
    return next(file for file in FILES if number_of(file) == (world, place))


def objects_on(board: SkiddyBoard) -> set[str]:
    """What a board has beyond blocks and red Skiddies."""
    text = "".join((*board.tiles, *board.pieces))
    return {name for name, glyph in GLYPHS.items() if glyph in text}


def gist(board: SkiddyBoard) -> tuple[Any, ...]:
    """Stars, and the ways to win with their lengths, numbers and first solutions."""
    facts = GAME.solver.solve(board).facts
    return facts["stars"], facts["max_combo"], facts["no_combo"]


def perfect(board: SkiddyBoard) -> int | None:
    """Moves for Perfect of a level with three stars, None for any other board."""
    facts = GAME.solver.solve(board).facts
    return facts["max_combo"]["moves"] if facts["stars"] == 3 else None


# --- each level by itself ------------------------------------------------------------------


@every_level
def test_it_gives_no_warning_and_explains_its_idea_in_notes(file: Path) -> None:
    assert GAME.boards.find_warnings(board_in(file)) == ()
    assert level_in(file).notes


@every_level
def test_its_verdict_is_what_a_new_solve_says(file: Path) -> None:
    level = level_in(file)
    solved = GAME.solver.solve(level.board)
    assert not stored_verdict_checks.find_differences(level, solved)
    assert level.verdict is not None
    facts = {key: value for key, value in level.verdict.facts.items() if key != "fun"}
    renewed = replace(level, verdict=replace(level.verdict, facts=facts))
    assert workshop.store_verdict(level, solved) == renewed


@every_level
def test_it_is_fair_by_the_slow_reading_too(file: Path) -> None:
    facts = explore(to_reference(board_in(file)))
    assert (facts.stars, facts.dead_ends) == (3, ())
    expected = expected_facts(facts)
    assert {name: facts_in(file)[name] for name in expected} == expected


@every_level
def test_its_solution_is_perfect(file: Path) -> None:
    solution = facts_in(file)["solution"]
    run, legal = replay_moves(GAME.play, board_in(file), solution)
    assert legal
    assert (run.position.status, state_of(run.position).broken) == ("won", False)
    assert len(run.moves) == facts_in(file)["max_combo"]["moves"] == facts_in(file)["moves"]


@every_level
def test_the_best_way_is_clear(file: Path) -> None:
    facts = facts_in(file)
    assert facts["no_combo"]["moves"] > facts["max_combo"]["moves"]
    # Two of the first levels have a second way, the first one's mirror image: see their own tests.
    ways = 2 if number_of(file) in ((1, 3), (1, 4)) else 1
    assert facts["max_combo"]["shortest_solutions"] == ways


@every_level
def test_its_tags_name_what_is_on_the_board(file: Path) -> None:
    board, tags = board_in(file), set(level_in(file).tags)
    skiddies = sum(line.count("r") + line.count("b") for line in board.pieces)
    assert tags & set(GLYPHS) == objects_on(board)
    assert {f"world-{number_of(file)[0]}", f"skiddies-{skiddies}"} <= tags
    assert len(tags & {"tutorial", "medium", "hard"}) == 1


@every_level
def test_its_blocks_look_the_same_in_a_mirror_or_turned_round(file: Path) -> None:
    """With pits it is enough that blocks and floor would, where pits may be either."""
    assert own_symmetries(board_in(file))


def own_symmetries(board: SkiddyBoard) -> list[Symmetry]:
    """The symmetries but the identity that the blocks have; a pit goes for block and floor."""
    tiles = tuple(line.translate(str.maketrans("RB", "##")) for line in board.tiles)
    found = []
    for symmetry in SYMMETRIES[1:]:
        image = symmetry.transform_grid(tiles)
        if len(image) == len(tiles) and all(
            one == other or "o" in (one, other)
            for line, other_line in zip(tiles, image, strict=True)
            for one, other in zip(line, other_line, strict=False)
        ):
            found.append(symmetry)
    return found


# --- nothing for show ----------------------------------------------------------------------


def boards_without_one_object(board: SkiddyBoard) -> Iterator[tuple[str, SkiddyBoard]]:
    """The board without each of its pits, crates and ice cubes, one at a time."""
    for row, col, glyph in board.iterate_pieces():
        if glyph in "ci":
            pieces = with_glyph(board.pieces, row, col, ".")
            yield f"{glyph} at {row}, {col}", replace(board, pieces=pieces)
    for row, line in enumerate(board.tiles):
        for col, glyph in enumerate(line):
            if glyph == "o":
                tiles = with_glyph(board.tiles, row, col, ".")
                yield f"pit at {row}, {col}", replace(board, tiles=tiles)


@every_level
def test_no_object_can_be_taken_away_without_a_difference(file: Path) -> None:
    board = board_in(file)
    moves = perfect(board)
    assert [what for what, b in boards_without_one_object(board) if perfect(b) == moves] == []


@every_level
def test_every_goal_is_good_for_something(file: Path) -> None:
    board = board_in(file)
    for row, line in enumerate(board.tiles):
        for col, glyph in enumerate(line):
            if glyph in "RB":
                tiles = with_glyph(board.tiles, row, col, "#")
                other = replace(board, tiles=tiles)
                assert GAME.boards.find_problems(other) or gist(other) != gist(board), (row, col)


@every_level
def test_every_block_matters_alone_or_with_its_image(file: Path) -> None:
    board = board_in(file)
    inner = [
        (row, col)
        for row, line in enumerate(board.tiles)
        for col, glyph in enumerate(line)
        if glyph == "#" and not board.is_border(row, col)
    ]
    for place in inner:
        others = [cleared(board, {place})]
        others += [cleared(board, {place, s.transform_cell(*place, board.rows, board.cols)})
                   for s in own_symmetries(board)]  # fmt: skip
        assert any(gist(other) != gist(board) for other in others), place


def cleared(board: SkiddyBoard, places: set[tuple[int, int]]) -> SkiddyBoard:
    tiles = board.tiles
    for row, col in places:
        tiles = with_glyph(tiles, row, col, ".")
    return replace(board, tiles=tiles)


@every_level
def test_two_colours_are_distinguished_for_a_reason(file: Path) -> None:
    board = board_in(file)
    if "two-colours" in objects_on(board):
        table = str.maketrans("bB", "rR")
        grids = (tuple(line.translate(table) for line in g) for g in (board.tiles, board.pieces))
        assert gist(SkiddyBoard(*grids)) != gist(board)


# --- the set -------------------------------------------------------------------------------


def test_there_are_five_worlds_in_order() -> None:
    places = Counter(number_of(file)[0] for file in FILES)
    assert set(places) == set(WORLDS)
    assert min(places.values()) >= 5
    for world, count in places.items():
        found = [number_of(file)[1] for file in FILES if number_of(file)[0] == world]
        assert found == list(range(1, count + 1))
    assert len({level_in(file).title for file in FILES}) == len(FILES)


def test_worlds_get_harder() -> None:
    for earlier, later in pairwise(FILES):
        if number_of(earlier)[0] == number_of(later)[0]:
            assert facts_in(earlier)["moves"] <= facts_in(later)["moves"]
    for world in WORLDS:
        assert "tutorial" in level_in(named(world, 1)).tags
        last = [file for file in FILES if number_of(file)[0] == world][-1]
        assert "hard" in level_in(last).tags
        assert facts_in(named(world, 1))["moves"] <= 2
        assert facts_in(last)["moves"] >= 9


def test_every_world_brings_in_one_object_alone_and_keeps_to_it() -> None:
    known: set[str] = set()
    for world, new in WORLDS.items():
        files = [file for file in FILES if number_of(file)[0] == world]
        for file in files:
            found = objects_on(board_in(file))
            assert not new or new in found, file.name
            assert found <= known | ({new} if new else set()), file.name
            if file != files[-1]:
                assert len(found) == (new is not None), file.name
        known |= {new} if new else set()


def test_the_table_of_the_read_me_lists_them() -> None:
    expected = []
    for file in FILES:
        facts = facts_in(file)
        numbers = (facts["max_combo"]["moves"], facts["no_combo"]["moves"], facts["states"])
        expected.append((file.name, level_in(file).title, *map(str, numbers)))
    columns = r"(.+?) \| (\d+) \| (\d+) \| (\d+)"
    assert table_of("Skiddy", columns) == expected
