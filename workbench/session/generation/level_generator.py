"""Generation of the open level as a whole, or by re-rolling one of its stages.

A request records the board, the locks and the painted weights. If any of them differ when the
answer arrives, the designer has edited the level in the meantime and the answer is discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine import workshop
from engine.errors import ParameterError
from engine.generation.constraints import ConstrainedLevels
from engine.stages.accepted_candidate_search import require_possible
from engine.stages.candidate import Candidate, Recipe
from engine.values.budget import Control
from engine.values.level import Board, Level, compute_digest
from engine.values.painted_weights import PaintedWeights
from workbench.commands.keymap import get_key_hint
from workbench.document.undo_versions import StorageLocation, copy_designer_texts
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import GenerationResult
from workbench.session.board_content import Playback, SessionPart
from workbench.session.board_verdicts import deliver_in_ui
from workbench.session.generation import generation_text
from workbench.session.generation.generator_settings import GeneratorSettings, draw_seed
from workbench.session.generation.optimisations import Optimisations
from workbench.session.generation.stage_locks import StageLocks
from workbench.session.history import VersionChange
from workbench.text import quantity_text

MAX_ROLLS = 5
"""The maximum number of times that a stage is re-rolled if the board does not change."""


@dataclass(frozen=True, slots=True, eq=False)
class GenerationRequest:
    """A pending request for a level to replace the current one.

    Attributes:
        recipe: The recipe for the requested level.
        digest: The digest of the board at the time of the request.
        locked: The names of the stages locked at the time of the request.
        painted: The painted weights at the time of the request, by stage name.
        is_new_level: True for a new level, False for a variation of the current one.
    """

    recipe: Recipe
    digest: str
    locked: frozenset[str]
    painted: Mapping[str, PaintedWeights]
    is_new_level: bool


class LevelGenerator(SessionPart):
    """The generator for the open level, which keeps locked cells and locked stages.

    Attributes:
        settings: The seed and parameters for the next level; see :meth:`change_settings`.
        optimisations: The finished optimisations of this session.
        request: The pending request, or None if there is none.
    """

    def __init__(self, playback: Playback, stages: StageLocks) -> None:
        super().__init__(playback)
        self.settings = GeneratorSettings.from_level(self._game, self._history.level)
        self.stages = stages
        self.optimisations = Optimisations()
        self.request: GenerationRequest | None = None
        self._search: Control | None = None
        self._shown = self._history.level
        self._stored_settings: object = None  # as stored with the version shown last
        self._refusal_cache: tuple[object, str] = None, ""  # read on every key press

    @property
    def is_generating(self) -> bool:
        """True while a level is being generated."""
        return self.request is not None

    @property
    def search(self) -> Control | None:
        """The control for the running generation, or None if none is running."""
        return self._search if self.is_generating else None

    def follow_version(self, _: VersionChange) -> None:
        """Cancel an outdated request, and adopt the settings of the version shown now."""
        if self._is_outdated:
            self._solver.cancel_job("make")
        noted = self._history.document.entry.settings
        if isinstance(noted, GeneratorSettings) and noted is not self._stored_settings:
            self.settings = noted
        else:
            self.settings = self.settings.follow_version(self._shown, self._history.level)
        self._shown, self._stored_settings = self._history.level, noted
        if self._history.generation is not None:
            self._record_optimisation(self._history.generation)

    def change_settings(self, name: str, settings: GeneratorSettings) -> None:
        """Change the settings as a single undo step called ``name``."""
        if settings != self.settings:
            self._history.document.change_settings(name, self.settings, settings)
            self.settings = self._stored_settings = settings

    def replace_level(
        self,
        name: str,
        level: Level,
        attachment: object = None,
        location: StorageLocation | None = None,
    ) -> None:
        """Replace the current level with another one, and adopt the settings of its recipe."""
        document = self._history.document
        document.attach_settings(self.settings)
        document.add_version(name, level, attachment, location)
        self.settings = self._stored_settings = GeneratorSettings.from_level(self._game, level)
        document.attach_settings(self.settings)

    @property
    def _is_outdated(self) -> bool:
        """True if the board, locks or painted weights have changed since the pending request."""
        request = self.request
        if request is None:
            return False
        digest = compute_digest(self._history.board)
        state = digest, self.stages.names, self._history.level.next_weights
        return (request.digest, request.locked, request.painted) != state

    def generate_level(self, around: Board | None = None) -> None:
        """Start generating a level from the settings, to replace the current one.

        Locked stages keep their random draws. Locked cells keep their content, which is read from
        ``around``, or from the current board if ``around`` is None.
        """
        if self.stages.are_all_locked:
            unlocks = f"Use {get_key_hint('design.lock-stage')} to unlock one."
            self._history.show_notice(f"All stages are locked, so nothing would change. {unlocks}")
            return
        seed = draw_seed() if self.settings.seed is None else self.settings.seed
        board = around or self._history.board
        self.settings = settings = self._add_size(self.settings, board).with_seed(seed)
        recipe = self._build_recipe(settings, board)
        made = self._begin_request(recipe, self._handle_generated, is_new_level=True)
        kept, weights = recipe.kept, recipe.weights
        self._solver.generate_level(
            self._game, seed, settings.overrides, made, recipe.sketch, kept, weights, recipe.like
        )
        self._search = self._solver.get_control("make")

    def generate_new(self, around: Board | None = None) -> None:
        """Start generating a level from a new random seed, as in :meth:`generate_level`."""
        self.settings = self.settings.with_seed(draw_seed())
        self.generate_level(around)

    @property
    def refusal(self) -> str:
        """The reason why no level can satisfy the settings, or an empty string if one might."""
        level = self._history.level
        asked = self.settings, level.board, level.next_weights, self.stages.list_kept_streams()
        if asked != self._refusal_cache[0]:
            self._refusal_cache = asked, self.find_refusal(self.settings)
        return self._refusal_cache[1]

    def find_refusal(self, settings: GeneratorSettings) -> str:
        """Return the reason why no level can satisfy ``settings``, or "" if one might."""
        try:
            board = self._history.board
            recipe = self._build_recipe(self._add_size(settings, board), board)
            require_possible(ConstrainedLevels(self._game), recipe)
        except ParameterError as problem:
            return str(problem)
        return ""

    @property
    def requested_recipe(self) -> Recipe:
        """The recipe for the current settings, locks and painted weights. Ignore its seed."""
        board = self._history.board
        return self._build_recipe(self._add_size(self.settings, board), board)

    def _add_size(self, base: GeneratorSettings, board: Board) -> GeneratorSettings:
        """Add the size of a locked or painted board to settings that leave the size open."""
        sketch, painted = workshop.find_sketch(self._game, board), self._history.level.next_weights
        if sketch is None and not painted:
            return base
        settings = workshop.add_size(self._game, base.overrides, sketch, painted)
        sized = GeneratorSettings.from_values(self._game, base.seed, settings, base.like)
        return replace(sized, freed=base.freed)

    def _build_recipe(self, settings: GeneratorSettings, board: Board) -> Recipe:
        """Build the recipe for ``settings``, the locked stages and the locked cells."""
        parameters = self._game.parameters.complete_settings(settings.overrides)
        sketch = workshop.find_sketch(self._game, board)
        seed = settings.seed or 0  # not drawn yet, but no constraint depends on it
        kept, weights = self.stages.list_kept_streams(), self._history.level.next_weights
        return Recipe(seed, 0, parameters, {}, sketch, kept, weights, settings.similarity_board)

    def toggle_similarity(self) -> None:
        """Use the current board for similarity comparisons, or stop using it if it is in use."""
        board, like = self._history.board, self.settings.like
        again = like is not None and compute_digest(like) == compute_digest(board)
        self.change_settings("similarity", replace(self.settings, like=None if again else board))
        self._history.show_notice(f"Similarity is {'off' if again else 'to this level now'}.")

    def reroll_stage(self) -> None:
        """Re-roll the stage at the playhead."""
        made, player = self._history.generation, self._playback.timeline
        if made is None or player is None:
            self._history.show_notice(f"Nothing to re-roll: {self._history.generation_refusal}")
        elif self.stages.reroll_refusal is not None:
            self._history.show_notice(self.stages.reroll_refusal)
        else:
            self._roll_stage(made.candidate, player.stage, 1)

    def _roll_stage(self, before: Candidate, number: int, rolls: int) -> None:
        """Re-roll stage ``number``, as attempt number ``rolls`` since the user's request."""
        stage = self._game.generator.stages[number].name
        recipe = before.recipe.reroll_stage(stage, self._count_undone_rolls(before, stage) + 1)
        self.regenerate(recipe, lambda made: self._handle_rerolled(made, number, rolls))

    def _count_undone_rolls(self, before: Candidate, stage: str) -> int:
        """Return how many re-rolls of a stage to skip because they were undone."""
        stream, rolls = before.recipe.get_stream(stage), [0]
        for entry in self._history.document.redo_entries:
            if isinstance(entry.attachment, GenerationResult):
                other = entry.attachment.candidate.recipe.get_stream(stage)
                # Re-roll numbers are comparable only within one random stream.
                if (other.seed, other.attempt) == (stream.seed, stream.attempt):
                    rolls.append(other.reroll - stream.reroll)
        return max(rolls)

    def regenerate(self, recipe: Recipe, receive: Callable[[GenerationResult], None]) -> None:
        """Start generating the candidate of ``recipe``, but with the current locked cells.

        The result is passed to ``receive``, unless generation fails or the level changes in the
        meantime.
        """
        recipe = replace(recipe, sketch=self._history.board)
        made = self._begin_request(recipe, receive, is_new_level=False)
        self._solver.regenerate_candidate(self._game, recipe, made)
        self._search = self._solver.get_control("make")

    def _begin_request(
        self, recipe: Recipe, receive: Callable[[GenerationResult], None], *, is_new_level: bool
    ) -> Callable[[Outcome[GenerationResult]], None]:
        """Replace any pending request with a new one, and return the callback for its outcome."""
        digest, painted = compute_digest(self._history.board), self._history.level.next_weights
        request = self.request = GenerationRequest(
            recipe, digest, self.stages.names, painted, is_new_level
        )
        self._search = None
        self._history.show_notice("")

        def handle_outcome(outcome: Outcome[GenerationResult]) -> None:
            # A later request may have replaced this one.
            made = self._finish_request(request, outcome) if request is self.request else None
            if made is not None:
                receive(made)

        return deliver_in_ui(self._history.call_in_ui, handle_outcome)

    def _finish_request(
        self, request: GenerationRequest, outcome: Outcome[GenerationResult]
    ) -> GenerationResult | None:
        """Return the generated level, or None after showing a notice that explains the failure."""
        outdated = self._is_outdated
        seen = self._search.snapshot if self._search is not None else None
        self.request = None
        if outdated:
            self._history.notice = "Generation stopped: the level has changed in the meantime."
        elif outcome.cancelled:
            self._history.notice = generation_text.format_stopped(self._search)
        elif outcome.error is not None:
            self._history.notice = outcome.error
        elif outcome.value is not None:
            self._record_optimisation(outcome.value, seen.speed if seen is not None else 0.0)
            return outcome.value
        if seen is not None:
            state = "stopped" if outcome.cancelled else "failed"
            self.optimisations.add_optimisation(request.recipe, seen, state)
        self._history.notify_change()
        return None

    def _record_optimisation(self, result: GenerationResult, speed: float = 0.0) -> None:
        """Record the optimisation that produced a level, if there was one."""
        recipe, snapshot = result.candidate.recipe, result.candidate.snapshot
        if snapshot is not None:
            self.optimisations.add_optimisation(recipe, snapshot, "ended", speed)

    def _handle_generated(self, result: GenerationResult) -> None:
        seed, locked = result.candidate.recipe.seed, self.stages.names
        search = generation_text.format_search(result.attempts, result.seconds)
        notice = f"New level from seed {seed}: {search}"
        if locked:
            kept = (stage.title for stage in self._game.generator.stages if stage.name in locked)
            notice += f" · kept {', '.join(kept)}"
        cells = len(self._game.boards.draw_picture(result.candidate.board).locked)
        if result.candidate.recipe.weights:
            notice += " · with painted weights"
        if cells:
            notice += f" · around {quantity_text.format_count(cells, 'locked cell')}"
        self._history.notice = notice + generation_text.format_rejections(result.attempts)
        location = self._history.document.find_location(result.level)
        self._replace_version(f"generate seed {seed}", result, location)

    def _handle_rerolled(self, result: GenerationResult, number: int, rolls: int) -> None:
        if self._history.generation is None:
            return
        stage, old = self._game.generator.stages[number], self._history.generation.candidate
        if compute_digest(result.candidate.board) == compute_digest(old.board):
            # A stage with few choices often produces the same board, so try a few more times.
            if rolls < MAX_ROLLS:
                self._roll_stage(result.candidate, number, rolls + 1)
            else:
                said = f"{stage.title} re-rolled {rolls} times, always with the same result."
                self._history.show_notice(said)
            return
        times = result.candidate.recipe.get_stream(stage.name).reroll
        said = f"{stage.title} re-rolled ({times}){self.format_objections(result)}"
        self.show_candidate(f"re-roll {stage.title}", result, number, said)

    def format_objections(self, result: GenerationResult) -> str:
        """Format warnings about a candidate from a fixed recipe, or "" if there are none."""
        words = ""
        if result.candidate.failed is not None:
            words = f" · {result.candidate.failed} failed"
        elif (reason := result.candidate.rejection or result.rejected) is not None:
            words = f" · not acceptable: {reason}"
        if self._history.has_board_edits:
            words += f" · your edits were replaced ({get_key_hint('design.undo')} brings them back)"
        return words

    def show_candidate(self, name: str, result: GenerationResult, number: int, notice: str) -> None:
        """Make a candidate the current level, and go to the end of stage ``number``."""
        self._replace_version(name, result, self._history.document.location)
        if self._playback.timeline is not None:
            self._playback.timeline.seek_stage(number)
        self._history.show_notice(notice)

    def _replace_version(
        self, name: str, result: GenerationResult, location: StorageLocation
    ) -> None:
        level, document = result.level, self._history.document
        if location is document.location:
            level = copy_designer_texts(level, document.level, self._game.title)
        level = self.stages.apply_locks(level, self.stages.names)
        # Locks and painted weights belong to the document, so copy them to the generated level.
        level = level.with_next_weights(document.level.next_weights)
        document.add_version(name, level, result.without_solution(), location)
        self._playback.view_kind = "timeline"
        self._history.show_version(result.solved)
