"""Values, sheets and players: the parts of the design screen that need no screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.edit.editing import erased
from engine.game import registry
from engine.staging.generation import Recipe
from engine.values.parameters import Parameter
from engine.values.ranges import Range
from workbench.features.design.verdict import divided
from workbench.session import editing
from workbench.session.making import values
from workbench.session.making.sheet import Sheet
from workbench.session.making.timeline import TimelinePlayer
from workbench.session.players import MovesPlayer, TracePlayer
from workbench.text import status
from workbench.ui import layout
from workbench.ui.layout import Wanted
from workbench.ui.linepane import WordsPane
from workbench.ui.lines import columns, cut, cut_at_blank, width_of, window

pytestmark = pytest.mark.usefixtures("app_world")

NUMBER = Parameter("n", "integer", 5, 1, 9, "s", "n", "")
RANGE = Parameter("r", "range", Range(2, 4), 0, 9, "s", "r", "")
CHOICE = Parameter("c", "choice", "a", 0, 0, "s", "c", "", choices=("a", "b", "c"))
FACT = Parameter("f", "fact", None, 0, 9, "s", "f", "")
LEAST = Parameter("l", "fact", Range(3, None), 0, 5, "s", "l", "", least=True)
UNASKED = replace(LEAST, default=None)
TRUTH = Parameter("t", "fact", None, 0, 1, "s", "t", "", boolean=True)


@pytest.mark.parametrize(
    ("parameter", "value", "delta", "result"),
    [
        (NUMBER, 5, 1, 6),
        (NUMBER, 9, 1, 9),
        (NUMBER, 1, -1, 1),
        (CHOICE, "c", 1, "a"),
        (CHOICE, "a", -1, "c"),
        (RANGE, Range(2, 4), 1, Range(3, 5)),
        (RANGE, Range(7, 9), 1, Range(7, 9)),
        (FACT, None, 1, Range(1, None)),
        (FACT, None, -1, Range(None, 8)),
        (FACT, Range(1, None), -1, None),
        (FACT, Range(None, 8), 1, None),
        (FACT, Range(3, None), 1, Range(4, None)),
        (FACT, Range(9, None), 1, None),
        (LEAST, Range(3, None), 1, Range(4, None)),
        (LEAST, Range(5, None), 1, Range(5, None)),
        (LEAST, Range(1, None), -1, Range(0, None)),
        (LEAST, Range(0, None), -1, Range(0, None)),
        (LEAST, Range(2, 3), 1, Range(3, 4)),
        (UNASKED, None, 1, Range(1, None)),
        (UNASKED, Range(1, None), -1, None),
        (TRUTH, None, 1, Range(1, 1)),
        (TRUTH, Range(1, 1), 1, Range(0, 0)),
        (TRUTH, Range(0, 0), 1, None),
        (TRUTH, None, -1, Range(0, 0)),
    ],
)
def test_left_and_right_stay_within_bounds(parameter, value, delta, result):
    assert values.nudged(parameter, value, delta) == result


def test_the_upper_end_moves_alone():
    assert values.widened(RANGE, Range(2, 4), 1) == Range(2, 5)
    assert values.widened(RANGE, Range(2, 2), -1) == Range(2, 2)
    assert values.widened(NUMBER, 5, 1) == 6


def test_values_are_shown_as_they_are_typed():
    assert values.shown(FACT, None) == "any"
    assert values.shown(FACT, Range(3, None)) == "3.."
    assert values.shown(LEAST, Range(3, None)) == "3"
    assert values.shown(LEAST, Range(3, 3)) == "3..3"
    assert values.shown(TRUTH, Range(1, 1)) == "true"
    assert values.shown(CHOICE, "b") == "b"


def test_a_sheet_keeps_only_what_differs(sample):
    sheet = Sheet.of(sample, 5, {"size": 6, "walls": "1..3", "gone": 1, "moves": "x"})
    assert sheet.settings == {"walls": Range(1, 3)}
    walls = sample.generator.parameters["walls"]
    assert sheet.with_value(walls, Range(2, 4)).settings == {}
    assert sheet.with_seed(-3).seed == 0
    titles = [row.title for row in sheet.rows() if row.heading]
    assert titles == ["Border", "Walls", "Weights", "Accept only"]


def test_a_timeline_is_stepped_by_event_and_by_stage(sample):
    recipe = Recipe(7, 0, sample.generator.parameters.complete({"walls": 0}))
    player = TimelinePlayer(sample, sample.generator.candidate(recipe))
    assert player.moment == player.length
    assert player.stage == 3
    player.jump(-1)
    assert player.moment == player.sections[3].start
    player.jump(-1)
    assert (player.stage, player.moment) == (2, player.sections[2].start)
    assert player.view().heat is None or not player.view().heat
    player.jump(-1)
    assert player.stage == 1  # a stage without events can be stood on, to roll it again
    assert "Single walls" in player.view().caption
    player.jump(1)
    assert (player.stage, player.moment) == (2, player.sections[2].end)
    view = player.view()
    assert len(view.heat) == 16
    assert view.caption.startswith("Weights: tile ")
    player.seek(-5)
    assert player.moment == 0
    assert player.view().caption.startswith("Border: A ring")


def test_stepping_back_shows_what_stepping_forward_showed(sample):
    player = TimelinePlayer(
        sample, sample.generator.candidate(Recipe(7, 0, sample.generator.parameters.complete({})))
    )
    forwards = []
    for moment in range(player.length + 1):
        player.seek(moment)
        forwards.append(player.view())
    for moment in reversed(range(player.length + 1)):
        player.seek(moment)
        assert player.view() == forwards[moment]


def test_a_solution_is_played_both_ways(sample, board):
    player = MovesPlayer(sample, board, ("R", "R", "R", "D", "D"))
    assert (player.moment, player.length) == (0, 5)
    player.seek(5)
    assert "won" in player.view().caption
    player.seek(2)
    assert player.moves == ("R", "R")
    assert player.length == 5
    assert player.move("U") == "nothing moves that way"
    assert player.length == 5
    player.move("L")
    assert player.length == 3
    assert [section.title for section in player.sections] == ["→", "→", "←"]


def test_a_trace_row_shows_its_situation(sample, board):
    player = TracePlayer(sample, board, sample.solver.solve(board).trace)
    player.seek(2)
    assert player.row.name == "S2"
    assert player.moves() == ("D",)
    assert (2, 1) in player.view().picture.pieces
    player.jump(1)
    assert player.moment == 12
    player.seek(999)
    assert player.moment == player.length


def test_every_tool_has_a_key_that_no_command_has(sample):
    choices = editing.choices(sample)
    assert [choice.key for choice in choices] == ["#", ".", "1", "2", "@", "3"]


@pytest.mark.parametrize("name", registry.names())
def test_no_two_tools_have_one_key(name):
    keys = [choice.key for choice in editing.choices(registry.get(name)) if choice.key]
    assert len(set(keys)) == len(keys)


def test_erasing_takes_the_dot_then_the_tile(sample, board):
    once = erased(sample, board, [(1, 1)])
    assert once.find("@") == []
    wall = sample.boards.paint(board, sample.boards.tools[0], 2, 2)
    assert erased(sample, wall, [(2, 2)]).tiles[2][2] == "."
    assert erased(sample, once, [(1, 1)]) == once


@pytest.mark.parametrize(
    ("size", "focused", "side", "editing", "shown"),
    [
        ((59, 40), "board", "trace", False, set()),
        ((80, 19), "board", "trace", False, set()),
        ((60, 20), "board", "trace", False, {"board", "timeline"}),
        ((79, 24), "trace", "trace", False, {"trace", "timeline"}),
        ((80, 24), "board", "parameters", False, {"board", "parameters", "timeline"}),
        ((119, 24), "board", "parameters", True, {"board", "palette", "timeline"}),
        ((120, 24), "board", "trace", False, {"parameters", "board", "trace", "timeline"}),
        ((120, 24), "board", "trace", True, {"palette", "board", "trace", "timeline"}),
    ],
)
def test_panes_by_size(size, focused, side, editing, shown):
    shape = layout.shape(*size)
    wanted = Wanted(editing=editing)
    assert layout.visible(shape, wanted, focused, side, zoomed=False) == shown


def test_a_zoomed_pane_is_alone():
    assert layout.visible("wide", Wanted(), "trace", "trace", zoomed=True) == {"trace"}


def test_lists_turn_pages():
    assert window(0, 5, 10, 0) == 0
    assert window(9, 100, 10, 0) == 0
    assert window(10, 100, 10, 0) == 10
    assert window(9, 100, 10, 10) == 0
    assert window(99, 100, 10, 10) == 90
    assert window(50, 100, 10, 95) == 41


def test_lines_are_cut_with_an_ellipsis():
    assert list(cut([("abcdef", "")], 4)) == [("abc…", "")]
    text = "".join(part for part, _ in columns([("left", "")], [("right", "")], 12))
    assert text == "left   right"


def test_numbers_read_well():
    assert status.count(1, "move") == "1 move"
    assert status.count(1284, "position") == "1,284 positions"
    assert status.duration(0.0008) == "0.8 ms"
    assert status.duration(2.25) == "2.2 s"


@pytest.mark.parametrize(
    ("text", "width", "drawn"),
    [
        ("six of one", 10, "six of one"),
        ("six of one, and more", 12, "six of …"),
        ("six of one, and more", 15, "six of one …"),
        ("unbroken", 5, "unbr…"),
    ],
)
def test_what_is_reported_is_cut_after_a_word(text, width, drawn):
    line = cut_at_blank([(text, "")], width)
    assert "".join(part for part, _ in line) == drawn
    marked = cut_at_blank([(text, "")], width, " v m")
    assert width_of(marked) <= width


@pytest.mark.parametrize(
    ("first", "drawn"), [("six of one", "six of one …"), ("six of ones,", "six of …")]
)
def test_words_that_go_on_below_say_so_once(first, drawn):
    pane = WordsPane()
    pane._words = lambda width, height: [[(first, "")], [("and more", "")]]
    (line,) = pane.lines(12, 1)
    assert "".join(part for part, _ in line) == drawn


def test_the_changes_of_a_verdict_go_to_the_second_line_one_by_one():
    words = [("5 moves", "good"), (", was 9", "title"), ("; 24 fewer states", "title")]
    assert divided(words, 20) == (words[:2], [("24 fewer states", "title")])
