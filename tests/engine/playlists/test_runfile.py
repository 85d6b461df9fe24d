"""Files of runs: they go there and back, and damaged ones say what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from monk_runs import begun, level

from engine.errors import LevelError
from engine.playlists import playlist_run, runfile
from engine.playlists.playlist_run import PlaylistRun


def whole(mode: playlist_run.RunMode = "infinite") -> PlaylistRun:
    seen = replace(level(9), solution_shown=True)
    graced = replace(level(3), hints=2, medals=("Minimum moves",), seconds=75, view="corner")
    played = (level(0), level(None, deaths=3, grade=9), replace(level(7), optimum=None), seen)
    return replace(
        begun(mode), source="my lists/3.seeds", digest="abc", level_index=12, grade=9, deaths=1,
        hints=4, solution_shown=True, played=(*played, graced), extra={"mood": "calm"},
    )  # fmt: skip


def test_runs_come_back_from_their_files() -> None:
    for one in (begun("campaign"), whole()):
        assert runfile.loads(runfile.dumps(one)) == one


def test_runs_from_before_there_were_orders_go_by_grade() -> None:
    text = runfile.dumps(replace(whole(), order="rising"))
    assert runfile.loads(text).order == "rising"
    assert runfile.loads(text.replace('order = "rising"\n', "")).order == "graded"


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ('order = "graded"', 'order = "any"', "order: expected one of rising, graded"),
        ('mode = "infinite"', 'mode = "idle"', "mode: expected one of campaign, infinite"),
        ("place = 12", "place = -1", "place: expected an integer from 0, found -1"),
        ("deaths = 1", "deaths = true", "deaths: expected an integer"),
        ("hints = 4", "hints = -4", "hints: expected an integer from 0, found -4"),
        ("seconds = 75", 'seconds = "75"', r"played\[4\].seconds: expected an integer from 0"),
        ('"Minimum moves"', "3", r"played\[4\].medals: expected an array of strings"),
        ("seed = 5", "", "seed: missing"),
        ("format = 1", "format = 2", "newer than this workbench knows"),
        ("count = 4", 'count = "4"', r"played\[0\].count: expected"),
        ("solution_shown = true", "solution_shown = 1", "solution_shown: expected true or false"),
        ("started = 2025-03-01 12:00:00", "started = 1 #", "expected a date"),
        ("[[played]]", "[[played]", "not TOML"),
    ],
)
def test_damaged_files_of_runs_say_what_is_wrong(old: str, new: str, wrong: str) -> None:
    text = runfile.dumps(whole())
    assert old in text
    with pytest.raises(LevelError, match=wrong) as caught:
        runfile.loads(text.replace(old, new, 1), "a.run.toml")
    assert str(caught.value).startswith("a.run.toml:")
    assert "\n" not in str(caught.value)


EARLIER = """format = 1
game = "mazing-monk"
generator = "mazing-monk/1"
mode = "infinite"
seed = 5
started = 2026-01-02 03:04:05+00:00
list = "my/3.seeds"
order = "rising"
digest = "abc"
place = 12
grade = 9
deaths = 1
hints = 4
solution_shown = true
mood = "calm"

[[played]]
grade = 1
seed = 2
place = 3
deaths = 4
count = 5
optimum = 6
solution_shown = true
hints = 7
medals = [
    "Gold",
]
seconds = 8
view = "corner"

[[played]]
grade = 9
seed = 8
deaths = 0
count = 4
"""
"""A run as releases before wrote it."""


def test_runs_of_earlier_releases_are_read_and_written_to_the_byte() -> None:
    found = runfile.loads(EARLIER)
    assert runfile.dumps(found) == EARLIER
    first, past = found.played
    assert (first.grade, first.seed, first.index, first.view) == (1, 2, 3, "corner")
    assert (past.index, past.optimum) == (None, None) and found.extra == {"mood": "calm"}
