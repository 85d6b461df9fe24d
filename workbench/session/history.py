"""The versions of the open level: changes, undo and redo, and the generation of the level."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from engine import workshop
from engine.game.game import Game
from engine.search.solver_result import SolverResult
from engine.values.grid import Cell
from engine.values.level import Board, Level, compute_digest
from engine.values.painted_weights import PaintedWeights
from engine.values.picture import Picture, find_changed_cells
from engine.values.ratings_and_awards import Judgement
from engine.values.uniqueness_leak import judge_leaks
from engine.values.win_distance_guide import Guide
from workbench.commands.keymap import get_key_hint
from workbench.document.document import Document
from workbench.document.undo_versions import StorageLocation
from workbench.service.job_slots import Outcome
from workbench.service.solver_service import GenerationResult, SolverService
from workbench.session.board_verdicts import CallInUi, Verdicts, deliver_in_ui
from workbench.session.status_line import StoredFacts
from workbench.text.quantity_text import format_brief_place


class VersionChange(NamedTuple):
    """The difference between the current version and the one shown before it.

    Attributes:
        board: True if the boards differ.
        level: True if the current version is a different level, not a change to the same one.
    """

    board: bool
    level: bool


class History:
    """The versions of the open level: changes add them, and undo and redo move between them.

    Attributes:
        call_in_ui: A function that runs a callback in the session's thread. Any thread may call it.
        notify_change: A function called in the session's thread after every visible change.
        notice: The message about the last action, kept until it is shown.
        followers: The callbacks to call whenever another version becomes the current one, before
            ``notify_change``.
        is_shown: True after the first call to :meth:`show_version`.
    """

    def __init__(
        self,
        document: Document,
        game: Game,
        solver: SolverService,
        call_in_ui: CallInUi,
        notify_change: Callable[[], None],
    ) -> None:
        self.document = document
        self.game = game
        self.solver = solver
        self.verdicts = Verdicts(game, solver, call_in_ui, self._handle_answer)
        self.followers: list[Callable[[VersionChange], None]] = []
        self.call_in_ui, self.notify_change, self.notice = call_in_ui, notify_change, ""
        self._rebuilt: GenerationResult | None = None
        self._requested_level: Level | None = None
        """The last level whose timeline was requested because no version included it."""
        self._location: StorageLocation | None = None
        self.is_shown = False

    def show_notice(self, message: str) -> None:
        """Set the message about the last action, and have it shown."""
        self.notice = message
        self.notify_change()

    @property
    def level(self) -> Level:
        """The current level."""
        return self.document.level

    @property
    def board(self) -> Board:
        """The current board."""
        return self.document.level.board

    @property
    def picture(self) -> Picture:
        """A picture of the current board."""
        return self.game.boards.draw_picture(self.board)

    @property
    def generation(self) -> GenerationResult | None:
        """The generation of the level (or of its original if it was edited), or None if unknown."""
        attached = self.document.attachment
        if isinstance(attached, GenerationResult):
            return attached
        # Only generated versions include a timeline. For a level from a file it is rebuilt.
        rebuilt = self._rebuilt
        return rebuilt if rebuilt is not None and rebuilt.level.is_made_like(self.level) else None

    @property
    def generation_refusal(self) -> str:
        """The reason why the generation of the level is unknown."""
        if self.level.is_drawn_by_hand:
            return (
                "this level has no generation history. Use "
                f"{get_key_hint('design.new-seed')} to generate a level."
            )
        if not self.is_shown or self.solver.get_control("make") is not None:
            return "the generation history is still being rebuilt"
        return "the generation history could not be rebuilt"

    @property
    def solver_result(self) -> SolverResult | None:
        """The solver's result behind the verdict, or None if there is none yet."""
        answer = self.verdicts.verdict
        return answer.value if answer is not None else None

    @property
    def guide(self) -> Guide | None:
        """The solver's guide to the best moves from each position, or None if there is none."""
        return self.solver_result.guide if self.solver_result is not None else None

    def find_generation(self) -> None:
        """Start rebuilding the level's generation if it is unknown and was not requested before."""
        if self.level.is_drawn_by_hand or self.generation is not None:
            return
        # Edits do not change the recipe, so an edited level needs no second request.
        if self._requested_level is None or not self._requested_level.is_made_like(self.level):
            self._requested_level = self.level
            self.solver.rebuild_timeline(
                self.level, deliver_in_ui(self.call_in_ui, self._store_rebuilt)
            )

    def _store_rebuilt(self, outcome: Outcome[GenerationResult]) -> None:
        """Store the rebuilt generation of a level if the rebuild succeeded."""
        if outcome.value is None:
            self.notify_change()
        else:
            self._rebuilt = outcome.value
            self.show_version()

    def change_board(
        self, name: str, board: Board, weights: Mapping[str, PaintedWeights] | None = None
    ) -> None:
        """Change the board, and the painted weights if given, in a single undo step."""
        level = self.level.with_edited_board(board)
        if weights is not None:
            level = level.with_next_weights(weights)
        self.add_version(name, level, self.document.attachment)

    def add_version(
        self, name: str, level: Level, attachment: object, solved: SolverResult | None = None
    ) -> None:
        """Add a level to the document as its next version, and show it.

        ``solved`` is passed to :meth:`show_version`.
        """
        self.document.add_version(name, level, attachment)
        self.show_version(solved)

    def undo(self) -> None:
        """Undo the most recent change."""
        name = self.document.undo()
        self.notice = f"Undone: {name}" if name else "Nothing to undo."
        self.show_version()

    def redo(self) -> None:
        """Redo the last undone change."""
        name = self.document.redo()
        self.notice = f"Redone: {name}" if name else "Nothing to redo."
        self.show_version()

    def reload(self) -> None:
        """Load the level from its file again, as a single undo step.

        Raises:
            LevelError: The file cannot be read as a level of this game.
        """
        name = self.document.path.name if self.document.path is not None else ""
        back = f"Use {get_key_hint('design.undo')} to get your version back."
        new = self.document.reload()
        self.notice = f"Reloaded {name}. {back}" if new else f"{name} has not changed."
        self.show_version()

    def go_to(self, number: int) -> None:
        """Go to version ``number`` in the document's history by undoing or redoing changes."""
        steps = number - self.document.version_number
        self.document.go_to(number)
        taken = f"{abs(steps)} {'undone' if steps < 0 else 'redone'}"
        self.notice = f"{taken}: {self.document.entry.name}" if steps else "Nothing changed."
        self.show_version()

    def change_metadata(self, other: Level) -> None:
        """Copy the title, author, tags and notes from another level, as a single undo step."""
        fields = ("title", "author", "tags", "notes")
        changed = {
            name: getattr(other, name)
            for name in fields
            if getattr(other, name) != getattr(self.level, name)
        }
        if not changed:
            self.show_notice("Nothing changed.")
            return
        level = replace(self.level, **changed)
        self.add_version(f"edit {', '.join(changed)}", level, self.document.attachment)

    def show_version(self, solved: SolverResult | None = None) -> None:
        """Show the current version in all parts, and have it solved unless ``solved`` is given."""
        if self.level.game != self.game.name:  # plain mode opens another session
            return
        digest, home, self.is_shown = self.verdicts.digest, self._location, True
        self._location = self.document.location
        # Update the verdicts first, because a changed digest means that the board has changed.
        self.verdicts.show_board(self.board, solved)
        change = VersionChange(digest != self.verdicts.digest, home is not self._location)
        if change.level:  # facts about a different level are no use for comparison
            self.verdicts.before = None
        for follow in self.followers:
            follow(change)
        if solved is not None:
            self._store_verdict()
        self.notify_change()

    @property
    def is_edited(self) -> bool:
        """True if the current board differs from the one that was generated."""
        made = self.generation
        return made is not None and compute_digest(made.candidate.board) != self.verdicts.digest

    @property
    def has_board_edits(self) -> bool:
        """True if the board has changed since it was generated, apart from its locks."""
        made = self.generation
        return made is not None and bool(self.find_differences(made.candidate.board))

    @property
    def change_summary(self) -> str:
        """A summary of the changes made since the level was generated."""
        provenance = self.level.provenance
        improve = provenance.improve if provenance is not None else None
        if improve is None:
            return "changed"
        improved = f"improved by {improve.iterations:,} iterations (aim: {improve.aim})"
        changed = provenance is not None and provenance.edited
        return f"{improved}, then changed" if changed else improved

    def find_differences(self, board: Board) -> frozenset[Cell]:
        """Return the cells whose content in ``board`` differs from that in the current board."""
        return find_changed_cells(self.game.boards.draw_picture(board), self.picture)

    def format_place(self, row: int, col: int) -> str:
        """Format the row and column of a cell briefly, using the numbers that the board shows."""
        return format_brief_place(self.picture, row, col)

    @property
    def stored_facts(self) -> StoredFacts | None:
        """The facts saved with the level, fresh or stale, or None if there are none."""
        if self.level.verdict is None:
            return None
        fresh = self.level.has_fresh_verdict(self.game.rules_version)
        return StoredFacts(self.level.verdict.facts, fresh)

    @property
    def outcomes(self) -> tuple[Judgement, ...]:
        """The game's judgements of the level, based on the verdict and the board.

        Until the solver has answered, a saved verdict is used if it is fresh.
        """
        own, solver = self.game.boards.judge_board(self.board), self.game.solver
        solved = self.solver_result
        if solved is not None:
            # The solver service has already computed and cached the leaks, so this call is quick.
            leaks = (judge_leaks(solved.leaks()),) if solved.leaks is not None else ()
            return (*solver.judge_facts(solved.newest_facts), *leaks, *own)
        stored = self.stored_facts
        fresh = stored is not None and stored.is_fresh
        return (*(solver.judge_facts(stored.facts) if stored and fresh else ()), *own)

    def _handle_answer(self) -> None:
        self._store_verdict()
        self.notify_change()

    def _store_verdict(self) -> None:
        """Store a complete verdict in the level, so that it is saved with the level."""
        solved = self.solver_result
        if solved is None or not solved.facts.get("complete"):
            return
        if not self.level.has_fresh_verdict(self.game.rules_version):
            self.document.replace_current_level(workshop.store_new_verdict(self.level, solved))
