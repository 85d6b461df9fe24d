"""The commands of the experiments screen, and the one that opens it."""

from __future__ import annotations

from workbench.commands import CommandGroup

_general = CommandGroup("app", "General")
_move = CommandGroup("experiments", "Move")
_experiments = CommandGroup("experiments", "Experiments")

# fmt: off
EXPERIMENTS_APP = (
    _general("experiments", "o>x", "Experiments",
        "Measure again what the games' sources measured."),
)
EXPERIMENTS = (
    _move("up", "up", "Up", "The experiment above."),
    _move("down", "down", "Down", "The experiment below."),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _move("page-down", "page-down", "Page down", "Further down in what was found.",
        "page", 40, companion="page-up"),
    _move("page-up", "page-up", "Page up", "Further up in what was found."),
    _move("right", "right", "Right", "Further to the right in a table."),
    _move("left", "left", "Left", "Further to the left in a table."),
    _experiments("run", "act", "Run", "Run the experiment with the size of sample chosen.",
        "run", 10),
    _experiments("larger", "larger", "Larger sample", "Twice the sample.", "sample", 20,
        companion="smaller"),
    _experiments("smaller", "smaller", "Smaller sample", "Half the sample."),
    _experiments("plot", "next-pane", "Table or plot", "Show the table, or bars.", "plot", 30),
    _experiments("export", "o>p", "Export",
        "Write the table to a CSV file, or its plot to an SVG file.", "export", 50),
    _experiments("stop", "back", "Stop or back",
        "Stop what is being measured; back if nothing is.", "back", 60),
)
# fmt: on
