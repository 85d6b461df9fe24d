"""What the designer says of levels: tags, stars and notes, apart from all facts."""

from __future__ import annotations

import csv
import json

import catalogues
import pytest

from engine.catalogue import annotation
from engine.catalogue.catalogue_digest import compute_digest
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.exporter import export_levels
from engine.catalogue.query import Query, Selection
from engine.catalogue.store import Catalogue


def export_all(path, out, **query):
    with Catalogue.open(path) as catalogue:
        return export_levels([Selection(catalogue, Query(**query))], out)


def digest_of(path):
    with Catalogue.open(path) as catalogue:
        return compute_digest(Selection(catalogue, Query()))


def test_tables_have_every_fact(tmp_path):
    path = tmp_path / "some.db"
    facts = [{"fun": {"rating": 4, "unused": ["a"]}, "sure": True, "word": 'a "b", c'},
             {"fun": None, "sure": None, "part": 0.1}]  # fmt: skip
    catalogues.fill(path, facts)
    with Catalogue.open(path, write=True) as catalogue:
        annotation.annotate_levels(catalogue, [1], annotation.AnnotationEdit(tags=("x", "y")))
    for name in ("some.csv", "some.jsonl"):
        (tmp_path / name).write_text("older")
        assert export_all(path, tmp_path / name) == 2
    lines = (tmp_path / "some.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [e.to_record() for e in catalogues.entries(path)]
    with (tmp_path / "some.csv").open(newline="") as file:
        first, second = csv.DictReader(file)
    assert (first["fun.rating"], first["fun.unused"]) == ("4", '["a"]')
    assert (first["sure"], first["word"], first["tags"]) == ("true", 'a "b", c', "x y")
    assert (second["fun"], second["fun.rating"], second["part"]) == ("", "", "0.1")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["some.csv", "some.db", "some.jsonl"]


def test_marks_change_no_digest_and_come_off_again(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{}, {}])
    before = digest_of(path)
    marks = annotation.AnnotationEdit(tags=("kept", "two words"), stars=5, note="ä")
    with Catalogue.open(path, write=True) as catalogue:
        assert annotation.annotate_levels(catalogue, [1, 2], marks) == 2
    first, _ = catalogues.entries(path)
    assert (first.tags, first.stars, first.note) == (("kept", "two words"), 5, "ä")
    assert digest_of(path) == before
    with Catalogue.open(path, write=True) as catalogue:
        annotation.annotate_levels(
            catalogue, [1, 2], annotation.AnnotationEdit((), marks.tags, stars=0, note="")
        )
        assert catalogue.connection.execute("SELECT count(*) FROM mark").fetchone() == (0,)
    first, _ = catalogues.entries(path)
    assert (first.tags, first.stars, first.note) == ((), None, None)


@pytest.mark.parametrize("bad", [{"tags": ("",)}, {"tags": (" a",)}, {"tags": ("a\x1b[m",)},
                                 {"tags": ("x" * 101,)}, {"stars": 6}, {"stars": -1},
                                 {"note": "\udc80"}, {"note": "x" * 10_001}])  # fmt: skip
def test_marks_that_no_query_could_ask_for_are_refused(bad):
    with pytest.raises(CatalogueError):
        annotation.AnnotationEdit(**bad)
