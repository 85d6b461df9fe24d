"""Levels of files on their way into a catalogue."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

from engine.catalogue.marking import Marks, is_tag, write
from engine.catalogue.runs import RunState
from engine.catalogue.store import Catalogue
from engine.files import levelfile
from engine.game import registry
from engine.making.rating import rate
from engine.values.budget import Budget, Control
from engine.values.level import Level


def add_level(
    catalogue: Catalogue,
    level: Level,
    budget: Budget | None = None,
    control: Control | None = None,
) -> bool:
    """Adds a level with all its facts; says whether it did, since no level is there twice.

    It keeps its file, and with that its recipe: exported it is what it was.

    Raises:
        LevelError: the board breaks a rule of its game.
        CatalogueError: it cannot be written, or the catalogue is that of a batch.
        Cancelled: ``control`` was cancelled.
    """
    require_open(catalogue)
    game = registry.get(level.game)
    fingerprint = game.boards.fingerprint(level.board)
    with catalogue.refusing():
        if catalogue.inserter(level.game).find(fingerprint) is not None:
            return False
    facts = _facts(level, budget, control)
    made = level.provenance
    own = (None, None) if made is None else (made.seed, made.attempt)
    text = zlib.compress(levelfile.dumps(level).encode(), 9)
    with catalogue.transaction():
        number = catalogue.inserter(level.game).insert(
            _run_of(catalogue, level.game).id,
            facts,
            (*own, fingerprint, game.boards.pack(level.board)),
            (level.title, level.author, text),
        )
        write(catalogue, number, Marks(tags=tuple(filter(is_tag, level.tags))))
    return True


def require_open(catalogue: Catalogue) -> None:
    """Refuses to add levels of files to those of a batch, which goes on by itself.

    Raises:
        CatalogueError: it is a batch's.
    """
    if any(run.kind == "batch" for run in catalogue.runs()):
        raise catalogue.error("the levels of a batch; import into another and merge the two")


def _facts(level: Level, budget: Budget | None, control: Control | None) -> Mapping[str, Any]:
    """All that a level can be asked for by."""
    rating = rate(level, budget, control)
    figures = {**rating.others, **rating.structure, **rating.counts}
    return {**rating.solved.all_facts, **figures, **rating.mechanics}


def _run_of(catalogue: Catalogue, game: str) -> RunState:
    """The run of levels of a game that come from files, made within a transaction if need be."""
    found = [run for run in catalogue.runs() if run.kind == "import" and run.game == game]
    if found:
        return found[0]
    rules = registry.get(game).rules_version
    return catalogue.add_run(RunState(0, "import", game, "", rules, {}, {}, 0, 0, 0))
