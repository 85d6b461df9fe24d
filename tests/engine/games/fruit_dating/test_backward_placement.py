"""Fruit placed backwards from a solved position, and the moves that are known to win for it."""

from __future__ import annotations

import json

import pytest
from fruit_boards import GAME, state_of, to_reference
from reference import fruit_dating as reference

from engine import workshop
from engine.errors import ParameterError
from engine.files import levelfile
from engine.game.playthrough import replay_moves
from engine.games.fruit_dating.board import FruitBoard
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.level import Level
from workbench.cli import main

ASKED = {"fruit_mode": "backwards", "backward_moves": "2..8", "moves": "2..", "pairs": "1..2"}


def made(seed: int, **others: object) -> tuple[Level, tuple[str, ...]]:
    """An accepted level of a seed, and its witness."""
    level, candidate, _ = workshop.generate(GAME, seed, ASKED | others)
    assert candidate.witness is not None
    return level, candidate.witness


def wins(level: Level, witness: tuple[str, ...]) -> bool:
    """Whether moves win, and do not before the last, by the slow reference."""
    board = level.board
    assert isinstance(board, FruitBoard)
    ours = to_reference(board)
    state = reference.start_state(ours)
    for number, letter in enumerate(witness, 1):
        outcome, after = reference.tilt(ours, state, letter)
        if outcome == "won":
            return number == len(witness)
        if outcome == "lost" or after == state:
            return False
        state = after
    return False


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"pairs": 3, "colours": "1..3", "blockers": 0, "moves": "1.."},
        {"mud": 1, "one_ways": 1, "blockers": 4},
        {"anteaters": 1, "hedgehogs": 1, "blockers": 0},
    ],
)
def test_the_witness_of_every_accepted_level_wins(others):
    for seed in range(4):
        level, witness = made(seed, **others)
        assert wins(level, witness)
        assert level.verdict.facts["moves"] <= len(witness) <= 8


def test_walls_alone_spoil_no_witness():
    chosen = ASKED | {"blockers": 0, "moves": "1..1", "pairs": "1..3"}
    parameters = GAME.generator.parameters.complete_settings(chosen)
    found = GAME.generator.try_candidates(Recipe(5, 0, parameters), 400, Control())
    assert "witness spoiled" not in found.rejections
    parameters = GAME.generator.parameters.complete_settings(
        ASKED | {"moves": "7..", "blockers": 30}
    )
    found = GAME.generator.try_candidates(Recipe(5, 0, parameters), 400, Control())
    assert found.rejections["witness spoiled"] > 0


def test_the_file_keeps_the_witness_and_is_rebuilt(tmp_path, capsys):
    level, witness = made(2)
    text = levelfile.dumps(level)
    assert f'witness = "{" ".join(witness)}"' in text and 'fruit_mode = "backwards"' in text
    assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text
    path = tmp_path / "level.toml"
    path.write_text(text)
    assert main(["verify", str(path), "--moves", "".join(witness), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["won"] is True


def test_the_usual_mode_says_nothing_of_it():
    level, candidate, _ = workshop.generate(GAME, 7)
    text = levelfile.dumps(level)
    assert candidate.witness is None and "witness" not in text
    assert "fruit_mode" not in text and "backward_moves" not in text


def test_a_step_back_is_one_action():
    _, candidate, _ = workshop.generate(GAME, 3, ASKED)
    timeline = candidate.timeline
    moment, end = timeline.find_stage_span(5)
    steps = []
    while moment < end:
        action = timeline.find_action(moment + 1)
        events = [timeline.get_event(index) for index in range(action.start, action.end)]
        assert [event.plane for event in events] == ["notes"] + ["pieces"] * (len(events) - 1)
        reported = [GAME.generator.describe_event(event) for event in events]
        assert all(" before the win, by the tilt " in words for words in reported)
        steps.append(events[0].new.rpartition(" ")[2][0].upper())
        moment = action.end
    assert "".join(reversed(steps)).startswith("".join(candidate.witness))


def test_what_cannot_be_is_refused():
    with pytest.raises(ParameterError, match="makes solutions of at most 3 moves"):
        workshop.generate(GAME, 1, ASKED | {"backward_moves": "1..3", "moves": "4.."})
    sketch = GAME.boards.create_blank(8, 8)
    for name in ("stone", "locked"):
        tool = next(tool for tool in GAME.boards.tools if tool.name == name)
        sketch = GAME.boards.paint_cell(sketch, tool, 2, 2)
    with pytest.raises(ParameterError, match="not possible around locked pieces"):
        workshop.generate(GAME, 1, ASKED, sketch=sketch)


def meets_in(level: Level, witness: tuple[str, ...], cells: set[tuple[int, int]]) -> bool:
    """Whether the last move brings a pair together in some cells."""
    last = replay_moves(GAME.play, level.board, witness)[0].last_step
    rested = state_of(level.board, last.passed[0].pieces[0])
    fruit = [((row, col), kind) for row, col, kind in rested if kind in "ABCDEFGH"]
    return any(
        one_kind == other_kind
        and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
        and cells & {one, other}
        for one, one_kind in fruit
        for other, other_kind in fruit
    )


def test_the_way_back_begins_with_the_end_that_is_wished():
    others = {"moves": "1..", "blockers": "0..5", "inert": "0..", "backward_moves": "2..5"}
    wished = {"ending_move": "left", "ending_rows": "2..3", "ending_cols": 4}
    for seed in range(3):
        level, witness = made(seed, **others, **wished)
        assert witness[-1] == "L" and wins(level, witness)
        assert meets_in(level, witness, {(2, 4), (3, 4)})
        text = levelfile.dumps(level)
        assert 'ending_move = "left"' in text
        assert levelfile.dumps(workshop.rebuild(levelfile.loads(text))) == text
    plain = levelfile.dumps(made(1, **others)[0])
    assert "ending" not in plain, "what is not wished is not recorded"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"ending_rows": 0}, r"ending_rows=0 cannot be met: the rows within the border are 1 to 6"),
        (
            {"ending_cols": "9.."},
            r"ending_cols=9\.\.15 cannot be met: the columns within the border are 1 to 6",
        ),
        ({"ending_move": "north"}, "ending_move"),
        ({"ending_move": "up", "fruit_mode": "placed"}, "only fruit_mode=backwards can set"),
    ],
)
def test_an_end_that_cannot_be_is_refused(spec, message):
    with pytest.raises(ParameterError, match=message):
        workshop.generate(GAME, 1, ASKED | spec)
