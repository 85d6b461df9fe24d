"""The Linjat manual for players: the goal, the rules with small example boards, and the terms."""

from __future__ import annotations

from engine.game.manual import Rule
from engine.game.play import ActionText

GOAL = "Give every number a line of its length, so that together they cover all dots."

RULES = (
    Rule(
        "Lines",
        "Every number gets one straight line, horizontal or vertical, of as many cells as "
        "it says. Its "
        "own cell is one of them, anywhere along the line; a 1 is a line by itself.",
        """
        .....
        .3...
        .....
        ...2.
        """,
        "1,1:1,0-1,2 3,3:2,3-3,3",
    ),
    Rule(
        "Dots",
        "Every dot is covered by a line, no matter whose. Other cells may stay empty.",
        """
        .....
        .3.*.
        .....
        *2...
        """,
        "1,1:1,1-1,3 3,1:3,0-3,1",
    ),
    Rule(
        "Apart",
        "Lines share no cells, so none runs over another number. Here the 3 has no room to the "
        "right: its line is vertical, or reaches to the left.",
        """
        ..*..
        .....
        ..32.
        ...*.
        """,
        "2,2:0,2-2,2 2,3:2,3-3,3",
    ),
    Rule(
        "Solved",
        "The puzzle is solved once every line has its length and no dot is left. Lines that are "
        "still too short, or too long, are drawn differently.",
        """
        .....
        .4..*
        .....
        .*2..
        """,
        "1,1:1,1-1,2 3,2:3,0-3,2",
    ),
)

TERMS = {
    "leaks": "Conclusions that are valid only because there is one solution. They spoil the "
    "reasoning that the puzzle is about.",
}

ACTION_TEXTS = {
    "placing.take": ActionText(
        "Grab the number or the end of a line under the cursor, or let it go."
    ),
    "placing.clear": ActionText(
        "Remove the line under the cursor, or the mark if there is no line."
    ),
    "placing.level": ActionText(
        "Note that the line of the number under the cursor is horizontal, or remove the note."
    ),
    "placing.upright": ActionText(
        "Note that the line of the number under the cursor is vertical, or remove the note."
    ),
    "mark.pencil-level": ActionText("noted: a horizontal line"),
    "mark.pencil-upright": ActionText("noted: a vertical line"),
}
