"""Galleries in plain mode: made, listed, chosen in, saved, in the files of the app's galleries."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest
from catalogues import entries
from commanding import Talk
from conforming import SMALL

from engine.files import levelfile
from workbench.features.collection import gallery_filler
from workbench.features.collection.gallery_model import Gallery
from workbench.features.collection.journal import Journal, list_journals
from workbench.paths.state_folder import get_user_state

GAMES = ("fruit-dating", "skiddy", "linjat", "mazing-monk")


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def kept() -> Gallery:
    """The gallery that was written last, as the app finds it."""
    return Gallery.restore(Journal(list_journals(get_user_state().galleries)[0]))


@pytest.mark.parametrize("game", GAMES)
def test_levels_are_made_chosen_and_saved(
    game: str, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Of levels that are alike a catalogue has one.
    monkeypatch.setattr(gallery_filler, "draw_seed", itertools.count(1).__next__)
    asked = " ".join(f"{key}={value}" for key, value in SMALL[game].items())
    printed = talk(
        f"gallery new {game} 3 {asked}", "gallery keep 1 3", "gallery reject 2", "gallery undo",
        "gallery redo", "gallery show 2", "gallery more 1 mutations", "gallery filter tag:kept",
        "gallery save a-{n}.toml", "gallery save b-{n}.toml", "gallery catalogue all.db",
        "gallery take 3", "status", "quit", "discard",
    )  # fmt: skip
    assert "3 levels made." in printed and "2 kept." in printed and "Saved a-1.toml." in printed
    assert "All kept levels are saved already." in printed
    gallery = kept()
    assert gallery.kept_numbers == [0, 2] and gallery.choices[1] == "rejected"
    assert len(gallery.items) > 3 and gallery.cursor == 2
    saved = [levelfile.read_level(Path(f"a-{n}.toml")) for n in (1, 2)]
    assert [each.board for each in saved] == [gallery.items[n].level.board for n in (0, 2)]
    assert all(each.title for each in saved)
    tags = [entry.tags for entry in entries(Path("all.db"))]
    assert tags[:3] == [("kept",), ("rejected",), ("kept",)]


def test_what_was_chosen_is_there_in_the_next_session(talk: Talk) -> None:
    talk("gallery new skiddy 2", "gallery keep 2", "quit")
    printed = talk(
        "gallery earlier", "gallery open 1", "gallery keep 2", "gallery order moves", "quit"
    )
    assert "1: skiddy, " in printed and "2 levels, 1 kept." in printed
    assert not kept().kept_numbers


def test_what_was_generated_is_seen(talk: Talk) -> None:
    printed = talk(
        "generate skiddy 1",
        "generate skiddy 2",
        "gallery seen",
        "gallery take 1",
        "quit",
        "discard",
    )
    assert "Seen of Skiddy: 2 levels, 0 kept." in printed
    gallery = kept()
    assert gallery.is_history and len(gallery.items) == 2


def test_what_is_not_understood_is_reported(talk: Talk) -> None:
    printed = talk(
        "gallery", "gallery open", "gallery seen", "gallery new skiddy 1", "gallery sho 1",
        "gallery keep 2", "gallery keep x", "gallery more 1 sideways", "gallery order nose",
        "gallery filter moves>", "gallery undo", "gallery keep", "gallery new skiddy 0",
        "gallery new skiddy 999999999999", "gallery make 1001",
        "gallery new skiddy 2 nose=1", "gallery keep 1", "gallery save none/a.toml",
        "gallery catalogue a.toml", "gallery catalogue none/a.db", "quit",
    )  # fmt: skip
    for words in (
        "No gallery is open", "Expected a gallery from 1 to 0", "did you mean gallery show?",
        "Expected a level from 1 to 1, found 2.", "Expected the number of a level as a number",
        "Expected stages, parameters, mutations", "Unknown fact 'nose'", "Nothing to undo.",
        "Expected: gallery keep N...", "Expected 1 to 1,000 levels, found 0; ",
        "levels, found 999,999,999,999; workbench batch makes more.", "levels, found 1,001; ",
        "nose", "No such folder: none.",
        "'a.toml': Enter a file name that ends in .db or .catalogue", "'none/a.db': no such folder",
    ):  # fmt: skip
        assert words in printed, words
    assert "Traceback" not in printed and not os.path.lexists("none")
