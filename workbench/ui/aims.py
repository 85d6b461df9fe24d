"""What levels are changed for, in words and with the keys of answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import digits

from engine.making.suggesting import OTHER_GROUND

MEANINGS: Mapping[str, str] = {
    "longer": "a longer solution",
    "shorter": "a shorter solution",
    "trickier": "more moves into dead ends",
    "fewer-objects": "fewer pieces and features",
    "one-solution": "fewer shortest solutions",
    "stars": "more stars",
    "score": "a greater score",
    "turns": "more turns",
    "fewer-dead-ends": "fewer dead ends",
    "fair": "as fair as can be",
    "moves": "a length closer to N",
    "perfect": "stars, then Perfect closer to N",
    "wish": "closer to an expression",
    OTHER_GROUND: "other walls, or other ground, alone",
}
"""What aims mean, by their names; one that is not here says it by its name."""


def by_keys(aims: Sequence[str]) -> dict[str, str]:
    """Aims by the keys of answers: each has a letter of its name, or a digit if all are taken."""
    keyed: dict[str, str] = {}
    for aim in aims:
        name = aim.partition("=")[0]
        free = (key for key in f"{name}{digits}" if key.isalnum() and key not in keyed)
        keyed[next(free)] = aim
    return keyed


def meant(aim: str) -> str:
    """An aim with what it means."""
    meaning = MEANINGS.get(aim.partition("=")[0])
    return f"{aim}: {meaning}" if meaning else aim
