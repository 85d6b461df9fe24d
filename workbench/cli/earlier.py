"""What an earlier run of ``generate`` left in a folder, so that only the rest has to be made."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from engine.errors import LevelError
from engine.files import levelfile
from engine.files.storage import require_regular
from engine.values.level import Level

Fits = Callable[[int, Level], bool]
"""Whether a level is what a run makes of a seed."""


def present(paths: Mapping[int, Path], fits: Fits) -> dict[int, Level]:
    """The levels of a run that are there, by seed.

    Raises:
        LevelError: something else has the name of one; names the file.
    """
    there = {seed: path for seed, path in paths.items() if os.path.lexists(path)}
    return {seed: level_at(seed, path, fits) for seed, path in there.items()}


def level_at(seed: int, path: Path, fits: Fits) -> Level:
    """The level in the file of a seed.

    Raises:
        LevelError: it is another level, or none.
    """
    require_regular(path)
    level = levelfile.read(path)
    if not fits(seed, level):
        raise LevelError("another level; not overwritten", file=str(path))
    return level


def unfinished(folder: Path, game: str, count: int, fits: Fits) -> int | None:
    """The first seed of a run without ``--seed`` that was not finished; None if there is none.

    Runs that draw their seed begin at a multiple of their length (see :func:`drawn`), so that any
    level of one tells where it began; others are taken to begin with the first level there is.
    """
    seeds = sorted(_seeds_in(folder, game, fits))
    while seeds:
        near = [seed for seed in seeds if seed < seeds[0] + count]
        begun = seeds[0] - seeds[0] % count
        first = begun if near[-1] < begun + count else seeds[0]
        run = [seed for seed in near if seed < first + count]
        if len(run) < count:
            return first
        seeds = seeds[len(run) :]
    return None


def drawn(draw: Callable[[int], int], count: int, most: int) -> int:
    """A first seed for ``count`` seeds up to ``most``, drawn: a multiple of their number."""
    return draw((most + 1) // count) * count


def require_ours(folder: Path, begin: str, game: str, seeds: range, fits: Fits) -> None:
    """Refuses a folder where another level has a name that a run may give to one of its own.

    Args:
        folder: the folder.
        begin: a pattern of what comes before the game's name in theirs.
        game: the game's name.
        seeds: the run's seeds.
        fits: whether a level is what the run makes of a seed.

    Raises:
        LevelError: there is one; names it.
    """
    for seed, path in _named(folder, begin, game):
        if seed in seeds:
            level_at(seed, path, fits)


def _seeds_in(folder: Path, game: str, fits: Fits) -> Iterator[int]:
    """The seeds of the levels in a folder that a run would have made of them."""
    for seed, path in _named(folder, "", game):
        try:
            level_at(seed, path, fits)
        except LevelError:
            continue  # of another run
        yield seed


def _named(folder: Path, begin: str, game: str) -> Iterator[tuple[int, Path]]:
    """The files of a folder that are named by a seed, with that."""
    pattern = re.compile(rf"{begin}{re.escape(game)}-(0|[1-9][0-9]{{0,18}})\.toml", re.ASCII)
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        match = pattern.fullmatch(path.name)
        if match is not None:
            yield int(match[1]), path
