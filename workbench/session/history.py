"""The versions of the open level: changing it, undo and redo, and how it came to be what it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from engine import workshop
from engine.game.game import Game
from engine.search.solved import Solved
from engine.values.grid import Cell
from engine.values.guide import Guide
from engine.values.judgement import Judgement
from engine.values.leaks import judged
from engine.values.level import Board, Level, board_digest
from engine.values.picture import Picture, differences
from engine.values.weights import PaintedWeights
from workbench.commands.keymap import key
from workbench.document.document import Document
from workbench.document.history import Home
from workbench.service.lanes import Outcome
from workbench.service.solving import Made, SolverService
from workbench.session.statusline import Stored
from workbench.session.verdicts import Hop, Verdicts, through
from workbench.text.status import place_brief


class VersionChange(NamedTuple):
    """What distinguishes the version that stands now from the one shown before.

    Attributes:
        board: its board is another one.
        level: it is another level, not a change of the same one.
    """

    board: bool
    level: bool


class History:
    """Changes the open level and goes through its versions.

    Attributes:
        hop: runs a function in the thread of the session, from any thread.
        changed: called in that thread after anything has changed that may be shown.
        notice: the words about the last action, until they were said.
        followers: called whenever another version stands, before the change is announced.
        shown: whether :meth:`show` has been called.
    """

    def __init__(
        self,
        document: Document,
        game: Game,
        solver: SolverService,
        hop: Hop,
        changed: Callable[[], None],
    ) -> None:
        self.document = document
        self.game = game
        self.solver = solver
        self.verdicts = Verdicts(game, solver, hop, self._answered)
        self.followers: list[Callable[[VersionChange], None]] = []
        self.hop, self.changed, self.notice = hop, changed, ""
        self._rebuilt: Made | None = None
        self._wanted: Level | None = None
        """The level whose making was asked for last, since no version had it attached."""
        self._home: Home | None = None
        self.shown = False

    def say(self, words: str) -> None:
        """Announce a change that needs words."""
        self.notice = words
        self.changed()

    @property
    def level(self) -> Level:
        """The level as it stands."""
        return self.document.level

    @property
    def board(self) -> Board:
        """The board as it stands."""
        return self.document.level.board

    @property
    def picture(self) -> Picture:
        """The board in the names that it is drawn by."""
        return self.game.boards.picture(self.board)

    @property
    def made(self) -> Made | None:
        """How the level, or what it was edited from, was generated; None if that is not known."""
        attached = self.document.attachment
        if isinstance(attached, Made):
            return attached
        rebuilt = self._rebuilt
        return rebuilt if rebuilt is not None and rebuilt.level.made_like(self.level) else None

    @property
    def unmade(self) -> str:
        """Why nothing is known of the making of the level."""
        if self.level.by_hand:
            return f"no generation history ({key('design.new-seed')} generates a level)"
        if not self.shown or self.solver.running("make") is not None:
            return "how the level was made is still being found out"
        return "it is not known how the level was made"

    @property
    def solved(self) -> Solved | None:
        """What the solver's verdict rests on; None while there is none."""
        answer = self.verdicts.verdict
        return answer.value if answer is not None else None

    @property
    def guide(self) -> Guide | None:
        """What the solver knows of single positions, None if nothing."""
        return self.solved.guide if self.solved is not None else None

    def find_making(self) -> None:
        """Find out how the level was made, if it was generated and that is not known; once."""
        if self.level.by_hand or self.made is not None:
            return
        if self._wanted is None or not self._wanted.made_like(self.level):
            self._wanted = self.level
            self.solver.rebuild(self.level, through(self.hop, self._recall))

    def _recall(self, outcome: Outcome[Made]) -> None:
        """Remember how the level of a file was made, unless that could not be found out."""
        if outcome.value is None:
            self.changed()
        else:
            self._rebuilt = outcome.value
            self.show()

    def change(
        self, name: str, board: Board, weights: Mapping[str, PaintedWeights] | None = None
    ) -> None:
        """Change the board by hand, and weights painted on it if given: one entry to undo."""
        level = self.level.with_edited_board(board)
        if weights is not None:
            level = level.with_painted(weights)
        self.put(name, level, self.document.attachment)

    def put(
        self, name: str, level: Level, attachment: object, solved: Solved | None = None
    ) -> None:
        """Make a level the next version of this one; see :meth:`show`."""
        self.document.change(name, level, attachment)
        self.show(solved)

    def undo(self) -> None:
        """Take the last change back."""
        name = self.document.undo()
        self.notice = f"undone: {name}" if name else "nothing to undo"
        self.show()

    def redo(self) -> None:
        """Make the last undone change again."""
        name = self.document.redo()
        self.notice = f"redone: {name}" if name else "nothing to redo"
        self.show()

    def reload(self) -> None:
        """Take the level as its file has it now; undo brings back what was here.

        Raises:
            LevelError: the file cannot be read as a level of this game.
        """
        name = self.document.path.name if self.document.path is not None else ""
        back = f"{key('design.undo')} brings back what was here"
        new = self.document.reload()
        self.notice = f"{name} read again; {back}" if new else f"{name}: no news"
        self.show()

    def go_to(self, number: int) -> None:
        """Undo or redo to a version of the document's history."""
        steps = number - self.document.number
        self.document.go_to(number)
        taken = f"{abs(steps)} {'undone' if steps < 0 else 'redone'}"
        self.notice = f"{taken}: {self.document.entry.name}" if steps else "as it was"
        self.show()

    def describe(self, other: Level) -> None:
        """Take title, author, tags and notes from another level: one entry to undo."""
        fields = ("title", "author", "tags", "notes")
        changed = {
            name: getattr(other, name)
            for name in fields
            if getattr(other, name) != getattr(self.level, name)
        }
        if not changed:
            self.say("nothing to change")
            return
        level = replace(self.level, **changed)
        self.put(f"edit {', '.join(changed)}", level, self.document.attachment)

    def show(self, solved: Solved | None = None) -> None:
        """Bring everything in line with the present version, solved anew unless that is known."""
        if self.level.game != self.game.name:  # plain mode follows it by another session
            return
        digest, home, self.shown = self.verdicts.digest, self._home, True
        self._home = self.document.home
        self.verdicts.show(self.board, solved)
        change = VersionChange(digest != self.verdicts.digest, home is not self._home)
        if change.level:  # not a change of the one before: there is nothing to compare
            self.verdicts.before = None
        for follow in self.followers:
            follow(change)
        if solved is not None:
            self._store_verdict()
        self.changed()

    @property
    def edited_since(self) -> bool:
        """Whether the board that stands is no longer the one that was generated."""
        made = self.made
        return made is not None and board_digest(made.candidate.board) != self.verdicts.digest

    @property
    def redrawn(self) -> bool:
        """Whether more than the locks was changed since the level was generated."""
        made = self.made
        return made is not None and bool(self.differing(made.candidate.board))

    @property
    def changed_by(self) -> str:
        """What has changed the board since it was generated, in words."""
        provenance = self.level.provenance
        improve = provenance.improve if provenance is not None else None
        if improve is None:
            return "changed"
        improved = f"improved by {improve.iterations:,} iterations (aim: {improve.aim})"
        changed = provenance is not None and provenance.edited
        return f"{improved}, then changed" if changed else improved

    def differing(self, board: Board) -> frozenset[Cell]:
        """The cells on which another board holds something else than the level's."""
        return differences(self.game.boards.picture(board), self.picture)

    def where(self, row: int, col: int) -> str:
        """Where a cell of the level lies, in short."""
        return place_brief(self.picture, row, col)

    @property
    def stored(self) -> Stored | None:
        """The facts that the level came with, fresh or stale."""
        if self.level.verdict is None:
            return None
        fresh = self.level.verdict_is_fresh(self.game.rules_version)
        return Stored(self.level.verdict.facts, fresh)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """What the game makes of the verdict, and of the board itself.

        The verdict is the solver's, or until then a fresh one stored.
        """
        own, solver = self.game.boards.judgements(self.board), self.game.solver
        solved = self.solved
        if solved is not None:
            leaks = (judged(solved.leaks()),) if solved.leaks is not None else ()
            return (*solver.judgements(solved.renewed), *leaks, *own)
        stored = self.stored
        fresh = stored is not None and stored.fresh
        return (*(solver.judgements(stored.facts) if stored and fresh else ()), *own)

    def _answered(self) -> None:
        self._store_verdict()
        self.changed()

    def _store_verdict(self) -> None:
        """Keep a complete verdict with the level, as saving will write it."""
        solved = self.solved
        if solved is None or not solved.facts.get("complete"):
            return
        if not self.level.verdict_is_fresh(self.game.rules_version):
            self.document.amend(workshop.with_new_verdict(self.level, solved))
