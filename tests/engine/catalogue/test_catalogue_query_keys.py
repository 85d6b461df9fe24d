"""The keys that levels of a catalogue can be asked for by."""

from __future__ import annotations

import catalogues
import pytest

from engine.catalogue import annotation
from engine.catalogue.query import Query, Selection
from engine.catalogue.query_keys import list_key_kinds, parse_query, parse_sort, require_key
from engine.catalogue.store import Catalogue
from engine.errors import EngineError
from engine.values.expression import ExpressionError


def test_own_keys_titles_and_aliases(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{"fun": {"rating": 4}, "moves": 6}, {"fun": None, "moves": 7}], first=5)
    with Catalogue.open(path, write=True) as catalogue:
        annotation.annotate_levels(
            catalogue, [2], annotation.AnnotationEdit(stars=4, note="look here")
        )
        kinds = {**list_key_kinds(catalogue), "fun": int}

        def found(text):
            return [*Selection(catalogue, Query(parse_query(text, kinds))).list_ids()]

        assert found("fun>=4") == found("fun.rating=4") == found("seed=5") == [1]
        assert found("own.stars 3..5") == found("own.note='look here'") == found("id>1") == [2]
        assert found("title='Fruit Dating 6'") == found("attempt=6") == [2]
        assert found("difficulty>0") == [] and found("not difficulty>0") == [1, 2]


@pytest.mark.parametrize(
    "text",
    ["mvoes>1", "moves>>1", "'; DROP TABLE level; --", "moves>1 or 1=1", "", "(moves>1",
     "moves>1 union select 1", "tag:", "\x00", "moves='a'", "moves>\udc80", "words"],
)  # fmt: skip
def test_what_is_none_is_refused(tmp_path, text):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{}])
    with Catalogue.open(path) as catalogue:
        kinds = list_key_kinds(catalogue)
        with pytest.raises(ExpressionError):
            parse_query(text, kinds)
        with pytest.raises(EngineError):
            parse_sort(text, kinds)


@pytest.mark.parametrize("text", ['"', "moves;", "moves:up", "moves:", 'moves" --'])
def test_what_is_no_key_is_refused(text):
    with pytest.raises(EngineError):
        parse_sort(text, {"moves": int})
    with pytest.raises(EngineError):
        require_key("word", {"word": str, "moves": int}, (int,))
