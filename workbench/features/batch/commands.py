"""The commands of the batch screen, and those of other screens that open it."""

from __future__ import annotations

from workbench.commands import CommandGroup

_general = CommandGroup("app", "General")
_design = CommandGroup("design", "Generate", editing=False)
_levels = CommandGroup("levels", "Levels")
_batch = CommandGroup("batch", "Batch")
_show = CommandGroup("batch", "Show")

# fmt: off
BATCH_APP = (
    _general("batches", "o>b", "Batches", "List the batches that go on, or were begun."),
)
BATCH_DESIGN = (
    _design("batch", "m>t", "Make thousands",
        "Begin a batch by the parameters: levels by the thousand, in a separate process, into a "
        "catalogue."),
)
BATCH_LEVELS = (
    _levels("batch", "m>t", "Make thousands",
        "Begin a batch by the parameters of the level under the cursor, else by those that a game "
        "has by default."),
)
BATCH = (
    _batch("play-pause", "play-pause", "Pause or go on",
        "Have the batch pause, or go on; one that has ended before its time is started again.",
        "pause", 1),
    _batch("finish", "m>f", "Stop", "End the batch in order; asks first. It can go on later.",
        "stop", 2),
    _batch("more", "m>m", "More levels", "Ask for more levels of the same batch.", "more", 3),
    _show("order", "v>s", "Histogram of", "Choose the fact of the histogram.", "histogram", 10),
    _show("facts", "v>v", "Plot of", "Choose the two facts of the plot.", "plot", 11),
    _batch("open", "act", "Open", "Look at the levels that are there so far.", "levels", 4),
    _batch("back", "back", "Back", "Back; the batch continues.", "back", 60),
)
# fmt: on
