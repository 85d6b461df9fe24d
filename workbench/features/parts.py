"""The parts of the design screen, which come from several features."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.ui.part import Part


# A new feature of the design screen has its line in one of these.


def list_first_parts() -> tuple[type[Part], ...]:
    """List the parts that the first frame shows.

    They are drawn in this order; what is asked of a cell is said below the board, in the timeline.
    """
    from workbench.features.design.arranging import PanesPart
    from workbench.features.design.editing import EditingPart
    from workbench.features.design.generating import GeneratingPart
    from workbench.features.design.inspecting import InspectingPart
    from workbench.features.design.playback import BoardPart, PlaybackPart
    from workbench.features.design.verdict import StatusPart
    from workbench.features.trace.part import TracePart

    return (
        BoardPart,
        GeneratingPart,
        InspectingPart,
        PlaybackPart,
        StatusPart,
        TracePart,
        EditingPart,
        PanesPart,
    )


def list_further_parts() -> tuple[type[Part], ...]:
    """List the parts that the first frame does without, imported once that is there."""
    from workbench.features.batch.part import BatchPart
    from workbench.features.collection.part import GalleryPart
    from workbench.features.collection.suggestions.part import SuggestionsPart
    from workbench.features.compare.part import ComparePart
    from workbench.features.design.files import FilesPart
    from workbench.features.design.level import LevelPart
    from workbench.features.design.wishing import WishingPart
    from workbench.features.graph.part import GraphPart
    from workbench.features.maps.conclusions_part import ConclusionsPart
    from workbench.features.maps.part import LeaksPart, RelevancePart, TrapsPart
    from workbench.features.optimize.part import OptimizePart
    from workbench.features.whatif.part import WhatIfPart

    return (
        ConclusionsPart,
        LeaksPart,
        TrapsPart,
        RelevancePart,
        WhatIfPart,
        SuggestionsPart,
        WishingPart,
        GalleryPart,
        BatchPart,
        LevelPart,
        FilesPart,
        ComparePart,
        OptimizePart,
        GraphPart,
    )
