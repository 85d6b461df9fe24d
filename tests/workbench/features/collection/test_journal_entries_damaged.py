"""A journal with any value at any key opens as a gallery that works, or is refused in one line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import LevelError
from engine.files import levelfile
from engine.generation.variants import Variant
from workbench.cli import main
from workbench.features.collection import bulk_save, collection_text
from workbench.features.collection.filters import LevelFilter
from workbench.features.collection.gallery_filler import narrow_template
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.gallery_to_catalogue import list_annotated_levels
from workbench.features.collection.journal import Journal

WIDTH = 30
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.floats()
    | st.sampled_from(["", "kept", "0", "3", "99", "moves", "walls", "moves>1", "²", "\ud800"])
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["0", "99", "x", "moves", "rating"]), inner, max_size=2)
    ),
    max_leaves=4,
)
Keys = tuple[str | int, ...]


@pytest.fixture
def whole(filled: Callable[[], Gallery], exhibits: list[Variant]) -> list[Any]:
    """The lines of a journal in which everything happened."""
    gallery = filled()
    gallery.record_choice([1, 3], "kept")
    gallery.reject_similar(2)
    gallery.undo()
    gallery.redo()
    gallery.apply_filter(LevelFilter(sort="states", where="moves>=1", stack="walls"))
    gallery.apply_entry({"refused": {"tried": 3, "reasons": {"too short": 3}}})
    gallery.set_template(gallery.template, "moves>=1")
    gallery.apply_entry({"saved": {"1": "a.toml"}})
    gallery.save_cursor()
    gallery.add_level(exhibits[0])
    gallery.journal.close()
    return [*map(json.loads, gallery.journal.path.read_text().splitlines())]


def places(value: Any, path: Keys = ()) -> Iterator[Keys]:
    """The paths of all values within one, its own with them."""
    yield path
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    for key, below in inner:
        yield from places(below, (*path, key))


def with_value(value: Any, path: Keys, new: Any) -> Any:
    """A copy in which another value stands at a path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = with_value(value[path[0]], path[1:], new)
    return copy


def use(gallery: Gallery, exhibit: Variant) -> None:
    """Does everything that a screen does with a gallery."""
    for place in range(gallery.count):
        assert gallery.get_tile(place).picture
    assert " · ".join(
        (
            *collection_text.format_gallery_title(gallery),
            *collection_text.format_gallery_state(gallery, None),
        )
    )
    assert all(
        line for line in collection_text.draw_gallery_panel(gallery, None, plain=False, width=WIDTH)
    )
    for number in range(len(gallery.items)):
        assert (
            collection_text.format_gallery_level(gallery, number)
            and gallery.find_place(number) >= 0
        )
    assert bulk_save.find_gallery_fault(gallery, "a-{n}") is None
    assert len([*list_annotated_levels(gallery)]) <= len(gallery.items)
    for key in collection_text.find_sort_keys(gallery):
        gallery.apply_filter(replace(gallery.level_filter, sort=key))
        for bar in collection_text.find_gallery_bars(gallery)[1]:
            narrow_template(gallery.game, gallery.template, key, bar)
    gallery.add_level(exhibit)
    gallery.reject_similar(0)
    while gallery.undo():
        pass
    assert levelfile.dumps(gallery.template)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_value_at_any_key_is_refused_or_works(
    whole: list[Any], exhibits: list[Variant], tmp_path: Path, data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(whole) - 1))
    path = data.draw(st.sampled_from([*places(whole[number])]))
    damaged = with_value(whole[number], path, data.draw(VALUES))
    lines = [*whole[:number], damaged, *whole[number + 1 :]]
    file = tmp_path / "damaged.gallery"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    journal = Journal(file)
    try:
        try:
            gallery = Gallery.restore(journal)
        except LevelError as error:
            # What is missing is found missing where a later line speaks of it.
            assert error.file == str(file) and error.line is not None and error.line > number
            assert str(error).startswith(f"{file}:{error.line}: ") and "\n" not in str(error)
        else:
            use(gallery, exhibits[1])
    finally:
        journal.close()


def test_the_import_of_a_catalogue_goes_on_after_a_damaged_gallery(
    filled: Callable[[], Gallery], tmp_path: Path, capsys
) -> None:
    good, bad = filled(), tmp_path / "bad.gallery"
    good.journal.close()
    shutil.copy(good.journal.path, bad)
    with bad.open("a") as file:
        file.write('{"refused":{"tried":1,"reasons":"many"}}\n')
    catalogue = tmp_path / "found.catalogue"
    names = [str(bad), str(good.journal.path)]
    assert main(["catalogue", str(catalogue), "--import", *names]) == 2
    told = capsys.readouterr().err
    assert f"{bad}:10: refused.reasons: expected a table, found a string" in told
    assert "8 levels added" in told
