"""Moves drawn over a board before they are made, and how far everybody could walk."""

from __future__ import annotations

import lights
from lights import LightsBoard
from monk_boards import GAME, HARD_54

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.cube import TURNS
from workbench.drawing.move_previews import preview_move


def test_what_is_shown_of_a_position() -> None:
    position = GAME.play.create_start(MonkBoard(HARD_54, 7))
    turns = GAME.play.previews.list_handles(position)
    safe = next(turn.move for turn in turns if not turn.refusal and not turn.is_fatal)
    shown = preview_move(GAME, position, move=safe, reach=True)
    states = {turn: arrow.state for turn, arrow in zip(TURNS, shown.arrows, strict=True)}
    assert states["r0"] == states["c0"] == "refused" and states[safe] == "chosen"
    assert {turn.move for turn in turns if turn.is_fatal} == {
        turn for turn, state in states.items() if state == "fatal"
    }
    assert {*shown.marks.values()} >= {"reached"} and shown.preview is not None
    assert any(mark.startswith("moves-") for mark in shown.marks.values())
    after = preview_move(GAME, position, move=safe, after=True)
    assert after.picture == GAME.play.draw_picture(GAME.play.step(position, safe).after)
    assert {*after.marks} == {*shown.preview.destinations} and {*after.marks.values()} == {
        "arrived"
    }
    refused = preview_move(GAME, position, move="r0", after=True)
    assert refused.picture == GAME.play.draw_picture(position)


def test_a_game_without_previews_has_the_changed_cells_marked() -> None:
    board = LightsBoard(("...", "s..", "..."), ("l..", "...", "..."))
    position = lights.GAME.play.create_start(board)
    shown = preview_move(lights.GAME, position, move="left")
    assert shown.marks == {(0, 0): "preview", (1, 0): "preview"}
    assert shown.preview is not None and shown.preview.status == "won"
    refused = preview_move(lights.GAME, position, move="right")
    assert refused.preview is not None and refused.preview.refusal == "nothing changes"
    assert not refused.marks and not preview_move(lights.GAME, position).marks
