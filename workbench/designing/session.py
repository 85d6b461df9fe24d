"""One level on the design screen: its modes, its verdicts, its generation.

Everything here runs in the UI thread and returns at once; what takes time goes through the
solver service and comes back through ``hop``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine import registry, workshop
from engine.game import Solved
from engine.level import Board, Level, board_digest
from workbench.designing import editing, status
from workbench.designing.modes import Modes
from workbench.designing.playback import TimelinePlayer, View
from workbench.designing.sheet import Sheet
from workbench.designing.tracesearch import search
from workbench.designing.verdicts import Hop
from workbench.document import Document
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService


class Session(Modes):
    """What the design screen knows of the open document, and all that it can do with it.

    Attributes:
        solver: runs everything slow.
        sheet: seed and parameters of the next generation.
        making: a level is being generated.
    """

    def __init__(
        self, document: Document, solver: SolverService, hop: Hop, changed: Callable[[], None]
    ) -> None:
        super().__init__(document, registry.get(document.level.game), solver, hop, changed)
        self.solver = solver
        self.sheet = Sheet.of_level(self.game, document.level)
        self.making = False
        self._hop = hop
        self._rebuilt: Made | None = None

    # Life.

    def open(self) -> None:
        """Solve the level, and rebuild its timeline if it was generated and left alone."""
        level = self.document.level
        self.show_version()
        if level.provenance is not None and not level.provenance.edited and self.made is None:
            self.solver.rebuild(level, self._from_lane(self._rebuilt_arrived))

    @property
    def level(self) -> Level:
        """The level as it stands."""
        return self.document.level

    @property
    def made(self) -> Made | None:
        """How the level, or what it was edited from, was generated; None if drawn by hand."""
        attached = self.document.entry.attachment
        return attached if isinstance(attached, Made) else self._rebuilt

    @property
    def busy(self) -> bool:
        """Whether something runs whose progress is worth showing."""
        return self.making or any(
            self.verdicts.searching(name) is not None for name in self.game.strategies
        )

    @property
    def settled(self) -> bool:
        """Whether there is nothing more to expect in a moment: verdict and timeline are there."""
        return not self.busy and self.solver.running("make") is None

    def kernels_changed(self) -> None:
        """The solver became quicker: renew what it could only answer in part."""
        self.verdicts.kernels_changed()
        self._changed()

    def cancel(self) -> bool:
        """Stop what runs; False when nothing did."""
        return self.solver.cancel()

    # Versions of the level.

    def change(self, name: str, board: Board) -> None:
        """A change by hand: one entry to undo."""
        attachment = self.document.entry.attachment
        self.document.change(name, self.level.with_edited_board(board), attachment)
        self.show_version()

    def undo(self) -> None:
        """Take the last change back."""
        name = self.document.undo()
        self.notice = f"undone: {name}" if name else "nothing to undo"
        self.show_version()

    def redo(self) -> None:
        """Make the last undone change again."""
        name = self.document.redo()
        self.notice = f"redone: {name}" if name else "nothing to redo"
        self.show_version()

    def paint(self) -> None:
        """Put the chosen tool on the cell of the cursor."""
        editor = self.editor
        board = self.game.paint(self.board, editor.tool, editor.row, editor.col)
        self._edited(f"{editor.tool.title} at {editor.row},{editor.col}", board)

    def erase(self) -> None:
        """Take away what is on the cell of the cursor."""
        editor = self.editor
        board = editing.erased(self.game, self.board, editor.row, editor.col)
        self._edited(f"erase at {editor.row},{editor.col}", board)

    def _edited(self, name: str, board: Board) -> None:
        if board_digest(board) == self.verdicts.digest:
            self.notice = "that is there already"
            self._changed()
        else:
            self.change(name, board)

    def show_version(self, solved: Solved | None = None, seconds: float = 0.0) -> None:
        """Bring everything in line with the document's present version."""
        digest = self.verdicts.digest
        self.verdicts.show(self.board, solved, seconds)
        made = self.made
        if made is None:
            self._timeline = None
        elif self._timeline is None or self._timeline.candidate is not made.candidate:
            self._timeline = TimelinePlayer(self.game, made.candidate)
        if digest != self.verdicts.digest:
            self._forget_players()
        if solved is not None:
            self._store_verdict()
        self._changed()

    @property
    def edited_since(self) -> bool:
        """Whether the timeline shows an earlier board than the one that stands."""
        made = self.made
        return made is not None and board_digest(made.candidate.board) != self.verdicts.digest

    @property
    def shows_level(self) -> bool:
        """Whether the board shows the level as it stands, not a moment of something else."""
        player = self.player
        at_end = self.mode == "timeline" and player is not None and player.place >= player.length
        return super().shows_level or (at_end and self.edited_since)

    @property
    def stored(self) -> status.Stored | None:
        """The facts that the level came with, fresh or stale."""
        if self.level.verdict is None:
            return None
        fresh = self.level.verdict_is_fresh(self.game.rules_version)
        return status.Stored(self.level.verdict.facts, fresh)

    def view(self) -> View:
        """What the board shows now; the end of the timeline is the level as it stands."""
        view = super().view()
        player = self.player
        if self.mode != "timeline" or player is None or not self.edited_since:
            return view
        if player.place < player.length:
            return replace(view, caption=f"before your edits: {view.caption}")
        return View(self.game.picture(self.board), "edited by hand since it was generated")

    # Generation.

    def generate(self) -> None:
        """Generate from the sheet; the level that comes replaces the present one."""
        self.making = True
        self.notice = ""
        made = self._from_lane(self._generated)
        self.solver.generate(self.game, self.sheet.seed, self.sheet.settings, made)
        self._changed()

    def reroll(self) -> None:
        """Roll the stage at the playhead once more."""
        made, player = self.made, self._timeline
        if made is None or player is None:
            self.notice = "nothing to re-roll: not a generated level (g generates one)"
            self._changed()
            return
        stage = player.stage
        self.making = True
        self.notice = ""
        self.solver.reroll(
            self.game,
            made.candidate.recipe,
            self.game.stages[stage].name,
            self._from_lane(lambda outcome: self._rerolled(outcome, stage)),
        )
        self._changed()

    def _generated(self, outcome: Outcome[Made]) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        seed = made.candidate.recipe.seed
        tried = made.attempts.tried if made.attempts else 1
        self.notice = f"seed {seed}: {status.count(tried, 'candidate')} in " + status.duration(
            made.seconds
        )
        self._take(f"generate seed {seed}", made)
        # Another level, not a change of this one: there is nothing to compare.
        self.verdicts.forget_before()
        self._changed()

    def _rerolled(self, outcome: Outcome[Made], stage: int) -> None:
        made = self._arrived(outcome)
        if made is None:
            return
        name = self.game.stages[stage]
        times = made.candidate.recipe.reroll[name.name]
        dropped = ", your edits set aside (u brings them back)" if self.edited_since else ""
        failed = made.candidate.failed
        told = f": {failed}" if failed else ""
        self.notice = f"{name.title} rolled again ({times}){told}{dropped}"
        self._take(f"re-roll {name.title}", made)
        if self._timeline is not None:
            self._timeline.seek_stage(stage)
        self._changed()

    def _take(self, name: str, made: Made) -> None:
        self.document.change(name, _named_like(made.level, self.level, self.game.title), made)
        self.mode = "timeline"
        self.show_version(made.solved, made.seconds)

    def _arrived(self, outcome: Outcome[Made]) -> Made | None:
        """What was made, or None with a notice that says why there is nothing."""
        self.making = False
        if outcome.cancelled:
            self.notice = "stopped"
        elif outcome.error is not None:
            self.notice = outcome.error
        elif outcome.value is not None:
            return outcome.value
        self._changed()
        return None

    def _rebuilt_arrived(self, outcome: Outcome[Made]) -> None:
        made = outcome.value
        if made is None or board_digest(made.level.board) != self.verdicts.digest:
            return  # an old generator's level, or edited meanwhile: there is no timeline
        self._rebuilt = made
        self.show_version()

    def _from_lane(
        self, arrived: Callable[[Outcome[Made]], None]
    ) -> Callable[[Outcome[Made]], None]:
        return lambda outcome: self._hop(lambda: arrived(outcome))

    # The trace.

    def find(self, text: str) -> None:
        """Go to the next row of the trace with that name or result, round and round."""
        player = self.trace()
        if player is None:
            return
        trace, place = player.trace, player.place
        self.solver.background(
            lambda control: search(trace, text, place, control),
            lambda outcome: self._hop(lambda: self._found(outcome, text)),
        )

    def _found(self, outcome: Outcome[int | None], text: str) -> None:
        if outcome.value is not None:
            self.seek_trace(outcome.value)
        elif not outcome.cancelled:
            self.notice = f"nothing called {text!r} in the {self.strategy} trace"
            self._changed()

    # Answers.

    def _answered(self) -> None:
        self._store_verdict()
        self._changed()

    def _store_verdict(self) -> None:
        """Keep a complete verdict with the level, as saving will write it."""
        answer = self.verdicts.verdict
        if answer is None or answer.solved is None or not answer.solved.facts.get("complete"):
            return
        if not self.level.verdict_is_fresh(self.game.rules_version):
            self.document.amend(workshop.with_verdict(self.level, answer.solved))


def _named_like(made: Level, old: Level, game_title: str) -> Level:
    """The generated level with what a designer wrote on the old one kept."""
    automatic = old.provenance is not None and old.title == f"{game_title} {old.provenance.seed}"
    return replace(
        made,
        title=made.title if automatic or not old.title else old.title,
        author=old.author,
        notes=old.notes,
        tags=old.tags,
        extra=old.extra,
    )
