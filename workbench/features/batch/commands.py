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
    _general("batches", "o>b", "Batches", "List running and earlier batches."),
)
BATCH_DESIGN = (
    _design("batch", "m>t", "Start a batch",
        "Make thousands of levels with these parameters, in the background, and save them to a "
        "catalogue."),
)
BATCH_LEVELS = (
    _levels("batch", "m>t", "Start a batch",
        "Make thousands of levels with the parameters of the selected level, or with the defaults "
        "of a game."),
)
BATCH = (
    _batch("play-pause", "play-pause", "Pause or resume",
        "Pause the batch or resume it. If the batch was interrupted, start it again.",
        "pause", 1),
    _batch("finish", "m>f", "Stop", "Stop the batch, after a question. You can resume it later.",
        "stop", 2),
    _batch("more", "m>m", "Make more levels",
        "Continue the batch to a larger number of levels.", "more", 3),
    _show("order", "v>s", "Choose histogram",
        "Choose the fact for the histogram.", "histogram", 10),
    _show("facts", "v>v", "Choose plot", "Choose the two facts for the plot.", "plot", 11),
    _batch("open", "act", "Open", "Show the levels made so far.", "levels", 4),
    _batch("back", "back", "Back", "Go back. The batch keeps running.", "back", 60),
)
# fmt: on
