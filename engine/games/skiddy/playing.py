"""Play by hand: a move and its description, what a playthrough has earned, campaigns of levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.game.campaign import Played
from engine.game.game import Campaign
from engine.game.play import Measure
from engine.game.position import Position, Status, Step
from engine.games.skiddy import codes
from engine.games.skiddy.board import SkiddyBoard
from engine.values.judgement import Aim, Award

if TYPE_CHECKING:
    from engine.games.skiddy.compiled import CompiledSkiddyBoard
    from engine.tiles.compiled import Cells

MAX_COMBO = Aim(
    codes.KINDS.index("max_combo"),
    *("max_combo", "maximum combo", "max combo", "broken", "Perfect", "combo"),
)
"""All Skiddies of each colour in one move (section 5.3 of the rules)."""

MEDALS = ("Maximum combo", "Minimum moves", "Perfect")

_COMBOS = ("", "", "double", "triple", "quadruple", "quintuple", "sextuple")


def is_broken(position: Position) -> bool:
    """Whether some move has let out some, but not all, Skiddies of a colour."""
    return bool(position.pieces[1])


def awards(position: Position, moves: int, facts: Mapping[str, Any]) -> tuple[Award, ...]:
    """The three medals (section 5.5); see :meth:`engine.game.play.Play.awards`."""
    combo = not is_broken(position)
    least = facts.get("moves")
    fewest = None if least is None else moves <= least
    each = zip(MEDALS, (combo, fewest, combo and fewest), ((), (), MEDALS[:2]), strict=True)
    return tuple(Award(*award) for award in each)


def played(compiled: CompiledSkiddyBoard, position: Position, move: str, direction: int) -> Step:
    """What a move does to a position; its pieces are the cells, and whether a combo is broken."""
    from engine.games.skiddy import motion

    cells, broken = position.pieces
    assert isinstance(position.board, SkiddyBoard)
    way = tuple(motion.moments(position.board, compiled, cells, direction))
    if not way:
        return Step(move, position, position, changed=False)
    after = way[-1]
    broken_now = broken or compiled.breaks_combo(cells, after)
    status: Status = "won" if compiled.is_clear(after) else "playing"
    end = Position(position.board, (after, broken_now), status)
    between = tuple(Position(position.board, (stop, broken)) for stop in way[:-1])
    note = _note(compiled, cells, after, _combo(broken, broken_now, status))
    return Step(move, position, end, True, note, between)


def _note(compiled: CompiledSkiddyBoard, before: Cells, after: Cells, combo: str) -> str:
    """Who left, and what that means for the combo."""
    left = compiled.left(before, after)
    words = [_exit(compiled, glyph, number) for glyph, number in left.items()]
    return ", ".join([*words, combo] if words and combo else words)


def _combo(was_broken: bool, broken: bool, status: Status) -> str:
    """What a move that lets some out means for the combo; empty if that was known before.

    Whether the maximum combo can still be had takes more than a move to find out.
    """
    if status == "won":
        return "no maximum combo" if broken else "maximum combo"
    if not broken:
        return "combo not broken"
    return "" if was_broken else "combo broken"


def _exit(compiled: CompiledSkiddyBoard, glyph: str, number: int) -> str:
    """How many of a colour left, as a combo if there were several."""
    colour, total = codes.COLOUR_TITLES[glyph], compiled.glyphs.count(glyph)
    if number == 1:
        return f"{number} {colour} out"
    combo = f"{_COMBOS[number]} combo" if number < len(_COMBOS) else f"combo of {number}"
    return f"{combo}: {'all ' if number == total else ''}{number} {colour} out"


_HALVES = MEDALS[:2]
"""Maximum combo and minimum moves; who has both is Perfect."""


class SkiddyCampaign(Campaign):
    """A campaign in which Perfect levels lead furthest."""

    lapse = Measure("medals", "medal missed", "medals missed")
    ending = (
        "The last Skiddies leave together, as they came. Behind them the floor is empty and "
        "without a scratch.",
        "Ten rooms, and not one corner in which anybody was left behind. Outside the ice goes on "
        "as far as one can see.",
    )

    def lapses(self, level: Played) -> int:
        """Which of maximum combo and minimum moves were missed: none, one or both."""
        return sum(medal not in level.medals for medal in _HALVES)
