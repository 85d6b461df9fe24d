"""Short forms of lists: what is folded comes back as it was, and damage is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import folded_json

KEYS = st.sampled_from(("~", "/", "=", "row", "cells", ""))
NUMBERS = st.integers(-3, 3) | st.booleans() | st.none() | st.floats(allow_nan=False)
CELLS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)).map(list), max_size=3)
VALUES = st.recursive(
    NUMBERS | st.text(max_size=3) | CELLS,
    lambda own: st.lists(own, max_size=3) | st.dictionaries(KEYS, own, max_size=2),
    max_leaves=8,
)
LINES = st.builds(
    lambda row, col, down, right, number: [
        [row + down * at, col + right * at] for at in range(number)
    ],
    st.integers(0, 9), st.integers(0, 9), st.integers(-1, 1), st.integers(-1, 1),
    st.integers(0, 5),
)  # fmt: skip
TABLES = st.lists(st.fixed_dictionaries({"row": NUMBERS, "cells": LINES | VALUES}), max_size=4)


@given(VALUES | TABLES | st.lists(LINES, max_size=4))
def test_what_is_folded_comes_back(value):
    text = json.dumps(folded_json.fold_value(value))
    assert json.dumps(folded_json.unfold_value(json.loads(text))) == json.dumps(value)


def test_lines_of_a_solution_are_shown_by_their_ends():
    cells = [[[2, col] for col in range(9)], [[row, 4] for row in (7, 6, 5)]]
    solution = [{"row": at, "cells": each} for at, each in enumerate(cells)]
    assert folded_json.fold_value(solution) == {
        "~": {"row": [0, 1], "cells": {"/": [[2, 7], [0, 4], [2, 5], [8, 4]]}}
    }


@pytest.mark.parametrize(
    "value",
    [
        {"~": []},
        {"~": {"a": 1}},
        {"~": {"a": [1], "b": [1, 2]}},
        {"/": {}},
        {"/": [[0], [0], [0]]},
        {"/": [[0], [0], [0], [0, 1]]},
        {"/": [[0], [0], [1], [1]]},
        {"/": [[0], [0], [0], [True]]},
        {"/": [[0], [0], [0], ["1"]]},
        {"/": [0, 0, 0, 0]},
        {"/": [[0], [0], [0], [10**12]]},
        {"~": {"a": [{"/": [[0] * 2, [0] * 2, [0] * 2, [folded_json.MAX_ITEMS // 2] * 2]}]}},
        {"=": []},
    ],
    ids=str,
)
def test_what_is_no_folded_value_is_refused(value):
    with pytest.raises(ValueError):
        folded_json.unfold_value(value)
