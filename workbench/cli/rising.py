"""``workbench generate --rising``: of many levels those that rise most evenly in difficulty."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.campaign.ordering import ramp
from engine.errors import GenerationFailed
from engine.values.level import board_digest
from workbench.cli import earlier, files
from workbench.cli.order import Made, Order

UNSORTED = "unsorted"
"""The folder within OUT where levels wait until all are made."""


def chosen(made: Sequence[Made], order: Order, count: int, out: Path | None) -> list[Made]:
    """The levels that rise most evenly, from the easiest on, in files numbered in that order.

    Args:
        made: all levels.
        order: what made them; its folder is done with afterwards.
        count: how many to choose.
        out: the folder of the numbered files; None for no files.

    Raises:
        GenerationFailed: there are not as many different levels as are wanted.
        LevelError: a file cannot be written, or another level has its name.
    """

    def difficulty(one: Made) -> float | None:
        """How hard a level that was made is, by its verdict."""
        assert one.level.verdict is not None
        return order.game.solver.difficulty(one.level.verdict.facts)

    found = ramp(made, difficulty, count, lambda one: board_digest(one.level.board))
    if len(found) < count:
        _clear(made, order.folder)
        raise GenerationFailed(f"only {len(found)} different levels among {len(made)}")
    if out is None:
        return found
    digits = len(str(count))
    numbered = [
        replace(one, path=out / f"{place:0{digits}}-{order.game.name}-{one.seed}.toml")
        for place, one in enumerate(found, start=1)
    ]
    paths = {one.seed: one.path for one in numbered if one.path is not None}
    there = earlier.present(paths, order.fits)
    for one in numbered:
        if one.seed not in there and one.path is not None:
            files.save_new(one.level, one.path)
    _clear(made, order.folder)
    return numbered


def _clear(made: Sequence[Made], folder: Path | None) -> None:
    """Removes the levels from the folder where they have waited, and the folder if it is empty."""
    if folder is None:
        return
    for one in made:
        if one.path is not None:
            one.path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()
