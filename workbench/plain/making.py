"""Levels that are made in plain mode: told of now and then, and finished early on request.

An interrupt takes the best so far where there is one, another stops it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import workshop
from engine.game.game import Game
from engine.generate.generation import Candidate, Recipe
from engine.values.budget import Control, ProgressSnapshot
from engine.values.level import Board, Level
from workbench.document.status import count
from workbench.plain import words
from workbench.service import running
from workbench.session.making.progress import best_score, steps_done


def generated(
    game: Game, seed: int, settings: Mapping[str, object], sketch: Board | None
) -> tuple[Level, ProgressSnapshot | None]:
    """The first accepted level of a seed; see :func:`workshop.generate`.

    Returns:
        The level, and how it was improved; None if it was not.

    Raises:
        GenerationFailed: there is none.
        KeyboardInterrupt: the user stopped it.
    """

    def job(control: Control) -> tuple[Level, ProgressSnapshot | None]:
        """The level, and how its improving went."""
        level, candidate, _ = workshop.generate(
            game, seed, settings, sketch=sketch, control=control
        )
        return level, candidate.snapshot

    running.prepare(game)
    return running.run(job, progress, _take_best)


def made(game: Game, recipe: Recipe) -> tuple[Level, ProgressSnapshot | None]:
    """The level of just this recipe, or of the one that leads to what was reached.

    Returns:
        The level, and how it was improved; None if it was not.

    Raises:
        KeyboardInterrupt: the user stopped it.
    """

    def job(control: Control) -> Candidate:
        """The candidate of the recipe, or of the one that it was finished at."""
        judged = game.attempts(recipe, 1, control)  # a candidate alone is never finished early
        return game.candidate(judged.followed(recipe), control)

    running.prepare(game)
    candidate = running.run(job, progress, _take_best)
    return workshop.level_of(game, candidate), candidate.snapshot


def _take_best(control: Control) -> bool:
    """Has generation end with the best so far, once; False if there is nothing to take."""
    snapshot = control.snapshot
    if control.finishing or snapshot is None or snapshot.fault is not None:
        return False
    control.finish()
    return True


def progress(control: Control) -> str:
    """How far the making of a level has come, in words."""
    snapshot = control.snapshot
    if snapshot is None:
        return f"{count(control.candidates, 'candidate')} tried"
    takes = snapshot.fault is None and not control.finishing
    hint = "; Ctrl+C takes the best so far" if takes else ""
    return f"{steps_done(snapshot)}, {best_score(snapshot)}{hint}"


def improved(snapshot: ProgressSnapshot | None) -> Iterator[str]:
    """What the improving of a level came to, as sentences; none if it was not improved."""
    if snapshot is not None:
        yield words.sentence(f"{best_score(snapshot)}, after {snapshot.done:,} {snapshot.unit}")
