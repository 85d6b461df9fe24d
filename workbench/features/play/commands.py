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
    _play_moves("undo", "undo", "Undo", "Take the last move back.", "undo"),
    _play_moves("redo", "redo", "Redo", "Make the undone move again.", "redo", 30),
    _play_moves("restart", "again", "Restart", "Back to the start.", "restart", 20),
    _play("hint", "ask", "Hint",
        "How many moves are left; again for the kind of the next move, and for the move itself.",
        "hint", 10),
    _play("solution", "solution", "Solution", "Show or hide the solution.", "solution", 40),
    _play("aim", "p>a", "Aim",
        "Have hints and warnings lead to a better kind of win, or to any.", rank=35),
    _play("pin", "p>i", "Pin as intended",
        "Keep the moves that won with the level as its intended solution.", rank=36),
    _play("recordings", "p>r", "Recordings",
        "What was played here before, to be played again.", "recordings", 15),
    _play("warnings", "p>w", "Warnings",
        "Say when a win takes more moves than it has to, or is out of reach, or no longer.",
        "warnings", 50),
    _play("timer", "p>t", "Timer", "Show the time, or no longer.", "timer", 45),
    _play("motion", "p>m", "Motion",
        "Animate moves, where the terminal is a local one, or no longer.", "motion", 55),
    _play("onward", "next", "Onward",
        "After a win, on to what follows it, such as the next level of a campaign."),
    _play("back", "back", "Back", "Leave the game; close the graph of states first.", "back", 5),
)
PLACING = (
    _draw("take", "act", "Take hold, let go",
        "Take hold of what is under the cursor, or let it go.", "draw", 1),
    _draw("clear", "take-away", "Clear",
        "Take back what is drawn under the cursor, or wipe the mark off if nothing is.",
        "clear", 12),
    _draw("empty", "e>x", "Mark empty",
        "Note with a pencil mark that the cell under the cursor stays empty, or wipe that off.",
        "mark", 6, companion="level"),
    _draw("level", "e>minus", "Mark level",
        "Note with a pencil mark that the cell under the cursor is level, or wipe that off."),
    _draw("upright", "e>vertical_line", "Mark upright",
        "Note with a pencil mark that the cell under the cursor is upright, or wipe that off."),
    _draw("check", "p>c", "Check",
        "Say what is wrong so far, pencil marks among it, and what there is still to do.",
        "check", 3),
)
"""The commands for games whose moves name cells."""
_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
PICKS = tuple(
    _pick(f"pick-{number}", f"={number}", f"Pick {number}",
        f"Pick the {which} piece, which arrow keys then move.")
    for number, which in enumerate(_NUMBERS, start=1)
)
"""The commands for games whose moves name a piece; each game defines the order of its pieces."""
TURNS = tuple(
    _pushes(f"turn-{number}", f"={number}", f"Move {number}",
        f"Show what the {which} of the moves at the board's edges would do; again makes it.")
    for number, which in enumerate(_NUMBERS, start=1)
)
"""The commands for moves at the board's edges, in the order in which the game lists them."""
STEERING = (
    *TURNS,
    _steering_moves("go", "act", "Go",
        "Make the move that is shown; else choose a cell with the cursor, and then go there.",
        "go", 1),
    _steering("check", "p>c", "Check", "Mark what is still missing for a win.", "check", 42),
    _steering("preview", "p>v", "Preview",
        "Show what a move would do before it is made, or make it at once.", "preview", 44),
    _steering("faces", "v>a", "One view",
        "See only the part of the board that is in view from one side, or all of it.",
        "one view", 46),
    _steering("explore", "v>e", "Explore",
        "Look at the parts that are out of view; again, or any move, leads back.",
        "explore", 13),
)
"""The commands for games with steps and with moves at the board's edges."""
WORDS = (
    _words("choose", "act", "Choose a move",
        "Make the move that is previewed; else choose one from a list.", "choose", 1),
    _words("next", "next-pane", "Preview the next",
        "Show what the next move would do, before it is made; after the last one, none.",
        "preview", 2),
    _words("previous", "previous-pane", "Preview the one before"),
)
"""The commands for games whose moves have no direction; each of these moves has its own key."""
RECORDINGS = (
    _move("up", "up", "Up", "The recording above."),
    _move("down", "down", "Down", "The recording below."),
    _move("page-up", "page-up", "Page up"),
    _move("page-down", "page-down", "Page down"),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _recordings("open", "act", "Replay", "Play the recording again.", "replay"),
    _recordings("back", "back", "Back", "Back to the game.", "back"),
)
REPLAY = (
    _replay("play-pause", "play-pause", "Play or pause",
        "Play the recording by itself, from the start if at the end, or stop.", "run"),
    _replay("back-step", "step-back", "Step back", "Back by one event.", "step",
        companion="forward"),
    _replay("forward", "step-forward", "Step forward", "Forward by one event."),
    _replay("first", "first", "To the start", "", "ends", 10, companion="last"),
    _replay("last", "last", "To the end"),
    _replay("slower", "slower", "Slower", "Fewer events a second.", "speed", 5, companion="faster"),
    _replay("faster", "faster", "Faster", "More events a second."),
    _replay("back", "back", "Back", "Back to the recordings.", "back"),
)
# fmt: on
