"""Play of Skiddy: the aim of a maximum combo, medals, and the campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.game import Campaign
from engine.game.play import Measure
from engine.game.play_position import Position
from engine.game.win_record import LevelWin
from engine.games.skiddy import skiddy_codes
from engine.games.skiddy.plain_skiddy_rules import PlainSkiddyRules
from engine.tiles.plain_rules import RulesPlay
from engine.values.ratings_and_awards import Aim, Award

MAX_COMBO = Aim(
    skiddy_codes.WIN_KINDS.index("max_combo"),
    *("max_combo", "maximum combo", "max combo", "broken", "Perfect", "combo"),
)
"""The aim of letting all Skiddies of each colour leave in one move (section 5.3 of the rules)."""

MEDALS = ("Maximum combo", "Minimum moves", "Perfect")


def is_broken(position: Position) -> bool:
    """Return True if an earlier move has let out some, but not all, Skiddies of a colour."""
    broken: tuple[int, ...] = position.pieces[1]
    return broken != PlainSkiddyRules.numbers


def list_awards(position: Position, moves: int, facts: Mapping[str, Any]) -> tuple[Award, ...]:
    """Return the three medals for a win; see :meth:`engine.game.play.Play.list_awards`."""
    combo = not is_broken(position)
    least = facts.get("moves")
    # If the minimum number of moves is not known, the medal for it is undecided (None).
    fewest = None if least is None else moves <= least
    each = zip(MEDALS, (combo, fewest, combo and fewest), ((), (), MEDALS[:2]), strict=True)
    return tuple(Award(*award) for award in each)


class SkiddyPlay(RulesPlay):
    """The rules of play: Skiddies slide, and leave through goals of the same colour."""

    aims = (MAX_COMBO,)
    medals = MEDALS
    list_awards = staticmethod(list_awards)

    def is_aim_missed(self, position: Position, aim: Aim) -> bool:
        """Return True if the combo is broken, so that the maximum combo is out of reach."""
        return is_broken(position)


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
