"""Saving many levels at once, under a pattern of names: such as all that is kept in a gallery."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.files import levelfile
from engine.files.storage import reason
from engine.values.level import Level
from workbench.features.collection.gallery import Gallery
from workbench.folders.resources import as_path, lacks_folder, level_file
from workbench.ui.exchange.saving import titled

_WORD = re.compile(r"\{(\w+)\}")
MOST = 1_000_000
"""Numbers that are tried until a name is free."""
Words = Mapping[str, str]
"""What the names of a pattern stand for, of one level."""


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
    """What is wrong with a pattern of names for what is kept; None if nothing is."""
    exhibits = [gallery.exhibits[n] for n in unsaved(gallery)]
    return fault(pattern, [words_of(each.level, each.facts) for each in exhibits])


def save(gallery: Gallery, pattern: str) -> Saved:
    """Saves every kept level that is in no file yet, never over a file."""
    return save_all(pattern, to_save(gallery))


def to_save(gallery: Gallery) -> list[tuple[int, Level, Mapping[str, Any]]]:
    """Return every kept level that is in no file yet, with number and facts, for save_all."""
    exhibits = ((n, gallery.exhibits[n]) for n in unsaved(gallery))
    return [(n, each.level, each.facts) for n, each in exhibits]


def fault(pattern: str, several: Sequence[Words]) -> str | None:
    """What is wrong with a pattern of names for levels with some words; None if nothing is."""
    path = as_path(pattern)
    if not path.name or pattern.strip().endswith("/"):
        return "a file name, please, such as date-{n}.toml"
    words = set(_WORD.findall(path.name))
    if _WORD.search(str(path.parent)):
        return "only the name can have {n}, not the folder"
    known = {"n", "seed"}.union(*several)
    if unknown := sorted(words - known):
        return (
            f"no such fact: {unknown[0]}; {{n}} counts, {{seed}} and facts such as {{moves}} do too"
        )
    if "n" not in words and len(several) > 1:
        return "several levels: the name needs {n}, which counts them"
    return lacks_folder(path)


def save_all(pattern: str, levels: Iterable[tuple[int, Level, Mapping[str, Any]]]) -> Saved:
    """Saves levels, given with their numbers and facts, never over a file.

    ``{n}`` counts from 1 over the names that are free; ``{seed}`` and facts stand for what they
    are of each level. The title is that of the name, unless a level has one of its own.
    """
    found: dict[int, Path] = {}
    count = 0
    try:
        for number, level, facts in levels:
            count, found[number] = _saved(level, pattern, words_of(level, facts), count)
    except (EngineError, OSError) as problem:
        return Saved(found, reason(problem) if isinstance(problem, OSError) else str(problem))
    return Saved(found)


def _saved(level: Level, pattern: str, words: Words, count: int) -> tuple[int, Path]:
    """Saves one level under the first free name after a count; the count of that and the name."""
    for now, path in _names(pattern, words, count + 1):
        try:
            levelfile.write(titled(level, path.stem), path, new=True)
        except FileExistsError:
            continue
        return now, path
    raise EngineError(f"{pattern}: every such name is taken; {{n}} in it would count on")


def _names(pattern: str, words: Words, first: int) -> Iterator[tuple[int, Path]]:
    counts = "{n}" in pattern
    for number in range(first, MOST if counts else first + 1):
        yield number, level_file(_filled(pattern, {**words, "n": str(number)}))


def words_of(level: Level, facts: Mapping[str, Any]) -> Words:
    """What the names of a pattern stand for: the seed of a level, and its facts in numbers."""
    provenance = level.provenance
    numbers = {key: f"{fact}" for key, fact in facts.items() if isinstance(fact, int | float)}
    return {**numbers, "seed": "0" if provenance is None else str(provenance.seed)}


def _filled(pattern: str, words: Words) -> str:
    """A pattern with words in the place of their names."""
    return _WORD.sub(lambda name: words.get(name[1], ""), pattern)
