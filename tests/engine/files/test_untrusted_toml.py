"""TOML as it is written: arrays of numbers on one line, texts as they are."""

from __future__ import annotations

import tomllib

import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from engine.files.untrusted_toml import format_toml

TEXTS = st.text(st.sampled_from('[]\n ,1-"\\x'), max_size=30)
VALUES = st.recursive(
    st.integers(-99, 99) | TEXTS | st.booleans() | st.floats(0, 1),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_nothing_changes_but_the_lines(document):
    assert tomllib.loads(format_toml(document)) == document


def test_places_stand_on_one_line():
    assert (
        format_toml({"row": 3, "cells": [[0, 5], [0, -6]]})
        == "row = 3\ncells = [[0, 5], [0, -6]]\n"
    )
    assert format_toml({"none": [], "some": [[], [1]]}) == "none = []\nsome = [[], [1]]\n"


def test_other_arrays_and_long_ones_stay_on_several():
    for document in ({"words": ["a", "b"]}, {"many": list(range(60))}, {"shares": [0.5, 1.0]}):
        assert format_toml(document) == tomli_w.dumps(document)


def test_what_looks_like_an_array_in_a_text_stays():
    notes = 'see\n[\n    1,\n    2,\n]\nand "[\n 3,\n]"'
    text = format_toml({"notes": notes, "cells": [1]})
    assert text.count("[\n") == 2 and text.endswith("cells = [1]\n")
    assert tomllib.loads(text)["notes"] == notes


PRIVATE_USE = "".join(map(chr, (*range(0xF0000, 0xFFFFE), *range(0x100000, 0x10FFFE))))


def test_a_text_may_have_all_characters_of_private_use():
    document = {"notes": f"first\r\nsecond {PRIVATE_USE}", "title": "\U000f0000\r\n\U000f0000\r\n"}
    assert tomllib.loads(format_toml(document)) == document


@given(st.text(st.sampled_from("\r\n\U000f0000\U000f00010\\"), max_size=30))
def test_line_ends_are_kept_beside_characters_of_private_use(text):
    assert tomllib.loads(format_toml({"notes": text})) == {"notes": text}
