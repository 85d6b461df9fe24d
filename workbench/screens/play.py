"""Playing a level by hand: the board as large as it fits, and one line of words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from engine import registry
from engine.game import Step
from engine.grid import DIRECTIONS
from engine.level import Level
from engine.play import Playthrough
from workbench import keymap
from workbench.commands import Command
from workbench.panes.board import BoardView
from workbench.panes.keyline import KeyLine
from workbench.panes.lines import Line, LinePane, columns, cut
from workbench.screens.base import CommandScreen
from workbench.theming import Theme


class PlayWords(LinePane):
    """Two lines: title, count and outcome; and the moves, or the solution when asked for."""

    DEFAULT_CSS = """
    PlayWords { height: 2; padding: 0 1; }
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._first: tuple[Line, Line] = ([], [])
        self._second: Line = []

    def show(self, left: Line, right: Line, below: Line) -> None:
        """Shows both lines."""
        self._first, self._second = (left, right), below
        self.renew()

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The two lines."""
        yield columns(*self._first, width)
        yield cut(self._second, width)


class PlayScreen(CommandScreen):
    """Plays one level; nothing of it changes."""

    CONTEXTS = ("play",)
    BINDINGS: ClassVar[list[BindingType]] = [*keymap.bindings("play")]

    def __init__(self, level: Level) -> None:
        super().__init__()
        self._level = level
        self._game = registry.get(level.game)
        self._run = Playthrough(self._game, level.board)
        self._note = ""
        self._solution_shown = False

    def compose(self) -> ComposeResult:
        """The words, the board and the keys."""
        yield PlayWords(self.workbench.theme_glyphs)
        yield BoardView(margin=False)
        yield KeyLine(*self.CONTEXTS)

    def on_mount(self) -> None:
        """Shows the start."""
        self.query_one(BoardView).can_focus = False
        self._show()

    def theme_changed(self) -> None:
        """Draws everything with the new theme."""
        super().theme_changed()
        self._show()

    @property
    def run(self) -> Playthrough:
        """The moves made."""
        return self._run

    # Commands.

    def unavailable(self, command: Command) -> str | None:
        """Nothing can be undone at the start, and so on."""
        if command.id == "play.undo" and not self._run.moves:
            return "no move was made"
        if command.id == "play.redo" and not self._run.can_redo:
            return "nothing was undone"
        if command.id == "play.restart" and not self._run.moves:
            return "at the start already"
        if command.id == "play.solution" and self._stored_solution() is None:
            return "none is stored; the design screen finds one"
        return None

    def action_up(self) -> None:
        """Moves up."""
        self._move("up")

    def action_down(self) -> None:
        """Moves down."""
        self._move("down")

    def action_left(self) -> None:
        """Moves left."""
        self._move("left")

    def action_right(self) -> None:
        """Moves right."""
        self._move("right")

    def action_undo(self) -> None:
        """Takes the last move back."""
        self._run.undo()
        self._note = ""
        self._show()

    def action_redo(self) -> None:
        """Makes the undone move again."""
        self._run.redo()
        self._note = ""
        self._show()

    def action_restart(self) -> None:
        """Goes back to the start."""
        self._run.restart()
        self._note = ""
        self._show()

    def action_solution(self) -> None:
        """Shows or hides the stored solution."""
        self._solution_shown = not self._solution_shown
        self._show()

    def action_back(self) -> None:
        """Back to where play was started from; leaves the app if that was the shell."""
        if len(self.app.screen_stack) > 2:
            self.dismiss()
        else:
            self.app.exit(0)

    def _move(self, direction: str) -> None:
        number = DIRECTIONS.index(direction)
        for move in self._game.moves:
            if move.direction == number:
                self._note = _outcome(self._run.move(move.word))
                self._show()
                return

    # Words.

    def _show(self) -> None:
        theme, run = self.workbench.theme_glyphs, self._run
        picture = self._game.position_picture(run.position)
        self.query_one(BoardView).show(picture, self._game.name)
        status, count = run.position.status, len(run.moves)
        right: list[tuple[str, str]] = [(self._note, "muted")]
        if status == "won":
            best = self._best()
            praise = ", the shortest way" if best == count else ""
            right = [(f"{theme.symbol('won')} won in {count}{praise}", "good")]
        elif status == "lost":
            reason = f": {self._note}" if self._note else ""
            right = [(f"lost{reason}; u takes it back", "bad")]
        left = [(self._level.title or self._game.title, "title"), (f"  {self._count()}", "muted")]
        self.query_one(PlayWords).show(left, right, self._below(theme))
        self.refresh_keys()

    def _count(self) -> str:
        count, best = len(self._run.moves), self._best()
        known = "" if best is None else f", best known {best}"
        return f"{count} move{'' if count == 1 else 's'}{known}"

    def _below(self, theme: Theme) -> Line:
        moves = self._run.moves
        if self._solution_shown and (solution := self._stored_solution()) is not None:
            words = self._game.read_moves(solution)
            return [("solution  ", "muted"), (self._arrows(theme, words), "path")]
        if not moves:
            return [("Move with arrows, hjkl or wasd.", "muted")]
        return [(self._arrows(theme, moves), "muted")]

    def _arrows(self, theme: Theme, moves: Iterable[str]) -> str:
        directions = {move.word: move.direction for move in self._game.moves}
        return " ".join(
            word if directions[word] is None else theme.symbol(DIRECTIONS[directions[word] or 0])
            for word in moves
        )

    def _facts(self) -> dict[str, object]:
        """The stored verdict, if it belongs to this board."""
        level = self._level
        if level.verdict is None or not level.verdict_is_fresh(self._game.rules_version):
            return {}
        return dict(level.verdict.facts)

    def _best(self) -> int | None:
        moves = self._facts().get("moves")
        return moves if isinstance(moves, int) else None

    def _stored_solution(self) -> str | None:
        solution = self._facts().get("solution")
        return solution if isinstance(solution, str) else None


def _outcome(step: Step) -> str:
    if not step.changed:
        return "nothing moves that way" if step.after.status == "playing" else ""
    return step.note
