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
    _generate("generate", "m>g", "Generate from seed",
        "Generate the level for the seed and the other parameters.", "generate", 130),
    _generate("wish", "m>r", "Set constraint",
        "Only make levels that meet a condition, such as moves 8..12 needed_share=1.",
        "constraint", 34),
    _generate("reroll", "again", "Re-roll stage",
        "Run the stage at the playhead again with new random numbers.",
        "re-roll", 20, editing=False),
    _generate("new-seed", "new", "New level",
        "Generate a level from a new seed and the current parameters.", "new", 5),
    _generate("rebuild", "m>b", "Rebuild level",
        "Generate the level again from the same random numbers with the current parameters.",
        "rebuild", 135, editing=False),
    _generate("lock-stage", "m>l", "Lock stage",
        "Lock or unlock the random numbers of the stage at the playhead or of the "
        "parameter group.",
        "lock stage", 140, editing=False),
    _generate("like-this", "m>s", "Set similarity target",
        "Measure similarity to the current level in parameters and conditions; press "
        "again to stop."),
    _cells("inspect", "ask", "Inspect cells",
        "Show for each cell which stage set it, and how likely that was.",
        "inspect", 40, editing=False),
    _cells("blame", "act", "Go to event",
        "Go to the event that set the inspected cell.",
        "go to event", 210, editing=False),
    _cells("lock-cell", "m>c", "Lock cell",
        "Lock or unlock the inspected cell; generation never changes a locked cell.",
        "lock cell", 220, editing=False),
    _cells("weigh", "m>w", "Paint weights",
        "Paint how likely the stage at the playhead is to choose each cell; press again "
        "for the next stage."),
    _cells("keep-selection", "m>k", "Keep selection",
        "Lock the selected cells and generate all others from a new seed."),
    _cells("renew-selection", "m>x", "Regenerate selection",
        "Lock all other cells and generate the selected ones from a new seed."),
    _cells("unlock-cells", "m>u", "Unlock all cells", "Let generation change every cell again."),
)
LEVEL = (
    _edit("edit", "e>e", "Edit", "Turn edit mode on or off.", "edit", 32),
    _level("play", "p>p", "Play", "Play the level yourself.", "play", 33),
    _level("save", "save o>s", "Save", "Save the level.", "save", 12),
    _edit("undo", "undo", "Undo", "Undo the last change.", "undo", 30),
    _level("levels", "o>l", "Levels", "Go back to the list of levels.", "levels", 120),
    _edit("redo", "redo", "Redo", "Redo the last undone change."),
    _edit("history", "e>h", "History",
        "List all changes, generated levels and re-rolls, and go to any of them."),
    _edit("transform", "e>t", "Transform board", "Rotate, mirror, crop or resize the whole board."),
    _edit("symmetrize", "e>s", "Make symmetric",
        "Make walls or pieces symmetric, and show how symmetric they are now."),
    _level("describe", "e>d", "Edit title and notes",
        "Edit the title, author, tags and notes of the level."),
    _level("reasons", "s>y", "Explain rating",
        "List what makes the level better and what makes it worse."),
    _level("pin", "s>i", "Pin solution",
        "Save the solution on the board, or the moves you made, as the intended solution."),
    _level("unpin", "s>u", "Unpin solution", "Remove the intended solution from the level."),
    _level("intended", "s>l", "Show intended solution",
        "Step through the intended solution, up to the first move that fails."),
    _level("new", "m>n", "New empty level", "Start an empty level."),
    _level("save-as", "o>a", "Save as", "Save the level under another name."),
    _level("reload", "o>r", "Reload", "Read the file again; undo brings back your version."),
)
"""The commands for the whole level: editing, undo and files."""
PLAYBACK = (
    _playback("previous-stage", "leap-back", "Previous stage",
        "Go to the start of the stage.", "stage", 50, companion="next-stage"),
    _playback("next-stage", "leap-forward", "Next stage", "Go to the end of the stage."),
    _playback("back", "step-back", "Step back",
        "Go back one action, which is one event or several that belong together.",
        "step", 10, companion="forward"),
    _playback("forward", "step-forward", "Step forward",
        "Go forward one action, which is one event or several that belong together."),
    _playback("mode", "solution", "Timeline or solution",
        "Switch from the timeline to the solution for each kind of win, and back.",
        "solution", 15),
    _playback("solutions", "s>a", "List solutions",
        "List all solutions and choose one to step through."),
    _playback("witness", "s>w", "Show witness",
        "Step through the winning moves known from generation; press again to leave."),
    _playback("play-pause", "play-pause", "Play or pause",
        "Play or pause the timeline, the trace or the solution.", "run", 25),
    _playback("first", "first", "Go to start"),
    _playback("last", "last", "Go to end"),
    _playback("heat", "v>h", "Heat map", "Show or hide the weights of cells."),
    _playback("faster", "faster", "Faster", "Play more steps per second."),
    _playback("slower", "slower", "Slower", "Play fewer steps per second."),
    _by_hand("reach", "v>r", "Show reachable cells",
        "Show or hide the cells that can be reached from this position."),
    _by_hand("preview-move", "s>p", "Preview next move",
        "Show the effect of the next possible move; after the last one, end the preview.",
        editing=False),
    _by_hand("make-move", "s>m", "Make previewed move",
        "Make the previewed move.", editing=False),
    _by_hand("choose-move", "s>h", "Choose move",
        "Choose a move from a list and make it.", editing=False),
    _by_hand("up", "up", "Move up",
        "Make the move up.",
        editing=False),
    _by_hand("down", "down", "Move down",
        "Make the move down.",
        editing=False),
    _by_hand("left", "left", "Move left",
        "Make the move left; in the timeline, go back one event.",
        editing=False),
    _by_hand("right", "right", "Move right",
        "Make the move right; in the timeline, go forward one event.",
        editing=False),
)
"""Commands that step through timelines, solutions and traces, and commands that make moves."""
PANES = (
    _panes("next-pane", "next-pane", "Next pane", "", "pane", 70),
    _panes("previous-pane", "previous-pane", "Previous pane"),
    _panes("cancel", "back", "Stop or back",
        "Stop the running task, or leave zoom or edit mode, or go back to the levels.", "back", 28),
    _panes("zoom", "v>z", "Zoom pane",
        "Show the pane on the whole screen, or at its usual size again."),
    _panes("layout-everything", "v>1", "Layout: all panes",
        "Show all panes that fit.", editing=False),
    _panes("layout-trace", "v>2", "Layout: board and trace",
        "Show only the board and the trace, above the timeline.", editing=False),
    _panes("layout-parameters", "v>3", "Layout: board and parameters",
        "Show only the board and the parameters, above the timeline.", editing=False),
    _panes("layout-board", "v>4", "Layout: board alone",
        "Show the board as large as possible, above the timeline.", editing=False),
)
EDIT = (
    _drawing("paint", "act", "Paint",
        "Draw with the chosen tool or unlock the cell; apply a pending line, rectangle or move.",
        "paint", 1),
    _drawing("erase", "take-away", "Erase",
        "Remove the piece at the cursor; without a piece, the tile; without both, the lock.",
        "erase", 3),
    _drawing("next-tool", "next", "Next tool", "", "tool", 2, companion="previous-tool"),
    _drawing("previous-tool", "previous", "Previous tool"),
    _drawing("line", "e>l", "Line",
        "Start a line at the cursor, move to its end and paint it; or drag.", "line", 31),
    _drawing("rectangle", "e>r", "Rectangle",
        "Start a rectangle at the cursor, or drag; press again to switch between filled "
        "and outline.", "rect", 32),
    _drawing("select", "e>a", "Select",
        "Select a rectangle of cells from the cursor, or drag; then make it symmetric, "
        "keep it or regenerate it."),
    _drawing("fill", "e>f", "Fill",
        "Draw on all connected cells that are like this one.", "fill", 33),
    _drawing("move", "e>m", "Move",
        "Pick up the piece or tile, move to another cell and paint to swap the two; or drag.",
        "move", 34),
    _drawing("mirror", "e>y", "Mirror",
        "Mirror all drawing left-right, top-bottom, both ways or by half turn; on square "
        "boards also diagonally and by quarter turns.", "mirror", 35),
    _drawing("pick", "e>p", "Pick tool",
        "Choose the tool that draws the cell at the cursor; the middle button does too.",
        "pick", 36),
)
"""The commands of edit mode."""
PARAMETERS = (
    *_parameters.declare_list_moves("Up", "Down"),
    _parameters("less", "left", "Less",
        "Lower the value or choose the previous one; fold a group.",
        "value", 1, companion="more", call="nudge(-1)"),
    _parameters("more", "right", "More",
        "Raise the value or choose the next one; unfold a group.", call="nudge(1)"),
    _parameters("narrow", "smaller", "Narrow range",
        "Lower the upper end of a range.", "range", 3, companion="widen", call="widen(-1)"),
    _parameters("widen", "larger", "Widen range",
        "Raise the upper end of a range.", call="widen(1)"),
    _parameters("type", "act", "Type value",
        "Type a value (a digit starts typing too); fold or unfold a group.",
        "type", 2, call="type"),
    _parameters("reset", "take-away", "Reset value",
        "Reset the value to its default.", "reset", 4, call="reset"),
)
TOOLS = (
    _tools("up", "up", "Tool above", call="turn(-1)"),
    _tools("down", "down", "Tool below", "", "tool", companion="up", call="turn(1)"),
)
# fmt: on
