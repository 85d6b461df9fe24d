"""Rebuilding of the current level with the same random draws but different parameters."""

from __future__ import annotations

from dataclasses import replace

from engine.values.parameter_schema import Parameter
from engine.values.ranges import ANY
from workbench.commands.keymap import get_key_hint
from workbench.service.solver_service import GenerationResult
from workbench.session.board_content import Playback, SessionPart
from workbench.session.generation.generator_settings import CHANGED, GeneratorSettings
from workbench.session.generation.level_generator import LevelGenerator
from workbench.text import quantity_text, verdict_text


class Rebuilder(SessionPart):
    """The command that rebuilds the level after its settings, locks or weights have changed."""

    def __init__(self, playback: Playback, generator: LevelGenerator) -> None:
        super().__init__(playback)
        self._generator = generator
        self._comparison: (
            tuple[GenerationResult, GeneratorSettings, tuple[Parameter, ...]] | None
        ) = None
        """The last comparison, cached because each key press needs it twice."""

    @property
    def changed_parameters(self) -> tuple[Parameter, ...]:
        """The parameters whose values in the settings differ from those in the level's recipe."""
        made, settings = self._history.generation, self._generator.settings
        if made is None:
            return ()
        # Settings and generations are immutable, so comparing identities is enough.
        known = self._comparison
        if known is None or known[0] is not made or known[1] is not settings:
            self._comparison = known = made, settings, self._compare_parameters(made, settings)
        return known[2]

    def _compare_parameters(
        self, result: GenerationResult, settings: GeneratorSettings
    ) -> tuple[Parameter, ...]:
        schema = self._game.parameters
        values = result.candidate.recipe.parameters.values
        wanted = schema.complete_settings(settings.overrides).values
        return tuple(p for p in schema.parameters if wanted.get(p.key) != values.get(p.key))

    @property
    def note(self) -> str:
        """A note on the stage from which a rebuild would start, or "" if nothing has changed."""
        if not (self.changed_parameters or self._repainted_stages):
            return ""
        stage = self._find_first_stage()
        if stage is None:
            return f"{CHANGED}{get_key_hint('design.rebuild')} re-checks"
        title = self._game.generator.stages[stage].title
        return f"{CHANGED}{get_key_hint('design.rebuild')} rebuilds from {title}"

    @property
    def refusal(self) -> str | None:
        """The reason why a rebuild would change nothing, or None if it would change something."""
        if self._history.generation is None:
            return self._history.generation_refusal
        if self.changed_parameters or self._has_other_locks or self._repainted_stages:
            return None
        return "all parameters are those that the level was generated with"

    def rebuild_level(self) -> None:
        """Start rebuilding the level with the new settings and the same random draws."""
        made, refusal = self._history.generation, self.refusal
        if made is None or refusal is not None:
            self._history.show_notice(f"Nothing to rebuild: {refusal}")
            return
        stage = self._find_first_stage()
        parameters = self._game.parameters.complete_settings(self._generator.settings.overrides)
        weights = self._history.level.next_weights
        like = self._generator.settings.similarity_board
        made_by = made.candidate.recipe
        recipe = replace(made_by, parameters=parameters, weights=weights, like=like)
        self._generator.regenerate(recipe, lambda made: self._handle_rebuilt(made, stage))

    def _find_first_stage(self) -> int | None:
        """Return the index of the first affected stage, or None if only acceptance is affected."""
        if self._has_other_locks:
            return 0  # locked cells can affect every stage
        names = [stage.name for stage in self._game.generator.stages]
        touched = [names.index(p.stage) for p in self.changed_parameters if p.stage in names]
        touched += self._repainted_stages
        return min(touched, default=None)

    @property
    def _repainted_stages(self) -> list[int]:
        """The indices of the stages whose painted weights differ from those in the recipe."""
        made, stages = self._history.generation, self._game.generator.stages
        if made is None:
            return []
        own, wanted = made.candidate.recipe.weights, self._history.level.next_weights
        names = {name for name in {*own, *wanted} if own.get(name) != wanted.get(name)}
        # Painting for one stage affects every stage that uses the same weight plane.
        heats = {stage.heat for stage in stages if stage.name in names} - {None}
        return [n for n, s in enumerate(stages) if s.name in names or s.heat in heats]

    @property
    def _has_other_locks(self) -> bool:
        """True if the locked cells differ from those in the recipe."""
        made = self._history.generation
        if made is None:
            return False
        locked = self._game.boards.draw_picture(made.candidate.board).locked
        return self._history.picture.locked != locked

    def _handle_rebuilt(self, result: GenerationResult, stage: int | None) -> None:
        if stage is None:
            self._handle_reevaluated(result)
            return
        name = f"rebuild from {self._game.generator.stages[stage].title}"
        differs = f"{self._format_difference(result)}{self._generator.format_objections(result)}"
        said = f"Rebuilt from {self._game.generator.stages[stage].title}: {differs}"
        self._generator.show_candidate(name, result, stage, said)

    def _handle_reevaluated(self, result: GenerationResult) -> None:
        """Update the recipe but keep the board, because only acceptance parameters have changed."""
        fault = self._find_refusal(result)
        judged = f"not acceptable: {fault}" if fault is not None else "acceptable"
        # The result is for the generated board, so an edited board must be solved separately.
        solved = None if self._history.has_board_edits else result.solved
        level = self._history.level.with_recipe_of(result.level)
        self._history.notice = f"Re-checked: {judged}."
        self._history.add_version("re-check parameters", level, result.without_solution(), solved)

    def _find_refusal(self, result: GenerationResult) -> str | None:
        """Return the reason why generation would reject the current level, or None if it would not.

        For an edited level, only the facts in its verdict are checked.
        """
        if not self._history.has_board_edits:
            return result.candidate.rejection or result.rejected
        solved = self._history.solver_result
        if solved is None:
            return "it has not been solved"
        wanted = result.candidate.recipe.parameters
        facts = self._game.solver.select_demanded_facts(solved, wanted)
        for parameter in self._game.parameters.parameters:
            if parameter.kind == "fact" and parameter.has_fact(facts):
                span = wanted.get_range(parameter.key)
                if span != ANY and parameter.get_fact(facts) not in span:
                    return f"{parameter.title} out of range"
        return None

    def _format_difference(self, result: GenerationResult) -> str:
        """Format how a rebuilt level and its solution length differ from the current ones."""
        board, old = result.candidate.board, self._history.board
        cells = len(self._history.find_differences(board))
        words = [f"{quantity_text.format_count(cells, 'cell')} differ{'s' if cells == 1 else ''}"]
        if (board.rows, board.cols) != (old.rows, old.cols):
            words = [f"now {board.rows} rows, {board.cols} columns"]
        solved = self._history.solver_result
        if result.solved is not None:
            words.append(verdict_text.format_length(self._game, result.solved.facts))
            if solved is not None:
                words.append(
                    verdict_text.format_change(self._game, result.solved.facts, solved.facts)
                )
        return ", ".join(words)
