"""Saving what is kept: many levels at once, under a pattern of names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError
from engine.files import levelfile
from engine.files.storage import reason
from workbench.features.gallery.gallery import Gallery
from workbench.folders.resources import as_path, level_file
from workbench.ui.saving import titled

_WORD = re.compile(r"\{(\w+)\}")
MOST = 1_000_000
"""Numbers that are tried until a name is free."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What came of saving.

    Attributes:
        paths: where levels are now, by their numbers.
        problem: why the others are not saved; empty if all are.
    """

    paths: Mapping[int, Path]
    problem: str = ""


def unsaved(gallery: Gallery) -> list[int]:
    """The numbers of kept levels that are in no file yet."""
    return [n for n in gallery.kept if n not in gallery.saved]


def wrong(gallery: Gallery, pattern: str) -> str | None:
    """What is wrong with a pattern of names; None if nothing is."""
    path = as_path(pattern)
    if not path.name or pattern.strip().endswith("/"):
        return "a file name, please, such as date-{n}.toml"
    words = set(_WORD.findall(path.name))
    if _WORD.search(str(path.parent)):
        return "only the name can have {n}, not the folder"
    numbers = unsaved(gallery)
    known = {"n", "seed"}.union(*(words_of(gallery, n) for n in numbers))
    if unknown := sorted(words - known):
        return (
            f"no such fact: {unknown[0]}; {{n}} counts, {{seed}} and facts such as {{moves}} do too"
        )
    if "n" not in words and len(numbers) > 1:
        return "several levels: the name needs {n}, which counts them"
    if not path.parent.is_dir():
        return f"no such folder: {path.parent}"
    return None


def save(gallery: Gallery, pattern: str) -> Saved:
    """Saves every kept level that is in no file yet, never over a file; for a thread.

    ``{n}`` counts from 1 over the names that are free; ``{seed}`` and facts stand for what they
    are of each level. The title is that of the name, unless a level has one of its own.
    """
    found: dict[int, Path] = {}
    count = 0
    for number in unsaved(gallery):
        try:
            count, found[number] = _saved(gallery, number, pattern, count)
        except (EngineError, OSError) as problem:
            return Saved(found, reason(problem) if isinstance(problem, OSError) else str(problem))
    return Saved(found)


def _saved(gallery: Gallery, number: int, pattern: str, count: int) -> tuple[int, Path]:
    """Saves one level under the first free name after a count; the count of that and the name."""
    exhibit = gallery.exhibits[number]
    for now, path in _names(pattern, words_of(gallery, number), count + 1):
        try:
            levelfile.write(titled(exhibit.level, path.stem), path, new=True)
        except FileExistsError:
            continue
        return now, path
    raise EngineError(f"{pattern}: every such name is taken; {{n}} in it would count on")


def _names(pattern: str, words: Mapping[str, str], first: int) -> Iterator[tuple[int, Path]]:
    counts = "{n}" in pattern
    for number in range(first, MOST if counts else first + 1):
        yield number, level_file(_filled(pattern, {**words, "n": str(number)}))


def words_of(gallery: Gallery, number: int) -> Mapping[str, str]:
    """What the names of a pattern stand for, of one level: its seed, and the facts in numbers."""
    exhibit = gallery.exhibits[number]
    provenance = exhibit.level.provenance
    numbers = {
        key: f"{fact}" for key, fact in exhibit.facts.items() if isinstance(fact, int | float)
    }
    return {**numbers, "seed": "0" if provenance is None else str(provenance.seed)}


def _filled(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with words in the place of their names."""
    return _WORD.sub(lambda name: words.get(name[1], ""), pattern)
