"""The rules of a game in the language of PuzzleScript, an engine for puzzle games in browsers.

:mod:`engine.files.exports.puzzlescript` writes the complete source of a game from them. It names
objects after the pictures of boards: the piece ``fruit-a`` becomes ``FruitA``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.values.level import Board, Problem

CONTROL = "Control"
"""The object in the upper left cell of every level, in which rules note what happens in a tick."""


def name_object(name: str) -> str:
    """Return the PuzzleScript name of the object that pictures call ``name``."""
    return "".join(word.capitalize() for word in name.split("-"))


def name_objects(names: Iterable[str]) -> dict[str, str]:
    """Return a mapping from the objects that pictures call ``names`` to these names."""
    return {name_object(name): name for name in names}


def find_no_obstacle(board: Board) -> Problem | None:
    """Return None, because PuzzleScript can express the rules on every board."""
    return None


@dataclass(frozen=True, slots=True)
class ScriptRules:
    """The rules of a game in PuzzleScript.

    Attributes:
        objects: A mapping from each object to the name by which pictures call it.
        ground: The name, in pictures, of the tile that is beneath all objects.
        marks: The objects that a player does not see.
        sprites: The colours and rows of each object that has no picture.
        properties: The lines of the legend that give one name to several objects.
        layers: The collision layers above the ground, the lowest first.
        rules: The section of rules.
        goals: The section of win conditions.
        find_obstacle: A function that returns the property of a board that PuzzleScript cannot
            express, or None if there is none.
    """

    objects: Mapping[str, str]
    ground: str
    marks: tuple[str, ...]
    properties: str
    layers: str
    rules: str
    goals: str
    sprites: Mapping[str, str] = field(default_factory=dict)
    find_obstacle: Callable[[Any], Problem | None] = find_no_obstacle
