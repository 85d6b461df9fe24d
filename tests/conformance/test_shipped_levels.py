"""The levels that come with the workbench: sound, fresh, in order, and without idle objects."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from cases_fruit_dating import LEVEL_ONE
from shipped import board_in, each, facts_in, files_of, level_in, table_of

from engine import workshop
from engine.files import levelfile
from engine.game import registry
from engine.games.fruit_dating import fruit_codes
from engine.games.fruit_dating.board import FruitBoard
from engine.values.grid import SYMMETRIES, Grid
from engine.values.grid import replace_cell as with_glyph

FILES = files_of("fruit-dating")
GAME = registry.get_game("fruit-dating")

BLOCKERS = {"stone": "o", "car": "c", "barrel": "b"}
ANIMALS = {"hedgehogs": "h", "anteaters": "><^v"}
FEATURES = (*BLOCKERS, "two-colours", "four-of-one", "one-ways", "mud", *ANIMALS)
QUICK_ATTEMPTS = 2000
"""Levels accepted within so many attempts are looked for again from the first."""

Length = int | None
"""Moves of the shortest solution, None if there is none."""

every_level = each(FILES)


def length(board: FruitBoard) -> Length:
    moves = GAME.solver.solve(board, "uniform-cost").moves
    return None if moves is None else len(moves)


def fruit_of(board: FruitBoard) -> str:
    return "".join(sorted(g for *_, g in board.iterate_pieces() if g in fruit_codes.FRUIT_GLYPHS))


def features_of(board: FruitBoard) -> set[str]:
    """What a board has beyond walls and one pair of fruit."""
    pieces, tiles, fruit = "".join(board.pieces), "".join(board.tiles), fruit_of(board)
    found = {name for name, glyph in BLOCKERS.items() if glyph in pieces}
    found |= {name for name, glyphs in ANIMALS.items() if set(glyphs) & set(tiles)}
    found |= {"mud"} if "~" in tiles else set()
    found |= {"one-ways"} if board.gates else set()
    found |= {"two-colours"} if len(set(fruit)) > 1 else set()
    found |= {"four-of-one"} if any(fruit.count(colour) > 2 for colour in fruit) else set()
    return found


def translated(grid: Grid, old: str, new: str) -> Grid:
    return tuple(line.translate(dict.fromkeys(map(ord, old), new)) for line in grid)


def boards_without(board: FruitBoard, feature: str) -> Iterator[FruitBoard]:
    """The board with a feature taken away; an animal leaves a wall, or floor."""
    if feature in BLOCKERS:
        yield replace(board, pieces=translated(board.pieces, BLOCKERS[feature], "."))
    elif feature in ANIMALS:
        for left in "#.":
            yield replace(board, tiles=translated(board.tiles, ANIMALS[feature], left))
    elif feature == "mud":
        yield replace(board, tiles=translated(board.tiles, "~", "."))
    elif feature == "one-ways":
        yield replace(board, gates=())
    elif feature == "two-colours":
        yield replace(board, pieces=translated(board.pieces, "BCDEFGH", "A"))


def without_inner_walls(board: FruitBoard) -> FruitBoard:
    first, *inner, last = board.tiles
    bare = (line[0] + line[1:-1].replace("#", ".") + line[-1] for line in inner)
    return replace(board, tiles=(first, *bare, last))


def boards_without_one_object(board: FruitBoard) -> Iterator[tuple[str, FruitBoard]]:
    """The board without each of its blockers, gates, muds and animals, one at a time."""
    for row, col, glyph in board.iterate_pieces():
        if glyph in fruit_codes.BLOCKER_GLYPHS:
            pieces = with_glyph(board.pieces, row, col, ".")
            yield f"{glyph} at {row}, {col}", replace(board, pieces=pieces)
    for gate in board.gates:
        yield f"gate {gate}", replace(board, gates=tuple(g for g in board.gates if g != gate))
    for row in range(board.rows):
        for col in range(board.cols):
            for left in {"~": ".", "#": "", ".": ""}.get(board.tiles[row][col], "#."):
                tiles = with_glyph(board.tiles, row, col, left)
                what = f"{board.tiles[row][col]} at {row}, {col}, now {left}"
                yield what, replace(board, tiles=tiles)


# --- each level by itself ------------------------------------------------------------------


@every_level
def test_it_explains_its_idea_in_notes(file: Path) -> None:
    assert level_in(file).notes


@every_level
def test_its_verdict_is_what_a_new_solve_says(file: Path) -> None:
    level = level_in(file)
    assert workshop.store_verdict(level, GAME.solver.solve(level.board)) == level


@every_level
def test_it_has_two_shortest_solutions_at_the_most(file: Path) -> None:
    assert facts_in(file)["shortest_solutions"] <= 2


def generated() -> list[Path]:
    """The levels that are as the generator made them."""
    found = []
    for file in FILES:
        provenance = level_in(file).provenance
        if provenance is not None and not provenance.edited:
            found.append(file)
    return found


@each(generated())
def test_its_provenance_rebuilds_the_same_bytes(file: Path) -> None:
    assert levelfile.dumps(workshop.rebuild(level_in(file))).encode() == file.read_bytes()


@each(generated())
def test_its_attempt_is_the_first_accepted_of_its_seed(file: Path) -> None:
    provenance = level_in(file).provenance
    assert provenance is not None
    if provenance.attempt < QUICK_ATTEMPTS:
        recorded = GAME.generator.parameters.restore_settings(provenance.parameters)
        again, _, _ = workshop.generate(GAME, provenance.seed, recorded)
        assert again.provenance is not None
        assert again.provenance.attempt == provenance.attempt
        assert again.board == level_in(file).board


@every_level
def test_its_tags_name_what_is_on_the_board(file: Path) -> None:
    board, tags = board_in(file), set(level_in(file).tags)
    assert tags & set(FEATURES) == features_of(board)
    assert f"pairs-{len(fruit_of(board)) // 2}" in tags
    assert len(tags & {"tutorial", "medium", "hard"}) == 1


@every_level
def test_its_walls_look_the_same_in_a_mirror_or_turned_round(file: Path) -> None:
    walls = translated(board_in(file).tiles, "".join(set(fruit_codes.TILES.codes) - {"#"}), ".")
    images = [s.transform_grid(walls) for s in SYMMETRIES[1:]]
    assert walls in images


# --- nothing for show ----------------------------------------------------------------------


@every_level
def test_no_object_can_be_taken_away_without_a_difference(file: Path) -> None:
    moves = length(board_in(file))
    idle = [what for what, b in boards_without_one_object(board_in(file)) if length(b) == moves]
    assert idle == []


@every_level
def test_it_needs_its_walls_and_each_of_its_features(file: Path) -> None:
    board = board_in(file)
    moves = length(board)
    assert length(without_inner_walls(board)) != moves
    for feature in features_of(board):
        for other in boards_without(board, feature):
            assert length(other) != moves, feature


def test_four_of_one_colour_leave_a_choice_that_matters() -> None:
    levels = [b for b in map(board_in, FILES) if "four-of-one" in features_of(b)]
    assert levels
    for board in levels:
        assert fruit_of(board) == "AAAA"
        moves = length(board)
        assert moves is not None
        places = [(row, col) for row, col, glyph in board.iterate_pieces() if glyph == "A"]
        longer = 0
        for partner in places[1:]:
            pieces = translated(board.pieces, "A", "B")
            for row, col in (places[0], partner):
                pieces = with_glyph(pieces, row, col, "A")
            found = length(replace(board, pieces=pieces))
            longer += found is None or found > moves
        # Only one way of pairing them off is the shortest.
        assert longer == 2


# --- the set -------------------------------------------------------------------------------


def test_there_are_at_least_a_dozen_in_order() -> None:
    assert len(FILES) >= 12
    assert [int(file.name[:2]) for file in FILES] == list(range(1, len(FILES) + 1))
    assert len({level_in(file).title for file in FILES}) == len(FILES)
    moves = [length(board_in(file)) or 0 for file in FILES]
    assert moves == sorted(moves)
    assert moves[0] == 3
    assert 10 <= moves[-1] <= 14


def test_each_feature_is_introduced_alone() -> None:
    known: set[str] = set()
    for file in FILES:
        found = features_of(board_in(file))
        new = found - known
        assert not new or found == new, f"{file.name}: {new} come with others"
        assert len(new) <= 1, file.name
        known |= found
    assert known == set(FEATURES)
    assert features_of(board_in(FILES[0])) == features_of(board_in(FILES[1])) == set()


def test_introduced_dangers_stand_in_the_way() -> None:
    for danger in ("mud", "hedgehogs"):
        board = next(b for b in map(board_in, FILES) if danger in features_of(b))
        moves = length(board)
        assert moves is not None
        for other in boards_without(board, danger):
            assert (length(other) or moves) < moves


def test_wrong_moves_matter_later() -> None:
    for file in FILES:
        if "tutorial" not in level_in(file).tags:
            assert facts_in(file)["dead_states"] > 0, file.name


def test_the_table_of_the_read_me_lists_them() -> None:
    expected = []
    for file in FILES:
        numbers = (facts_in(file)[name] for name in ("moves", "dead_states", "states"))
        expected.append((file.name, level_in(file).title, *map(str, numbers)))
    assert table_of("Fruit Dating", r"(.+?) \| (\d+) \| (\d+) of (\d+)") == expected


# --- the first level -----------------------------------------------------------------------


def test_the_first_level_is_the_one_of_the_article() -> None:
    board = board_in(FILES[0])
    assert FILES[0].name == "01-first-date.toml"
    assert (board.tiles, board.pieces, board.gates) == (LEVEL_ONE.tiles, LEVEL_ONE.pieces, ())


def test_the_first_level_goes_as_the_article_tells() -> None:
    solved = GAME.solver.solve(board_in(FILES[0]), "published")
    assert solved.facts["solution"] == "DLU"
    rows = [solved.trace[index] for index in range(len(solved.trace))]
    assert [(row.name, row.parent, row.move, row.result) for row in rows[:10]] == [
        ("start", "", "", "start, at most 30 moves"),
        ("1-1", "start", "R", "new"),
        ("1-2", "start", "U", "new"),
        ("1-3", "start", "L", "new"),
        ("1-4", "start", "D", "new"),
        ("2-1", "1-4", "R", "new"),
        ("2-2", "1-4", "U", "= 1-2, cut"),
        ("2-3", "1-4", "L", "new"),
        ("3-1", "2-3", "R", "= 2-1, cut"),
        ("3-2", "2-3", "U", "won"),
    ]
    # The run with one move less, and it finds nothing.
    assert (rows[10].name, rows[10].result) == ("2.start", "start, at most 2 moves")
    assert all(row.name.startswith("2.") for row in rows[10:])
    assert "won" not in {row.result for row in rows[10:]}
