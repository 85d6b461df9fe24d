"""The witness of a generated level: what was made backwards, played forwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.games.mazing_monk.cube.board import MonkBoard
from engine.games.mazing_monk.cube.checks import problems
from engine.games.mazing_monk.cube.cube import TURNS
from engine.games.mazing_monk.generate.making import STEP
from engine.games.mazing_monk.play import playing

_OPPOSITES = "drlu"
"""The steps that undo the steps up, left, right and down."""


def forwards(made: Iterable[int]) -> tuple[str, ...]:
    """The moves that undo a sequence of the generator's actions, the last one first."""
    return tuple(
        TURNS[action] if action < STEP else _OPPOSITES[action - STEP]
        for action in reversed([*made])
    )


def winning_part(board: MonkBoard, words: Sequence[str]) -> tuple[str, ...] | None:
    """The moves up to the win that they lead to; None if one is illegal or deadly, or none wins."""
    if problems(board):
        return None
    position = playing.start(board)
    for number, word in enumerate(words, 1):
        step = playing.played(position, word)
        position = step.after
        if position.status == "won":
            return tuple(words[:number])
        if not step.changed or position.status == "lost":
            return None
    return None
