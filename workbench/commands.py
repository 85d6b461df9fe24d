"""Every command of the app, once: key bindings, key line, help and palette read this list.

A command belongs to one *context*: ``app`` (everywhere), ``board`` (while a board with a
cursor has the focus), or the name of a screen. Its action is a method ``action_NAME`` of the
screen (of the app for context ``app``, of the board view for context ``board``), where NAME
is the part of the id after the dot, dashes as underscores.

Keys are Textual key names. Letters, arrows, punctuation and a few ``ctrl`` combinations
only: terminals, multiplexers and browsers eat function keys, ctrl+enter, ctrl+a and ctrl+b.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that the user can ask for.

    Attributes:
        id: ``context.name``; also the id under which a keymap rebinds it.
        title: short name for help and palette.
        help: one sentence.
        keys: Textual key names; none for a command of the palette only.
        group: heading in the help screen.
        label: word in the key line; empty keeps the command out of it.
        shown: the keys as the key line writes them, where it shows two commands as one.
    """

    id: str
    title: str
    help: str
    keys: tuple[str, ...] = ()
    group: str = "General"
    label: str = ""
    shown: str = ""

    @property
    def context(self) -> str:
        """Where the command works."""
        return self.id.partition(".")[0]

    @property
    def action(self) -> str:
        """Name of the action method, without its ``action_``."""
        return self.id.partition(".")[2].replace("-", "_")


APP = (
    Command("app.help", "Help", "Every key of this screen.", ("question_mark",), label="help"),
    Command("app.palette", "Commands", "Find a command by name.", ("ctrl+p",), label="commands"),
    Command("app.theme", "Next theme", "Draw with the next theme."),
    Command("app.redraw", "Redraw", "Draw the screen again from scratch.", ("ctrl+l",)),
    Command("app.suspend", "Suspend", "Back to the shell; the shell's fg returns.", ("ctrl+z",)),
    Command("app.quit", "Quit", "Leave; asks about unsaved work.", ("q", "ctrl+q", "ctrl+c")),
)

BOARD = (
    Command("board.up", "Cursor up", "", ("up", "k", "w"), "Cursor"),
    Command("board.down", "Cursor down", "", ("down", "j", "s"), "Cursor"),
    Command("board.left", "Cursor left", "", ("left", "h", "a"), "Cursor"),
    Command("board.right", "Cursor right", "", ("right", "l", "d"), "Cursor"),
)

LEVELS = (
    Command(
        "levels.up",
        "Up",
        "The level above.",
        ("up", "k", "w"),
        "Move",
    ),
    Command("levels.down", "Down", "The level below.", ("down", "j", "s"), "Move"),
    Command("levels.page-up", "Page up", "", ("pageup",), "Move"),
    Command("levels.page-down", "Page down", "", ("pagedown",), "Move"),
    Command("levels.first", "First", "", ("home",), "Move"),
    Command("levels.last", "Last", "", ("end",), "Move"),
    Command(
        "levels.open",
        "Open",
        "Open the level in the design screen; open or close a folder.",
        ("enter",),
        "Levels",
        "design",
    ),
    Command("levels.play", "Play", "Play the level by hand.", ("p",), "Levels", "play"),
    Command(
        "levels.generate",
        "Generate",
        "Generate a level from a new random seed.",
        ("g",),
        "Levels",
        "generate",
    ),
    Command("levels.new", "New level", "Start an empty level.", ("n",), "Levels", "new"),
    Command(
        "levels.search",
        "Search",
        "Only the levels whose title, file or game has this text.",
        ("slash",),
        "Levels",
        "search",
    ),
    Command("levels.close", "Close folder", "Close the folder.", ("left", "h", "a"), "Levels"),
    Command("levels.expand", "Open folder", "Open the folder.", ("right", "l", "d"), "Levels"),
    Command("levels.reload", "Reload", "Read the folders again.", ("ctrl+r",), "Levels", "reload"),
    Command("levels.back", "Back", "Clear the search.", ("escape",), "Levels"),
)

PLAY = (
    Command("play.up", "Up", "Move up.", ("up", "k", "w"), "Moves"),
    Command("play.down", "Down", "Move down.", ("down", "j", "s"), "Moves"),
    Command("play.left", "Left", "Move left.", ("left", "h", "a"), "Moves"),
    Command("play.right", "Right", "Move right.", ("right", "l", "d"), "Moves"),
    Command("play.undo", "Undo", "Take the last move back.", ("u",), "Moves", "undo"),
    Command("play.redo", "Redo", "Make the undone move again.", ("ctrl+r", "U"), "Moves", "redo"),
    Command("play.restart", "Restart", "Back to the start.", ("R",), "Moves", "restart"),
    Command(
        "play.solution",
        "Solution",
        "Show or hide the stored solution.",
        ("o",),
        "Play",
        "solution",
    ),
    Command("play.back", "Back", "Leave the game.", ("escape",), "Play", "back"),
)

DESIGN = (
    Command(
        "design.generate",
        "Generate",
        "Generate a level from a seed.",
        ("g",),
        "Generate",
        "generate",
    ),
    Command("design.edit", "Edit", "Edit mode on or off.", ("e",), "Edit", "edit"),
    Command("design.playtest", "Playtest", "Play the level by hand.", ("p",), "Level", "play"),
    Command(
        "design.previous-stage",
        "Previous stage",
        "Back to where the stage began.",
        ("left_square_bracket",),
        "Playback",
        "stage",
        "[ ]",
    ),
    Command(
        "design.next-stage",
        "Next stage",
        "On to where the stage ends.",
        ("right_square_bracket",),
        "Playback",
    ),
    Command(
        "design.back",
        "Step back",
        "Back by one event.",
        ("comma", "shift+left"),
        "Playback",
        "step",
        ", .",
    ),
    Command(
        "design.forward",
        "Step forward",
        "Forward by one event.",
        ("full_stop", "shift+right"),
        "Playback",
    ),
    Command("design.save", "Save", "Save the level.", ("ctrl+s",), "Level", "save"),
    Command(
        "design.mode",
        "Timeline or solution",
        "Step through the solution instead of the timeline, or back.",
        ("t",),
        "Playback",
        "solution",
    ),
    Command("design.undo", "Undo", "Take the last change back.", ("u",), "Edit", "undo"),
    Command(
        "design.play-pause",
        "Play or pause",
        "Play the timeline, the trace or the solution.",
        ("space",),
        "Playback",
        "run",
    ),
    Command(
        "design.reroll",
        "Re-roll stage",
        "Roll the stage at the playhead again.",
        ("r",),
        "Generate",
        "re-roll",
    ),
    Command("design.search", "Search", "Find in the trace.", ("slash",), "Trace", "search"),
    Command("design.levels", "Levels", "Back to the levels.", ("ctrl+o",), "Level", "levels"),
    Command(
        "design.new-seed",
        "Generate anew",
        "Generate a level from a new random seed.",
        ("G",),
        "Generate",
        "new seed",
    ),
    Command("design.first", "To the start", "", ("home",), "Playback"),
    Command("design.last", "To the end", "", ("end",), "Playback"),
    Command("design.redo", "Redo", "Make it again.", ("ctrl+r", "U"), "Edit"),
    Command("design.next-pane", "Next pane", "", ("tab",), "Panes"),
    Command("design.previous-pane", "Previous pane", "", ("shift+tab",), "Panes"),
    Command("design.zoom", "Zoom", "Give the pane the whole screen, or back.", ("z",), "Panes"),
    Command("design.new", "New level", "Start an empty level.", ("n",), "Level"),
    Command("design.save-as", "Save as", "Save the level under another name.", (), "Level"),
    Command(
        "design.cancel",
        "Stop or back",
        "Stop what runs, else leave zoom or edit mode, else back to the levels.",
        ("escape",),
        "Level",
    ),
    Command(
        "design.heat", "Heat map", "Draw the weights of tiles, or no longer.", ("H",), "Playback"
    ),
    Command("design.faster", "Faster", "Play more steps a second.", ("plus",), "Playback"),
    Command("design.slower", "Slower", "Play fewer steps a second.", ("minus",), "Playback"),
    Command(
        "design.strategy",
        "Next strategy",
        "Show the trace of the next strategy.",
        ("S",),
        "Trace",
    ),
    Command(
        "design.locate",
        "Find state",
        "Find the state on the board in the trace.",
        ("f",),
        "Trace",
    ),
    Command("design.solve", "Solve again", "Search again after a stop.", ("v",), "Trace"),
    Command("design.up", "Move up", "Make the move up, by hand.", ("up", "k", "w"), "By hand"),
    Command(
        "design.down", "Move down", "Make the move down, by hand.", ("down", "j", "s"), "By hand"
    ),
    Command(
        "design.left", "Move left", "Make the move left, by hand.", ("left", "h", "a"), "By hand"
    ),
    Command(
        "design.right",
        "Move right",
        "Make the move right, by hand.",
        ("right", "l", "d"),
        "By hand",
    ),
)

EDIT = (
    Command(
        "edit.paint",
        "Paint",
        "Put the chosen tool on the cell of the cursor.",
        ("enter", "space"),
        "Edit",
        "paint",
    ),
    Command(
        "edit.erase",
        "Erase",
        "Take away the piece, else the tile, under the cursor.",
        ("x", "backspace", "delete"),
        "Edit",
        "erase",
    ),
    Command(
        "edit.previous-tool",
        "Previous tool",
        "",
        ("left_square_bracket",),
        "Edit",
    ),
    Command("edit.next-tool", "Next tool", "", ("right_square_bracket",), "Edit", "tool"),
)

COMMANDS: tuple[Command, ...] = (*APP, *BOARD, *LEVELS, *PLAY, *DESIGN, *EDIT)


def get(command_id: str) -> Command:
    """The command of that id."""
    return next(command for command in COMMANDS if command.id == command_id)


def of(*contexts: str) -> tuple[Command, ...]:
    """The commands of some contexts, in the order of the contexts."""
    return tuple(c for context in contexts for c in COMMANDS if c.context == context)
