"""Levels for a gallery, made one after the other in the background."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from engine import workshop
from engine.errors import GenerationFailed, ParameterError
from engine.game import registry
from engine.game.game import Game
from engine.generation.variants import Variant, from_seed, varied
from engine.staging.generation import Recipe
from engine.values.budget import Control
from engine.values.level import Level, board_digest
from engine.values.parameters import WHERE
from workbench.features.collection.gallery import Gallery
from workbench.service.lanes import Outcome
from workbench.service.solving import SolverService
from workbench.session.making.sheet import new_seed
from workbench.session.verdicts import Hop
from workbench.ui.wall.bars import Bar

LANE = "gallery"
NUMBER = 24
"""Levels that are made at a time by new seeds."""
VARIANTS = 12
"""Levels that are made like one."""
IN_VAIN = 40
"""Levels that come to nothing, or hang already, one after the other, until no more are tried."""
WAYS: Mapping[str, tuple[str, str]] = {
    "s": ("stages", "some of its stages drawn anew, all else as it is"),
    "p": ("parameters", "the same draws, with a parameter or two a little larger or smaller"),
    "m": ("mutations", "small random changes of the board, as if by hand"),
}
"""How levels are made like one: the key of the answer, the way's name, and what it means."""

Order = Callable[[Control], Variant]
"""Makes one level."""


@dataclass(slots=True)
class Run:
    """What is being made, or was made last.

    Attributes:
        wanted: how many levels.
        found: how many there are so far.
        began: when it began, on the clock of :func:`time.monotonic`.
        seconds: how long it took, once it is over; None while it goes on.
        control: to watch what is being tried.
    """

    wanted: int
    began: float
    found: int = 0
    seconds: float | None = None
    control: Control | None = None

    @property
    def lasted(self) -> float:
        """Seconds so far."""
        return time.monotonic() - self.began if self.seconds is None else self.seconds

    @property
    def refusals(self) -> int:
        """How many candidates of that level were refused."""
        return sum(self.refused.values())

    @property
    def refused(self) -> Mapping[str, int]:
        """Why candidates of the level that is being looked for were refused so far."""
        return {} if self.control is None else self.control.rejections


class GalleryFilling:
    """Fills a gallery, off the UI thread.

    Args:
        solver: makes the levels.
        gallery: where they hang.
        hop: runs a function in the UI thread.
        changed: called there after every level, and at the end with what went wrong, or nothing.

    Attributes:
        run: what is being made, or was made last; None before anything was.
    """

    def __init__(
        self, solver: SolverService, gallery: Gallery, hop: Hop, changed: Callable[[str], None]
    ) -> None:
        self._solver, self._gallery = solver, gallery
        self._hop, self._changed = hop, changed
        self.run: Run | None = None

    @property
    def busy(self) -> bool:
        """Whether levels are being made."""
        return self.run is not None and self.run.seconds is None

    def fill(self, number: int = NUMBER) -> None:
        """Makes levels by the gallery's wish from new seeds."""
        recipe, game = recipe_of(self._gallery.wish), self._gallery.game

        def orders() -> Iterator[Order]:
            """One seed after the other."""
            while True:
                yield partial(from_seed, game, replace(recipe, seed=new_seed()))

        self._begin(orders(), number, "")

    def vary(self, number: int, way: str) -> None:
        """Makes levels like the one of a number; ``way`` is one of those of :data:`WAYS`."""
        level = self._gallery.exhibits[number].level

        def orders() -> Iterator[Order]:
            """One variation after the other."""
            while True:
                yield partial(varied, level, way, new_seed())

        self._begin(orders(), VARIANTS, f"like {number + 1}, other {way}")

    def stop(self) -> None:
        """Makes no more."""
        self._solver.stop(LANE)

    def _begin(self, orders: Iterator[Order], number: int, origin: str) -> None:
        run = self.run = Run(number, time.monotonic())

        def job(control: Control) -> None:
            """Level after level, until there are enough, or too many come to nothing."""
            known = {board_digest(each.level.board) for each in [*self._gallery.exhibits]}
            in_vain, why = 0, ""
            while run.found < number:
                if in_vain == IN_VAIN:
                    raise GenerationFailed(f"given up after {IN_VAIN} in vain, at last: {why}")
                control.require_going_on()
                in_vain += 1
                try:
                    made = self._solver.run(next(orders), control)
                except GenerationFailed as problem:
                    why = str(problem)
                    refused, control.rejections = control.rejections, {}
                    self._hop(partial(self._refused, sum(refused.values()), refused))
                    continue
                control.rejections = {}
                if (digest := board_digest(made.level.board)) in known:
                    why = "a level that hangs already"
                    continue
                known.add(digest)
                in_vain = 0
                run.found += 1
                exhibit = Variant(made.level, made.facts, origin=origin)
                self._hop(partial(self._arrived, exhibit, made))

        run.control = self._solver.background(job, partial(self._ended, run), LANE)

    def _refused(self, tried: int, reasons: Mapping[str, int]) -> None:
        if tried:
            self._gallery.apply({"refused": {"tried": tried, "reasons": dict(reasons)}})

    def _arrived(self, exhibit: Variant, made: Variant) -> None:
        """In the UI thread: hangs a level."""
        self._gallery.add(exhibit)
        self._refused(made.tried, made.rejections)
        self._changed("")

    def _ended(self, run: Run, outcome: Outcome[None]) -> None:
        """In a lane's thread."""

        def finish() -> None:
            """In the UI thread: nothing more is coming."""
            run.seconds = run.lasted
            self._refused(run.refusals, run.refused)  # of the level that was given up
            run.control = None
            self._changed(outcome.error or "")

        self._hop(finish)


def wish_of(recipe: Recipe, level: Level) -> Level:
    """A recipe as a level that holds it, by which others can be made at any time."""
    return workshop.level_by(registry.get(level.game), recipe, level.board)


def recipe_of(wish: Level) -> Recipe:
    """The recipe that a wish holds; it is one around locked cells if there are any."""
    recipe = workshop.recipe_of(wish)
    locked = registry.get(wish.game).boards.picture(wish.board).locked
    return recipe if locked else replace(recipe, sketch=None)


def narrowed(game: Game, wish: Level, key: str, bar: Bar) -> Level:
    """A wish that asks besides for what a bar stands for.

    A fact that generators know is asked for by itself, any other by the expression ``where``.
    """
    provenance = wish.provenance
    assert provenance is not None
    schema, values = game.parameters, dict(provenance.parameters)
    try:
        fact = next(each for each in schema.facts() if each.key == key)
        asked = f"{bar.low}..{bar.high}" if not isinstance(bar.low, bool) else str(bar.low).lower()
        if isinstance(bar.low, float) and not fact.decimals:
            asked = f"{bar.low:.0f}..{bar.high:.0f}"
        values[key] = fact.written(fact.parse(asked))
    except (StopIteration, ParameterError):
        before = values.get(WHERE.key)
        asked = bar.asks(key)
        values[WHERE.key] = f"({before}) and {asked}" if before else asked
    return replace(wish, provenance=replace(provenance, parameters=values))
