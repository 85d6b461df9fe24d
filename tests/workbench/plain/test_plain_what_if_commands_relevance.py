"""What matters in words, in plain mode."""

from __future__ import annotations

from pathlib import Path

import fruit_boards
import pytest
from commanding import Talk
from shipped import LEVELS

from engine.evaluation.relevance import Relevance
from engine.files import levelfile
from engine.values.level import Level
from workbench.features.maps import relevance_finder
from workbench.plain import plain_text

BOARD = fruit_boards.board_of(
    "######## #...~~.# #......# ###...~# ####...# ###....# ###....# ########",
    "........ .c...... .A...... ........ ........ .....oA. ......c. ........",
    *((1, 5, "L"), (4, 4, "U"), (4, 5, "L")),
)
EXPECTED = """\
2 of 9 objects change nothing.
Mud at row 1, column 5: changes nothing.
Gate left at row 4, column 5: changes nothing.
Mud at row 1, column 4: needed, without it: 4 moves.
Mud at row 3, column 6: needed, without it: 2 moves.
Stone at row 5, column 5: needed, without it: cannot be won.
Car at row 6, column 6: needed, without it: cannot be won.
Gate up at row 4, column 4: needed, without it: 10 moves.
Car at row 1, column 1: changes something else, without it: 8 moves.
Gate left at row 1, column 5: changes something else, without it: 8 moves.
9 walls: 5 needed, 4 inert.
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "idle.toml"
    levelfile.write_level(Level("fruit-dating", BOARD), path)
    return path


def test_every_thing_is_reported_and_walls_are_summed_up(talk: Talk, file: Path) -> None:
    assert EXPECTED in talk("relevance", file=file)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("linjat/1-easy-12-first-knot", "1 of 5 objects changes nothing."),
        ("skiddy/5-6-glacier", "Pit at row 1, column 4: changes something else"),
        ("mazing-monk/1-by-hand-2-side-door", "24 obstacles: 1 needed, 23 inert."),
        ("mazing-monk/1-by-hand-2-side-door", "needed, without it: 7 turns and walks."),
    ],
)
def test_levels_of_every_game(talk: Talk, name: str, said: str) -> None:
    assert said in talk("relevance", file=LEVELS / f"{name}.toml")


def test_it_says_where_nothing_can_be_known(
    talk: Talk, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.values.budget.Budget.__init__.__defaults__", (5, None, None))
    assert "What matters is not known: there are too many positions." in talk(
        "relevance", file=file
    )


def test_a_board_with_nothing_to_take_away() -> None:
    found: tuple[Relevance, ...] = ()
    assert [*plain_text.describe_relevance(fruit_boards.GAME, BOARD.draw_picture(), {}, found)] == [
        "This board has no objects to take away."
    ]
    assert relevance_finder.make_marks(found) == {}
