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
        "Show all states of the level and the moves between them.",
        "state graph", 107),
)
STATES_PLAY = (
    _play("states", "v>g", "State graph",
        "Show or hide the current position among all states of the level.", "graph", 35),
)
STATES = (
    _move("parent", "up", "Up",
        "Go back to where the cursor came from, or to the parent of the state."),
    _move("follow", "down", "Down",
        "Go to the state that the chosen move leads to.", "follow", 10),
    _move("left", "left", "Left", "Go left in the layer."),
    _move("right", "right", "Right", "Go right in the layer."),
    _move("page-up", "page-up", "Page up", "Go up a page of layers."),
    _move("page-down", "page-down", "Page down", "Go down a page of layers."),
    _move("first", "first", "Go to start", "Go to S0, the start."),
    _move("last", "last", "Go to win", "Go to the last state of the solution."),
    _states("next-move", "next-pane", "Next move",
        "Choose the next possible move from the state at the cursor.", "move", 20),
    _states("previous-move", "previous-pane", "Previous move"),
    _states("closer", "larger", "Zoom in",
        "Draw the states larger: as dots, as names, as names with all moves.", "zoom", 30,
        companion="farther"),
    _states("farther", "smaller", "Zoom out",
        "Draw the states smaller, and similar ones as one."),
    _states("next-dead", "next", "Next dead state",
        "Go to the next state from which no win can be reached.", "dead", 40,
        companion="previous-dead"),
    _states("previous-dead", "previous", "Previous dead state"),
    _states("before", "step-back", "Previous state", "Go to the state with the previous number."),
    _states("after", "step-forward", "Next state", "Go to the state with the next number."),
    _states("choose", "act", "Show on board",
        "Show the state at the cursor on the board and in the trace.", "show", 5),
    _states("back", "back", "Back", "Go back to the previous screen.", "back", 15),
)
# fmt: on
