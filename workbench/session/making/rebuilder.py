"""Making the level again from the same random draws with other parameters."""

from __future__ import annotations

from dataclasses import replace

from engine.values.parameters import Parameter
from engine.values.ranges import ANY
from workbench.commands.keymap import key
from workbench.service.solving import Made
from workbench.session.making.maker import Maker
from workbench.session.making.sheet import CHANGED, Sheet
from workbench.session.playback import Playback, SessionPart
from workbench.text import status, verdict


class Rebuilder(SessionPart):
    """Compares the sheet with the level's recipe, and makes the level as the sheet says."""

    def __init__(self, playback: Playback, maker: Maker) -> None:
        super().__init__(playback)
        self._maker = maker
        self._compared: tuple[Made, Sheet, tuple[Parameter, ...]] | None = None
        """The last comparison: asked for twice with every key, it changes with few."""

    @property
    def changed(self) -> tuple[Parameter, ...]:
        """The parameters whose value on the sheet is not the one that the level was made with."""
        made, sheet = self._history.made, self._maker.sheet
        if made is None:
            return ()
        known = self._compared
        if known is None or known[0] is not made or known[1] is not sheet:
            self._compared = known = made, sheet, self._differing(made, sheet)
        return known[2]

    def _differing(self, made: Made, sheet: Sheet) -> tuple[Parameter, ...]:
        schema = self._game.parameters
        values = made.candidate.recipe.parameters.values
        wanted = schema.complete(sheet.settings).values
        return tuple(p for p in schema.parameters if wanted.get(p.key) != values.get(p.key))

    @property
    def note(self) -> str:
        """What a rebuild would do, in a few words; empty where the sheet changes nothing."""
        if not (self.changed or self._repainted):
            return ""
        stage = self._first_touched()
        if stage is None:
            return f"{CHANGED}{key('design.rebuild')} judges again"
        title = self._game.generator.stages[stage].title
        return f"{CHANGED}{key('design.rebuild')} rebuilds from {title}"

    @property
    def refusal(self) -> str | None:
        """Why there is nothing to rebuild, in a few words; None if there is."""
        if self._history.made is None:
            return self._history.unmade
        if self.changed or self._relocked or self._repainted:
            return None
        return "no parameter differs from what the level was made with"

    def rebuild(self) -> None:
        """The same seed, attempt, re-rolls and kept stages with the parameters of the sheet."""
        made, refusal = self._history.made, self.refusal
        if made is None or refusal is not None:
            self._history.say(f"nothing to rebuild: {refusal}")
            return
        stage = self._first_touched()
        parameters = self._game.parameters.complete(self._maker.sheet.settings)
        weights = self._history.level.painted
        like = self._maker.sheet.model
        made_by = made.candidate.recipe
        recipe = replace(made_by, parameters=parameters, weights=weights, like=like)
        self._maker.remake(recipe, lambda made: self._rebuilt(made, stage))

    def _first_touched(self) -> int | None:
        """The first stage that a changed parameter belongs to; None if they only judge."""
        if self._relocked:
            return 0  # which may matter from the start
        names = [stage.name for stage in self._game.generator.stages]
        touched = [names.index(p.stage) for p in self.changed if p.stage in names]
        touched += self._repainted
        return min(touched, default=None)

    @property
    def _repainted(self) -> list[int]:
        """The stages whose weights are painted otherwise than the level was made with."""
        made, stages = self._history.made, self._game.generator.stages
        if made is None:
            return []
        own, wanted = made.candidate.recipe.weights, self._history.level.painted
        names = {name for name in {*own, *wanted} if own.get(name) != wanted.get(name)}
        heats = {stage.heat for stage in stages if stage.name in names} - {None}
        return [n for n, s in enumerate(stages) if s.name in names or s.heat in heats]

    @property
    def _relocked(self) -> bool:
        """Whether other cells are locked than those that the level was made around."""
        made = self._history.made
        if made is None:
            return False
        locked = self._game.boards.picture(made.candidate.board).locked
        return self._history.picture.locked != locked

    def _rebuilt(self, made: Made, stage: int | None) -> None:
        if stage is None:
            self._judged_again(made)
            return
        name = f"rebuild from {self._game.generator.stages[stage].title}"
        differs = f"{self._difference(made)}{self._maker.reservations(made)}"
        said = f"rebuilt from {self._game.generator.stages[stage].title}: {differs}"
        self._maker.take_remade(name, made, stage, said)

    def _judged_again(self, made: Made) -> None:
        """Take what a candidate is judged by, not its board: that is as it was, or edited since."""
        fault = self._objection(made)
        judged = f"not acceptable: {fault}" if fault is not None else "acceptable"
        solved = None if self._history.redrawn else made.solved
        level = self._history.level.with_recipe_of(made.level)
        self._history.notice = f"judged again: {judged}"
        self._history.put("judge again", level, made.kept(), solved)

    def _objection(self, made: Made) -> str | None:
        """Why a search would not accept the level as it stands, None if it would.

        Of a level that was edited, only what its verdict says is judged.
        """
        if not self._history.redrawn:
            return made.candidate.failed or made.rejected
        solved = self._history.solved
        if solved is None:
            return "it is not solved"
        wanted = made.candidate.recipe.parameters
        facts = self._game.solver.demanded(solved, wanted)
        for parameter in self._game.parameters.parameters:
            if parameter.kind == "fact" and parameter.is_in(facts):
                span = wanted.range(parameter.key)
                if span != ANY and parameter.found_in(facts) not in span:
                    return f"{parameter.title} out of range"
        return None

    def _difference(self, made: Made) -> str:
        """What a rebuilt level has otherwise than the present one: cells, and the length."""
        board, old = made.candidate.board, self._history.board
        cells = len(self._history.differing(board))
        words = [f"{status.count(cells, 'cell')} differ{'s' if cells == 1 else ''}"]
        if (board.rows, board.cols) != (old.rows, old.cols):
            words = [f"now {board.rows} by {board.cols} cells"]
        solved = self._history.solved
        if made.solved is not None:
            words.append(verdict.length(self._game, made.solved.facts))
            if solved is not None:
                words.append(verdict.change(self._game, made.solved.facts, solved.facts))
        return ", ".join(words)
