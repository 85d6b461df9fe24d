"""Levels of files, folders and galleries on their way into a catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from engine.catalogue.importing import Facts, add_level, facts_of, importing
from engine.catalogue.marking import Marks
from engine.values.level import Level
from workbench.cli.support import inputs, status
from workbench.service import running
from workbench.terminal import console
from workbench.text.status import added_words

GALLERY = ".gallery"
"""How the names of galleries end."""


def add(path: Path, names: Sequence[str]) -> int:
    """Adds levels to a catalogue, which is made if it is not there; gives the exit status."""
    added: list[bool] = []
    with importing(path) as catalogue:

        def add_all(name: str) -> int:
            """Adds the level of a file, or all of a gallery."""
            for level, marks in _levels(name):
                added.append(add_level(catalogue, level, _facts, marks))
            return status.DONE

        result = inputs.each_file(names, add_all, empty=status.REFUSED)
        console.note(f"{catalogue.path}: {added_words(added)}")
    return result


def _levels(name: str) -> Iterable[tuple[Level, Marks]]:
    """Return the levels of a file in any format, or of a gallery, with what is said of them.

    Raises:
        EngineError: it cannot be read.
    """
    if not name.endswith(GALLERY):
        return [(level, Marks()) for level in inputs.levels(name)]
    from workbench.features.collection.cataloguing import marked_levels
    from workbench.features.collection.gallery import Gallery

    return marked_levels(Gallery.looked_at(Path(name)))


def _facts(level: Level) -> Facts:
    """All facts of a level, with how far the search for them is."""
    return running.run(partial(facts_of, level), running.positions)
