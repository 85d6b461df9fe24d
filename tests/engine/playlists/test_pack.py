"""Packs as values: levels move, and what is held stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packs import BOARD

from engine.errors import EngineError
from engine.playlists.pack import Pack, PlaylistEntry


@given(st.data())
def test_levels_move_but_pinned_ones_stay(data: st.DataObject) -> None:
    pins = data.draw(st.lists(st.booleans(), min_size=1, max_size=6))
    entries = [PlaylistEntry(BOARD, f"{at}", pinned=pin) for at, pin in enumerate(pins)]
    places = st.integers(0, len(pins) - 1)
    at, to = data.draw(places), data.draw(places)
    pack = Pack(tuple(entries))
    crossed = pins[min(at, to) : max(at, to) + 1]
    if at != to and any(crossed):
        with pytest.raises(EngineError, match="pinned"):
            pack.move_level(at, to)
        return
    moved = pack.move_level(at, to)
    assert moved.levels[to] == entries[at]
    assert sorted(e.file or "" for e in moved.levels) == sorted(e.file or "" for e in entries)
    assert moved.move_level(to, at) == pack


REFUSED: list[tuple[Callable[[Pack], Pack], str]] = [
    (lambda pack: pack.remove_level(0), "level 1 is locked"),
    (lambda pack: pack.remove_level(1), "below it is pinned"),
    (lambda pack: pack.replace_level(0, PlaylistEntry(BOARD[:-1] + "3", "x")), "level 1 is locked"),
    (
        lambda pack: pack.replace_level(1, PlaylistEntry(BOARD[:-1] + "2", "x")),
        "in the pack already",
    ),
    (lambda pack: pack.move_level(0, 9), "expected a level from 1 to 3, found 10"),
]


@pytest.mark.parametrize(("change", "said"), REFUSED)
def test_what_is_held_is_not_changed(change: Callable[[Pack], Pack], said: str) -> None:
    first = PlaylistEntry(BOARD, "0", locked=True)
    last = PlaylistEntry(BOARD[:-1] + "2", "2", pinned=True)
    pack = Pack((first, PlaylistEntry(BOARD[:-1] + "1", "1"), last))
    with pytest.raises(EngineError, match=said):
        change(pack)
