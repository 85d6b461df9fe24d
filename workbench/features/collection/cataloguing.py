"""The levels of galleries in a catalogue: all of them, with what was decided about each as tags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.catalogue.importing import Facts, add_level, importing
from engine.catalogue.marking import Marks
from engine.values.level import Level
from workbench.features.collection.gallery import Gallery
from workbench.text.status import count
from workbench.ui.wall.wall import Choice

_SAID: Mapping[Choice | None, Marks] = {
    "kept": Marks(tags=("kept",), untags=("rejected",)),
    "rejected": Marks(tags=("rejected",), untags=("kept",)),
    "": Marks(untags=("kept", "rejected")),
    None: Marks(),
}
"""What a catalogue records of a level by what was decided about it; None: nothing ever was."""

_RANKS: Mapping[Choice | None, int] = {"kept": 0, "rejected": 2}


@dataclass(frozen=True, slots=True)
class Added:
    """How many levels were added to a catalogue, and how many were there already."""

    new: int
    there: int

    def __str__(self) -> str:
        """Both numbers in words."""
        there = f", {self.there} there already" if self.there else ""
        return f"{count(self.new, 'level')} added{there}"


def marked_levels(gallery: Gallery) -> Iterator[tuple[Level, Marks]]:
    """Each level of a gallery, one of those that are the same up to symmetry, and its marks.

    Of these one that is kept goes before one that is not rejected, and that before the others.
    """
    same: dict[str, list[int]] = {}
    for number, exhibit in enumerate(gallery.exhibits):
        same.setdefault(exhibit.alike["board"], []).append(number)
    for numbers in same.values():
        choices = {n: gallery.choices.get(n) for n in numbers}
        number = min(numbers, key=lambda n: _RANKS.get(choices[n], 1))
        yield gallery.exhibits[number].level, _SAID[choices[number]]


def add_levels(
    path: Path,
    levels: Iterable[tuple[Level, Marks]],
    facts: Callable[[Level], Facts],
) -> Added:
    """Adds levels with their marks to a catalogue, which is made if it is not there. Slow.

    Args:
        path: the catalogue.
        levels: to be added.
        facts: gives all facts of a level; what ends all, of which what is done stays.

    Raises:
        EngineError: it cannot be written, is no catalogue, or is that of a batch.
    """
    with importing(path) as catalogue:
        added = [add_level(catalogue, level, facts, marks) for level, marks in levels]
    return Added(sum(added), len(added) - sum(added))
