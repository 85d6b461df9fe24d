"""What a guide says of positions; what it has to search for is found out in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.game.game import Game
from engine.values.guide import Guide, Ponders, Prospect
from engine.values.judgement import Aim
from workbench.document.verdicts import Hop
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.service.tasks import CallTask, Moves, ponder

LANE = "outlook"


class Lookahead:
    """A guide that answers at once, with what is known by now."""

    def __init__(self, solver: SolverService, hop: Hop, changed: Callable[[], None]) -> None:
        self._solver = solver
        self._hop = hop
        self._changed = changed
        self._game: Game | None = None
        self._guide: Ponders | None = None
        self._found: dict[Moves, Prospect | None] = {}

    def over(self, game: Game, guide: Guide | None) -> Guide | None:
        """The guide to ask in place of one that may have to search; others as they are."""
        if not isinstance(guide, Ponders):
            return guide
        if guide is not self._guide:
            self._game, self._guide, self._found = game, guide, {}
        return self

    def prospect(self, moves: Moves) -> Prospect | None:
        """What lies ahead after some moves; None while it is not known yet."""
        found = self._found.get(moves)
        return self._guide.known(moves) if found is None and self._guide is not None else found

    def toward(self, aim: Aim) -> None:
        """Nothing: the wins of one kind are not looked for here."""

    def ask(self, moves: Moves) -> None:
        """Find out what lies ahead of a position, unless that is known."""
        game, guide = self._game, self._guide
        if game is None or guide is None or moves in self._found or guide.known(moves) is not None:
            return
        task = CallTask(game.name, partial(ponder, guide, (moves,)))
        self._solver.background(
            lambda control: self._solver.run(task, control)[0],
            lambda outcome: self._hop(lambda: self._arrived(guide, outcome)),
            LANE,
        )

    def _arrived(self, guide: Ponders, outcome: Outcome[dict[Moves, Prospect | None]]) -> None:
        if guide is self._guide and outcome.value:
            self._found |= outcome.value
            self._changed()
