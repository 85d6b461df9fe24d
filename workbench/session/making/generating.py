"""Generating and re-rolling the level of one document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine import workshop
from engine.errors import ParameterError
from engine.generate.demands import require_possible
from engine.generate.generation import Candidate, Recipe
from engine.values.budget import Control
from engine.values.level import Level, board_digest
from engine.values.solved import Solved
from workbench.commands.keymap import key
from workbench.document import status
from workbench.document.history import Home, named_like
from workbench.service.lanes import Outcome
from workbench.service.solving import Made
from workbench.session.making import yields
from workbench.session.making.sheet import Sheet, new_seed
from workbench.session.making.stagelocks import StageLocks

ROLLS = 5
"""How often a stage is rolled until something else comes of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """A level that was asked for, to take the place of the one that stood then.

    Attributes:
        digest: of the board that stood.
        locked: names of the stages that were locked.
        anew: whether another level was asked for, not this one in another form.
    """

    digest: str
    locked: frozenset[str]
    anew: bool


class Generating(StageLocks):
    """Making the level, in whole or in part, around its locked cells.

    Attributes:
        sheet: seed and parameters of the next generation.
    """

    sheet: Sheet
    _order: Order | None = None
    _search: Control | None = None
    _asked: Recipe | None = None
    _shown: Level | None = None

    @property
    def making(self) -> bool:
        """Whether a level is being generated."""
        return self._order is not None

    @property
    def search(self) -> Control | None:
        """The generation under way, to watch it; None while there is none."""
        return self._search if self.making else None

    def show_version(self, solved: Solved | None = None) -> None:
        """Bring everything in line; a level that was to replace another version is given up."""
        if self._outdated:
            self.solver.stop("make")
        if self._shown is not None:
            self.sheet = self.sheet.following(self._shown, self.level)
        self._shown = self.level
        super().show_version(solved)

    @property
    def _outdated(self) -> bool:
        """Whether the level that is being made was asked for when another one stood here."""
        order = self._order
        if order is None:
            return False
        return order.digest != board_digest(self.board) or order.locked != self.locked_stages

    def generate(self) -> None:
        """Generate from the sheet; another level takes the place of the present one.

        Locked stages keep their random draws, locked cells what stands on them.
        """
        if self.locked_stages.issuperset(
            stage.name for stage in self.game.generator.stages if stage.draws
        ):
            unlocks = f"{key('design.lock-stage')} unlocks"
            self._refuse(f"every stage is locked: nothing would change ({unlocks})")
            return
        seed = new_seed() if self.sheet.seed is None else self.sheet.seed
        self.sheet = sheet = self._sized().with_seed(seed)
        locked, asked = self.locked_stages, self._recipe(sheet)
        made = self._begin(asked, lambda outcome: self._generated(outcome, locked), anew=True)
        settings, sketch, kept = sheet.settings, asked.sketch, asked.kept
        self.solver.generate(self.game, seed, settings, made, sketch, kept)
        self._search = self.solver.running("make")

    @property
    def refusal(self) -> str:
        """Why no level can be as the sheet demands, in a line; empty where one may be."""
        try:
            require_possible(self.game.generator, self._recipe(self._sized()))
        except ParameterError as problem:
            return str(problem)
        return ""

    def _sized(self) -> Sheet:
        """The sheet with the size of the locked cells' board, where it does not say."""
        sketch = workshop.sketch_of(self.game, self.board)
        if sketch is None:
            return self.sheet
        settings = workshop.sized_like(self.game, sketch, self.sheet.settings)
        return Sheet.of(self.game, self.sheet.seed, settings)

    def _recipe(self, sheet: Sheet) -> Recipe:
        """What a sheet asks for, around the locked cells and stages."""
        parameters = self.game.generator.parameters.complete(sheet.settings)
        sketch = workshop.sketch_of(self.game, self.board)
        seed = sheet.seed or 0  # of a level that is yet to be drawn; no demand depends on it
        return Recipe(seed, 0, parameters, sketch=sketch, kept=self._kept())

    def reroll(self) -> None:
        """Roll the stage at the playhead once more."""
        made, player = self.made, self._timeline
        if made is None or player is None:
            self._refuse(f"nothing to re-roll: {self.unmade}")
            return
        if self.stage_refused is not None:
            self._refuse(self.stage_refused)
            return
        self._roll(made.candidate, player.stage, 1)

    def _roll(self, before: Candidate, number: int, rolls: int) -> None:
        """Roll a stage once more; ``rolls`` counts those since the level that stands."""
        stage = self.game.generator.stages[number].name
        recipe = before.recipe.rolled_again(stage, self._undone_rolls(before, stage) + 1)
        self._remake(recipe, lambda outcome: self._rerolled(outcome, number, rolls))

    def _undone_rolls(self, before: Candidate, stage: str) -> int:
        """How often a stage of a candidate was rolled in vain: what was undone comes no more."""
        stream = before.recipe.stream(stage)
        made = [entry.attachment for entry in self.document.undone]
        others = [each.candidate.recipe.stream(stage) for each in made if isinstance(each, Made)]
        rolls = [
            other.reroll - stream.reroll
            for other in others
            if (other.seed, other.attempt) == (stream.seed, stream.attempt)
        ]
        return max([0, *rolls])

    def _remake(self, recipe: Recipe, arrived: Callable[[Outcome[Made]], None]) -> None:
        """Make just this candidate, around the cells that are locked now."""
        recipe = replace(recipe, sketch=self.board)
        made = self._begin(recipe, arrived)
        self.solver.remake(self.game, recipe, made)
        self._search = self.solver.running("make")

    def _begin(
        self, asked: Recipe, arrived: Callable[[Outcome[Made]], None], *, anew: bool = False
    ) -> Callable[[Outcome[Made]], None]:
        """A level is being made from now on; one that was asked for before is not wanted."""
        self._asked, self._search = asked, None
        order = self._order = Order(board_digest(self.board), self.locked_stages, anew)
        self.notice = ""
        self._changed()

        def in_time(outcome: Outcome[Made]) -> None:
            """Pass the outcome on, unless something else was ordered since."""
            if order is self._order:
                arrived(outcome)

        return self._from_lane(in_time)

    def _refuse(self, reason: str) -> None:
        self.notice = reason
        self._changed()

    def _generated(self, outcome: Outcome[Made], locked: frozenset[str]) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        seed = made.candidate.recipe.seed
        self.notice = f"seed {seed}: {yields.found(made.attempts, made.seconds)}"
        if locked:
            kept = (stage.title for stage in self.game.generator.stages if stage.name in locked)
            self.notice += f" · kept {', '.join(kept)}"
        cells = len(self.game.boards.picture(made.candidate.board).locked)
        if cells:
            self.notice += f" · around {status.count(cells, 'locked cell')}"
        self.notice += yields.rejected(made.attempts)
        home = self.document.home_of(made.level)
        self._take(f"generate seed {seed}", made, locked, home)

    def _rerolled(self, outcome: Outcome[Made], number: int, rolls: int) -> None:
        made, before = self._arrived(outcome), self.made
        if made is None or before is None:
            return
        stage, old = self.game.generator.stages[number], before.candidate
        if board_digest(made.candidate.board) == board_digest(old.board):
            if rolls < ROLLS:
                self._roll(made.candidate, number, rolls + 1)
            else:
                self._refuse(f"{stage.title} rolled {rolls} times: it always comes out the same")
            return
        times = made.candidate.recipe.stream(stage.name).reroll
        self.notice = f"{stage.title} rolled again ({times}){self._reservations(made)}"
        self._take_remade(f"re-roll {stage.title}", made, number)

    def _reservations(self, made: Made) -> str:
        """What there is to say against a candidate that nobody searched for."""
        told = ""
        if made.candidate.failed is not None:
            told = f" · {made.candidate.failed} failed"
        elif made.rejected is not None:
            told = f" · not acceptable: {made.rejected}"
        if self.redrawn:
            told += f" · your edits set aside ({key('design.undo')} brings them back)"
        return told

    def _take_remade(self, name: str, made: Made, number: int) -> None:
        """Show a candidate as the level, at the end of one of its stages."""
        self._take(name, made, self.locked_stages, self.document.home)
        if self._timeline is not None:
            self._timeline.seek_stage(number)
        self._changed()

    def _take(self, name: str, made: Made, locked: frozenset[str], home: Home) -> None:
        level = made.level
        if home is self.document.home:
            level = named_like(level, self.level, self.game.title)
        self.document.change(name, self._locked_in(level, locked), made, home)
        self.mode = "timeline"
        self.show_version(made.solved)

    def _arrived(self, outcome: Outcome[Made]) -> Made | None:
        """What was made, or None with a notice that says why there is nothing."""
        outdated, self._order = self._outdated, None
        if outdated:
            self.notice = "no longer generated: the level was changed meanwhile"
        elif outcome.cancelled:
            self.notice = yields.stopped(self._search)
        elif outcome.error is not None:
            self.notice = outcome.error
        elif outcome.value is not None:
            return outcome.value
        self._changed()
        return None

    def _from_lane(
        self, arrived: Callable[[Outcome[Made]], None]
    ) -> Callable[[Outcome[Made]], None]:
        return lambda outcome: self._hop(lambda: arrived(outcome))

    def _rebuilt_arrived(self, outcome: Outcome[Made]) -> None:
        made = outcome.value
        if made is None:
            self._changed()  # an old generator's level, say: there is no timeline
            return
        self._rebuilt = (*self._rebuilt, made)
        self.show_version()
