"""Functions that save many levels, such as those kept in a gallery, under names from a pattern.

In a pattern such as ``ice-{n}-{moves}.toml``, ``{n}`` is a running number, ``{seed}`` is the
level's seed, and any other name in braces is one of the level's facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.files import levelfile
from engine.files.storage import describe_error
from engine.values.level import Level
from workbench.features.collection.gallery_model import Gallery
from workbench.paths.resources import explain_missing_folder, parse_level_path, parse_path
from workbench.ui.exchange.save_questions import add_title

_WORD = re.compile(r"\{(\w+)\}")
MAX_COUNT = 1_000_000
"""The limit for ``{n}`` when searching for a free name."""
Substitutions = Mapping[str, str]
"""For one level, the values that replace the names in a pattern's braces."""


@dataclass(frozen=True, slots=True)
class SaveResult:
    """The result of saving levels.

    Attributes:
        paths: The file that each level was saved to, keyed by level number.
        problem: The reason why the remaining levels were not saved; empty if all were saved.
    """

    paths: Mapping[int, Path]
    problem: str = ""


def list_unsaved(gallery: Gallery) -> list[int]:
    """Return the numbers of the kept levels that have no file yet."""
    return [n for n in gallery.kept_numbers if n not in gallery.saved_paths]


def find_gallery_fault(gallery: Gallery, pattern: str) -> str | None:
    """Return the error in a name pattern for the unsaved levels, or None if it is valid.

    The folder of the pattern must exist.
    """
    exhibits = [gallery.items[n] for n in list_unsaved(gallery)]
    return find_pattern_fault(
        pattern, [list_substitutions(each.level, each.facts) for each in exhibits]
    ) or explain_missing_folder(parse_path(pattern))


def save_kept(gallery: Gallery, pattern: str) -> SaveResult:
    """Save every kept level that has no file yet, without overwriting any file."""
    return save_all(pattern, list_unsaved_levels(gallery))


def list_unsaved_levels(gallery: Gallery) -> list[tuple[int, Level, Mapping[str, Any]]]:
    """Return the number, the level and the facts of each kept level that has no file yet."""
    exhibits = ((n, gallery.items[n]) for n in list_unsaved(gallery))
    return [(n, each.level, each.facts) for n, each in exhibits]


def find_pattern_fault(pattern: str, substitutions: Sequence[Substitutions]) -> str | None:
    """Return the error in a name pattern, or None if it is valid.

    Args:
        pattern: The pattern for the names of the files.
        substitutions: The values that each level provides for the names in braces.
    """
    path = parse_path(pattern)
    if not path.name or pattern.strip().endswith("/"):
        return "Enter a file name, such as date-{n}.toml."
    words = set(_WORD.findall(path.name))
    if _WORD.search(str(path.parent)):
        return "Use {n} and facts in the file name only, not in the folder."
    known = {"n", "seed"}.union(*substitutions)
    if unknown := sorted(words - known):
        return (
            f"Unknown fact {unknown[0]}. Use {{n}} for a number, {{seed}}, or a fact such as "
            f"{{moves}}."
        )
    if "n" not in words and len(substitutions) > 1:
        return "Use {n} in the name to number the levels."
    return None


def save_all(pattern: str, levels: Iterable[tuple[int, Level, Mapping[str, Any]]]) -> SaveResult:
    """Save levels without overwriting any file, stopping at the first problem.

    The title of an untitled level becomes the name of its file.

    Args:
        pattern: The pattern for the names. ``{n}`` counts from 1 and skips the names of existing
            files.
        levels: A tuple for each level to save: its number, the level itself, and its facts.

    Returns:
        The files that were written and, if saving was cut short, the problem that stopped it.
    """
    found: dict[int, Path] = {}
    count = 0
    try:
        # Continue from the last number used, because all names up to it are taken.
        for number, level, facts in levels:
            count, found[number] = _save_level(
                level, pattern, list_substitutions(level, facts), count
            )
    except (EngineError, OSError) as problem:
        return SaveResult(
            found, describe_error(problem) if isinstance(problem, OSError) else str(problem)
        )
    return SaveResult(found)


def _save_level(
    level: Level, pattern: str, substitutions: Substitutions, last_count: int
) -> tuple[int, Path]:
    """Save a level under the first free name after ``last_count``; return its count and path."""
    for now, path in _generate_paths(pattern, substitutions, last_count + 1):
        try:
            # Creating the file fails if it already exists, so a file that another program has just
            # written is not overwritten.
            levelfile.write_level(add_title(level, path.stem), path, new=True)
        except FileExistsError:
            continue
        return now, path
    raise EngineError(f"{pattern}: every file of this name exists; use {{n}} to number the levels")


def _generate_paths(
    pattern: str, substitutions: Substitutions, first: int
) -> Iterator[tuple[int, Path]]:
    counts = "{n}" in pattern
    for number in range(first, MAX_COUNT if counts else first + 1):
        yield number, parse_level_path(_fill_pattern(pattern, {**substitutions, "n": str(number)}))


def list_substitutions(level: Level, facts: Mapping[str, Any]) -> Substitutions:
    """Return the values that a level provides for a pattern: its seed and its numeric facts."""
    provenance = level.provenance
    numbers = {key: f"{fact}" for key, fact in facts.items() if isinstance(fact, int | float)}
    return {**numbers, "seed": "0" if provenance is None else str(provenance.seed)}


def _fill_pattern(pattern: str, substitutions: Substitutions) -> str:
    """Replace the names in a pattern's braces with their values, and unknown names with nothing."""
    return _WORD.sub(lambda name: substitutions.get(name[1], ""), pattern)
