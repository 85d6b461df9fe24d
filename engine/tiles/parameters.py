"""Generator parameters for the relevance of objects and for the layout of the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.stages.candidate import Stage
from engine.values.parameter_schema import RELEVANCE as LATE
from engine.values.parameter_schema import Parameter, Value, define_fact, define_share
from engine.values.ranges import Range

REMOVED, REFUSED = "removed", "refused"
ANY_NUMBER = Range(0, None)
_INERT, _NEEDED_SHARE = LATE

TIDYING = Stage(
    "tidying", "Tidying", "Objects that make no difference are removed.", draws=False
)  # fmt: skip

SURPLUS = Parameter(
    "inert_things", "choice", REMOVED, 0, 0, TIDYING.name, "inert objects",
    "A level with more inert objects than inert allows: they are removed, as far as the other "
    "parameters permit, or the level is refused.",
    (REMOVED, REFUSED), before=REFUSED,
)  # fmt: skip

INERT = replace(_INERT, default=Range(0, 0), before=ANY_NUMBER, late=False)
RELEVANCE = (INERT, replace(_NEEDED_SHARE, late=False))
"""The facts that kernels check last."""

TOUCHING = replace(
    define_fact("touching", "Pairs of fruit of one colour that start next to each other.", (0, 0)),
    before=ANY_NUMBER,
)

OPENNESS = (
    define_fact("open_cells", "Tiles that a piece can stand on."),
    define_share("open_share", "Share of the tiles within the border that a piece can stand on."),
)
"""The facts that kernels check before they solve a level."""

LAYOUT = tuple(
    replace(parameter, late=True)
    for parameter in (
        define_fact("largest_block", "Number of cells in the largest empty rectangle."),
        define_fact("corridors", "Open cells with exactly two solid sides, opposite each other."),
        define_fact("regions", "Number of connected areas of open cells."),
        define_fact("instant_wins", "First moves that win at once."),
        define_share(
            "wall_symmetry",
            "Share of tiles whose mirror image is as solid or as open, in the best symmetry.",
        ),
        define_share(
            "piece_symmetry", "Share of pieces whose mirror image is a piece of the same kind."
        ),
    )
)
"""The facts about the starting position that are checked after a level has been accepted.

:mod:`engine.tiles.layout_measures` computes them.
"""


def build_small_board_presets(
    sides: range, small: int, values: Mapping[str, Value]
) -> Mapping[str, Mapping[str, Mapping[str, Value]]]:
    """Build presets that apply ``values`` to boards with a side of at most ``small`` cells.

    ``sides`` are all lengths that a side can have.
    """
    words = {str(side): values if side <= small else {} for side in sides}
    return {"rows": words, "cols": words}
