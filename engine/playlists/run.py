"""A run through a list of levels: a campaign, or infinite play.

A run draws from a portable stream of its own seed, so it can be resumed, and repeated: with the
same seed and the same list the same levels come for the same play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import numpy as np

from engine.errors import EngineError
from engine.game import registry
from engine.game.campaign import Played
from engine.game.game import Campaign
from engine.jit.marks import Words
from engine.values.level import Level
from engine.values.rng import below, next_word, open_stream

Mode = Literal["campaign", "infinite"]
MODES: tuple[Mode, ...] = ("campaign", "infinite")

Order = Literal["rising", "graded"]
"""The orders of a list: by proven figures, or by grade and then by the game's ratings."""
ORDERS: tuple[Order, ...] = ("rising", "graded")

_CHOICES, _BEYOND = range(2)
"""Streams of a run: which level of a group, and the seeds past the end of the list."""


@dataclass(frozen=True, slots=True)
class PlaylistRun:
    """How far a player has come; immutable.

    Attributes:
        seed: names the run's stream of random numbers.
        source: the folder or file of the list, as text; empty for the shipped list.
        digest: of the list as it was at the last level.
        order: in which the list is played through.
        level_index: in infinite play, of the next level in the sorted list, from 0.
        grade: in infinite play, of the next level past the end; None before that.
        deaths, hints: in the level under way.
        solution_shown: whether the player has looked at the solution of that level.
        played: the levels won, the first one first.
        extra: unknown keys of the file, kept.
        path: the file that it is kept in.
        content: what the file held when the run was read or kept; None if there was no file yet.
    """

    game: str
    generator: str
    mode: Mode
    seed: int
    started: datetime
    source: str = ""
    digest: str = ""
    order: Order = "graded"
    level_index: int = 0
    grade: int | None = None
    deaths: int = 0
    hints: int = 0
    solution_shown: bool = False
    played: tuple[Played, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    path: Path = field(default=Path(), compare=False)
    content: bytes | None = field(default=None, compare=False)

    @property
    def number(self) -> int:
        """The number of the next level, from 1."""
        return len(self.played) + 1

    def is_over(self, rules: Campaign) -> bool:
        """Whether there is no next level."""
        return self.mode == "campaign" and len(self.played) >= rules.steps


def group(number: int, steps: int, length: int) -> range:
    """The indices of a group of a sorted list that is cut into equal ones.

    Where the length cannot be divided, groups differ by one level at most.

    ``number`` counts from 0.

    Raises:
        EngineError: there are fewer levels than groups.
    """
    if length < steps:
        raise EngineError(f"a campaign needs a list of at least {steps} levels, found {length}")
    return range(number * length // steps, (number + 1) * length // steps)


def upcoming(run: PlaylistRun, rules: Campaign, length: int) -> int | None:
    """Return the place of the next level in the sorted list; None past the end of the list.

    Raises:
        EngineError: the list is too short for a campaign.
    """
    if run.mode == "campaign":
        indices = group(len(run.played), rules.steps, length)
        return indices[below(_stream(run, _CHOICES), len(indices))]
    return run.level_index if run.grade is None and run.level_index < length else None


def draw_beyond(run: PlaylistRun, rules: Campaign) -> tuple[int, int]:
    """Return the grade and the seed of the next level past the end of the list."""
    # Without a grade the list has become shorter since.
    grade = _first_beyond(run, rules) if run.grade is None else run.grade
    return grade, int(next_word(_stream(run, _BEYOND)) >> np.uint64(1))


def _first_beyond(run: PlaylistRun, rules: Campaign) -> int:
    """The grade of the first level past the end of the list: no fall where the list rises."""
    return rules.grades[-1] if run.order == "rising" else rules.beyond(None, 0)


def _stream(run: PlaylistRun, purpose: int) -> Words:
    """The stream of the run's next level."""
    stream = np.zeros(1, np.uint64)
    open_stream(stream, run.seed, run.number, purpose, 0)
    return stream


def won(run: PlaylistRun, level: Played, rules: Campaign, length: int) -> PlaylistRun:
    """The run after its next level was won.

    Infinite play goes where the rules lead, and from there to the nearest level that was not won
    yet. Where the solution was shown it goes back as ever, but not on.

    The level is as it was played; its deaths and hints are all those of the level.
    """
    after = replace(run, deaths=0, hints=0, solution_shown=False, played=(*run.played, level))
    if run.mode == "campaign":
        return after
    lapses = rules.lapses(level)
    if level.index is None:
        grade = rules.beyond(level.grade, lapses)
        return replace(after, grade=min(grade, level.grade) if level.solution_shown else grade)
    goal = rules.moved(level.index, lapses, length)
    if level.solution_shown:
        goal = min(goal, level.index)
    index = _unplayed(after, goal, length, earlier=goal < level.index)
    past = _first_beyond(run, rules) if index >= length else None
    return replace(after, level_index=index, grade=past)


def _unplayed(run: PlaylistRun, index: int, length: int, *, earlier: bool) -> int:
    """The level nearest to an index that was not won yet; ``length`` past the end.

    ``index`` may be past the end; of two levels as near the ``earlier`` one may be taken.
    """
    if index >= length:
        return length
    won_before = {level.index for level in run.played}
    for far in range(length):
        near = (index - far, index + far) if earlier else (index + far, index - far)
        for each in near:
            if 0 <= each < length and each not in won_before:
                return each
    return length


def played_again(run: PlaylistRun, count: int, view: str = "") -> PlaylistRun:
    """The run after the level won last was won once more; the better win counts.

    ``count`` is the measure of the new win, of a player who has not looked at the solution, and
    ``view`` the one from which the board was seen: only wins that saw as much are compared.
    """
    *before, last = run.played
    if view != last.view:
        return run
    return replace(run, played=(*before, replace(last, count=min(last.count, count))))


def count_moves(level: Level, moves: Sequence[str]) -> int:
    """Return the length of some moves on a level by its game's measure."""
    game = registry.get(level.game)
    return game.play.tally(level.board, moves)[game.measure.key]
