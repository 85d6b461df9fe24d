"""The goal, rules and terms of Skiddy for players, with the rules illustrated by small boards."""

from __future__ import annotations

from engine.game.manual import Rule

GOAL = "Get every Skiddy out through a goal of its colour."

RULES = (
    Rule(
        "Tilt",
        "Tilt the floor up, right, down or left: all pieces slide together, until a block, a goal "
        "that is not theirs or another piece stops them.",
        """
        #######
        #r....#
        #...r.#
        #####R#
        """,
        "R",
    ),
    Rule(
        "Goals",
        "A Skiddy that reaches a goal of its colour leaves. For everything else a goal is a wall.",
        """
        #######
        #r....R
        #.r#..#
        #######
        """,
        "R",
    ),
    Rule(
        "Combo",
        "When a Skiddy leaves, all of its colour that touch it leave too, and all that "
        "touch those. "
        "If each colour leaves as a whole in one move, that is the maximum combo.",
        """
        ######
        #...r#
        #...rR
        #...r#
        ######
        """,
        "R",
    ),
    Rule(
        "Pits",
        "A pit stops and holds the piece that reaches it. The piece leaves with the next move. A "
        "pit is never filled, and holds one piece at a time.",
        """
        #######
        #r.o..#
        #....r#
        #####R#
        """,
        "R",
    ),
    Rule(
        "Crates",
        "A crate stays where it is until a Skiddy pushes it: by one cell, once in a move, if the "
        "cell beyond is free.",
        """
        #######
        #r.c..#
        #r....R
        #######
        """,
        "R",
    ),
    Rule(
        "Ice cubes",
        "An ice cube slides like a Skiddy, but never leaves, and pushes nothing.",
        """
        #######
        #r.i..R
        #r..#.#
        #######
        """,
        "R",
    ),
    Rule(
        "Medals",
        "You can earn two: one for the maximum combo, one for the fewest moves that clear the "
        "level. Both together are Perfect.",
    ),
)

TERMS = {
    "combo": "All Skiddies of a colour leave in one move. It is the maximum combo if each colour "
    "does.",
    "Perfect": "A win with the maximum combo, in the fewest moves possible.",
    "medal": "A reward for a win: maximum combo, minimum moves, or Perfect.",
}
