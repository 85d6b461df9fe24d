"""A player's pass through a list of levels, which is a campaign or infinite play.

A run draws its random numbers from a seeded stream that is the same on every machine, so it can be
resumed and repeated. With the same seed and list, the same play always leads to the same levels.
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
from engine.game.game import Campaign
from engine.game.win_record import LevelWin
from engine.jit.decorators import Words
from engine.values.level import Level
from engine.values.rng import draw_below, draw_word, open_stream

RunMode = Literal["campaign", "infinite"]
MODES: tuple[RunMode, ...] = ("campaign", "infinite")

ListOrder = Literal["rising", "graded"]
"""The order of a list: by proven figures, or by grade and then by the game's ratings."""
ORDERS: tuple[ListOrder, ...] = ("rising", "graded")

_CHOICES, _BEYOND = range(2)
"""The random streams of a run: one to choose within a group, one to draw seeds beyond the list."""


@dataclass(frozen=True, slots=True)
class PlaylistRun:
    """The progress of a player's run through a list.

    Attributes:
        game: The name of the game.
        generator: The name and version of the generator.
        mode: The mode of the run, which is a campaign or infinite play.
        seed: The seed of the random streams.
        started: The time when the run was started.
        source: The path of the folder or file with the list; empty for the list that comes with the
            app.
        digest: The digest of the list when a level from it was last played.
        order: The order of the list.
        level_index: The index of the next level in the sorted list, counted from 0; used only in
            infinite play.
        grade: The grade of the next level in infinite play beyond the end of the list; None within
            the list.
        deaths, hints: The numbers of deaths and hints in the current level.
        solution_shown: True if the player has looked at the solution to the current level.
        played: The wins, oldest first.
        extra: The unknown keys in the run file, which are preserved.
        path: The path of the run file.
        content: The content of the file when the run was last read or saved; None if there is no
            file yet.
    """

    game: str
    generator: str
    mode: RunMode
    seed: int
    started: datetime
    source: str = ""
    digest: str = ""
    order: ListOrder = "graded"
    level_index: int = 0
    grade: int | None = None
    deaths: int = 0
    hints: int = 0
    solution_shown: bool = False
    played: tuple[LevelWin, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    path: Path = field(default=Path(), compare=False)
    content: bytes | None = field(default=None, compare=False)

    @property
    def number(self) -> int:
        """The number of the next level, counted from 1."""
        return len(self.played) + 1

    def is_over(self, rules: Campaign) -> bool:
        """Return True if the run is a campaign and its last level has been won."""
        return self.mode == "campaign" and len(self.played) >= rules.steps


def get_group(number: int, steps: int, length: int) -> range:
    """Divide a sorted list into ``steps`` groups, and return the indices in group ``number``.

    Groups are numbered from 0. Their sizes differ by at most one level.

    Raises:
        EngineError: The list has fewer levels than there are groups.
    """
    if length < steps:
        raise EngineError(f"a campaign needs a list of at least {steps} levels, found {length}")
    # Neighbouring groups share a rounded bound, so the groups cover the list without gaps.
    return range(number * length // steps, (number + 1) * length // steps)


def find_next_index(run: PlaylistRun, rules: Campaign, length: int) -> int | None:
    """Return the index of a run's next level in the sorted list, or None if it is beyond the end.

    Raises:
        EngineError: The list is too short for a campaign.
    """
    if run.mode == "campaign":
        indices = get_group(len(run.played), rules.steps, length)
        return indices[draw_below(_build_stream(run, _CHOICES), len(indices))]
    return run.level_index if run.grade is None and run.level_index < length else None


def draw_beyond(run: PlaylistRun, rules: Campaign) -> tuple[int, int]:
    """Return the grade and a random seed for a run's next level beyond the end of the list."""
    # The run has no grade if the list has become shorter since the last level was played.
    grade = _get_first_grade(run, rules) if run.grade is None else run.grade
    # A random word has 64 bits, but a seed has only 63.
    return grade, int(draw_word(_build_stream(run, _BEYOND)) >> np.uint64(1))


def _get_first_grade(run: PlaylistRun, rules: Campaign) -> int:
    """Return the grade of the first level beyond the list.

    For a rising list, it is the highest grade.
    """
    return rules.grades[-1] if run.order == "rising" else rules.find_next_grade(None, 0)


def _build_stream(run: PlaylistRun, purpose: int) -> Words:
    """Open the random stream that a run uses for one purpose at its next level."""
    stream = np.zeros(1, np.uint64)
    open_stream(stream, run.seed, run.number, purpose, 0)
    return stream


def add_win(run: PlaylistRun, level: LevelWin, rules: Campaign, length: int) -> PlaylistRun:
    """Return the run after the player has won its current level.

    In infinite play, the rules give an index for the next level. Of the levels that have not been
    won yet, the one nearest to that index comes next. A player who looked at the solution may be
    moved back, but not forward.

    Args:
        run: The run before the win.
        level: The win, which counts all deaths and hints in the level.
        rules: The game's campaign formulas.
        length: The number of levels in the list.
    """
    after = replace(run, deaths=0, hints=0, solution_shown=False, played=(*run.played, level))
    if run.mode == "campaign":
        return after
    lapses = rules.count_lapses(level)
    if level.index is None:
        # Beyond the end of the list, the grade changes, but it does not rise if the solution was
        # shown.
        grade = rules.find_next_grade(level.grade, lapses)
        return replace(after, grade=min(grade, level.grade) if level.solution_shown else grade)
    goal = rules.find_next_index(level.index, lapses, length)
    if level.solution_shown:
        goal = min(goal, level.index)
    index = _find_unplayed(after, goal, length, earlier=goal < level.index)
    past = _get_first_grade(run, rules) if index >= length else None
    return replace(after, level_index=index, grade=past)


def _find_unplayed(run: PlaylistRun, index: int, length: int, *, earlier: bool) -> int:
    """Return the index of the level nearest to ``index`` that has not been won yet.

    If all levels have been won, or ``index`` is beyond the end of the list, return ``length``. If
    two levels are equally near, choose the earlier one only if ``earlier`` is True.
    """
    if index >= length:
        return length
    won_before = {level.index for level in run.played}
    # Search outwards from the index, starting on the preferred side.
    for far in range(length):
        near = (index - far, index + far) if earlier else (index + far, index - far)
        for each in near:
            if 0 <= each < length and each not in won_before:
                return each
    return length


def update_last_win(run: PlaylistRun, count: int, view: str = "") -> PlaylistRun:
    """Return the run after its last level has been won again. The shorter win counts.

    Args:
        run: The run, with at least one win.
        count: The length of the new win, for which the player did not look at the solution.
        view: The view in which the new win was played. Only wins in the same view are compared.
    """
    *before, last = run.played
    if view != last.view:
        return run
    return replace(run, played=(*before, replace(last, count=min(last.count, count))))


def count_moves(level: Level, moves: Sequence[str]) -> int:
    """Return the length of a sequence of moves in the game's unit."""
    game = registry.get_game(level.game)
    return game.play.count_play(level.board, moves)[game.measure.key]
