"""The goal of Fruit Dating and its rules for players, illustrated by small boards."""

from __future__ import annotations

from engine.game.manual import Rule
from engine.game.play import ActionText

GOAL = "Bring fruit of one colour together, until none is left."

RULES = (
    Rule(
        "Tilt",
        "Tilt the board right, up, left or down: everything slides at once, until something "
        "stops it.",
        """
        #######
        #A..o.#
        #.....#
        #A..#.#
        #######
        """,
        "R",
    ),
    Rule(
        "Pairs",
        "Neighbours of one colour pair off and leave once everything has come to rest. The level "
        "is won when no fruit is left.",
        """
        #######
        #A.B.A#
        ##.##.#
        #B....#
        #######
        """,
        "D",
    ),
    Rule(
        "Blockers",
        "Stones, cars and barrels slide like fruit, and match nothing. All three behave alike.",
        """
        #######
        #Ao..A#
        #c..b.#
        #######
        """,
        "R",
    ),
    Rule(
        "One-way gates",
        "A gate lies between two cells, and can be crossed in its own direction only.",
        """
        #######
        #A....#
        #....A#
        #######
        gate 1,3 left
        """,
        "R",
    ),
    Rule(
        "Mud",
        "Fruit that enters mud loses the level. Stones, cars and barrels may.",
        """
        #######
        #A.~..#
        #o.~.A#
        #######
        """,
        "R",
    ),
    Rule(
        "Hedgehogs",
        "A sleeping hedgehog is a wall that must not be run into: it loses the level if it stops "
        "fruit that has slid. Fruit that only lies next to it is safe.",
        """
        #######
        #A...h#
        #....A#
        #######
        """,
        "R",
    ),
    Rule(
        "Anteaters",
        "An anteater is a wall. After every move it drags the first fruit that it sees straight "
        "ahead to itself, and new pairs leave. Fruit that is dragged through mud loses the level.",
        """
        #######
        #A....#
        #....<#
        ##...##
        #A....#
        #######
        """,
        "D",
    ),
)

ACTION_TEXTS = {
    "edit.paint": ActionText(
        "Put the chosen tool on the cell under the cursor, or remove the gate or lock there. "
        "Or apply the line, rectangle or move that you began."
    ),
    "edit.erase": ActionText(
        "Remove the piece under the cursor, or else the tile, or else the gate and the lock."
    ),
}
