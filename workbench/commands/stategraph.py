"""The picture of the state graph: the ways to it, and the screen of its own."""

from __future__ import annotations

from workbench.commands.command import Command

STATES_DESIGN = (
    Command(
        "design.states",
        "State graph",
        "Draw the states of the level and how moves lead from one to the other.",
        ("M",),
        "Trace",
        "state graph",
        rank=107,
        editing=False,
    ),
)

STATES_PLAY = (
    Command(
        "play.states",
        "State graph",
        "Show where play stands among all states of the level, or no longer.",
        ("g",),
        "Play",
        "graph",
        rank=35,
    ),
)

STATES = (
    Command(
        "states.parent",
        "Up",
        "Back to where the cursor came from, else to the state that this one was found from.",
        ("up", "k", "w"),
        "Move",
    ),
    Command(
        "states.follow",
        "Down",
        "To the state that the chosen move leads to.",
        ("down", "j", "s"),
        "Move",
        "follow",
        rank=10,
    ),
    Command("states.left", "Left", "To the left in the layer.", ("left", "h", "a"), "Move"),
    Command("states.right", "Right", "To the right in the layer.", ("right", "l", "d"), "Move"),
    Command("states.page-up", "Page up", "Up by a page of layers.", ("pageup",), "Move"),
    Command("states.page-down", "Page down", "Down by a page of layers.", ("pagedown",), "Move"),
    Command("states.first", "To the start", "To S0, the start.", ("home",), "Move"),
    Command("states.last", "To the win", "To the last state of the solution.", ("end",), "Move"),
    Command(
        "states.next-move",
        "Next move",
        "Choose the next of the moves that can be made in the state of the cursor.",
        ("tab",),
        "States",
        "move",
        rank=20,
    ),
    Command("states.previous-move", "Previous move", "", ("shift+tab",), "States"),
    Command(
        "states.closer",
        "Closer",
        "Draw the states larger: dots, names, names with all moves.",
        ("plus",),
        "States",
        "zoom",
        beside="states.farther",
        rank=30,
    ),
    Command(
        "states.farther",
        "Farther",
        "Draw the states smaller, and those that are alike as one.",
        ("minus",),
        "States",
    ),
    Command(
        "states.next-dead",
        "Next dead state",
        "To the next state from which no win can be reached.",
        ("n",),
        "States",
        "dead",
        beside="states.previous-dead",
        rank=40,
    ),
    Command("states.previous-dead", "Dead state before", "", ("N",), "States"),
    Command(
        "states.before", "State before", "To the state numbered one less.", ("comma",), "States"
    ),
    Command(
        "states.after", "State after", "To the state numbered one more.", ("full_stop",), "States"
    ),
    Command(
        "states.choose",
        "Show on the board",
        "Leave, with the board and the trace at the state of the cursor.",
        ("enter",),
        "States",
        "show it",
        rank=5,
    ),
    Command(
        "states.back",
        "Back",
        "Back to where one was.",
        ("escape", "M", "g"),
        "States",
        "back",
        rank=15,
    ),
)
