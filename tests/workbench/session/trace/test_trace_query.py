"""What rows of a trace are wanted: an expression over what is known of a row."""

from __future__ import annotations

import pytest
from fruit_boards import GAME

from engine.values.expression import ExpressionError
from workbench.session.trace.trace_query import parse_query


def test_what_makes_no_sense_is_refused_in_words() -> None:
    for text, problem in (("", "found the end"), ("deepth>3", "did you mean depth"),
                          ("not", "column 4: expected"), ("depth 6..3", "6 is more than 3"),
                          ("dead=1", "= true or = false")):  # fmt: skip
        with pytest.raises(ExpressionError, match=problem):
            parse_query(text, GAME)
