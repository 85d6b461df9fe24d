"""The rules of play for Skiddy: moves with their descriptions, medals, and the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.game.game import Campaign
from engine.game.level_win import LevelWin
from engine.game.play import Measure
from engine.game.play_position import Position, Status, Step
from engine.games.skiddy import skiddy_codes
from engine.games.skiddy.board import SkiddyBoard
from engine.values.outcomes import Aim, Award

if TYPE_CHECKING:
    from engine.games.skiddy.skiddy_compiler import CompiledSkiddyBoard
    from engine.tiles.compiled_tiles import Cells

MAX_COMBO = Aim(
    skiddy_codes.WIN_KINDS.index("max_combo"),
    *("max_combo", "maximum combo", "max combo", "broken", "Perfect", "combo"),
)
"""The aim of letting all Skiddies of each colour leave in one move (section 5.3 of the rules)."""

MEDALS = ("Maximum combo", "Minimum moves", "Perfect")

_COMBOS = ("", "", "double", "triple", "quadruple", "quintuple", "sextuple")


def is_broken(position: Position) -> bool:
    """Return True if an earlier move has let out some, but not all, Skiddies of a colour."""
    return bool(position.pieces[1])


def list_awards(position: Position, moves: int, facts: Mapping[str, Any]) -> tuple[Award, ...]:
    """Return the three medals for a win; see :meth:`engine.game.play.Play.list_awards`."""
    combo = not is_broken(position)
    least = facts.get("moves")
    # If the minimum number of moves is not known, the medal for it is undecided (None).
    fewest = None if least is None else moves <= least
    each = zip(MEDALS, (combo, fewest, combo and fewest), ((), (), MEDALS[:2]), strict=True)
    return tuple(Award(*award) for award in each)


def play_move(compiled: CompiledSkiddyBoard, position: Position, move: str, direction: int) -> Step:
    """Return the step that a move makes from a position.

    ``position.pieces`` holds the cells of the pieces, and a flag that is True if the combo is
    broken.
    """
    from engine.games.skiddy import move_frames

    cells, broken = position.pieces
    assert isinstance(position.board, SkiddyBoard)
    way = tuple(move_frames.iterate_frames(position.board, compiled, cells, direction))
    # If nothing moves, the step changes nothing and does not count as a move.
    if not way:
        return Step(move, position, position, changed=False)
    after = way[-1]
    broken_now = broken or compiled.has_broken_combo(cells, after)
    status: Status = "won" if compiled.is_clear(after) else "playing"
    end = Position(position.board, (after, broken_now), status)
    between = tuple(Position(position.board, (stop, broken)) for stop in way[:-1])
    note = _describe_exits(compiled, cells, after, _describe_combo(broken, broken_now, status))
    return Step(move, position, end, True, note, between)


def _describe_exits(compiled: CompiledSkiddyBoard, before: Cells, after: Cells, combo: str) -> str:
    """Return a description of the Skiddies that left, followed by ``combo`` if any left."""
    left = compiled.count_exits(before, after)
    words = [_format_exit(compiled, glyph, number) for glyph, number in left.items()]
    return ", ".join([*words, combo] if words and combo else words)


def _describe_combo(was_broken: bool, broken: bool, status: Status) -> str:
    """Return a description of how a move's exits affected the combo.

    The result is "" if the combo was already broken and the level is not won. It never says that
    the maximum combo is still possible, because one move alone does not show that.
    """
    if status == "won":
        return "no maximum combo" if broken else "maximum combo"
    if not broken:
        return "combo not broken"
    return "" if was_broken else "combo broken"


def _format_exit(compiled: CompiledSkiddyBoard, glyph: str, number: int) -> str:
    """Format the number of Skiddies of a colour that left; two or more are called a combo."""
    colour, total = skiddy_codes.COLOUR_TITLES[glyph], compiled.glyphs.count(glyph)
    if number == 1:
        return f"{number} {colour} out"
    combo = f"{_COMBOS[number]} combo" if number < len(_COMBOS) else f"combo of {number}"
    return f"{combo}: {'all ' if number == total else ''}{number} {colour} out"


_PERFECT_PARTS = MEDALS[:2]
"""The medals for maximum combo and minimum moves. A win that earns both is Perfect."""


class SkiddyCampaign(Campaign):
    """The Skiddy campaign, in which each medal that a win misses is a lapse."""

    lapse = Measure("medals", "medal missed", "medals missed")
    ending_text = (
        "The last Skiddies leave together, as they came. Behind them the floor is empty and "
        "without a scratch.",
        "Ten rooms, and not one corner in which anybody was left behind. Outside the ice stretches "
        "as far as one can see.",
    )

    def count_lapses(self, level: LevelWin) -> int:
        """Return how many of the two medals for maximum combo and minimum moves a win missed."""
        return sum(medal not in level.medals for medal in _PERFECT_PARTS)
