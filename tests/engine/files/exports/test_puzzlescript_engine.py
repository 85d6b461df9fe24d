"""PuzzleScript's own engine plays exported levels, and agrees with our rules.

The engine is not part of this project. PUZZLESCRIPT_ENGINE names a folder with a copy of its
repository, which github.com/increpare/PuzzleScript holds; Node.js runs it.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import subprocess
from collections import Counter, deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from engine import workshop
from engine.errors import GenerationFailed
from engine.files.exports import puzzlescript
from engine.files.exports.formats import Artist, Sprite
from engine.game import registry
from engine.game.game import Game
from engine.game.play_position import Position
from engine.games.fruit_dating.board import FruitBoard
from engine.values.grid import STEPS
from engine.values.level import Level
from engine.values.script_rules import CONTROL

HARNESS = Path(__file__).parents[3] / "support" / "puzzlescript_engine.js"
ENGINE = os.environ.get("PUZZLESCRIPT_ENGINE", "")
LEVELS = int(os.environ.get("PUZZLESCRIPT_LEVELS", "500"))
PACK, CROWDED = 25, 12
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not ENGINE, reason="PUZZLESCRIPT_ENGINE names no copy of PuzzleScript"),
    pytest.mark.skipif(shutil.which("node") is None, reason="no Node.js to run PuzzleScript with"),
]

GREY = Artist(lambda game, name: Sprite(("#808080",), ("00000",) * 5), lambda *_: b"", "#000000")
ANY = {"inert": "0..", "inert_things": "refused"}
TILTED = {**ANY, "touching": "0..", "moves": "2..", "open_share": "0.."}
PITS = {**ANY, "stars": 0, "perfect": "1..", "pits": "0..100", "red_goals": "1..3"}
ALL_COLOURS = {**TILTED, "pairs": "4..9", "colours": "1..8"}
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "skiddy": [
        {**PITS, "crates": crates, "ice": ice, "blues": blues}
        for crates, ice, blues in [(0, 0, 0), (2, 0, 0), (0, 2, 2), (3, 2, 0), (0, 3, 2), (5, 0, 3)]
    ],
    "fruit-dating": [
        {**TILTED, "pairs": "1..4", "colours": "1..3", "blockers": "0..6"},
        {**TILTED, "one_ways": "3..10", "mud": "1..4", "blockers": "0..4", "pairs": "2..4"},
        {**TILTED, "anteaters": "2..6", "one_ways": "0..6", "pairs": "2..5", "colours": "1..2"},
        {**TILTED, "hedgehogs": "1..4", "mud": "0..2", "pairs": "2..4"},
        {**ALL_COLOURS, "anteaters": "1..5", "hedgehogs": "1..4", "mud": "1..5", "one_ways": 9},
        {**ALL_COLOURS, "rows": 12, "cols": 14, "anteaters": "1..12", "one_ways": "0..20"},
    ],
}


def generate_levels(game: Game) -> Iterator[Level]:
    seed = 0
    while True:
        settings = SETTINGS[game.name][seed % len(SETTINGS[game.name])]
        with contextlib.suppress(GenerationFailed):
            yield workshop.generate(game, seed, settings, max_attempts=3000)[0]
        seed += 1


def find_losing_plays(game: Game, board: object, most: int = 40) -> Iterator[str]:
    """Yield the moves to each loss from the first positions of the state graph."""
    start = game.play.create_start(board)
    seen, queue = {start.pieces}, deque([(start, "")])
    while queue:
        position, moves = queue.popleft()
        for move in game.play.moves:
            after = game.play.step(position, move.word).after
            if after.status == "lost":
                yield moves + move.word
            elif after.status == "playing" and after.pieces not in seen and len(seen) < most:
                seen.add(after.pieces)
                queue.append((after, moves + move.word))


def replay(game: Game, board: object, moves: str) -> list[tuple[Position, bool]]:
    """Return the position after each move, and whether the move counted, up to the end of play."""
    position, found = game.play.create_start(board), []
    for move in moves:
        step = game.play.step(position, move)
        position = step.after
        found.append((position, step.changed))
        if position.status != "playing":
            break
    return found


def list_cells(game: Game, position: Position) -> list[list[set[str]]]:
    rules = game.boards.get_script()
    assert rules is not None
    picture = game.play.draw_picture(position)
    objects = puzzlescript.list_objects(picture, rules)
    return [[{name.lower() for name in cell} for cell in line] for line in objects]


def run_engine(source: str, plays: list[tuple[int, str]]) -> list[list[dict[str, Any]]]:
    job = {"source": source, "plays": [{"level": at, "moves": moves} for at, moves in plays]}
    done = subprocess.run(
        ["node", str(HARNESS), ENGINE],
        input=json.dumps([job]),
        capture_output=True,
        text=True,
        check=True,
        timeout=1800,
    )
    answer = json.loads(done.stdout)[0]
    assert answer["errors"] == []
    return answer["plays"]  # type: ignore[no-any-return]


def compare_plays(
    game: Game, levels: list[Level], plays: list[tuple[int, str]], figures: Counter[str]
) -> None:
    """Hold PuzzleScript's cells, wins and losses against ours after every move."""
    source = puzzlescript.format_source(levels, "(Check)", GREY)
    # Our plays end with a win or loss.
    ours = [replay(game, levels[at].board, moves) for at, moves in plays]
    asked = [(at, moves[: len(mine)]) for (at, moves), mine in zip(plays, ours, strict=True)]
    figures["levels"] += len(levels)
    for (at, moves), mine, theirs in zip(asked, ours, run_engine(source, asked), strict=True):
        place = f"{levels[at].title}, moves {moves}"
        for (position, changed), answer in zip(mine, theirs, strict=True):
            objects = [[{*cell.split()} for cell in line] for line in answer["cells"]]
            cells = [[cell - {"background"} for cell in line] for line in objects]
            is_lost = any("lost" in cell for line in cells for cell in line)
            assert answer["won"] == (position.status == "won"), place
            assert is_lost == (position.status == "lost"), place
            if position.status == "playing":
                assert cells == list_cells(game, position), place
                # A tilt that changes nothing leaves nothing to undo, unless an anteater undoes it.
                assert changed or not answer["undo"] or game.name == "fruit-dating", place
            figures.update(won=position.status == "won", losses=is_lost, moves=1)
            figures["ticks"] += answer["ticks"]


@pytest.mark.parametrize("name", ["skiddy", "fruit-dating"])
def test_puzzlescript_agrees_with_our_rules(name: str) -> None:
    game, rng, figures = registry.get_game(name), random.Random(1), Counter[str]()
    levels = [*islice(generate_levels(game), LEVELS)]
    for first in range(0, LEVELS, PACK):
        pack = levels[first : first + PACK]
        plays: list[tuple[int, str]] = []
        for at, level in enumerate(pack):
            assert level.verdict is not None
            plays.append((at, level.verdict.facts["solution"]))
            plays += [(at, moves) for moves in find_losing_plays(game, level.board)]
            plays += [(at, "".join(rng.choices("RULD", k=15))) for _ in range(4)]
        compare_plays(game, pack, plays, figures)
    print(name, dict(figures))
    assert figures["won"] >= LEVELS


def draw_crowded(rng: random.Random, side: int, anteaters: int, mud: int) -> FruitBoard:
    """Return a random board with many fruit, gates and anteaters, also inside the border."""
    board = FruitBoard.create_blank(side, side)
    tiles, pieces = [[*line] for line in board.tiles], [[*line] for line in board.pieces]
    cells = [(row, col) for row in range(side) for col in range(side)]
    for row, col in rng.sample(cells, anteaters):
        tiles[row][col] = rng.choice(">^<v")
    free = [(row, col) for row, col in cells if tiles[row][col] == "."]
    rng.shuffle(free)
    for row, col in free[:mud]:
        tiles[row][col] = rng.choice("~h")
    for number, (row, col) in enumerate(free[mud : mud + min(40, len(free) // 4 * 2)]):
        pieces[row][col] = "ABCDEFGH"[number // 2 % 8]
    for row, col in free[-len(free) // 8 :]:
        pieces[row][col] = rng.choice("ocb")
    gates = {
        frozenset(((row, col), (row + STEPS[way][0], col + STEPS[way][1]))): (row, col, way)
        for row, col in rng.choices(cells, k=side * 4)
        for way in [rng.randrange(4)]
        if 0 < row < side - 1 and 0 < col < side - 1
    }
    grids = (tuple(map("".join, tiles)), tuple(map("".join, pieces)))
    return FruitBoard(*grids, gates=tuple(sorted(gates.values())))


def test_puzzlescript_agrees_on_crowded_boards() -> None:
    game, rng, figures = registry.get_game("fruit-dating"), random.Random(2), Counter[str]()
    titles = ["message", "OBJECTS", "(", "====", "=1", "LEVELS", "[ > a ]", "\x1b[0m\n#.#"]
    kinds = [(8, 5, 0), (8, 12, 1), (12, 40, 0), (16, 149, 0), (16, 60, 2)]
    boards = [draw_crowded(rng, *kind) for kind in kinds for _ in range(CROWDED)]
    levels = [
        Level(game.name, board, titles[at % len(titles)])
        for at, board in enumerate(boards)
        if not game.boards.find_problems(board)
    ]
    ways = [(at, "".join(rng.choices("RULD", k=8))) for at in range(len(levels)) for _ in range(4)]
    compare_plays(game, levels, ways, figures)
    print("crowded", dict(figures))
    assert figures["levels"] > 3 * CROWDED


def test_the_control_object_is_no_object_of_a_picture() -> None:
    for game in registry.list_games():
        rules = game.boards.get_script()
        assert rules is None or CONTROL not in rules.objects
