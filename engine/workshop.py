"""The front door for scripts: solve, rate, generate, improve and rebuild levels of any game.

A level comes from a file (:mod:`engine.files.levelfile`) or from a seed. In a script::

    from engine import workshop
    from engine.files import levelfile
    from engine.game import kernels, registry

    kernels.load("skiddy")  # compiled code; without it the same runs as plain Python
    level, candidate, attempts = workshop.generate(registry.get("skiddy"), seed=7)
    print(workshop.solve(level).facts)
    levelfile.write(level, path)

What these functions do is in :mod:`engine.making`.
"""

from __future__ import annotations

from engine.making.generating import (
    MAX_SEED,
    follow,
    generate,
    level_by,
    level_of,
    sized_like,
    sketch_of,
    usual_size,
)
from engine.making.improving import ImprovedLevel, improve
from engine.making.rating import rate
from engine.making.rebuilding import is_made_by, origin, rebuild, recipe_of, regenerated
from engine.making.solving import answer, require_playable, solve, timed, with_verdict

__all__ = [
    "MAX_SEED",
    "ImprovedLevel",
    "answer",
    "follow",
    "generate",
    "improve",
    "is_made_by",
    "level_by",
    "level_of",
    "origin",
    "rate",
    "rebuild",
    "recipe_of",
    "regenerated",
    "require_playable",
    "sized_like",
    "sketch_of",
    "solve",
    "timed",
    "usual_size",
    "with_verdict",
]
