"""Values, sheets and players: the parts of the design screen that need no screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.edit.draw_tools import erase_cells
from engine.values.parameter_schema import Parameter
from engine.values.ranges import Range
from workbench.features.design.status_part import split_facts
from workbench.session.generation import parameter_text
from workbench.session.generation.generator_settings import GeneratorSettings
from workbench.ui import pane_layout
from workbench.ui.line_pane import TextPane
from workbench.ui.pane_layout import WantedPanes
from workbench.ui.styled_lines import find_first_row

pytestmark = pytest.mark.usefixtures("app_world")

NUMBER = Parameter("n", "integer", 5, 1, 9, "s", "n", "")
RANGE = Parameter("r", "range", Range(2, 4), 0, 9, "s", "r", "")
CHOICE = Parameter("c", "choice", "a", 0, 0, "s", "c", "", choices=("a", "b", "c"))
FACT = Parameter("f", "fact", None, 0, 9, "s", "f", "")
LEAST = Parameter("l", "fact", Range(3, None), 0, 5, "s", "l", "", is_minimum=True)
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
    assert parameter_text.step_value(parameter, value, delta) == result


def test_the_upper_end_moves_alone():
    assert parameter_text.widen_range(RANGE, Range(2, 4), 1) == Range(2, 5)
    assert parameter_text.widen_range(RANGE, Range(2, 2), -1) == Range(2, 2)
    assert parameter_text.widen_range(NUMBER, 5, 1) == 6


def test_values_are_shown_as_they_are_typed():
    assert parameter_text.format_value(FACT, None) == "any"
    assert parameter_text.format_value(FACT, Range(3, None)) == "3.."
    assert parameter_text.format_value(LEAST, Range(3, None)) == "3"
    assert parameter_text.format_value(LEAST, Range(3, 3)) == "3..3"
    assert parameter_text.format_value(TRUTH, Range(1, 1)) == "true"
    assert parameter_text.format_value(CHOICE, "b") == "b"


def test_a_sheet_keeps_only_what_differs(sample):
    settings = GeneratorSettings.from_values(
        sample, 5, {"size": 6, "walls": "1..3", "gone": 1, "moves": "x"}
    )
    assert settings.overrides == {"walls": Range(1, 3)}
    walls = sample.generator.parameters["walls"]
    assert settings.with_value(walls, Range(2, 4)).overrides == {}
    assert settings.with_seed(-3).seed == 0
    titles = [row.title for row in settings.list_rows() if row.is_heading]
    assert titles == ["Border", "Walls", "Weights", "Accept only"]


def test_erasing_takes_the_dot_then_the_tile(sample, board):
    once = erase_cells(sample, board, [(1, 1)])
    assert once.find("@") == []
    wall = sample.boards.paint_cell(board, sample.boards.tools[0], 2, 2)
    assert erase_cells(sample, wall, [(2, 2)]).tiles[2][2] == "."
    assert erase_cells(sample, once, [(1, 1)]) == once


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
    shape = pane_layout.choose_shape(*size)
    wanted = WantedPanes(editing=editing)
    assert pane_layout.find_visible_panes(shape, wanted, focused, side, zoomed=False) == shown


def test_a_zoomed_pane_is_alone():
    assert pane_layout.find_visible_panes("wide", WantedPanes(), "trace", "trace", zoomed=True) == {
        "trace"
    }


def test_lists_turn_pages():
    assert find_first_row(0, 5, 10, 0) == 0
    assert find_first_row(9, 100, 10, 0) == 0
    assert find_first_row(10, 100, 10, 0) == 10
    assert find_first_row(9, 100, 10, 10) == 0
    assert find_first_row(99, 100, 10, 10) == 90
    assert find_first_row(50, 100, 10, 95) == 41


@pytest.mark.parametrize(
    ("first", "drawn"), [("six of one", "six of one …"), ("six of ones,", "six of …")]
)
def test_words_that_go_on_below_say_so_once(first, drawn):
    pane = TextPane()
    pane._make_lines = lambda width, height: [[(first, "")], [("and more", "")]]
    (line,) = pane.draw_lines(12, 1)
    assert "".join(part for part, _ in line) == drawn


def test_the_changes_of_a_verdict_go_to_the_second_line_one_by_one():
    words = [("5 moves", "good"), (", was 9", "title"), ("; 24 fewer states", "title")]
    assert split_facts(words, 20) == (words[:2], [("24 fewer states", "title")])
