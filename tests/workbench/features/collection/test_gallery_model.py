"""A gallery is as it was left, whatever ended the session, and a choice can be taken back."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, LevelError
from engine.files import levelfile
from engine.generation.variants import Variant
from engine.values.grid import SYMMETRIES
from engine.values.level import Level
from workbench.features.collection import bulk_save, collection_text
from workbench.features.collection.filters import STACK_KINDS, LevelFilter
from workbench.features.collection.gallery_filler import (
    GalleryFillProgress,
    narrow_template,
    read_recipe,
)
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import (
    Journal,
    count_levels,
    list_journals,
    read_game_name,
)
from workbench.ui.wall.histogram_bins import make_bars

LEVELS = 8
Filled = Callable[[], Gallery]
STEPS = st.one_of(
    st.tuples(st.just("choose"), st.integers(0, LEVELS - 1), st.sampled_from(["kept", "rejected"])),
    st.tuples(st.just("bar"), st.integers(0, LEVELS - 1)),
    st.tuples(st.sampled_from(["undo", "redo"])),
    st.tuples(
        st.just("show"), st.sampled_from(["moves", "states", None]), st.sampled_from(STACK_KINDS)
    ),
)
NOT_FRESH = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)


def do(gallery: Gallery, step: tuple) -> None:
    match step:
        case ("choose", number, choice):
            gallery.record_choice([number], choice)
        case ("bar", number):
            gallery.reject_similar(number)
        case ("show", order, stack):
            gallery.apply_filter(LevelFilter(sort=order, stack=stack))
        case ("undo",):
            gallery.undo()
        case _:
            gallery.redo()


def left(gallery: Gallery) -> Gallery:
    """The gallery as another session finds it."""
    gallery.journal.close()
    return Gallery.restore(Journal(gallery.journal.path))


def state_of(gallery: Gallery) -> tuple:
    """Everything that is decided and shown."""
    choices = {n: choice for n, choice in gallery.choices.items() if choice}
    return (
        choices,
        gallery.level_filter,
        gallery.stacks,
        gallery.saved_paths,
        dict(gallery.rejections),
    )


@NOT_FRESH
@given(steps=st.lists(STEPS, max_size=12))
def test_reopened_it_is_as_it_was(filled: Filled, steps: list[tuple]) -> None:
    gallery = filled()
    for step in steps:
        do(gallery, step)
    again = left(gallery)
    assert state_of(again) == state_of(gallery)
    assert count_levels(gallery.journal.path) == len(gallery.items)
    while gallery.undo():
        assert again.undo()
        assert state_of(again) == state_of(gallery)
    assert not again.undo()
    assert not state_of(gallery)[0]


@NOT_FRESH
@given(steps=st.lists(STEPS, min_size=1, max_size=6), data=st.data())
def test_cut_off_anywhere_it_is_as_it_was_once(
    filled: Filled, steps: list[tuple], data: st.DataObject
) -> None:
    gallery = filled()
    states, sizes = [state_of(gallery)], [gallery.journal.path.stat().st_size]
    for step in steps:
        do(gallery, step)
        states.append(state_of(gallery))
        sizes.append(gallery.journal.path.stat().st_size)
    path = gallery.journal.path
    gallery.journal.close()
    content = path.read_bytes()
    cut = data.draw(st.integers(sizes[0], len(content)))
    path.write_bytes(content[:cut])
    again = Gallery.restore(Journal(path))
    whole = max(n for n, size in enumerate(sizes) if size <= cut)
    assert state_of(again)[0] in [state[0] for state in states[whole:]]
    again.record_choice([0], "kept")
    assert state_of(left(again)) == state_of(again)


def test_a_file_of_an_earlier_release_opens(tmp_path: Path) -> None:
    """One in which everything has happened that can."""
    (file,) = (Path(__file__).parent / "journals").iterdir()
    gallery = Gallery.restore(Journal(Path(shutil.copy(file, tmp_path))))
    assert gallery.choices == {1: "kept", 2: "rejected", 3: "kept"} and gallery.cursor == 5
    assert gallery.stacks == [[0, 8], [5], [6], [4], [1], [3], [7], [2]]
    assert gallery.items[8].origin == "like 1, other stages" and gallery.saved_paths == {
        1: "a.toml"
    }
    assert (gallery.tried_count, gallery.rejections) == (3, {"too short": 3})
    assert gallery.undo() and gallery.undo() and not gallery.undo() and not gallery.kept_numbers


def test_undoing_brings_the_cursor_back(filled: Filled) -> None:
    gallery = filled()
    gallery.record_choice([3], "kept")
    gallery.cursor = 7
    assert gallery.undo() and gallery.cursor == 3 and not gallery.kept_numbers
    assert gallery.redo() and gallery.kept_numbers == [3]
    gallery.record_choice([4], "rejected")
    assert not gallery.redo()


def test_none_like_this_holds_for_those_to_come_until_it_is_undone(
    filled: Filled, exhibits: list[Variant]
) -> None:
    gallery = filled()
    gallery.reject_similar(2)
    gallery.add_level(exhibits[2])
    assert gallery.choices[2] == gallery.choices[LEVELS] == "rejected"
    gallery.undo()
    gallery.add_level(exhibits[2])
    assert gallery.choices.get(2, "") == gallery.choices.get(LEVELS + 1, "") == ""


def test_what_is_the_same_up_to_symmetry_is_stacked(
    filled: Filled, exhibits: list[Variant]
) -> None:
    gallery, level = filled(), exhibits[0].level
    reshaping = gallery.game.boards.reshaper
    assert reshaping is not None
    board = reshaping.transform(level.board, SYMMETRIES[2])
    turned = Variant(replace(level, board=board), exhibits[0].facts)
    gallery.add_level(turned)
    assert [0, LEVELS] in gallery.stacks
    gallery.apply_filter(replace(gallery.level_filter, stack=None))
    assert [0] in gallery.stacks and [LEVELS] in gallery.stacks


def test_it_is_ordered_by_any_fact_and_filtered_by_an_expression(filled: Filled) -> None:
    gallery = filled()
    facts = [exhibit.facts for exhibit in gallery.items]
    gallery.apply_filter(LevelFilter(sort="states", descending=True, stack=None))
    order = [facts[n]["states"] for (n,) in gallery.stacks]
    assert order == sorted(order, reverse=True) and len(order) == LEVELS
    gallery.record_choice([1, 4], "kept")
    gallery.apply_filter(LevelFilter(where="tag:kept moves>=1", stack=None))
    assert gallery.stacks == [[1], [4]]
    with pytest.raises(EngineError, match="expected a value"):
        gallery.apply_filter(LevelFilter(where="moves >"))
    with pytest.raises(EngineError):
        gallery.apply_filter(LevelFilter(where="("))
    assert gallery.stacks == [[1], [4]]


def test_a_bar_narrows_the_wish(filled: Filled) -> None:
    gallery = filled()
    found = make_bars([exhibit.facts["moves"] for exhibit in gallery.items])
    assert sum(bar.count for bar in found) == LEVELS
    bar = found[0]
    gallery.set_template(
        narrow_template(gallery.game, gallery.template, "states", bar), bar.make_condition("moves")
    )
    assert {gallery.items[n].facts["moves"] for stack in gallery.stacks for n in stack} == {bar.low}
    again = left(gallery)
    assert read_recipe(again.template).parameters == read_recipe(gallery.template).parameters
    assert read_recipe(again.first_template).parameters != read_recipe(again.template).parameters


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "gallery:1: "),
        (b"nonsense\n", "gallery:1: "),
        (b"[1]\n", "gallery:1: "),
        (b'{"gallery":2}\n', "gallery:1: gallery: expected 1, found 2"),
        (b'{"gallery":true}\n', "gallery:1: gallery: expected an integer, found a boolean"),
        (b'{"gallery":1}\n', "gallery:1: "),
        (b'{"gallery":1,"wish":"no level"}\n', "gallery:1: "),
        (b'{"gallery":1,"wish":3}\n', "gallery:1: "),
        (b"[" * 100_000 + b"\n", "gallery:1: "),
        (b"of somebody else", "gallery:1: "),
        (b'{"gallery":2}\n{"half', "gallery:1: "),
        (b"[1]\n{}\nhalf", "gallery:1: "),
    ],
)
def test_what_is_no_gallery_is_refused_and_stays_as_it_is(
    tmp_path: Path, content: bytes, expected: str
) -> None:
    path = tmp_path / "x.gallery"
    path.write_bytes(content)
    with pytest.raises(EngineError, match=expected) as caught:
        Gallery.restore(Journal(path))
    assert str(path) in str(caught.value) and "\n" not in str(caught.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"{", "not JSON"),
        (b"[]", "expected an object, found an array"),
        (b'{"level":{}}', "level.text: missing; expected a string"),
        (b'{"level":{"text":"","facts":{},"origin":""}}', "level.text: expected a level: format:"),
        (b'{"wish":3}', "wish: expected a string, found an integer"),
        (b'{"choose":{"change":{"99":["","kept"]}}}', "expected a level from 0 to 7, found 99"),
        (b'{"choose":{"change":{"x":["","kept"]}}}', "expected the number of a level, found 'x'"),
        (b'{"choose":{"change":{"1":["","liked"]}}}', "choose.change.1: expected one of"),
        (b'{"choose":{"change":{"1":"kept"}}}', "expected two choices, found a string"),
        (b'{"choose":{"change":{},"barred":8}}', "choose.barred: expected a level from 0 to 7"),
        (b'{"choose":{"change":{},"barred":true}}', "choose.barred: expected an integer from 0"),
        (b'{"choose":[]}', "choose: expected a table, found an array"),
        (b'{"undo":true}', "undo: expected a choice to undo, found none"),
        (b'{"redo":true}', "redo: expected a choice to redo, found none"),
        (b'{"show":{"order":1}}', "show.order: expected a string, found an integer"),
        (b'{"show":{"order":"colour"}}', "show.order: expected one of"),
        (b'{"show":{"backwards":1}}', "show.backwards: expected true or false, found an integer"),
        (b'{"show":{"filter":"moves >"}}', "show.filter: column 8: expected a value"),
        (b'{"show":{"stack":"colour"}}', "show.stack: expected one of board, solution, walls"),
        (b'{"saved":{"0":1}}', "saved.0: expected a string, found an integer"),
        (b'{"at":"x"}', "at: expected an integer from 0, found a string"),
        (b'{"refused":{"tried":"x","reasons":{}}}', "refused.tried: expected an integer from 0"),
        (b'{"refused":{"tried":1,"reasons":{"a":"b"}}}', "refused.reasons.a: expected an integer"),
    ],
)
def test_a_bad_line_is_named(filled: Filled, line: bytes, expected: str) -> None:
    gallery = filled()
    path = gallery.journal.path
    gallery.journal.close()
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(EngineError, match=f":{LEVELS + 2}: .*{re.escape(expected)}"):
        Gallery.restore(Journal(path))


def test_one_session_at_a_time_has_it(filled: Filled) -> None:
    gallery = filled()
    path = gallery.journal.path
    assert Gallery.open(path) is gallery
    with pytest.raises(EngineError, match="open in another session"):
        Gallery.restore(Journal(path))
    gallery.journal.path.unlink()
    gallery.record_choice([0], "kept")
    assert "no such file" in gallery.write_error


def test_looked_at_a_file_stays_as_it_is_even_in_use(filled: Filled) -> None:
    gallery = filled()
    gallery.record_choice([0], "kept")
    path = gallery.journal.path
    with path.open("ab") as file:
        file.write(b'{"choose":')  # what is being written now
    content = path.read_bytes()
    assert state_of(Gallery.open_read_only(path)) == state_of(gallery)
    assert path.read_bytes() == content and Gallery.open(path) is gallery


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "x.gallery"
    os.mkfifo(path)
    for read in (Gallery.open, Gallery.open_read_only):
        with pytest.raises(EngineError, match="not a regular file"):
            read(path)


def test_files_are_found_by_game_the_newest_first(tmp_path: Path) -> None:
    one, two = (Journal.create(tmp_path, "mazing-monk") for _ in range(2))
    one.add_entry({"gallery": 1})
    two = Journal.create(tmp_path, "mazing-monk")
    two.add_entry({"gallery": 1})
    assert one.path != two.path and {*list_journals(tmp_path)} == {one.path, two.path}
    assert {read_game_name(path) for path in list_journals(tmp_path)} == {"mazing-monk"}


def test_a_disk_that_takes_a_part_of_a_line_leaves_the_file_whole(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery = filled()
    before, write = gallery.journal.path.read_bytes(), os.write
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:5]))
        gallery.record_choice([0], "kept")
    assert "no space left" in gallery.write_error.lower()
    assert gallery.journal.path.read_bytes() == before
    gallery.record_choice([1], "kept")
    assert left(gallery).choices.get(1) == "kept"


def test_what_a_full_disk_did_not_take_is_written_when_there_is_room(
    filled: Filled, exhibits: list[Variant], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its order: later choices are about levels by number, and undo those before."""
    gallery = filled()
    write, room = os.write, [4_000]

    def little(descriptor: int, data: bytes) -> int:
        taken = write(descriptor, data[: room[0]])
        room[0] -= taken
        return taken

    with monkeypatch.context() as full:
        full.setattr(os, "write", little)
        for exhibit in exhibits:
            gallery.add_level(exhibit)
        gallery.record_choice([len(exhibits)], "kept")
        gallery.record_choice([len(exhibits) + 1], "rejected")
        assert gallery.write_error
        assert left(gallery).choices == {}
    gallery.undo()
    assert not gallery.write_error
    again = left(gallery)
    assert [e.level for e in again.items] == [e.level for e in gallery.items]
    assert again.choices == gallery.choices and again.kept_numbers == [len(exhibits)]


def test_a_disk_that_takes_nothing_is_reported_and_the_choice_stands(
    template: Level, exhibits: list[Variant], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    gallery = Gallery.create(template, Journal(tmp_path / "file" / "in.gallery"))
    for exhibit in exhibits:
        gallery.add_level(exhibit)
    gallery.record_choice([1], "kept")
    assert "cannot be written" in gallery.write_error and gallery.kept_numbers == [1]


class TestSaving:
    """What is kept is saved under free names."""

    def test_it_goes_round_files_that_are_there(self, filled: Filled, tmp_path: Path) -> None:
        gallery = filled()
        gallery.record_choice([1, 3, 5], "kept")
        (tmp_path / "date-2.toml").write_text("mine")
        saved = bulk_save.save_kept(gallery, str(tmp_path / "date-{n}.toml"))
        names = {n: path.name for n, path in saved.paths.items()}
        assert names == {1: "date-1.toml", 3: "date-3.toml", 5: "date-4.toml"}
        assert (tmp_path / "date-2.toml").read_text() == "mine" and not saved.problem
        titles = [levelfile.read_level(path).title for path in saved.paths.values()]
        assert titles == ["Date 1", "Date 3", "Date 4"]

    def test_facts_can_be_in_the_name(self, filled: Filled, tmp_path: Path) -> None:
        gallery = filled()
        gallery.record_choice([0], "kept")
        moves = gallery.items[0].facts["moves"]
        saved = bulk_save.save_kept(gallery, str(tmp_path / "a-{moves}-{seed}"))
        assert saved.paths[0].name == f"a-{moves}-1.toml"

    def test_what_cannot_be_written_is_reported(self, filled: Filled, tmp_path: Path) -> None:
        gallery = filled()
        gallery.record_choice([0, 1], "kept")
        saved = bulk_save.save_kept(gallery, str(tmp_path / "none" / "a-{n}.toml"))
        assert not saved.paths and "no such folder" in saved.problem

    @pytest.mark.parametrize(
        ("pattern", "words"),
        [
            ("a.toml", "Use {n}"),
            ("", "a file name"),
            ("none/a-{n}", "no such folder"),
            ("{n}/a-{n}", "not in the folder"),
            ("a-{n}-{colour}", "Unknown fact colour."),
        ],
    )
    def test_bad_patterns(
        self, filled: Filled, tmp_path: Path, monkeypatch, pattern: str, words: str
    ) -> None:
        monkeypatch.chdir(tmp_path)
        gallery = filled()
        gallery.record_choice([0, 1], "kept")
        assert words in (bulk_save.find_gallery_fault(gallery, pattern) or "")
        assert bulk_save.find_gallery_fault(gallery, "a-{n}") is None


@pytest.mark.parametrize(
    ("found", "lasted", "told"),
    [
        (2, 60.0, "2 of 24"),
        (12, 2.0, "12 of 24"),
        (12, 11.0, "12 of 24, about 10 s left"),
        (23, 11.0, "23 of 24, about 5 s left"),
        (6, 60.0, "6 of 24, about 3 min left"),
    ],
)
def test_how_long_filling_will_still_take(
    filled: Filled, found: int, lasted: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gallery = filled()
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    assert (
        next(
            collection_text.format_gallery_state(
                gallery, GalleryFillProgress(24, 100.0 - lasted, found)
            )
        )
        == told
    )


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_only_a_regular_file_is_a_gallery(filled: Filled, tmp_path: Path, kind: str) -> None:
    gallery = filled()
    gallery.journal.close()
    whole, path = gallery.journal.path, tmp_path / f"other{gallery.journal.path.suffix}"
    before = whole.read_bytes()
    if kind == "link":
        path.symlink_to(whole)
    else:
        os.mkfifo(path)
    journal = Journal(path)
    for read in (journal.read, journal.read_unlocked, lambda: journal.add_entry({"undo": 1})):
        with pytest.raises(LevelError, match=r"not a regular file"):
            read()
    assert (count_levels(path), whole.read_bytes()) == (0, before)
