"""The commands for the play screen, the list of recordings, and replays."""

from __future__ import annotations

from workbench.commands import CommandGroup

_play_moves = CommandGroup("play", "Moves")
_play = CommandGroup("play", "Play")
_draw = CommandGroup("placing", "Draw")
_pick = CommandGroup("actors", "Pieces")
_words = CommandGroup("words", "Moves of the game")
_pushes = CommandGroup("steering", "Moves at the edges")
_steering_moves = CommandGroup("steering", "Moves")
_steering = CommandGroup("steering", "Play")
_move = CommandGroup("recordings", "Move")
_recordings = CommandGroup("recordings", "Recordings")
_replay = CommandGroup("replay", "Replay")

# fmt: off
PLAY = (
    _play_moves("up", "up =w", "Up", "Move up."),
    _play_moves("down", "down =s", "Down", "Move down."),
    _play_moves("left", "left =a", "Left", "Move left."),
    _play_moves("right", "right =d", "Right", "Move right."),
    _play_moves("undo", "undo", "Undo", "Undo the last move.", "undo"),
    _play_moves("redo", "redo", "Redo", "Redo the move that was undone.", "redo", 30),
    _play_moves("restart", "again", "Restart", "Go back to the start.", "restart", 20),
    _play("hint", "ask", "Hint",
        "Show how many moves are left. Again: the kind of the next move. Again: the move itself.",
        "hint", 10),
    _play("solution", "solution", "Solution", "Show or hide the solution.", "solution", 40),
    _play("aim", "p>a", "Change hint goal",
        "Let hints and warnings lead to a better kind of win, or to any win.", rank=35),
    _play("pin", "p>i", "Pin solution",
        "Save the moves that won as the level's intended solution.", rank=36),
    _play("recordings", "p>r", "Recordings",
        "Show earlier plays of this level and replay them.", "recordings", 15),
    _play("warnings", "p>w", "Warnings",
        "Turn warnings about wasted moves and dead ends on or off.",
        "warnings", 50),
    _play("timer", "p>t", "Timer", "Show or hide the time.", "timer", 45),
    _play("motion", "p>m", "Animation",
        "Turn the animation of moves on or off. It needs a local terminal.", "motion", 55),
    _play("onward", "next", "Continue",
        "After a win, continue with the next level."),
    _play("back", "back", "Back", "Close the state graph, or leave the game.", "back", 5),
)
PLACING = (
    _draw("take", "act", "Grab or release",
        "Grab the object under the cursor, or release it.", "draw", 1),
    _draw("clear", "take-away", "Clear",
        "Remove the line under the cursor or, if there is none, the pencil mark.",
        "clear", 12),
    _draw("empty", "e>x", "Mark empty",
        "Mark the cell under the cursor as empty, or remove that mark.",
        "mark", 6, companion="level"),
    _draw("level", "e>minus", "Mark horizontal",
        "Mark the cell under the cursor as horizontal, or remove that mark."),
    _draw("upright", "e>vertical_line", "Mark vertical",
        "Mark the cell under the cursor as vertical, or remove that mark."),
    _draw("check", "p>c", "Check",
        "Show mistakes so far, including pencil marks, and what is still missing.",
        "check", 3),
)
"""The commands for games whose moves name cells."""
_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
PICKS = tuple(
    _pick(f"pick-{number}", f"={number}", f"Select piece {number}",
        f"Select the {which} piece, so that arrow keys move it.")
    for number, which in enumerate(_NUMBERS, start=1)
)
"""The commands for games whose moves name a piece; each game defines the order of its pieces."""
TURNS = tuple(
    _pushes(f"turn-{number}", f"={number}", f"Move {number}",
        f"Preview the {which} move at the edge of the board. Again: make it.")
    for number, which in enumerate(_NUMBERS, start=1)
)
"""The commands for moves at the board's edges, in the order in which the game lists them."""
STEERING = (
    *TURNS,
    _steering_moves("go", "act", "Go",
        "Make the previewed move, or choose a cell with the cursor and go there.",
        "go", 1),
    _steering("check", "p>c", "Check",
        "Mark everything that is still missing for a win.", "check", 42),
    _steering("preview", "p>v", "Preview",
        "Turn previews of moves on or off.", "preview", 44),
    _steering("faces", "v>a", "One view",
        "Show only the part of the board that is visible from one side, or show all of it.",
        "one view", 46),
    _steering("explore", "v>e", "Explore",
        "Look at the hidden parts of the board. Again, or with any move: go back.",
        "explore", 13),
)
"""The commands for games with steps and with moves at the board's edges."""
WORDS = (
    _words("choose", "act", "Choose a move",
        "Make the previewed move, or choose one from a list.", "choose", 1),
    _words("next", "next-pane", "Preview next move",
        "Preview the next move without making it. After the last one, preview none.",
        "preview", 2),
    _words("previous", "previous-pane", "Preview previous move"),
)
"""The commands for games whose moves have no direction; each of these moves has its own key."""
RECORDINGS = (
    _move("up", "up", "Up", "Select the recording above."),
    _move("down", "down", "Down", "Select the recording below."),
    _move("page-up", "page-up", "Page up"),
    _move("page-down", "page-down", "Page down"),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _recordings("open", "act", "Replay", "Replay the selected recording.", "replay"),
    _recordings("back", "back", "Back", "Go back to the game.", "back"),
)
REPLAY = (
    _replay("play-pause", "play-pause", "Play or pause",
        "Play the recording, from the start if it is at its end, or pause it.", "run"),
    _replay("back-step", "step-back", "Step back", "Go back by one event.", "step",
        companion="forward"),
    _replay("forward", "step-forward", "Step forward", "Go forward by one event."),
    _replay("first", "first", "Go to the start", "", "ends", 10, companion="last"),
    _replay("last", "last", "Go to the end"),
    _replay("slower", "slower", "Slower",
        "Play fewer events per second.", "speed", 5, companion="faster"),
    _replay("faster", "faster", "Faster", "Play more events per second."),
    _replay("back", "back", "Back", "Go back to the recordings.", "back"),
)
# fmt: on
