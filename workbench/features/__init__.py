"""The features of the app, a folder each, and the registry of all their commands."""

from workbench import commands
from workbench.features.batch import commands as _batch
from workbench.features.collection import commands as _collection
from workbench.features.compare import commands as _compare
from workbench.features.design import commands as _design
from workbench.features.experiments import commands as _experiments
from workbench.features.graph import commands as _graph
from workbench.features.levels import commands as _levels
from workbench.features.maps import commands as _maps
from workbench.features.optimize import commands as _optimize
from workbench.features.play import commands as _play
from workbench.features.playlists import commands as _playlists
from workbench.features.trace import commands as _trace
from workbench.features.whatif import commands as _whatif
from workbench.ui import commands as _ui

# The order in which help, palette and docs/keys.md list the commands of a context.
commands.fill((
    *_ui.APP, *_experiments.EXPERIMENTS_APP, *_batch.BATCH_APP, *_ui.BOARD, *_levels.LEVELS,
    *_playlists.MODES_LEVELS, *_playlists.PACKS_LEVELS, *_collection.GALLERY_LEVELS,
    *_batch.BATCH_LEVELS, *_playlists.RUN, *_playlists.PACK,
    *_levels.RECOVERY, *_play.PLACING, *_play.STEERING, *_play.PLAY,
    *_graph.STATES_PLAY, *_play.RECORDINGS, *_play.REPLAY, *_design.GENERATING,
    *_collection.GALLERY_DESIGN, *_collection.SUGGESTING, *_batch.BATCH_DESIGN,
    *_optimize.OPTIMIZING_DESIGN, *_design.LEVEL, *_design.PLAYBACK,
    *_trace.TRACING, *_design.PANES, *_whatif.WHATIF, *_compare.COMPARING, *_graph.STATES_DESIGN,
    *_maps.TRAPS_DESIGN, *_maps.EVIDENCE_DESIGN, *_design.EDIT, *_ui.sharing("design"),
    *_ui.sharing("levels"), *_levels.PASTING, *_design.PARAMETERS, *_trace.TRACE, *_design.TOOLS,
    *_whatif.FINDINGS, *_maps.TRAPS, *_maps.LEAKS, *_maps.RELEVANCE,
    *_maps.CONCLUSIONS, *_collection.SUGGESTIONS, *_compare.COMPARE,
    *_graph.STATES, *_optimize.OPTIMIZING, *_collection.GALLERY, *_batch.BATCH,
    *_collection.CATALOGUE, *_experiments.EXPERIMENTS,
    *_ui.QUESTIONS, *_ui.DESCRIBE, *_ui.LISTS, *_ui.HELP,
))  # fmt: skip
