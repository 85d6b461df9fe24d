"""The commands of the design screen itself, and of its panes."""

from __future__ import annotations

from workbench.commands import CommandGroup

_generate = CommandGroup("design", "Generate")
_cells = CommandGroup("design", "Cells")
_edit = CommandGroup("design", "Edit")
_level = CommandGroup("design", "Level")
_playback = CommandGroup("design", "Playback", editing=False)
_by_hand = CommandGroup("design", "By hand")
_panes = CommandGroup("design", "Panes")
_drawing = CommandGroup("edit", "Edit mode")
_parameters = CommandGroup("parameters", "Parameters")
_tools = CommandGroup("tools", "Tools")

# fmt: off
GENERATING = (
    _generate("generate", "g", "Generate", "Generate a level from a seed.", "generate", 10),
    _generate("reroll", "r", "Re-roll stage",
        "Roll the stage at the playhead again.", "re-roll", 55, editing=False),
    _generate("new-seed", "G", "Generate anew",
        "Generate a level from a new random seed.", "new seed", 130, editing=False),
    _generate("rebuild", "b", "Rebuild",
        "Make the level again from the same random draws, with the parameters as they are now.",
        "rebuild", 135, editing=False),
    _generate("lock-stage", "L", "Lock stage",
        "Keep the random draws of the stage at the playhead, or of the parameters' group.",
        "lock stage", 140, editing=False),
    _cells("inspect", "i", "Ask a cell",
        "A cursor that tells of every cell which stage put it there, and at what odds.",
        "ask a cell", 105, editing=False),
    _cells("blame", "enter", "To the event",
        "Go to the event that put there what the cell holds; while asking a cell.",
        "to the event", 210, editing=False),
    _cells("lock-cell", "m", "Lock cell",
        "Have generation leave the cell as it is, or no longer; while asking a cell.",
        "lock cell", 220, editing=False),
    _cells("unlock-cells", "", "Unlock all cells", "Let generation change every cell again."),
)
LEVEL = (
    _edit("edit", "e", "Edit", "Edit mode on or off.", "edit", 20),
    _level("playtest", "p", "Playtest", "Play the level by hand.", "play", 30),
    _level("save", "ctrl+s", "Save", "Save the level.", "save", 45),
    _edit("undo", "u", "Undo", "Take the last change back.", "undo", 25),
    _level("levels", "ctrl+o", "Levels", "Back to the levels.", "levels", 120),
    _edit("redo", "ctrl+r U", "Redo", "Make it again."),
    _edit("history", "Z", "History",
        "Go back, or on, to any of all changes, generated levels and re-rolls."),
    _edit("transform", "T", "Transform", "Rotate, mirror, crop or resize the whole board."),
    _edit("symmetrize", "equals_sign", "Make symmetric",
        "Make walls or pieces symmetric, and see how symmetric they are."),
    _level("describe", "ctrl+t", "Title and notes", "Title, author, tags and notes of the level."),
    _level("reasons", "", "Why this rating",
        "What speaks for and against the level, point by point."),
    _level("new", "n", "New level", "Start an empty level."),
    _level("save-as", "", "Save as", "Save the level under another name."),
    _level("reload", "ctrl+e", "Reload", "Read the file again; undo brings back what was here."),
    _level("cancel", "escape", "Stop or back",
        "Stop what runs, else leave zoom or edit mode, else back to the levels."),
)
"""The level: editing, undo, files."""
PLAYBACK = (
    _playback("previous-stage", "left_square_bracket", "Previous stage",
        "Back to where the stage began.", "stage", 40, beside="next-stage"),
    _playback("next-stage", "right_square_bracket", "Next stage", "On to where the stage ends."),
    _playback("back", "comma shift+left", "Step back",
        "Back by one action: an event, or several that belong together.",
        "step", 50, beside="forward"),
    _playback("forward", "full_stop shift+right", "Step forward",
        "Forward by one action: an event, or several that belong together."),
    _playback("mode", "t", "Timeline or solution",
        "Step through the solution instead of the timeline, that of the next kind of win, or back.",
        "solution", 70),
    _playback("solutions", "I", "All solutions",
        "List all solutions, and step through one of them."),
    _playback("witness", "", "Step through the witness",
        "Step through the way to win that is known from how the level was made, or no longer."),
    _playback("play-pause", "space", "Play or pause",
        "Play the timeline, the trace or the solution.", "run", 90),
    _playback("first", "home", "To the start"),
    _playback("last", "end", "To the end"),
    _playback("heat", "H", "Heat map", "Draw the weights of cells, or no longer."),
    _playback("faster", "plus", "Faster", "Play more steps a second."),
    _playback("slower", "minus", "Slower", "Play fewer steps a second."),
    _by_hand("reach", "V", "Show who can walk where",
        "Mark the cells that the player and enemies could walk to, or no longer."),
    _by_hand("preview-move", "o", "Preview the next move",
        "Show what the next of the moves would do, before it is made; after the last, none.",
        editing=False),
    _by_hand("make-move", "C", "Make the move previewed",
        "Make the move that is shown before it is made.", editing=False),
    _by_hand("up", "up k w", "Move up",
        "Make the move up, by hand; in games of lines, back to where the stage began.",
        editing=False),
    _by_hand("down", "down j s", "Move down",
        "Make the move down, by hand; in games of lines, on to where the stage ends.",
        editing=False),
    _by_hand("left", "left h a", "Move left",
        "Make the move left, by hand; in games of lines, and in the timeline, one event back.",
        editing=False),
    _by_hand("right", "right l d", "Move right",
        "Make the move right, by hand; in games of lines, and in the timeline, one event on.",
        editing=False),
)
"""Stepping through timeline, solution and trace; moves by hand."""
PANES = (
    _panes("next-pane", "tab", "Next pane", "", "next pane", 130),
    _panes("previous-pane", "shift+tab", "Previous pane"),
    _panes("zoom", "z", "Zoom", "Give the pane the whole screen, or back."),
    _panes("layout-everything", "1", "Layout: everything",
        "All panes that there is room for.", editing=False),
    _panes("layout-trace", "2", "Layout: board and trace",
        "Only board and trace, above the timeline.", editing=False),
    _panes("layout-parameters", "3", "Layout: board and parameters",
        "Only board and parameters, above the timeline.", editing=False),
    _panes("layout-board", "4", "Layout: board alone",
        "The board as large as possible, above the timeline.", editing=False),
)
EDIT = (
    _drawing("paint", "enter space", "Paint",
        "Put the chosen tool on the cell of the cursor, or take a gate or lock that is there "
        "away; apply the line, rectangle or move begun.", "paint", 1),
    _drawing("erase", "x backspace delete", "Erase",
        "Take away the piece, else the tile, else gate and lock under the cursor.", "erase", 2),
    _drawing("previous-tool", "left_square_bracket", "Previous tool"),
    _drawing("next-tool", "right_square_bracket", "Next tool", "", "tool", 3),
    _drawing("line", "L", "Line",
        "Begin a line here, which the cursor stretches until it is painted or put back; or "
        "drag.", "line", 31),
    _drawing("rectangle", "R", "Rectangle",
        "Begin a rectangle here; again: filled, or no longer; or drag.", "rect", 32),
    _drawing("fill", "f", "Fill",
        "Put the tool on all connected cells like this one.", "fill", 33),
    _drawing("move", "m", "Move",
        "Pick up the piece, else the tile; painting puts it down, in exchange for what is "
        "there; or drag it.", "move", 34),
    _drawing("mirror", "M", "Mirror",
        "Repeat all drawing left-right, top-bottom, both ways, by half turn; on square boards "
        "also over diagonals and by quarter turns.", "mirror", 35),
    _drawing("pick", "i", "Pick",
        "Take the tool from the cell; the middle button does too.", "pick", 36),
)
"""Edit mode."""
PARAMETERS = (
    *_parameters.in_list("Up", "Down"),
    _parameters("less", "left h a", "Less",
        "A lower value, or the one before; fold a group.",
        "value", 1, beside="more", call="nudge(-1)"),
    _parameters("more", "right l d", "More",
        "A higher value, or the next one; unfold a group.", call="nudge(1)"),
    _parameters("narrow", "less_than_sign", "Narrower",
        "Lower the upper end of a range.", "range", 3, beside="widen", call="widen(-1)"),
    _parameters("widen", "greater_than_sign", "Wider",
        "Raise the upper end of a range.", call="widen(1)"),
    _parameters("type", "enter", "Type",
        "Type a value (a digit begins to as well); show or hide a group.", "type", 2, call="type"),
    _parameters("reset", "backspace delete", "Default",
        "Back to the default value.", "default", 4, call="reset"),
)
TOOLS = (
    _tools("up", "up k w", "Tool above", call="turn(-1)"),
    _tools("down", "down j s", "Tool below", "", "tool", beside="up", call="turn(1)"),
)
# fmt: on
