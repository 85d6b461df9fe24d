"""The manual for A Mazing Monk: the goal, the rules with small examples, and the terms."""

from __future__ import annotations

from engine.game.manual import Rule
from engine.game.play import ActionText

GOAL = "Collect enough karma, then walk to the exit, without soldiers reaching the monk."

_TOP = (3, 3, 3, 3)
_LEFT_AND_TOP = (3, 0, 3, 6)
"""The parts of the unfolded cube that the examples show, as (row, column, height, width)."""

RULES = (
    Rule(
        "Walk",
        "The monk walks on the top face of a cube, over path and karma. Karma on his way is "
        "collected, and becomes path. Obstacles and soldiers are in his way.",
        "M.#.*.##* ********* ######### ######### ######### #########",
        "m11",
        _TOP,
    ),
    Rule(
        "Exit",
        "The lower right square of the top is the exit. It opens with enough karma, seven unless "
        "the level says otherwise, and the level is won as soon as the monk is there. While an "
        "obstacle or soldiers are on it nobody can enter.",
        "M*******. ######### ######### ######### ######### #########",
        "r r d l l d r",
        _TOP,
    ),
    Rule(
        "Turn",
        "Rows turn from left to right, columns from the front to the back, never the other way, "
        "and never the one on which the monk is. An outer line takes the face next to it "
        "along.",
        "M.####### ********* #*#.##*.* ######### ######### #########",
        "r2",
        _LEFT_AND_TOP,
    ),
    Rule(
        "Soldiers",
        "After every turn soldiers on the top face take any path to the monk that there is, and "
        "he dies; next to him they need none. Such a turn is allowed, and deadly.",
        "M..##.### ********* ######..S ######### ######### #########",
        "r2",
        _LEFT_AND_TOP,
    ),
)

TERMS = {
    "karma": "What the monk collects; enough of it opens the exit.",
    "turn": "A row or a column of the cube turned by a quarter.",
    "walk": "All walking between two turns.",
}

ACTION_TEXTS = {
    "steering.go": ActionText(
        "Make the previewed turn. Without one, choose a cell with the cursor and walk there."
    ),
    "steering.faces": ActionText(
        "Show three faces of the cube at a time, as in the original, or all six.", "Faces"
    ),
    "steering.explore": ActionText(
        "Show the hidden faces. Press again, or move, to turn the view back."
    ),
    "design.reach": ActionText(
        "Show or hide the cells that the player and enemies can reach.",
        "Show who can walk where",
    ),
    "mark.reached": ActionText("can be reached"),
    "arrow.allowed": ActionText("this line can be turned, in that direction"),
    "arrow.refused": ActionText("this line cannot be turned now"),
    "arrow.fatal": ActionText("turning this line loses"),
    "arrow.chosen": ActionText("the turn that is previewed"),
}
