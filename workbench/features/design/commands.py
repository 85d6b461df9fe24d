"""The commands of the design screen and its panes."""

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
    _generate("generate", "m>g", "Generate again",
        "Generate the level of the seed among the parameters.", "generate", 130),
    _generate("wish", "m>r", "Wish for levels",
        "Say what must hold of every level that is made, such as moves 8..12 needed_share=1.",
        "wish", 34),
    _generate("reroll", "again", "Re-roll stage",
        "Roll the stage at the playhead again.", "re-roll", 20, editing=False),
    _generate("new-seed", "new", "New level",
        "Draw a new level: the parameters as they are, a new random seed.", "new", 5),
    _generate("rebuild", "m>b", "Rebuild",
        "Make the level again from the same random draws, with the parameters as they are now.",
        "rebuild", 135, editing=False),
    _generate("lock-stage", "m>l", "Lock stage",
        "Keep the random draws of the stage at the playhead, or of the parameters' group.",
        "lock stage", 140, editing=False),
    _generate("like-this", "m>s", "Alike to this",
        "Take the current level for the one that similarity is to, among the parameters and in "
        "where; again: none."),
    _cells("inspect", "ask", "Ask a cell",
        "A cursor that tells of every cell which stage put it there, and at what odds.",
        "ask", 40, editing=False),
    _cells("blame", "act", "To the event",
        "Go to the event that put there what the cell holds; while asking a cell.",
        "to the event", 210, editing=False),
    _cells("lock-cell", "m>c", "Lock cell",
        "Have generation leave the cell as it is, or no longer; while asking a cell.",
        "lock cell", 220, editing=False),
    _cells("weigh", "m>w", "Paint weights",
        "Paint weights for the cells that the stage at the playhead chooses among; again: for the "
        "next stage."),
    _cells("keep-selection", "m>k", "Keep the selection",
        "Lock the selected cells, and generate all others from a new random seed."),
    _cells("renew-selection", "m>x", "Make the selection again",
        "Lock all other cells, and generate the selected ones from a new random seed."),
    _cells("unlock-cells", "m>u", "Unlock all cells", "Let generation change every cell again."),
)
LEVEL = (
    _edit("edit", "e>e", "Edit", "Edit mode on or off.", "edit", 32),
    _level("play", "p>p", "Play", "Play the level by hand.", "play", 33),
    _level("save", "save o>s", "Save", "Save the level.", "save", 12),
    _edit("undo", "undo", "Undo", "Take the last change back.", "undo", 30),
    _level("levels", "o>l", "Levels", "Back to the levels.", "levels", 120),
    _edit("redo", "redo", "Redo", "Make it again."),
    _edit("history", "e>h", "History",
        "Go back, or on, to any of all changes, generated levels and re-rolls."),
    _edit("transform", "e>t", "Transform", "Rotate, mirror, crop or resize the whole board."),
    _edit("symmetrize", "e>s", "Make symmetric",
        "Make walls or pieces symmetric, and see how symmetric they are."),
    _level("describe", "e>d", "Title and notes", "Title, author, tags and notes of the level."),
    _level("reasons", "s>y", "Why this rating",
        "What speaks for and against the level, point by point."),
    _level("pin", "s>i", "Pin as intended",
        "Keep the moves on the board with the level as its intended solution: those stepped "
        "through, or made by hand."),
    _level("unpin", "s>u", "Unpin", "Take the intended solution off the level."),
    _level("intended", "s>l", "Step through the intended solution",
        "Step through the solution that is pinned to the level, up to where it breaks."),
    _level("new", "m>n", "Empty level", "Start an empty level."),
    _level("save-as", "o>a", "Save as", "Save the level under another name."),
    _level("reload", "o>r", "Reload", "Read the file again; undo brings back what was here."),
)
"""The commands for the whole level: editing, undo and files."""
PLAYBACK = (
    _playback("previous-stage", "leap-back", "Previous stage",
        "Back to where the stage began.", "stage", 50, companion="next-stage"),
    _playback("next-stage", "leap-forward", "Next stage", "On to where the stage ends."),
    _playback("back", "step-back", "Step back",
        "Back by one action: an event, or several that belong together.",
        "step", 10, companion="forward"),
    _playback("forward", "step-forward", "Step forward",
        "Forward by one action: an event, or several that belong together."),
    _playback("mode", "solution", "Timeline or solution",
        "Step through the solution instead of the timeline, that of the next kind of win, or back.",
        "solution", 15),
    _playback("solutions", "s>a", "All solutions",
        "List all solutions, and step through one of them."),
    _playback("witness", "s>w", "Step through the witness",
        "Step through the way to win that is known from how the level was made, or no longer."),
    _playback("play-pause", "play-pause", "Play or pause",
        "Play the timeline, the trace or the solution.", "run", 25),
    _playback("first", "first", "To the start"),
    _playback("last", "last", "To the end"),
    _playback("heat", "v>h", "Heat map", "Draw the weights of cells, or no longer."),
    _playback("faster", "faster", "Faster", "Play more steps a second."),
    _playback("slower", "slower", "Slower", "Play fewer steps a second."),
    _by_hand("reach", "v>r", "Show what can be reached",
        "Mark the cells that can be reached from the position on the board, or no longer."),
    _by_hand("preview-move", "s>p", "Preview the next move",
        "Show what the next of the moves would do, before it is made; after the last, none.",
        editing=False),
    _by_hand("make-move", "s>m", "Make the move previewed",
        "Make the move that is shown before it is made.", editing=False),
    _by_hand("choose-move", "s>h", "Choose a move",
        "Choose a move from a list, and make it by hand.", editing=False),
    _by_hand("up", "up", "Move up",
        "Make the move up, by hand.",
        editing=False),
    _by_hand("down", "down", "Move down",
        "Make the move down, by hand.",
        editing=False),
    _by_hand("left", "left", "Move left",
        "Make the move left, by hand; in the timeline, one event back.",
        editing=False),
    _by_hand("right", "right", "Move right",
        "Make the move right, by hand; in the timeline, one event on.",
        editing=False),
)
"""Commands that step through timelines, solutions and traces, and commands that make moves."""
PANES = (
    _panes("next-pane", "next-pane", "Next pane", "", "pane", 70),
    _panes("previous-pane", "previous-pane", "Previous pane"),
    _panes("cancel", "back", "Stop or back",
        "Stop what runs, else leave zoom or edit mode, else back to the levels.", "back", 28),
    _panes("zoom", "v>z", "Zoom", "Give the pane the whole screen, or back."),
    _panes("layout-everything", "v>1", "Layout: everything",
        "All panes that there is room for.", editing=False),
    _panes("layout-trace", "v>2", "Layout: board and trace",
        "Only board and trace, above the timeline.", editing=False),
    _panes("layout-parameters", "v>3", "Layout: board and parameters",
        "Only board and parameters, above the timeline.", editing=False),
    _panes("layout-board", "v>4", "Layout: board alone",
        "The board as large as possible, above the timeline.", editing=False),
)
EDIT = (
    _drawing("paint", "act", "Paint",
        "Put the chosen tool on the cell of the cursor, or take a lock that is there away; apply "
        "the line, rectangle or move begun.", "paint", 1),
    _drawing("erase", "take-away", "Erase",
        "Take away the piece, else the tile, else the lock under the cursor.", "erase", 2),
    _drawing("next-tool", "next", "Next tool", "", "tool", 3, companion="previous-tool"),
    _drawing("previous-tool", "previous", "Previous tool"),
    _drawing("line", "e>l", "Line",
        "Begin a line here, which the cursor stretches until it is painted or put back; or "
        "drag.", "line", 31),
    _drawing("rectangle", "e>r", "Rectangle",
        "Begin a rectangle here; again: filled, or no longer; or drag.", "rect", 32),
    _drawing("select", "e>a", "Select",
        "Select the cells of a rectangle from here, to make them symmetric, to keep them or to "
        "make them again; again: no longer; or drag."),
    _drawing("fill", "e>f", "Fill",
        "Put the tool on all connected cells like this one.", "fill", 33),
    _drawing("move", "e>m", "Move",
        "Pick up the piece, else the tile; painting puts it down, in exchange for what is "
        "there; or drag it.", "move", 34),
    _drawing("mirror", "e>y", "Mirror",
        "Repeat all drawing left-right, top-bottom, both ways, by half turn; on square boards "
        "also over diagonals and by quarter turns.", "mirror", 35),
    _drawing("pick", "e>p", "Pick",
        "Take the tool from the cell; the middle button does too.", "pick", 36),
)
"""The commands of edit mode."""
PARAMETERS = (
    *_parameters.declare_list_moves("Up", "Down"),
    _parameters("less", "left", "Less",
        "A lower value, or the one before; fold a group.",
        "value", 1, companion="more", call="nudge(-1)"),
    _parameters("more", "right", "More",
        "A higher value, or the next one; unfold a group.", call="nudge(1)"),
    _parameters("narrow", "smaller", "Narrower",
        "Lower the upper end of a range.", "range", 3, companion="widen", call="widen(-1)"),
    _parameters("widen", "larger", "Wider",
        "Raise the upper end of a range.", call="widen(1)"),
    _parameters("type", "act", "Type",
        "Type a value (a digit begins to as well); show or hide a group.", "type", 2, call="type"),
    _parameters("reset", "take-away", "Default",
        "Back to the default value.", "default", 4, call="reset"),
)
TOOLS = (
    _tools("up", "up", "Tool above", call="turn(-1)"),
    _tools("down", "down", "Tool below", "", "tool", companion="up", call="turn(1)"),
)
# fmt: on
