"""A background job that fills a gallery by generating one level after another.

A *template* is a level whose provenance contains the generator's parameters. New levels are
generated from a template, each with a new seed. *Variants* are generated from a level in the
gallery, and share most of its random choices.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from engine import workshop
from engine.errors import GenerationFailed, ParameterError
from engine.game import registry
from engine.game.game import Game
from engine.generation.variants import Variant, generate_variant, vary_level
from engine.stages.candidate import Recipe
from engine.values.budget import Control
from engine.values.level import Level, compute_digest
from engine.values.parameter_schema import WHERE
from workbench.features.collection.gallery_model import Gallery
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import SolverService
from workbench.session.board_verdicts import CallInUi
from workbench.session.generation.generator_settings import draw_seed
from workbench.ui.wall.histogram_bins import Bar

JOB_NAME = "gallery"
DEFAULT_COUNT = 24
"""The number of levels that one command generates from new seeds."""
VARIANT_COUNT = 12
"""The number of variants that one command generates from a level."""
MAX_FAILURES = 40
"""The number of failures or duplicates in a row after which the filler gives up."""
VARIATION_KINDS: Mapping[str, tuple[str, str]] = {
    "s": ("stages", "Re-roll some of its stages and keep the rest"),
    "p": ("parameters", "Use the same random choices with one or two parameters slightly changed"),
    "m": ("mutations", "Make small random changes to the board"),
}
"""The name and the description of each kind of variation, keyed by the answer that selects it."""

LevelJob = Callable[[Control], Variant]
"""A function that generates a level."""


@dataclass(slots=True)
class GalleryFillProgress:
    """The progress of a fill that is running or has ended.

    Attributes:
        wanted: The number of levels to generate.
        found: The number of levels generated so far.
        start_time: The time at which the fill began, according to :func:`time.monotonic`.
        seconds: The duration of a fill that has ended, in seconds; None while it is running.
        control: The running job's control, which counts rejections for the current level; None if
            no job is running.
    """

    wanted: int
    start_time: float
    found: int = 0
    seconds: float | None = None
    control: Control | None = None

    @property
    def elapsed(self) -> float:
        """The duration so far, in seconds."""
        return time.monotonic() - self.start_time if self.seconds is None else self.seconds

    @property
    def rejection_count(self) -> int:
        """The number of candidates refused so far for the current level."""
        return sum(self.rejections.values())

    @property
    def rejections(self) -> Mapping[str, int]:
        """The number of candidates refused so far for the current level, by reason."""
        return {} if self.control is None else self.control.rejections


class GalleryFiller:
    """A service that generates levels for a gallery outside the UI thread.

    Args:
        solver: The service that runs the job.
        gallery: The gallery to add the levels to.
        hop: A function that runs another function in the UI thread.
        changed: A function to call in the UI thread after each level and at the end. It receives
            the message of the error that ended the job, or an empty string if there is none.

    Attributes:
        progress: The progress of the current or latest fill; None before the first one.
    """

    def __init__(
        self, solver: SolverService, gallery: Gallery, hop: CallInUi, changed: Callable[[str], None]
    ) -> None:
        self._solver, self._gallery = solver, gallery
        self._hop, self._changed = hop, changed
        self.progress: GalleryFillProgress | None = None

    @property
    def is_busy(self) -> bool:
        """True while levels are being generated."""
        return self.progress is not None and self.progress.seconds is None

    def generate_levels(self, count: int = DEFAULT_COUNT) -> None:
        """Generate ``count`` levels from the gallery's template, each with a new seed."""
        recipe, game = read_recipe(self._gallery.template), self._gallery.game

        def list_jobs() -> Iterator[LevelJob]:
            while True:
                yield partial(generate_variant, game, replace(recipe, seed=draw_seed()))

        self._start(list_jobs(), count, "")

    def generate_variants(self, number: int, kind: str) -> None:
        """Generate variants of level ``number``; ``kind`` is a name in :data:`VARIATION_KINDS`."""
        level = self._gallery.items[number].level

        def list_jobs() -> Iterator[LevelJob]:
            while True:
                yield partial(vary_level, level, kind, draw_seed())

        self._start(list_jobs(), VARIANT_COUNT, f"variant of {number + 1} ({kind})")

    def stop(self) -> None:
        """Stop generating levels."""
        self._solver.cancel_job(JOB_NAME)

    def _start(self, jobs: Iterator[LevelJob], count: int, origin: str) -> None:
        run = self.progress = GalleryFillProgress(count, time.monotonic())

        def fill_gallery(control: Control) -> None:
            # No other job adds levels meanwhile, so it is enough to list the known boards once.
            known = {compute_digest(each.level.board) for each in [*self._gallery.items]}
            in_vain, why = 0, ""
            while run.found < count:
                if in_vain == MAX_FAILURES:
                    raise GenerationFailed(
                        f"stopped after {MAX_FAILURES} failed attempts; the last reason: {why}"
                    )
                control.raise_if_cancelled()
                # Count each attempt as a failure until it yields a new level.
                in_vain += 1
                try:
                    made = self._solver.run_task(next(jobs), control)
                except GenerationFailed as problem:
                    why = str(problem)
                    # From here on, the gallery counts these rejections. Remove them from the
                    # control, or they would be counted twice.
                    refused, control.rejections = control.rejections, {}
                    self._hop(partial(self._record_rejections, sum(refused.values()), refused))
                    continue
                control.rejections = {}
                # Different seeds can yield the same board, which counts as a failure.
                if (digest := compute_digest(made.level.board)) in known:
                    why = "the level is in the gallery already"
                    continue
                known.add(digest)
                in_vain = 0
                run.found += 1
                exhibit = Variant(made.level, made.facts, origin=origin)
                self._hop(partial(self._add_level, exhibit, made))

        # The end is handled later, in the UI thread, when the control has already been assigned.
        run.control = self._solver.run_in_background(
            fill_gallery, partial(self._handle_end, run), JOB_NAME
        )

    def _record_rejections(self, count: int, reasons: Mapping[str, int]) -> None:
        if count:
            self._gallery.apply_entry({"refused": {"tried": count, "reasons": dict(reasons)}})

    def _add_level(self, variant: Variant, outcome: Variant) -> None:
        self._gallery.add_level(variant)
        self._record_rejections(outcome.tried, outcome.rejections)
        self._changed("")

    def _handle_end(self, progress: GalleryFillProgress, outcome: Outcome[None]) -> None:
        """Have the UI thread finish a fill that has ended; call this in the job's thread."""

        def finish() -> None:
            progress.seconds = progress.elapsed
            # The last level may be unfinished, but its rejections count too.
            self._record_rejections(progress.rejection_count, progress.rejections)
            progress.control = None
            self._changed(outcome.error or "")

        self._hop(finish)


def build_template(recipe: Recipe, level: Level) -> Level:
    """Build a template from ``recipe``: a level from which other levels can be generated."""
    return workshop.build_recipe_level(registry.get_game(level.game), recipe, level.board)


def read_recipe(template: Level) -> Recipe:
    """Return a template's recipe, dropping its sketch unless the board has locked cells."""
    recipe = workshop.read_recipe(template)
    locked = registry.get_game(template.game).boards.draw_picture(template.board).locked
    return recipe if locked else replace(recipe, sketch=None)


def narrow_template(game: Game, template: Level, key: str, bar: Bar) -> Level:
    """Return a copy of ``template`` for generating only levels that fall into a histogram bar.

    If the generator has a parameter that constrains the fact ``key``, that parameter is set.
    Otherwise, a condition is added to the template's ``where`` expression.
    """
    provenance = template.provenance
    assert provenance is not None
    schema, values = game.parameters, dict(provenance.parameters)
    try:
        # `list_facts` lists only the facts that a parameter constrains.
        fact = next(each for each in schema.list_facts() if each.key == key)
        asked = f"{bar.low}..{bar.high}" if not isinstance(bar.low, bool) else str(bar.low).lower()
        # A bar may end between two integers, but this parameter accepts only integers.
        if isinstance(bar.low, float) and not fact.decimals:
            asked = f"{bar.low:.0f}..{bar.high:.0f}"
        values[key] = fact.format_value(fact.parse_value(asked))
    except (StopIteration, ParameterError):
        # No parameter constrains this fact, so extend the expression.

        before = values.get(WHERE.key)
        asked = bar.make_condition(key)
        values[WHERE.key] = f"({before}) and {asked}" if before else asked
    return replace(template, provenance=replace(provenance, parameters=values))
