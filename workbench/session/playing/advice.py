"""What the solver knows of the positions of one level, asked for in the background."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.errors import MoveError
from engine.game import exploration
from engine.game.game import Game
from engine.game.reasoning import ReasonedTrace
from engine.search.solved import Solved
from engine.values.guide import Guide, Ponders
from engine.values.judgement import Aim
from engine.values.level import Level
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.session.playing.way import Lookahead, Route
from workbench.session.verdicts import Hop, through
from workbench.text.measures import Moves, PlayCounter

if TYPE_CHECKING:
    from engine.search.maps.statemap import StateMap

LANE = "play"


class Advice(Route):
    """The way to any win of a level, and the ways to wins of its game's better kinds.

    A stored verdict that belongs to this very board serves until the search is over.

    Args:
        level: a level whose board breaks no rule.
        changed: called in the thread of the visit when more is known.
    """

    def __init__(self, game: Game, level: Level, changed: Callable[[], None]) -> None:
        measure = PlayCounter(game, level.board)
        super().__init__(measure)
        self.game = game
        self._level = level
        self._changed = changed
        self._answer: Outcome[Solved] | None = None
        self._ways: dict[Aim | None, Route] = {
            None: self,
            **{aim: Route(measure) for aim in game.play.aims},
        }
        self._asked: Guide | None = None  # for the ways to wins of better kinds
        self._asking = False
        self._service: tuple[SolverService, Hop] | None = None
        self._lookahead: Lookahead | None = None
        fresh = level.verdict is not None and level.verdict_is_fresh(game.rules_version)
        self.facts: Mapping[str, Any] = level.verdict.facts if fresh and level.verdict else {}
        self._follow_facts()

    def ask(self, solver: SolverService, hop: Hop) -> None:
        """Search the board, unless that was done to the end, and look for wins of better kinds."""
        self._service = solver, hop
        if self._answer is None:
            self._asked, self._asking = None, False
            arrived = through(hop, self._arrived)
            solver.solve(self.game, self._level.board, arrived, lane=LANE, guided=True)
        else:
            self._look_for_aims()

    def settle(self) -> None:
        """Look for the wins of better kinds here and now, in the calling thread."""
        guide = self._guided_by
        if guide is not None:
            if self._lookahead is not None:
                self._lookahead = None
                self.show(guide, *self._known_solution(None))
            self._asked = guide
            self._aimed(guide, Outcome(self._aims_of(guide), None, cancelled=False))

    @property
    def _solved(self) -> Solved | None:
        return self._answer.value if self._answer else None

    @property
    def states(self) -> StateMap | None:
        """The states of the level; None while they are not known, or if there is no graph."""
        return self._solved.states if self._solved else None

    @property
    def reasoning(self) -> ReasonedTrace | None:
        """The trace of a solver that reasons; None while there is none, or if it does not."""
        trace = self._solved.trace if self._solved else None
        return trace if isinstance(trace, ReasonedTrace) else None

    @property
    def searching(self) -> bool:
        """Whether more will be known."""
        if self._answer is None or self._asking:
            return True
        return self._lookahead is not None and self._lookahead.searching

    @property
    def trouble(self) -> str:
        """Why not everything is known although the search is over; empty if it is."""
        answer = self._answer
        if answer is None:
            return ""
        if answer.error is not None:
            return answer.error
        if answer.value is None or answer.cancelled:
            return "the search was stopped"
        return "" if answer.value.facts.get("complete") else "too many positions to tell"

    @property
    def unknown(self) -> str:
        """Why a position that nothing is known of is unknown."""
        if self.searching:
            return "still searching"
        return self.trouble or "too many positions to tell"

    def toward(self, aim: Aim | None) -> Route:
        """The way to wins of a kind, or to any win."""
        return self._ways[aim]

    def take(self, answer: Outcome[Solved]) -> None:
        """Take what a search of the board has found."""
        self._answer = answer
        if answer.value is None:
            return
        facts = answer.value.facts
        if facts.get("moves") is not None or facts.get("complete"):
            self.facts = facts
        guide, self._lookahead = answer.value.guide, None
        if isinstance(guide, Ponders):
            # A search in its lane would end that for wins of better kinds.
            self._lookahead = guide = Lookahead(
                guide,
                LANE,
                lambda: None if self._asking else self._service,
                self._changed,
            )
        self._follow_facts(guide)

    def _arrived(self, answer: Outcome[Solved]) -> None:
        self.take(answer)
        self._look_for_aims()
        self._changed()

    def _look_for_aims(self) -> None:
        guide, aims = self._guided_by, self.game.play.aims
        if self._service is None or guide is None or guide is self._asked or not aims:
            return
        solver, hop = self._service
        self._asked, self._asking = guide, True
        solver.background(
            lambda _: self._aims_of(guide),
            through(hop, partial(self._aimed, guide)),
            lane=LANE,
        )

    @property
    def _guided_by(self) -> Guide | None:
        """The guide that the search has left, if it is over and left one."""
        return self._solved.guide if self._solved else None

    def _aims_of(self, guide: Guide) -> dict[Aim, Guide | None]:
        return {aim: guide.toward(aim) for aim in self.game.play.aims}

    def _aimed(self, guide: Guide, found: Outcome[dict[Aim, Guide | None]]) -> None:
        if guide is not self._asked:
            return
        self._asking = False
        for aim, toward in (found.value or {}).items():
            if toward is not None:
                self._ways[aim].show(toward, *self._known_solution(aim))
        self._changed()

    # From facts.

    def _follow_facts(self, guide: Guide | None = None) -> None:
        """Knows what the facts say: at least the positions along the solutions."""
        for aim, way in self._ways.items():
            solution, length = self._known_solution(aim)
            known = guide if aim is None else None
            if known is None and solution is not None and self.game.counts:
                known = exploration.along(self.game.play, self._level.board, solution, aim)
            way.show(known, solution, length)

    def _known_solution(self, aim: Aim | None) -> tuple[Moves | None, int | None]:
        """A shortest solution of a kind and its length, as far as the facts have them.

        Where moves name places no solution is shorter than others: it has no length.
        """
        if not self.game.counts:
            return (self._solved.moves if self._solved else None), None
        facts = self.facts if aim is None else self.facts.get(aim.name)
        if not isinstance(facts, Mapping):
            return None, None
        length, word = facts.get(self.measure.units[0].key), facts.get("solution")
        try:
            solution = self.game.play.read_moves(word) if isinstance(word, str) else None
        except MoveError:  # a verdict that was written by hand
            solution = None
        return solution, length if isinstance(length, int) else None
