"""The features of the app, a folder each, and the registry of all their commands."""

from workbench import commands
from workbench.features.campaign.commands import MODES_LEVELS, RUN
from workbench.features.compare.commands import COMPARE, COMPARING
from workbench.features.design.commands import (
    EDIT,
    GENERATING,
    LEVEL,
    PANES,
    PARAMETERS,
    PLAYBACK,
    TOOLS,
)
from workbench.features.graph.commands import STATES, STATES_DESIGN, STATES_PLAY
from workbench.features.levels.commands import LEVELS, PASTING, RECOVERY
from workbench.features.maps.commands import (
    CONCLUSIONS,
    EVIDENCE_DESIGN,
    LEAKS,
    TRAPS,
    TRAPS_DESIGN,
)
from workbench.features.optimize.commands import OPTIMIZING, OPTIMIZING_DESIGN
from workbench.features.play.commands import PLACING, PLAY, RECORDINGS, REPLAY, STEERING
from workbench.features.trace.commands import TRACE, TRACING
from workbench.features.whatif.commands import FINDINGS, WHATIF
from workbench.ui.commands import APP, BOARD, DESCRIBE, HELP, LISTS, QUESTIONS, sharing

# The order in which help, palette and docs/keys.md list the commands of a context.
commands.fill((
    *APP, *BOARD, *LEVELS, *MODES_LEVELS, *RUN, *RECOVERY, *PLACING, *STEERING, *PLAY, *STATES_PLAY,
    *RECORDINGS, *REPLAY, *GENERATING, *OPTIMIZING_DESIGN, *LEVEL, *PLAYBACK, *TRACING, *PANES,
    *WHATIF, *COMPARING, *STATES_DESIGN, *TRAPS_DESIGN, *EVIDENCE_DESIGN, *EDIT,
    *sharing("design"), *sharing("levels"), *PASTING, *PARAMETERS, *TRACE, *TOOLS, *FINDINGS,
    *TRAPS, *LEAKS, *CONCLUSIONS, *COMPARE, *STATES, *OPTIMIZING,
    *QUESTIONS, *DESCRIBE, *LISTS, *HELP,
))  # fmt: skip
