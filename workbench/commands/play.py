"""Playing by hand, the recordings of that, and playing one of them again."""

from __future__ import annotations

from workbench.commands.command import Command

PLAY = (
    Command("play.up", "Up", "Move up.", ("up", "k", "w"), "Moves"),
    Command("play.down", "Down", "Move down.", ("down", "j", "s"), "Moves"),
    Command("play.left", "Left", "Move left.", ("left", "h", "a"), "Moves"),
    Command("play.right", "Right", "Move right.", ("right", "l", "d"), "Moves"),
    Command("play.undo", "Undo", "Take the last move back.", ("u",), "Moves", "undo"),
    Command(
        "play.redo",
        "Redo",
        "Make the undone move again.",
        ("ctrl+r", "U"),
        "Moves",
        "redo",
        rank=30,
    ),
    Command("play.restart", "Restart", "Back to the start.", ("R",), "Moves", "restart", rank=20),
    Command(
        "play.hint",
        "Hint",
        "Where one stands; again for the kind of the next move, and for the move itself.",
        ("i", "H"),
        "Play",
        "hint",
        rank=10,
    ),
    Command(
        "play.solution",
        "Solution",
        "Show or hide the solution.",
        ("o",),
        "Play",
        "solution",
        rank=40,
    ),
    Command(
        "play.aim",
        "Aim",
        "Have hints and warnings lead to a better kind of win, such as a maximum combo, or to any.",
        ("c",),
        "Play",
        rank=35,
    ),
    Command(
        "play.recordings",
        "Recordings",
        "What was played here before, to be played again.",
        ("r",),
        "Play",
        "recordings",
        rank=15,
    ),
    Command(
        "play.warnings",
        "Warnings",
        "Say when a win takes more moves than it has to, or is out of reach, or no longer.",
        ("x",),
        "Play",
        "warnings",
        rank=50,
    ),
    Command(
        "play.timer",
        "Timer",
        "Show the time, or no longer.",
        ("t",),
        "Play",
        "timer",
        rank=45,
    ),
    Command(
        "play.motion",
        "Motion",
        "Animate moves, where the terminal is a local one, or no longer.",
        ("m",),
        "Play",
        "motion",
        rank=55,
    ),
    Command("play.back", "Back", "Leave the game.", ("escape",), "Play", "back", rank=5),
)

RECORDINGS = (
    Command("recordings.up", "Up", "The recording above.", ("up", "k", "w"), "Move"),
    Command("recordings.down", "Down", "The recording below.", ("down", "j", "s"), "Move"),
    Command("recordings.page-up", "Page up", "", ("pageup",), "Move"),
    Command("recordings.page-down", "Page down", "", ("pagedown",), "Move"),
    Command("recordings.first", "First", "", ("home",), "Move"),
    Command("recordings.last", "Last", "", ("end",), "Move"),
    Command(
        "recordings.open", "Replay", "Play the recording again.", ("enter",), "Recordings", "replay"
    ),
    Command("recordings.back", "Back", "Back to the game.", ("escape",), "Recordings", "back"),
)

REPLAY = (
    Command(
        "replay.play-pause",
        "Play or pause",
        "Play the recording by itself, from the start if at the end, or stop.",
        ("space",),
        "Replay",
        "run",
    ),
    Command(
        "replay.back-step",
        "Step back",
        "Back by one event.",
        ("comma",),
        "Replay",
        "step",
        beside="replay.forward",
    ),
    Command("replay.forward", "Step forward", "Forward by one event.", ("full_stop",), "Replay"),
    Command(
        "replay.first",
        "To the start",
        "",
        ("home",),
        "Replay",
        "ends",
        beside="replay.last",
        rank=10,
    ),
    Command("replay.last", "To the end", "", ("end",), "Replay"),
    Command(
        "replay.slower",
        "Slower",
        "Fewer events a second.",
        ("minus",),
        "Replay",
        "speed",
        beside="replay.faster",
        rank=5,
    ),
    Command("replay.faster", "Faster", "More events a second.", ("plus",), "Replay"),
    Command("replay.back", "Back", "Back to the recordings.", ("escape",), "Replay", "back"),
)
