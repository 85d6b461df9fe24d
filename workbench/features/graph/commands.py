"""The commands of the state graph screen, and those that open it."""

from __future__ import annotations

from workbench.commands import CommandGroup

_trace = CommandGroup("design", "Trace", editing=False)
_play = CommandGroup("play", "Play")
_move = CommandGroup("states", "Move")
_states = CommandGroup("states", "States")

# fmt: off
STATES_DESIGN = (
    _trace("states", "v>g", "State graph",
        "Draw the states of the level and how moves lead from one to the other.",
        "state graph", 107),
)
STATES_PLAY = (
    _play("states", "v>g", "State graph",
        "Show the position of play among all states of the level, or no longer.", "graph", 35),
)
STATES = (
    _move("parent", "up", "Up",
        "Back to where the cursor came from, else to the state that this one was found from."),
    _move("follow", "down", "Down",
        "To the state that the chosen move leads to.", "follow", 10),
    _move("left", "left", "Left", "To the left in the layer."),
    _move("right", "right", "Right", "To the right in the layer."),
    _move("page-up", "page-up", "Page up", "Up by a page of layers."),
    _move("page-down", "page-down", "Page down", "Down by a page of layers."),
    _move("first", "first", "To the start", "To S0, the start."),
    _move("last", "last", "To the win", "To the last state of the solution."),
    _states("next-move", "next-pane", "Next move",
        "Choose the next of the moves that can be made in the state of the cursor.", "move", 20),
    _states("previous-move", "previous-pane", "Previous move"),
    _states("closer", "larger", "Closer",
        "Draw the states larger: dots, names, names with all moves.", "zoom", 30,
        companion="farther"),
    _states("farther", "smaller", "Farther",
        "Draw the states smaller, and those that are alike as one."),
    _states("next-dead", "next", "Next dead state",
        "To the next state from which no win can be reached.", "dead", 40,
        companion="previous-dead"),
    _states("previous-dead", "previous", "Dead state before"),
    _states("before", "step-back", "State before", "To the state numbered one less."),
    _states("after", "step-forward", "State after", "To the state numbered one more."),
    _states("choose", "act", "Show on the board",
        "Leave, with the board and the trace at the state of the cursor.", "show it", 5),
    _states("back", "back", "Back", "Back to where one was.", "back", 15),
)
# fmt: on
