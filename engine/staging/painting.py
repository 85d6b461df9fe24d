"""Which stages of a generator take weights painted by hand, and on which boards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.errors import ParameterError, quoted
from engine.staging.generation import Stage
from engine.values.level import Level
from engine.values.weights import PaintedWeights


def require_paintable(stages: Sequence[Stage], names: Iterable[str]) -> None:
    """Refuses painted weights for stages that choose no cells by them.

    Raises:
        ParameterError: there is one among the names; says which stages can take weights.
    """
    able = [stage.name for stage in stages if stage.paintable]
    for name in names:
        if not able:
            raise ParameterError("no stage of this game takes painted weights")
        if name not in able:
            raise ParameterError(
                f"painted weights: expected one of {', '.join(able)}, found {quoted(name)}"
            )


def require_painted_shape(name: str, weights: PaintedWeights, rows: int, cols: int) -> None:
    """Refuses weights of a stage that are painted on a board of another shape.

    Raises:
        ParameterError: they are.
    """
    if weights.shape != (rows, cols):
        found = " by ".join(map(str, weights.shape))
        raise ParameterError(f"weights.{name}: painted on a board of {found}, not {rows} by {cols}")


def require_fitting(
    stages: Sequence[Stage], weights: Mapping[str, PaintedWeights], shape: tuple[int, int]
) -> None:
    """Refuses painted weights that no level of that many rows and columns can be made by.

    Raises:
        ParameterError: a stage takes none, or they are painted on a board of another shape.
    """
    require_paintable(stages, weights)
    for name, own in weights.items():
        require_painted_shape(name, own, *shape)


def painted_on(level: Level, stage: str) -> PaintedWeights:
    """What is painted on a level for a stage; nothing, if that was on a board of another shape."""
    board, found = level.board, level.painted.get(stage)
    if found is not None and found.shape == (board.rows, board.cols):
        return found
    return PaintedWeights.blank(board.rows, board.cols)


def painted_only(weights: Mapping[str, PaintedWeights]) -> dict[str, PaintedWeights]:
    """The weights of those stages for which any cell is painted."""
    return {name: grid for name, grid in weights.items() if grid.cells}
