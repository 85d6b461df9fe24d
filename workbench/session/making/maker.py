"""Generating the level of one document, and re-rolling its stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine import workshop
from engine.errors import ParameterError
from engine.generation.wishes import WishedLevels
from engine.staging.demands import require_possible
from engine.staging.generation import Candidate, Recipe
from engine.values.budget import Control
from engine.values.level import Board, Level, board_digest
from engine.values.weights import PaintedWeights
from workbench.commands.keymap import key
from workbench.document.history import Home, named_like
from workbench.service.lanes import Outcome
from workbench.service.solving import Made
from workbench.session.history import VersionChange
from workbench.session.making import progress
from workbench.session.making.optimisations import Optimisations
from workbench.session.making.sheet import Sheet, new_seed
from workbench.session.making.stagelocks import StageLocks
from workbench.session.playback import Playback, SessionPart
from workbench.session.verdicts import through
from workbench.text import status

ROLLS = 5
"""How often a stage is rolled until something else comes of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A level that was asked for, to take the place of the one that stood then.

    Attributes:
        digest: of the board that stood.
        locked: names of the stages that were locked.
        painted: the weights that were painted for it.
        anew: whether another level was asked for, not this one in another form.
    """

    recipe: Recipe
    digest: str
    locked: frozenset[str]
    painted: Mapping[str, PaintedWeights]
    anew: bool


class Maker(SessionPart):
    """Makes the level, in whole or in part, around its locked cells.

    Attributes:
        sheet: seed and parameters of the next generation; see :meth:`set_sheet`.
        optimisations: the optimisations that have ended.
        request: what is being made; None for nothing.
    """

    def __init__(self, playback: Playback, stages: StageLocks) -> None:
        super().__init__(playback)
        self.sheet = Sheet.of_level(self._game, self._history.level)
        self.stages = stages
        self.optimisations = Optimisations()
        self.request: Request | None = None
        self._search: Control | None = None
        self._shown = self._history.level
        self._noted: object = None
        """The sheet that the version shown last has kept."""
        self._refused: tuple[object, str] = None, ""
        """The answer of :attr:`refusal`, and what it was given for: it is asked for every key."""

    @property
    def making(self) -> bool:
        """Whether a level is being generated."""
        return self.request is not None

    @property
    def search(self) -> Control | None:
        """The generation under way, to watch it; None while there is none."""
        return self._search if self.making else None

    def follow(self, _: VersionChange) -> None:
        """Give up a level that was to replace another version; remember this one's optimisation."""
        if self._outdated:
            self._solver.stop("make")
        document = self._history.document
        noted = document.entry.settings
        if isinstance(noted, Sheet) and noted is not self._noted:
            self.sheet = noted
        else:
            self.sheet = self.sheet.following(self._shown, self._history.level)
        self._shown, self._noted = self._history.level, noted
        if self._history.made is not None:
            self._note(self._history.made)

    def set_sheet(self, name: str, sheet: Sheet) -> None:
        """Set parameters by hand: one entry to undo."""
        if sheet != self.sheet:
            self._history.document.change_settings(name, self.sheet, sheet)
            self.sheet = self._noted = sheet

    def take_other(
        self, name: str, level: Level, attachment: object = None, home: Home | None = None
    ) -> None:
        """Make another level the next version of the document, and take its parameters."""
        document = self._history.document
        document.note_settings(self.sheet)
        document.change(name, level, attachment, home)
        self.sheet = self._noted = Sheet.of_level(self._game, level)
        document.note_settings(self.sheet)

    @property
    def _outdated(self) -> bool:
        """Whether the level that is being made was asked for when another one stood here."""
        request = self.request
        if request is None:
            return False
        digest = board_digest(self._history.board)
        stands = digest, self.stages.names, self._history.level.painted
        return (request.digest, request.locked, request.painted) != stands

    def generate(self, around: Board | None = None) -> None:
        """Generate from the sheet; another level takes the place of the present one.

        Locked stages keep their random draws, locked cells what stands on them, those of a board
        given in place of the level's.
        """
        if self.stages.complete:
            unlocks = f"{key('design.lock-stage')} unlocks"
            self._history.say(f"every stage is locked: nothing would change ({unlocks})")
            return
        seed = new_seed() if self.sheet.seed is None else self.sheet.seed
        board = around or self._history.board
        self.sheet = sheet = self._sized(self.sheet, board).with_seed(seed)
        recipe = self._recipe(sheet, board)
        made = self._begin(recipe, self._generated, anew=True)
        kept, weights = recipe.kept, recipe.weights
        settings, sketch = sheet.settings, recipe.sketch
        self._solver.generate(self._game, seed, settings, made, sketch, kept, weights, recipe.like)
        self._search = self._solver.running("make")

    def draw_new(self, around: Board | None = None) -> None:
        """Generate from a new random seed; see :meth:`generate`."""
        self.sheet = self.sheet.with_seed(new_seed())
        self.generate(around)

    @property
    def refusal(self) -> str:
        """Why no level can be as the sheet demands, in a line; empty where one may be."""
        level = self._history.level
        asked = self.sheet, level.board, level.painted, self.stages.kept()
        if asked != self._refused[0]:
            self._refused = asked, self.refusal_of(self.sheet)
        return self._refused[1]

    def refusal_of(self, sheet: Sheet) -> str:
        """Why no level can be as a sheet demands, in a line; empty where one may be."""
        try:
            board = self._history.board
            recipe = self._recipe(self._sized(sheet, board), board)
            require_possible(WishedLevels(self._game), recipe)
        except ParameterError as problem:
            return str(problem)
        return ""

    @property
    def wanted(self) -> Recipe:
        """What the sheet asks for, around locked cells and stages; its seed is of no account."""
        board = self._history.board
        return self._recipe(self._sized(self.sheet, board), board)

    def _sized(self, sheet: Sheet, board: Board) -> Sheet:
        """A sheet with the size of the locked or painted cells' board, where it does not say."""
        sketch = workshop.sketch_of(self._game, board)
        painted = self._history.level.painted
        if sketch is None and not painted:
            return sheet
        settings = workshop.sized_like(self._game, sheet.settings, sketch, painted)
        return replace(Sheet.of(self._game, sheet.seed, settings, sheet.like), freed=sheet.freed)

    def _recipe(self, sheet: Sheet, board: Board) -> Recipe:
        """What a sheet asks for, around the locked cells of a board and the locked stages."""
        parameters = self._game.parameters.complete(sheet.settings)
        sketch = workshop.sketch_of(self._game, board)
        seed = sheet.seed or 0  # of a level that is yet to be drawn; no demand depends on it
        kept, weights = self.stages.kept(), self._history.level.painted
        return Recipe(seed, 0, parameters, {}, sketch, kept, weights, sheet.model)

    def liken(self) -> None:
        """Take similarity to be to the level at hand from now on; again: to none."""
        board, like = self._history.board, self.sheet.like
        again = like is not None and board_digest(like) == board_digest(board)
        self.set_sheet("similarity", replace(self.sheet, like=None if again else board))
        if again:
            self._history.say("similarity is to no level any more")
        else:
            self._history.say("similarity is to this level from now on: it can be asked for")

    def reroll(self) -> None:
        """Roll the stage at the playhead once more."""
        made, player = self._history.made, self._playback.timeline
        if made is None or player is None:
            self._history.say(f"nothing to re-roll: {self._history.unmade}")
        elif self.stages.no_reroll is not None:
            self._history.say(self.stages.no_reroll)
        else:
            self._roll(made.candidate, player.stage, 1)

    def _roll(self, before: Candidate, number: int, rolls: int) -> None:
        """Roll a stage once more; ``rolls`` counts those since the level that stands."""
        stage = self._game.generator.stages[number].name
        recipe = before.recipe.rolled_again(stage, self._undone_rolls(before, stage) + 1)
        self.remake(recipe, lambda made: self._rerolled(made, number, rolls))

    def _undone_rolls(self, before: Candidate, stage: str) -> int:
        """How often a stage of a candidate was rolled in vain: what was undone comes no more."""
        stream = before.recipe.stream(stage)
        made = [entry.attachment for entry in self._history.document.undone]
        others = [each.candidate.recipe.stream(stage) for each in made if isinstance(each, Made)]
        rolls = [
            other.reroll - stream.reroll
            for other in others
            if (other.seed, other.attempt) == (stream.seed, stream.attempt)
        ]
        return max([0, *rolls])

    def remake(self, recipe: Recipe, take: Callable[[Made], None]) -> None:
        """Make just this candidate, around the cells that are locked now.

        ``take`` is called with it, unless the level was changed meanwhile or something failed.
        """
        recipe = replace(recipe, sketch=self._history.board)
        made = self._begin(recipe, take, anew=False)
        self._solver.remake(self._game, recipe, made)
        self._search = self._solver.running("make")

    def _begin(
        self, recipe: Recipe, take: Callable[[Made], None], *, anew: bool
    ) -> Callable[[Outcome[Made]], None]:
        """A level is being made from now on; one that was asked for before is not wanted."""
        digest = board_digest(self._history.board)
        painted = self._history.level.painted
        request = self.request = Request(recipe, digest, self.stages.names, painted, anew)
        self._search = None
        self._history.say("")

        def arrived(outcome: Outcome[Made]) -> None:
            """Take what was made, unless something else was requested since."""
            made = self._ended(request, outcome) if request is self.request else None
            if made is not None:
                take(made)

        return through(self._history.hop, arrived)

    def _ended(self, request: Request, outcome: Outcome[Made]) -> Made | None:
        """What was made, or None with a notice that says why there is nothing."""
        outdated, seen = self._outdated, self._search.snapshot if self._search is not None else None
        self.request = None
        if outdated:
            self._history.notice = "no longer generated: the level was changed meanwhile"
        elif outcome.cancelled:
            self._history.notice = progress.stopped(self._search)
        elif outcome.error is not None:
            self._history.notice = outcome.error
        elif outcome.value is not None:
            self._note(outcome.value, seen.speed if seen is not None else 0.0)
            return outcome.value
        if seen is not None:
            state = "stopped" if outcome.cancelled else "failed"
            self.optimisations.note(request.recipe, seen, state)
        self._history.changed()
        return None

    def _note(self, made: Made, speed: float = 0.0) -> None:
        """Remember the optimisation that a level came from."""
        candidate = made.candidate
        if candidate.snapshot is not None:
            self.optimisations.note(candidate.recipe, candidate.snapshot, "ended", speed)

    def _generated(self, made: Made) -> None:
        seed, locked = made.candidate.recipe.seed, self.stages.names
        notice = f"seed {seed}: {progress.found(made.attempts, made.seconds)}"
        if locked:
            kept = (stage.title for stage in self._game.generator.stages if stage.name in locked)
            notice += f" · kept {', '.join(kept)}"
        cells = len(self._game.boards.picture(made.candidate.board).locked)
        if made.candidate.recipe.weights:
            notice += " · by painted weights"
        if cells:
            notice += f" · around {status.count(cells, 'locked cell')}"
        self._history.notice = notice + progress.rejected(made.attempts)
        self._take(f"generate seed {seed}", made, self._history.document.home_of(made.level))

    def _rerolled(self, made: Made, number: int, rolls: int) -> None:
        if self._history.made is None:
            return
        stage, old = self._game.generator.stages[number], self._history.made.candidate
        if board_digest(made.candidate.board) == board_digest(old.board):
            if rolls < ROLLS:
                self._roll(made.candidate, number, rolls + 1)
            else:
                title = stage.title
                self._history.say(f"{title} rolled {rolls} times: it always comes out the same")
            return
        times = made.candidate.recipe.stream(stage.name).reroll
        said = f"{stage.title} rolled again ({times}){self.reservations(made)}"
        self.take_remade(f"re-roll {stage.title}", made, number, said)

    def reservations(self, made: Made) -> str:
        """What speaks against a candidate that was made without a search; may be empty."""
        words = ""
        if made.candidate.failed is not None:
            words = f" · {made.candidate.failed} failed"
        elif made.rejected is not None:
            words = f" · not acceptable: {made.rejected}"
        if self._history.redrawn:
            words += f" · your edits set aside ({key('design.undo')} brings them back)"
        return words

    def take_remade(self, name: str, made: Made, number: int, notice: str) -> None:
        """Show a candidate as the level, at the end of one of its stages."""
        self._take(name, made, self._history.document.home)
        if self._playback.timeline is not None:
            self._playback.timeline.seek_stage(number)
        self._history.say(notice)

    def _take(self, name: str, made: Made, home: Home) -> None:
        level, document = made.level, self._history.document
        if home is document.home:
            level = named_like(level, document.level, self._game.title)
        level = self.stages.locked_in(level, self.stages.names)
        level = level.with_painted(document.level.painted)
        document.change(name, level, made.kept(), home)
        self._playback.view_kind = "timeline"
        self._history.show(made.solved)
