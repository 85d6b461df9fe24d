"""The features of the app, a folder each, and the registry of all their commands."""

from workbench import commands
from workbench.features.campaign import commands as campaign
from workbench.features.compare import commands as compare
from workbench.features.design import commands as design
from workbench.features.graph import commands as graph
from workbench.features.levels import commands as levels
from workbench.features.maps import commands as maps
from workbench.features.optimize import commands as optimize
from workbench.features.play import commands as play
from workbench.features.trace import commands as trace
from workbench.features.whatif import commands as whatif
from workbench.ui import commands as ui

# The order in which help, palette and docs/keys.md list the commands of a context.
commands.fill((
    *ui.APP, *ui.BOARD, *levels.LEVELS, *campaign.MODES_LEVELS, *campaign.RUN, *levels.RECOVERY,
    *play.PLACING, *play.STEERING, *play.PLAY, *graph.STATES_PLAY, *play.RECORDINGS, *play.REPLAY,
    *design.GENERATING, *optimize.OPTIMIZING_DESIGN, *design.LEVEL, *design.PLAYBACK,
    *trace.TRACING, *design.PANES, *whatif.WHATIF, *compare.COMPARING, *graph.STATES_DESIGN,
    *maps.TRAPS_DESIGN, *maps.EVIDENCE_DESIGN, *design.EDIT, *ui.sharing("design"),
    *ui.sharing("levels"), *levels.PASTING, *design.PARAMETERS, *trace.TRACE, *design.TOOLS,
    *whatif.FINDINGS, *maps.TRAPS, *maps.LEAKS, *maps.CONCLUSIONS, *compare.COMPARE,
    *graph.STATES, *optimize.OPTIMIZING, *ui.QUESTIONS, *ui.DESCRIBE, *ui.LISTS, *ui.HELP,
))  # fmt: skip
