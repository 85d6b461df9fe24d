"""Checks that painted weights belong to a stage that uses them and match the board's shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.errors import ParameterError, quote_input
from engine.stages.candidate import Stage
from engine.values.level import Level
from engine.values.painted_weights import PaintedWeights


def require_paintable(stages: Sequence[Stage], names: Iterable[str]) -> None:
    """Raise an error if weights are painted for a stage that does not use them.

    Raises:
        ParameterError: A name in ``names`` belongs to no paintable stage. The message lists the
            names of the paintable stages.
    """
    able = [stage.name for stage in stages if stage.paintable]
    for name in names:
        if not able:
            raise ParameterError("no stage of this game takes painted weights")
        if name not in able:
            raise ParameterError(
                f"painted weights: expected one of {', '.join(able)}, found {quote_input(name)}"
            )


def require_painted_shape(name: str, weights: PaintedWeights, rows: int, cols: int) -> None:
    """Raise an error if the weights for a stage are painted on a board of a different shape.

    Raises:
        ParameterError: The weights do not have ``rows`` rows and ``cols`` columns.
    """
    if weights.shape != (rows, cols):
        found = " by ".join(map(str, weights.shape))
        raise ParameterError(f"weights.{name}: painted on a board of {found}, not {rows} by {cols}")


def require_fitting_weights(
    stages: Sequence[Stage], weights: Mapping[str, PaintedWeights], shape: tuple[int, int]
) -> None:
    """Raise an error if levels of the given shape cannot use some of the painted weights.

    Raises:
        ParameterError: A stage does not use painted weights, or the weights are painted on a board
            of a different shape.
    """
    require_paintable(stages, weights)
    for name, own in weights.items():
        require_painted_shape(name, own, *shape)


def get_painted_weights(level: Level, stage_name: str) -> PaintedWeights:
    """Return the weights painted on a level for a stage, or blank weights if none fit its board."""
    board, found = level.board, level.next_weights.get(stage_name)
    if found is not None and found.shape == (board.rows, board.cols):
        return found
    return PaintedWeights.create_blank(board.rows, board.cols)


def drop_blank_weights(weights: Mapping[str, PaintedWeights]) -> dict[str, PaintedWeights]:
    """Return ``weights`` without the stages that have no painted cells."""
    return {name: grid for name, grid in weights.items() if grid.cells}
