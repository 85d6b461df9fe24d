"""One move of play: what happens on the way, and how it is told."""

from __future__ import annotations

from engine.game import Position, Status, Step
from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.compiled import CompiledBoard
from engine.tiles.compiled import Cells

SAMPLE = SkiddyBoard(
    ("#####", "#...#", "#...#", "#R###"),
    (".....", ".r.r.", ".....", "....."),
)
"""Level 1-1 of the published game."""


def played(compiled: CompiledBoard, position: Position, move: str, direction: int) -> Step:
    """What a move does to a position; its pieces are the cells, and whether a combo is broken."""
    cells, broken = position.pieces
    if position.status != "playing":
        return Step(move, position, position, changed=False)
    moments = list(compiled.moments(cells, direction))
    after = moments[-1][1]
    if after == cells:
        return Step(move, position, position, changed=False)
    broken_now = broken or compiled.breaks_combo(cells, after)
    status: Status = "won" if compiled.is_clear(after) else "playing"
    end = Position(position.board, (after, broken_now), status)
    way = [cells]
    for there, left_there in moments:
        way += [stop for stop in (there, left_there) if stop != way[-1]]
    between = tuple(Position(position.board, (stop, broken)) for stop in way[1:-1])
    note = _note(compiled, cells, after, broken_now, status)
    return Step(move, position, end, True, note, between)


def _note(
    compiled: CompiledBoard, before: Cells, after: Cells, broken: bool, status: Status
) -> str:
    """Who left, and what it means for the combo."""
    left = compiled.left(before, after)
    if not left:
        return ""
    words = [
        f"{number} {codes.COLOUR_TITLES[glyph]} out"
        if number < compiled.glyphs.count(glyph)
        else f"all {number} {codes.COLOUR_TITLES[glyph]} out at once"
        for glyph, number in left.items()
    ]
    if status == "won":
        words.append("no maximum combo" if broken else "maximum combo")
    elif broken:
        words.append("combo broken")
    return ", ".join(words)
