"""What can be asked of boards of tiles and pieces in every game: relevance and layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.staging.generation import Stage
from engine.values.parameters import RELEVANCE as LATE
from engine.values.parameters import Parameter, Value, fact, share
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
"""Facts that kernels judge by, after all others."""

TOUCHING = replace(
    fact("touching", "Pairs of fruit of one colour that are neighbours at the start.", (0, 0)),
    before=ANY_NUMBER,
)

OPENNESS = (
    fact("open_cells", "Tiles that pieces can be on."),
    share("open_share", "Share of the tiles within the border that pieces can be on."),
)
"""Facts that kernels judge by before they solve a level."""

LAYOUT = tuple(
    replace(parameter, late=True)
    for parameter in (
        fact("largest_block", "Cells of the largest rectangle in which there is nothing at all."),
        fact("corridors", "Open cells with two opposite solid sides, and no others."),
        fact("regions", "Parts in which the open cells fall, by their sides."),
        fact("instant_wins", "Moves that win at once, from the start."),
        share("wall_symmetry", "Share of tiles that a symmetry maps to one as solid or as open."),
        share("piece_symmetry", "Share of pieces that a symmetry maps to a piece of their kind."),
    )
)
"""Facts of the start that are judged last, see :mod:`engine.tiles.structure`."""


def on_small_boards(
    sides: range, small: int, values: Mapping[str, Value]
) -> Mapping[str, Mapping[str, Mapping[str, Value]]]:
    """Presets of boards of which a side, of all that there can be, is ``small`` or less."""
    words = {str(side): values if side <= small else {} for side in sides}
    return {"rows": words, "cols": words}
