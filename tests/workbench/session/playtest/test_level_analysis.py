"""What the solver knows of the positions of one level, asked for in the background."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cases_skiddy import LEVEL_1_1
from skiddy_boards import GAME, board_of

from engine import workshop
from engine.files import playtest_file
from engine.game.playthrough import replay_moves as played
from engine.values.budget import Control
from engine.values.level import Level
from workbench.service import tasks
from workbench.service.job_slots import Outcome
from workbench.session.playtest import hints
from workbench.session.playtest.hint_goal import choose_goal
from workbench.session.playtest.level_analysis import LevelAnalysis
from workbench.session.playtest.playtest import Playtest

FIRST = Level("skiddy", board_of(LEVEL_1_1), "Side by side")
SIGNS = {"right": "→", "up": "↑", "left": "←", "down": "↓"}


# What is known.


def test_a_stored_verdict_leads_to_its_solution_before_any_search() -> None:
    level = workshop.store_verdict(FIRST, GAME.solver.solve(FIRST.board))
    advice = LevelAnalysis(GAME, level, lambda: None)
    assert advice.is_searching
    assert hint_from(advice, "L") == "on a shortest path to Perfect: 1 move to go"
    assert hint_from(advice, "R") == ""
    foolish = replace(level.verdict, facts={**level.verdict.facts, "max_combo": 3})  # type: ignore[type-var, union-attr]
    advice = LevelAnalysis(GAME, replace(level, verdict=foolish), lambda: None)
    assert hint_from(advice, "L") == ""


def hint_from(advice: LevelAnalysis, moves: str) -> str:
    run, _ = played(GAME.play, FIRST.board, moves)
    there = choose_goal(advice, run.position, run.moves)
    return hints.format_hint(there, GAME, run.position, 1, SIGNS.__getitem__)


class Solver:
    """Answers in turn, when it is asked to."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []

    def is_ready(self, _: object) -> bool:
        return True

    def solve_board(
        self, game: object, board: object, done: Callable[..., None], **_: object
    ) -> None:
        solved = tasks.solve_board(GAME, FIRST.board, Control(), guided=True)
        self.waiting.append(lambda: done(Outcome(solved, None, cancelled=False)))

    def run_in_background(
        self, job: Callable[[Control], object], done: Callable[..., None], **_: object
    ) -> None:
        self.waiting.append(lambda: done(Outcome(job(Control()), None, False)))


def test_better_kinds_are_looked_for_once_the_board_is_solved() -> None:
    solver, changes = Solver(), []
    advice = LevelAnalysis(GAME, FIRST, lambda: changes.append(1))
    advice.request_analysis(solver, lambda run: run())  # type: ignore[arg-type]
    solver.waiting.pop()()
    assert advice.is_searching
    assert advice.get_route(GAME.play.aims[0]).look_ahead(("R",)) is None
    advice.request_analysis(solver, lambda run: run())  # type: ignore[arg-type]
    (look,) = solver.waiting
    look()
    assert not advice.is_searching
    assert advice.get_route(GAME.play.aims[0]).look_ahead(("R",)).remaining == 2  # type: ignore[union-attr]
    assert len(changes) == 2


def test_what_is_not_known_or_not_won_is_not_recorded() -> None:
    session = Playtest(GAME, FIRST, LevelAnalysis(GAME, FIRST, lambda: None))
    session.make_move("L")
    session.make_move("D")
    session.restart()
    session.make_move("L")
    session.leave()
    assert [(each.combo, each.medals) for each in session.finished_records] == [
        (True, None),
        (None, None),
    ]
    assert "medals" not in playtest_file.dumps(tuple(session.finished_records))
