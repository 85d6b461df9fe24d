"""Levels of files on their way into a catalogue."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.catalogue.marking import Marks, is_tag, mark, write
from engine.catalogue.runs import RunState
from engine.catalogue.store import Catalogue
from engine.evaluation.rating import rate
from engine.files import levelfile
from engine.game import registry
from engine.values.budget import Control
from engine.values.level import Level

Facts = Mapping[str, Any]

_NOTHING = Marks()


def facts_of(level: Level, control: Control | None = None) -> Facts:
    """All that a level can be asked for by. Slow.

    Raises:
        LevelError: the board breaks a rule of its game.
        Cancelled: ``control`` was cancelled.
    """
    rating = rate(level, None, control)
    figures = {**rating.others, **rating.structure, **rating.counts}
    return {**rating.solved.all_facts, **figures, **rating.mechanics}


@contextmanager
def importing(path: Path) -> Iterator[Catalogue]:
    """Gives a catalogue to add levels to, made if it is not there; one of nothing is not left.

    Raises:
        CatalogueError: it is no catalogue, is that of a batch, or another process adds to it.
        LevelError: nothing can be written there.
    """
    new = not os.path.lexists(path)
    with Catalogue.begin(path) as catalogue:
        require_open(catalogue)
        try:
            yield catalogue
        finally:
            if new and not catalogue.runs():
                catalogue.discard()


def add_level(
    catalogue: Catalogue,
    level: Level,
    facts: Callable[[Level], Facts] = facts_of,
    marks: Marks = _NOTHING,
) -> bool:
    """Adds a level; says whether it did, since no level is there twice.

    It keeps its file, and with that its recipe: exported it is what it was.

    Args:
        catalogue: open to add levels.
        level: the level; its tags become those of the catalogue.
        facts: what gives all its facts; asked for what is new only.
        marks: what is said of it besides, also if it is there already.

    Raises:
        LevelError: the board breaks a rule of its game.
        CatalogueError: it cannot be written, or the catalogue is that of a batch.
        Cancelled: while its facts were looked for.
    """
    require_open(catalogue)
    game = registry.get(level.game)
    fingerprint = game.boards.fingerprint(level.board)
    with catalogue.refusing():
        there = catalogue.inserter(level.game).find(fingerprint)
    if there is not None:
        mark(catalogue, [there], marks)
        return False
    found = facts(level)
    made = level.provenance
    own = (None, None) if made is None else (made.seed, made.attempt)
    text = zlib.compress(levelfile.dumps(level).encode(), 9)
    with catalogue.transaction():
        number = catalogue.inserter(level.game).insert(
            _run_of(catalogue, level.game).id,
            found,
            (*own, fingerprint, game.boards.pack(level.board)),
            (level.title, level.author, text),
        )
        write(catalogue, number, Marks(tags=tuple(filter(is_tag, level.tags))))
        write(catalogue, number, marks)
    return True


def require_open(catalogue: Catalogue) -> None:
    """Refuses to add levels of files to those of a batch, which goes on by itself.

    Raises:
        CatalogueError: it is a batch's.
    """
    if any(run.kind == "batch" for run in catalogue.runs()):
        raise catalogue.error("the levels of a batch; import into another and merge the two")


def _run_of(catalogue: Catalogue, game: str) -> RunState:
    """The run of levels of a game that come from files, made within a transaction if need be."""
    found = [run for run in catalogue.runs() if run.kind == "import" and run.game == game]
    if found:
        return found[0]
    rules = registry.get(game).rules_version
    return catalogue.add_run(RunState(0, "import", game, "", rules, {}, {}, 0, 0, 0))
