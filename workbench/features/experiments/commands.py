"""The commands of the experiments screen, and the one that opens it."""

from __future__ import annotations

from workbench.commands import CommandGroup

_general = CommandGroup("app", "General")
_move = CommandGroup("experiments", "Move")
_experiments = CommandGroup("experiments", "Experiments")

# fmt: off
EXPERIMENTS_APP = (
    _general("experiments", "o>x", "Experiments",
        "Repeat measurements from the publications about the games."),
)
EXPERIMENTS = (
    _move("up", "up", "Up", "Select the experiment above."),
    _move("down", "down", "Down", "Select the experiment below."),
    _move("first", "first", "First"),
    _move("last", "last", "Last"),
    _move("page-down", "page-down", "Page down", "Scroll down in the results.",
        "page", 40, companion="page-up"),
    _move("page-up", "page-up", "Page up", "Scroll up in the results."),
    _move("right", "right", "Right", "Scroll right in the table."),
    _move("left", "left", "Left", "Scroll left in the table."),
    _experiments("run", "act", "Run", "Run the experiment with the chosen sample size.",
        "run", 10),
    _experiments("larger", "larger", "Larger sample", "Double the sample size.", "sample", 20,
        companion="smaller"),
    _experiments("smaller", "smaller", "Smaller sample", "Halve the sample size."),
    _experiments("plot", "next-pane", "Table or plot", "Switch between the table and the plot.",
        "plot", 30),
    _experiments("export", "o>p", "Export",
        "Save the table as a CSV file, or its plot as an SVG file.", "export", 50),
    _experiments("stop", "back", "Stop or back",
        "Stop the measurement; if none is running, go back.", "back", 60),
)
# fmt: on
