"""The features of the app, each in its own folder, and the registration of their commands.

A feature's folder contains its commands, and its screen or its part of the design screen. Features
do not import each other; :mod:`.navigation` has the functions that open one feature from another. A
new feature needs up to three entries:

1. its commands in the list below, which registers them;
2. a function in :mod:`.navigation`, if it has a screen;
3. its part in :mod:`.parts`, if it belongs to the design screen.
"""

from workbench import commands
from workbench.features.batch import commands as _batch
from workbench.features.collection import commands as _collection
from workbench.features.comparison import commands as _compare
from workbench.features.design import commands as _design
from workbench.features.experiments import commands as _experiments
from workbench.features.graph import commands as _graph
from workbench.features.levels import commands as _levels
from workbench.features.maps import commands as _maps
from workbench.features.optimisation import commands as _optimize
from workbench.features.play import commands as _play
from workbench.features.playlists import commands as _playlists
from workbench.features.trace import commands as _trace
from workbench.features.whatif import commands as _whatif
from workbench.ui import commands as _ui

# The help, the command palette and docs/reference/keys.md list commands in this order.
commands.register_commands((
    *_ui.APP, *_experiments.EXPERIMENTS_APP, *_batch.BATCH_APP, *_ui.BOARD, *_levels.LEVELS,
    *_playlists.MODES_LEVELS, *_playlists.PACKS_LEVELS, *_collection.GALLERY_LEVELS,
    *_batch.BATCH_LEVELS, *_playlists.RUN, *_playlists.PACK,
    *_levels.RECOVERY, *_play.PLACING, *_play.PICKS, *_play.STEERING,
    *_play.WORDS, *_play.PLAY,
    *_graph.STATES_PLAY, *_play.RECORDINGS, *_play.REPLAY, *_design.GENERATING,
    *_collection.GALLERY_DESIGN, *_collection.SUGGESTING, *_batch.BATCH_DESIGN,
    *_optimize.OPTIMIZING_DESIGN, *_design.LEVEL, *_design.PLAYBACK,
    *_trace.TRACING, *_design.PANES, *_whatif.WHATIF, *_compare.COMPARING, *_graph.STATES_DESIGN,
    *_maps.TRAPS_DESIGN, *_maps.EVIDENCE_DESIGN, *_design.EDIT, *_ui.list_share_commands("design"),
    *_ui.list_share_commands("levels"), *_levels.PASTING, *_design.PARAMETERS, *_trace.TRACE,
    *_design.TOOLS, *_whatif.FINDINGS, *_maps.TRAPS, *_maps.LEAKS, *_maps.RELEVANCE,
    *_maps.CONCLUSIONS, *_collection.SUGGESTIONS, *_compare.COMPARE,
    *_graph.STATES, *_optimize.OPTIMIZING, *_collection.GALLERY, *_batch.BATCH,
    *_collection.CATALOGUE, *_experiments.EXPERIMENTS,
    *_ui.QUESTIONS, *_ui.DESCRIBE, *_ui.LISTS, *_ui.HELP,
))  # fmt: skip
