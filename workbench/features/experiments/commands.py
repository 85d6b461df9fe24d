"""The commands of the experiments' screen, and the way to it."""

from __future__ import annotations

from workbench.commands import CommandGroup

_general = CommandGroup("app", "General")
_move = CommandGroup("experiments", "Move")
_experiments = CommandGroup("experiments", "Experiments")

# fmt: off
EXPERIMENTS_APP = (
    _general("experiments", "", "Experiments",
        "Measure again what the games' sources measured."),
)
EXPERIMENTS = (
    _move("up", "up k w", "Up", "The experiment above."),
    _move("down", "down j s", "Down", "The experiment below."),
    _move("first", "home", "First"),
    _move("last", "end", "Last"),
    _move("page-down", "pagedown", "Page down", "Further down in what was found.",
        "page", 40, beside="page-up"),
    _move("page-up", "pageup", "Page up", "Further up in what was found."),
    _move("right", "right l d", "Right", "Further to the right in a table."),
    _move("left", "left h a", "Left", "Further to the left in a table."),
    _experiments("run", "enter", "Run", "Run the experiment with the size of sample chosen.",
        "run", 10),
    _experiments("larger", "plus", "Larger sample", "Twice the sample.", "sample", 20,
        beside="smaller"),
    _experiments("smaller", "minus", "Smaller sample", "Half the sample."),
    _experiments("plot", "tab", "Table or plot", "Show the table, or bars.", "plot", 30),
    _experiments("export", "E", "Export",
        "Write the table to a CSV file, or its plot to an SVG file.", "export", 50),
    _experiments("stop", "escape", "Stop or back",
        "Stop what is being measured; back if nothing is.", "back", 60),
)
# fmt: on
