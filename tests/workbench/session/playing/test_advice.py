"""What the solver knows of the positions of one level, asked for in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cases_skiddy import LEVEL_1_1
from skiddy_boards import GAME, board_of

from engine import workshop
from engine.files import recordfile
from engine.game.playthrough import replay as played
from engine.values.budget import Control
from engine.values.level import Level
from workbench.service import tasks
from workbench.service.lanes import Outcome
from workbench.session.playing import hints
from workbench.session.playing.advice import Advice
from workbench.session.playing.course import course
from workbench.session.playing.playtest import Playtest

FIRST = Level("skiddy", board_of(LEVEL_1_1), "Side by side")
SIGNS = {"right": "→", "up": "↑", "left": "←", "down": "↓"}


# What is known.


def test_a_stored_verdict_leads_to_its_solution_before_any_search() -> None:
    level = workshop.with_verdict(FIRST, GAME.solver.solve(FIRST.board))
    advice = Advice(GAME, level, lambda: None)
    assert advice.searching
    assert hint_from(advice, "L") == "on a shortest way to Perfect: 1 move to go"
    assert hint_from(advice, "R") == ""
    foolish = replace(level.verdict, facts={**level.verdict.facts, "max_combo": 3})  # type: ignore[type-var, union-attr]
    advice = Advice(GAME, replace(level, verdict=foolish), lambda: None)
    assert hint_from(advice, "L") == ""


def hint_from(advice: Advice, moves: str) -> str:
    run, _ = played(GAME.play, FIRST.board, moves)
    there = course(advice, run.position, run.moves)
    return hints.hint(there, GAME, run.position, 1, SIGNS.__getitem__)


class Solver:
    """Answers in turn, when it is asked to."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def ready(self, _: object) -> bool:
        return True

    def solve(self, game: object, board: object, done: Callable[..., None], **_: object) -> None:
        solved = tasks.solve(GAME, FIRST.board, Control(), guided=True)
        self.waiting.append(lambda: done(Outcome(solved, None, cancelled=False)))

    def background(
        self, job: Callable[[Control], object], done: Callable[..., None], **_: object
    ) -> None:
        self.waiting.append(lambda: done(Outcome(job(Control()), None, False)))


def test_better_kinds_are_looked_for_once_the_board_is_solved() -> None:
    solver, changes = Solver(), []
    advice = Advice(GAME, FIRST, lambda: changes.append(1))
    advice.ask(solver, lambda run: run())  # type: ignore[arg-type]
    solver.waiting.pop()()
    assert advice.searching
    assert advice.toward(GAME.play.aims[0]).prospect(("R",)) is None
    advice.ask(solver, lambda run: run())  # type: ignore[arg-type]
    (look,) = solver.waiting
    look()
    assert not advice.searching
    assert advice.toward(GAME.play.aims[0]).prospect(("R",)).remaining == 2  # type: ignore[union-attr]
    assert len(changes) == 2


def test_what_is_not_known_or_not_won_is_not_recorded() -> None:
    session = Playtest(GAME, FIRST, Advice(GAME, FIRST, lambda: None))
    session.make("L")
    session.make("D")
    session.restart()
    session.make("L")
    session.leave()
    assert [(each.combo, each.medals) for each in session.due] == [(True, None), (None, None)]
    assert "medals" not in recordfile.dumps(tuple(session.due))
