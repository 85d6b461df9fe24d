"""The versions of one document: changing the level, undo and redo, and what the board shows."""

from __future__ import annotations

from dataclasses import replace

from engine import workshop
from engine.values.judgement import Judgement
from engine.values.leaks import judged
from engine.values.level import Board, Level, board_digest
from engine.values.picture import differences
from engine.values.solved import Solved
from workbench.document.history import Home
from workbench.document.statusline import Stored
from workbench.service.solving import Made
from workbench.session.making.timeline import TimelinePlayer
from workbench.session.modes import Modes
from workbench.session.playback import View


class Versions(Modes):
    """The level as it stands, how it was made, and how it came from the version before."""

    _rebuilt: tuple[Made, ...] = ()
    _home: Home | None = None
    """Where the level that was shown last is stored."""

    @property
    def level(self) -> Level:
        """The level as it stands."""
        return self.document.level

    @property
    def made(self) -> Made | None:
        """How the level, or what it was edited from, was generated; None if drawn by hand."""
        attached = self.document.entry.attachment
        if isinstance(attached, Made):
            return attached
        return next((made for made in self._rebuilt if made.level.made_like(self.level)), None)

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

    def go_to(self, place: int) -> None:
        """Undo or redo to a version of the document's history."""
        steps = place - self.document.place
        self.document.go_to(place)
        taken = f"{abs(steps)} {'undone' if steps < 0 else 'redone'}"
        self.notice = f"{taken}: {self.document.entry.name}" if steps else "as it was"
        self.show_version()

    def describe(self, told: Level) -> None:
        """Take title, author, tags and notes from another level: one entry to undo."""
        old = self.level
        words = {
            "title": (old.title, told.title),
            "author": (old.author, told.author),
            "tags": (old.tags, told.tags),
            "notes": (old.notes, told.notes),
        }
        changed = [name for name, (before, now) in words.items() if before != now]
        if not changed:
            self.notice = "nothing to change"
            self._changed()
            return
        level = replace(old, title=told.title, author=told.author, tags=told.tags, notes=told.notes)
        self.document.change(f"edit {', '.join(changed)}", level, self.document.entry.attachment)
        self.show_version()

    def show_version(self, solved: Solved | None = None) -> None:
        """Bring everything in line with the document's present version."""
        # Its board may be smaller than the last one.
        self.editor.move(self.board, 0, 0)
        digest = self.verdicts.digest
        self.verdicts.show(self.board, solved)
        made = self.made
        if made is None:
            self._timeline = None
        elif self._timeline is None or self._timeline.candidate is not made.candidate:
            shown, self._timeline = self._timeline, TimelinePlayer(self.game, made.candidate)
            if shown is not None and self._home is self.document.home:
                self._timeline.stand_as(shown)
        if self._home is not self.document.home:
            # Another level, not a change of this one: there is nothing to compare.
            self.verdicts.forget_before()
            self._home = self.document.home
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
    def redrawn(self) -> bool:
        """Whether what stands on the board was changed by hand since, more than its locks."""
        made = self.made
        return made is not None and bool(self._differing(made.candidate.board))

    def _differing(self, board: Board) -> frozenset[tuple[int, int]]:
        """The cells on which another board holds something else than the level's."""
        return differences(self.game.picture(board), self.game.picture(self.board))

    @property
    def shows_level(self) -> bool:
        """Whether the board shows the level as it stands, not a moment of something else."""
        player = self.player
        at_end = self.mode == "timeline" and player is not None and player.place >= player.length
        return super().shows_level or (at_end and self.edited_since)

    @property
    def no_witness(self) -> str | None:
        """Why there is no way to win to step through from how the level was made."""
        made = self.made
        if made is None:
            return self.unmade
        if made.candidate.witness is None:
            return "no way to win is known from how this level was made"
        return "the level was edited since it was generated" if self.redrawn else None

    @property
    def stored(self) -> Stored | None:
        """The facts that the level came with, fresh or stale."""
        if self.level.verdict is None:
            return None
        fresh = self.level.verdict_is_fresh(self.game.rules_version)
        return Stored(self.level.verdict.facts, fresh)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """What the game makes of the verdict: the solver's, or until then a fresh one stored."""
        answer = self.verdicts.verdict
        if answer is not None and answer.solved is not None:
            finder = answer.solved.leaks
            leaks = (judged(finder.leaks()),) if finder is not None else ()
            return (*self.game.judgements(answer.solved.facts), *leaks)
        stored = self.stored
        return self.game.judgements(stored.facts) if stored is not None and stored.fresh else ()

    def view(self) -> View:
        """What the board shows now; the end of the timeline is the level as it stands."""
        view = super().view()
        player = self.player
        if self.mode != "timeline" or player is None or not self.edited_since:
            return view
        level = self.game.picture(self.board)
        if player.place < player.length:
            early = view.caption if not self.redrawn else f"before your edits: {view.caption}"
            picture = view.picture
            if (picture.rows, picture.cols) == (level.rows, level.cols):
                picture = replace(picture, locked=level.locked)
            return replace(view, picture=picture, caption=early)
        if not self.redrawn:
            return replace(view, picture=level)
        return View(level, "edited by hand since it was generated")

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
