"""What rows of a trace are wanted: an expression over what is known of a row."""

from __future__ import annotations

import pytest
from fruit_boards import GAME
from shipped import files_of, level_in

from engine.values.budget import Control
from engine.values.expression import ExpressionError
from workbench.session.trace.trace_query import parse_query


def test_what_makes_no_sense_is_refused_in_words() -> None:
    for text, problem in (("", "found the end"), ("deepth>3", "did you mean depth"),
                          ("not", "column 4: expected"), ("depth 6..3", "6 is more than 3"),
                          ("dead=1", "= true or = false")):  # fmt: skip
        with pytest.raises(ExpressionError, match=problem):
            parse_query(text, GAME)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("won", "win"),
        ("lost", "loses"),
        ("=", '"seen before"'),
        ("=", "seen"),
        ("dead", '"dead end"'),
    ],
)
def test_old_and_new_words_find_the_same_rows(old, new):
    file = next(file for file in files_of("fruit-dating") if "puddles" in file.name)
    trace = GAME.solver.solve(level_in(file).board).trace
    found = [
        parse_query(words, GAME).find_rows(trace, 0, len(trace), Control()).tolist()
        for words in (old, new)
    ]
    assert found[0] == found[1] and found[0]
