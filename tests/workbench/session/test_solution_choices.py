"""Solutions that are played back: one of each kind in turn, and any of all."""

from __future__ import annotations

import pytest
from cases_skiddy import FIXTURES, LEVEL_1_1
from desks import desk_of
from skiddy_boards import board_of

from engine.values.level import Level

FIRST = Level("skiddy", board_of(LEVEL_1_1), "Side by side")
LONG = Level("skiddy", board_of(next(f for f in FIXTURES if f.name == "F09").rows), "Long")
"""Maximum combo takes 8 moves, any win 3."""


@pytest.mark.parametrize(
    ("level", "titles"),
    [(FIRST, ["Perfect 2", "no combo 3"]), (LONG, ["no combo 3", "max combo 8"])],
)
def test_one_solution_of_each_kind_is_played_back_in_turn(level: Level, titles: list[str]) -> None:
    with desk_of(level) as desk:
        playback, seen = desk.session.playback, []
        for _ in range(len(titles) + 1):
            playback.step_solution()
            player = playback.player
            if playback.view_kind == "solution" and player is not None:
                assert player.moment == 0
                seen.append(f"{playback.build_view().caption.partition(' · ')[0]} {player.length}")
        assert seen == titles
        assert playback.view_kind == "timeline"
        picked = [way for _, way in playback.solutions.list_solutions()][-1]
        playback.show_solution(picked)
        assert playback.player is not None and playback.player.length == len(picked.moves)
        assert playback.build_view().caption == f"{picked.title} · start position"
        playback.step_solution()
        assert playback.view_kind == "timeline"
        playback.step_solution()
        assert playback.build_view().caption.startswith(titles[0].rpartition(" ")[0])
