"""Levels that may take the place of one of a pack are as hard; one pack has one game."""

from __future__ import annotations

import shutil
from pathlib import Path

import packs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shipped import LEVELS

from engine.errors import EngineError
from engine.playlists import pack_selection
from engine.playlists.candidate_source import PackCandidates
from engine.playlists.difficulty_curve import RampLevel
from engine.playlists.folder_source import open_source
from engine.playlists.level_facts import FactCache
from engine.playlists.pack import DEFAULT_FACT, Pack, PackOrigin, PlaylistEntry
from engine.playlists.pack_level_files import create_pack_of_folder, load_levels
from engine.values.budget import Control


@given(st.integers(0, 5_000))
def test_as_hard_is_the_same_number_of_moves(moves: int) -> None:
    low, high = pack_selection.get_difficulty_range(moves)
    assert low <= moves <= high and high - low <= moves / 20
    assert moves >= 50 or low == high == moves


@given(st.floats(0.1, 1e6))
def test_as_hard_is_near_for_what_is_measured(seconds: float) -> None:
    low, high = pack_selection.get_difficulty_range(seconds)
    assert low <= seconds <= high <= 1.05 * seconds


def test_another_is_as_hard_or_there_is_none(tmp_path: Path) -> None:
    source = open_source(packs.source(tmp_path))
    choice = source.collect_candidates(PackOrigin(), Control(), lambda done, whole: None)
    pack = load_levels(create_pack_of_folder(tmp_path / "made"), tmp_path / "made")
    alone = {each.difficulty for each in choice.candidates}
    found = 0
    for each in pack.levels:
        assert each.level is not None
        one = Pack((PlaylistEntry.from_level(each.level),))
        own = next(c.difficulty for c in choice.candidates if c.board == each.board)
        other = pack_selection.find_replacement(source, choice, one, 0)
        same = [c for c in choice.candidates if c.difficulty == own and c.board != each.board]
        assert (other is None) == (not same)
        found += other is not None
        assert other is None or other.difficulty == own
    assert 0 < found < len(pack) and len(alone) > 1


def test_a_level_a_move_longer_is_no_other(tmp_path: Path) -> None:
    source = open_source(packs.source(tmp_path))
    choice = source.collect_candidates(PackOrigin(), Control(), lambda done, whole: None)
    old, other = choice.candidates[:2]
    level, learned = (
        source.load_level(old.key),
        FactCache(figures={(old.board, DEFAULT_FACT): 11.0}),
    )
    pack = Pack((PlaylistEntry.from_level(level),))
    for difficulty, found in ((12.0, None), (10.0, None), (11.0, other.key)):
        only = PackCandidates("skiddy", [RampLevel(other.key, difficulty, other.board)], 1, ())
        one = pack_selection.find_replacement(source, only, pack, 0, cache=learned)
        assert (None if one is None else one.key) == found


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with levels of two games."""
    folder = tmp_path / "mixed"
    folder.mkdir()
    for game in ("skiddy", "linjat"):
        first = sorted((LEVELS / game).glob("*.toml"))[0]
        shutil.copy(first, folder / f"{game}.toml")
    return folder


def test_a_pack_of_a_folder_has_levels_of_one_game(mixed: Path) -> None:
    with pytest.raises(EngineError, match="mixed: expected levels of one game, found linjat, ski"):
        create_pack_of_folder(mixed)
    (mixed / "linjat.toml").unlink()
    assert len(create_pack_of_folder(mixed)) == 1


def test_levels_of_two_games_are_not_put_in_order(mixed: Path) -> None:
    names = ("skiddy.toml", "linjat.toml")
    pack = Pack(tuple(PlaylistEntry("", name) for name in names))
    found = load_levels(pack, mixed)
    assert all(each.is_playable for each in found.levels)
    with pytest.raises(EngineError, match="expected levels of one game"):
        pack_selection.sort_pack(found)
