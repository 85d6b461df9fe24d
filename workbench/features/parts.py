"""Lists of the parts of the design screen, which come from several features."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.ui.part import Part


# To add a part to the design screen, add it to one of these two functions.


def list_first_parts() -> tuple[type[Part], ...]:
    """List the parts that are created for the first frame.

    They are updated in this order. A later part can replace the caption that an earlier part has
    set.
    """
    from workbench.features.design.editing_part import EditingPart
    from workbench.features.design.inspector_part import InspectorPart
    from workbench.features.design.panes_part import PanesPart
    from workbench.features.design.parameters_part import GenerationPart
    from workbench.features.design.playback_part import BoardPart, PlaybackPart
    from workbench.features.design.status_part import StatusPart
    from workbench.features.trace.part import TracePart

    return (
        BoardPart,
        GenerationPart,
        InspectorPart,
        PlaybackPart,
        StatusPart,
        TracePart,
        EditingPart,
        PanesPart,
    )


def list_further_parts() -> tuple[type[Part], ...]:
    """List the parts that are imported and created after the first frame."""
    from workbench.features.batch.part import BatchPart
    from workbench.features.collection.part import GalleryPart
    from workbench.features.collection.suggestions.part import SuggestionsPart
    from workbench.features.comparison.part import ComparePart
    from workbench.features.design.constraint_dialog import ConstraintPart
    from workbench.features.design.files_part import FilesPart
    from workbench.features.design.level_actions_part import LevelPart
    from workbench.features.graph.part import GraphPart
    from workbench.features.maps.conclusions_part import ConclusionsPart
    from workbench.features.maps.part import LeaksPart, RelevancePart, TrapsPart
    from workbench.features.optimisation.part import OptimizePart
    from workbench.features.whatif.part import WhatIfPart

    return (
        ConclusionsPart,
        LeaksPart,
        TrapsPart,
        RelevancePart,
        WhatIfPart,
        SuggestionsPart,
        ConstraintPart,
        GalleryPart,
        BatchPart,
        LevelPart,
        FilesPart,
        ComparePart,
        OptimizePart,
        GraphPart,
    )
