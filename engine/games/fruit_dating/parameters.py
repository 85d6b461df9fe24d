"""What a designer can set of the Fruit Dating generator, stage by stage.

Numbers are the article's where it gives them (weights), ours elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.staging.generation import Stage
from engine.tiles.board import MAX_SIDE
from engine.tiles.parameters import (
    LAYOUT,
    OPENNESS,
    RELEVANCE,
    SURPLUS,
    TIDYING,
    TOUCHING,
    on_small_boards,
)
from engine.values.difficulty import PRESET, by_difficulty, by_preset, difficulty, length_by
from engine.values.grid import DIRECTIONS, SYMMETRIES
from engine.values.parameters import Parameter, Schema, Value, fact, number, setting_indices, span
from engine.values.ranges import Range

LEAST_SIDE = 4


def _placing(name: str, title: str, meaning: str, thing: str) -> Stage:
    """A stage that puts things on cells by the weights of a plane."""
    return Stage(name, title, meaning, f"{thing}-weight", paintable=True)


STAGES = (
    Stage("border", "Border", "A solid ring round the board.", draws=False),
    Stage("walls", "Walls", "Walls that grow inwards from the border, in ever shorter parts."),
    Stage("inner-walls", "Inner walls", "Walls that touch nothing that was there before."),
    Stage("areas", "Areas", "The largest free area stays, others are walled in.", draws=False),
    Stage("weights", "Weights", "How attractive each tile is for fruit.", "fruit-weight"),
    _placing("fruit", "Fruit", "Pairs of fruit, placed by weight.", "fruit"),
    _placing("blockers", "Blockers", "Stones, cars and barrels, by own weights.", "blocker"),
    _placing("one-ways", "One-ways", "Gates that can be crossed in one direction.", "one-way"),
    _placing("mud", "Mud", "Tiles that fruit must not touch.", "mud"),
    _placing("anteaters", "Anteaters", "Animals that drag fruit to them.", "anteater"),
    _placing("hedgehogs", "Hedgehogs", "Sleeping animals that eat fruit.", "hedgehog"),
    TIDYING,
)  # fmt: skip
STAGE_NAMES = tuple(stage.name for stage in STAGES)

SYMMETRY_CHOICES = ("random", "none", *(s.name for s in SYMMETRIES[1:]))
QUARTER_TURNS = ("four", "two")
MAX_WITNESS = 40
"""Moves that fruit is placed backwards by at most."""

PLACED, BACKWARDS = "placed", "backwards"
ANY_MOVE = "any"
EVERY_LINE = (0, MAX_SIDE - 1)
ENDING = ("ending_move", "ending_rows", "ending_cols")
"""What can be wished of the end of a way back."""
BLOCKER_CHOICES = ("mixed", "stone", "car", "barrel")


def _weights(prefix: str, stage: str, of: str, defaults: tuple[int, ...]) -> list[Parameter]:
    """The four weights of a map, each with the size of its random part."""
    kinds = (
        ("dead_end", "dead end", "a tile with three solid sides"),
        ("corner", "corner", "a tile with two adjacent solid sides"),
        ("corridor", "corridor", "a tile with two opposite solid sides"),
        ("open", "open", "a tile with fewer than two solid sides"),
    )
    found = []
    for (key, title, meaning), base, extra in zip(
        kinds, defaults[0::2], defaults[1::2], strict=True
    ):
        found += [
            number(
                f"{prefix}_{key}", base, 0, 1000, stage, title,
                f"Weight for {of} of {meaning}; 0 keeps {of} off.",
            ),
            number(
                f"{prefix}_{key}_random", extra, 0, 1000, stage, f"{title} random",
                f"A number below this, drawn for each such tile, is added to its weight for {of}.",
            ),
        ]  # fmt: skip
    return found


def _ending(key: str, lines: str) -> Parameter:
    """Where the last pair meets: any place, unless fruit is placed backwards."""
    least, most = EVERY_LINE
    asked = span(
        f"ending_{key}", EVERY_LINE, least, most, "fruit", f"last pair, {lines}",
        f"Where fruit placed backwards ends: one of the last pair is in these {lines} as it meets.",
    )  # fmt: skip
    return replace(asked, silent=True)


_FACT_HELP = {
    "solvable": "Whether the level can be solved; only solvable levels are kept.",
    "complete": "Whether the whole graph was searched; only complete ones are kept.",
    "moves": "Length of the shortest solution.",
    "states": "Positions that can be reached.",
    "transitions": "Moves that do not lose, over all positions.",
    "winning_moves": "Moves that win, over all positions.",
    "losing_moves": "Moves that lose, over all positions.",
    "dead_states": "Positions from which no win can be reached.",
    "shortest_solutions": "Distinct shortest solutions.",
    "states_seen": "Positions that the solver met; all that there are, for a complete graph.",
}

_FACTS = (
    *(
        fact(key, meaning, (7, 14) if key == "moves" else None)
        for key, meaning in _FACT_HELP.items()
    ),
    TOUCHING,
    OPENNESS[0],
    replace(OPENNESS[1], default=Range(45, None), before=Range(0, None)),
    *RELEVANCE,
)
FACTS = tuple(fact.key for fact in _FACTS)
"""The facts that kernels accept a level by, in their order."""


def _by_difficulty(difficulty: int) -> Mapping[str, Value | None]:
    """Longer solutions, more pairs, and one more kind of thing in the way after the other."""
    few, pair, pairs = Range(1, 3), Range(1, 2), Range(2, 3)
    return {
        "moves": length_by(difficulty),
        "pairs": Range(1, 1) if difficulty < 5 else pair if difficulty < 8 else pairs,
        "one_ways": few if difficulty >= 4 else None,
        "mud": few if difficulty >= 5 else None,
        "hedgehogs": pair if difficulty >= 7 else None,
        "anteaters": pair if difficulty >= 9 else None,
    }


_MOSTLY_NEEDED = Range(75, None)
_BY_PRESET = by_preset(
    {
        "pairs": Range(1, 1), "one_ways": Range(0, 2), "mud": Range(0, 2),
        "moves": Range(4, 6), "dead_states": Range(0, 0), "needed_share": _MOSTLY_NEEDED,
    },
    {
        "pairs": Range(1, 2), "one_ways": Range(0, 3), "mud": Range(0, 3),
        "anteaters": Range(0, 1), "hedgehogs": Range(0, 1),
        "moves": Range(7, 11), "dead_states": Range(1, None), "needed_share": _MOSTLY_NEEDED,
    },
    {
        "pairs": Range(1, 2), "one_ways": Range(0, 3), "mud": Range(0, 2),
        "anteaters": Range(0, 2), "hedgehogs": Range(0, 2),
        "moves": Range(10, 20), "dead_states": Range(5, None), "needed_share": _MOSTLY_NEEDED,
    },
)  # fmt: skip


PARAMETERS = Schema((
    PRESET,
    difficulty(
        "Length of the solution, pairs and things in the way, unless they are set."
    ),
    number(
        "rows", 8, LEAST_SIDE, MAX_SIDE, "border", "rows",
        "Rows of the board, the border included.", "rows",
    ),
    number(
        "cols", 8, LEAST_SIDE, MAX_SIDE, "border", "columns",
        "Columns of the board, the border included.", "columns",
    ),
    span("walls", (3, 6), 0, 40, "walls", "number", "Walls that start from the border."),
    span(
        "wall_length", (1, 4), 1, 14, "walls", "first part", "Tiles of a wall's first part.",
        "tiles",
    ),
    Parameter(
        "symmetry", "choice", "random", 0, 0, "walls", "symmetry",
        "Walls are painted one tile at a time (none), or two, the second where this puts it.",
        SYMMETRY_CHOICES,
    ),
    span("inner_walls", (0, 2), 0, 40, "inner-walls", "tries", "Inner walls that are tried."),
    number(
        "inner_length", 14, 1, 14, "inner-walls", "longest", "Tiles of an inner wall at most.",
        "tiles",
    ),
    *_weights("fruit", "weights", "fruit", (6, 3, 3, 3, 2, 0, 1, 0)),
    span("pairs", (1, 2), 1, 20, "fruit", "pairs", "Pairs of fruit."),
    span("colours", (1, 2), 1, 8, "fruit", "colours", "Colours of fruit, one a pair at most."),
    span(
        "blockers", (5, 12), 0, 60, "blockers", "density", "Blockers, per cent of free tiles.", "%"
    ),
    Parameter(
        "blocker_kind", "choice", "mixed", 0, 0, "blockers", "kind",
        "What blockers look like; all behave alike.", BLOCKER_CHOICES,
    ),
    *_weights("blocker", "blockers", "blockers", (2, 2, 3, 2, 2, 0, 2, 0)),
    span("one_ways", (0, 0), 0, 40, "one-ways", "number", "One-way gates."),
    *_weights("one_way", "one-ways", "gates", (1, 0, 1, 0, 4, 0, 2, 0)),
    span("mud", (0, 0), 0, 40, "mud", "number", "Tiles of mud."),
    *_weights("mud", "mud", "mud", (1, 0, 2, 0, 2, 0, 3, 0)),
    span("anteaters", (0, 0), 0, 20, "anteaters", "number", "Anteaters."),
    *_weights("anteater", "anteaters", "anteaters", (3, 3, 3, 3, 0, 0, 1, 0)),
    span("hedgehogs", (0, 0), 0, 20, "hedgehogs", "number", "Sleeping hedgehogs."),
    *_weights("hedgehog", "hedgehogs", "hedgehogs", (2, 0, 3, 0, 0, 0, 2, 0)),
    number(
        "max_states", 20_000, 1, 5_000_000, "verify", "largest graph",
        "A candidate with more positions is rejected.", "positions",
    ),
    *_FACTS,
    Parameter(
        "fruit_mode", "choice", PLACED, 0, 0, "fruit", "mode",
        "Fruit is placed by weight, or backwards from the solved position by moves that win.",
        (PLACED, BACKWARDS), silent=True,
    ),
    replace(
        span(
            "backward_moves", (4, 10), 1, MAX_WITNESS, "fruit", "moves back",
            "Moves that fruit is placed backwards by, in that mode; at least one a pair.", "moves",
        ),
        silent=True,
    ),
    Parameter(
        "ending_move", "choice", ANY_MOVE, 0, 0, "fruit", "last move",
        "The last move of the way to win that fruit is placed backwards by.",
        (ANY_MOVE, *DIRECTIONS), silent=True,
    ),
    _ending("rows", "rows"),
    _ending("cols", "columns"),
    SURPLUS,
    *LAYOUT,
    Parameter(
        "quarter_turns", "choice", QUARTER_TURNS[0], 0, 0, "walls", "quarter turns",
        "Walls painted with a quarter turn are painted on all four tiles that it leads round, or, "
        "as published, on two.", QUARTER_TURNS, before=QUARTER_TURNS[1],
    ),
), {
    "difficulty": by_difficulty(_by_difficulty),
    PRESET.key: _BY_PRESET,
    **on_small_boards(range(LEAST_SIDE, MAX_SIDE + 1), 5, {"moves": Range(4, 14)}),
})  # fmt: skip

setting_index = setting_indices(PARAMETERS).__getitem__
"""Where the low end of a parameter stands in the settings, by its key; its high end follows."""
