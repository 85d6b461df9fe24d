"""Making the level again from the same random draws with other parameters."""

from __future__ import annotations

from dataclasses import replace

from engine.values.parameters import ANY, Parameter
from workbench.commands.keymap import key
from workbench.document import status, verdict
from workbench.service.lanes import Outcome
from workbench.service.solving import Made
from workbench.session.making.generating import Generating
from workbench.session.making.sheet import CHANGED


class Rebuilding(Generating):
    """What the sheet says otherwise than the level's recipe, and the level made that way."""

    @property
    def changed_parameters(self) -> tuple[Parameter, ...]:
        """The parameters whose value on the sheet is not the one that the level was made with."""
        made = self.made
        if made is None:
            return ()
        schema = self.game.parameters
        values = made.candidate.recipe.parameters.values
        wanted = schema.complete(self.sheet.settings).values
        return tuple(p for p in schema.parameters if wanted.get(p.key) != values.get(p.key))

    @property
    def rebuild_note(self) -> str:
        """What a rebuild would do, in a few words; empty where the sheet changes nothing."""
        if not self.changed_parameters:
            return ""
        stage = self._first_touched()
        if stage is None:
            return f"{CHANGED}{key('design.rebuild')} judges again"
        return f"{CHANGED}{key('design.rebuild')} rebuilds from {self.game.stages[stage].title}"

    @property
    def rebuild_refused(self) -> str | None:
        """Why there is nothing to rebuild, in a few words; None if there is."""
        if self.made is None:
            return self.unmade
        if self.changed_parameters or self._relocked:
            return None
        return "no parameter differs from what the level was made with"

    def rebuild(self) -> None:
        """The same seed, attempt, re-rolls and kept stages with the parameters of the sheet."""
        made, refused = self.made, self.rebuild_refused
        if made is None or refused is not None:
            self._refuse(f"nothing to rebuild: {refused}")
            return
        stage = self._first_touched()
        parameters = self.game.parameters.complete(self.sheet.settings)
        recipe = replace(made.candidate.recipe, parameters=parameters)
        self._remake(recipe, lambda outcome: self._made_again(outcome, stage))

    def _first_touched(self) -> int | None:
        """The first stage that a changed parameter belongs to; None if they only judge."""
        if self._relocked:
            return 0  # which may matter from the start
        names = [stage.name for stage in self.game.stages]
        touched = [names.index(p.stage) for p in self.changed_parameters if p.stage in names]
        return min(touched, default=None)

    @property
    def _relocked(self) -> bool:
        """Whether other cells are locked than those that the level was made around."""
        made = self.made
        if made is None:
            return False
        locked = self.game.picture(made.candidate.board).locked
        return self.game.picture(self.board).locked != locked

    def _made_again(self, outcome: Outcome[Made], stage: int | None) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        if stage is None:
            self._judged_again(made)
            return
        title = self.game.stages[stage].title
        told = f"rebuilt from {title}: {self._difference(made)}{self._reservations(made)}"
        self._take_remade(f"rebuild from {title}", made, stage)
        self.notice = told
        self._changed()

    def _judged_again(self, made: Made) -> None:
        """Take what a candidate is judged by, not its board: that is as it was, or edited since."""
        fault = self._objection(made)
        told = f"not acceptable: {fault}" if fault is not None else "acceptable"
        solved = None if self.redrawn else made.solved
        self.document.change("judge again", self.level.with_recipe_of(made.level), made)
        self.notice = f"judged again: {told}"
        self.show_version(solved)

    def _objection(self, made: Made) -> str | None:
        """Why a search would not accept the level as it stands, None if it would.

        Of a level that was edited, only what its verdict says is judged.
        """
        if not self.redrawn:
            return made.candidate.failed or made.rejected
        answer = self.verdicts.verdict
        if answer is None or answer.solved is None:
            return "it is not solved"
        facts, wanted = answer.solved.facts, made.candidate.recipe.parameters
        for parameter in self.game.parameters.parameters:
            if parameter.kind == "fact" and parameter.key in facts:
                span = wanted.range(parameter.key)
                if span != ANY and parameter.found_in(facts) not in span:
                    return f"{parameter.title} out of range"
        return None

    def _difference(self, made: Made) -> str:
        """What a rebuilt level has otherwise than the present one: cells, and the length."""
        board = made.candidate.board
        cells = len(self._differing(board))
        words = [f"{status.count(cells, 'cell')} differ{'s' if cells == 1 else ''}"]
        if (board.rows, board.cols) != (self.board.rows, self.board.cols):
            words = [f"now {board.rows} by {board.cols} cells"]
        old = self.verdicts.verdict
        if made.solved is not None:
            words.append(verdict.length(self.game, made.solved.facts))
            if old is not None and old.solved is not None:
                words.append(verdict.change(self.game, made.solved.facts, old.solved.facts))
        return ", ".join(words)
