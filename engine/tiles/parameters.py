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
    "tidying", "Tidying", "What changes nothing is taken away again.", draws=False
)  # fmt: skip

SURPLUS = Parameter(
    "inert_things", "choice", REMOVED, 0, 0, TIDYING.name, "inert things",
    "Inert things beyond as many as inert allows are removed, as far as the numbers asked for let "
    "them be, or the level is refused.",
    (REMOVED, REFUSED), before=REFUSED,
)  # fmt: skip

INERT = replace(_INERT, default=Range(0, 0), before=ANY_NUMBER, late=False)
RELEVANCE = (INERT, replace(_NEEDED_SHARE, late=False))
"""The facts that kernels check last."""

TOUCHING = replace(
    define_fact(
        "touching", "Pairs of fruit of one colour that are neighbours at the start.", (0, 0)
    ),
    before=ANY_NUMBER,
)

OPENNESS = (
    define_fact("open_cells", "Tiles that pieces can be on."),
    define_share("open_share", "Share of the tiles within the border that pieces can be on."),
)
"""The facts that kernels check before they solve a level."""

LAYOUT = tuple(
    replace(parameter, late=True)
    for parameter in (
        define_fact(
            "largest_block", "Cells of the largest rectangle in which there is nothing at all."
        ),
        define_fact("corridors", "Open cells with two opposite solid sides, and no others."),
        define_fact("regions", "Parts in which the open cells fall, by their sides."),
        define_fact("instant_wins", "Moves that win at once, from the start."),
        define_share(
            "wall_symmetry", "Share of tiles that a symmetry maps to one as solid or as open."
        ),
        define_share(
            "piece_symmetry", "Share of pieces that a symmetry maps to a piece of their kind."
        ),
    )
)
"""The facts about the starting position that are checked after a level has been accepted.

:mod:`engine.tiles.structure` computes them.
"""


def build_small_board_presets(
    sides: range, small: int, values: Mapping[str, Value]
) -> Mapping[str, Mapping[str, Mapping[str, Value]]]:
    """Build presets that apply ``values`` to boards with a side of at most ``small`` cells.

    ``sides`` are all lengths that a side can have.
    """
    words = {str(side): values if side <= small else {} for side in sides}
    return {"rows": words, "cols": words}
