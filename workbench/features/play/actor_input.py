"""Input for games whose moves name a piece: the player picks a piece, and then a direction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.values.grid import DIRECTIONS, Cell, find_direction
from workbench.commands import Command, keymap
from workbench.features.play.commands import PICKS
from workbench.features.play.play_input import PlayInput
from workbench.features.play.play_text_pane import PlayText
from workbench.session.playtest.playtest import Playtest
from workbench.text.quantity_text import format_count
from workbench.text.refusals import LEVEL_WON
from workbench.ui.screen import CommandScreen


class ActorInput(PlayInput):
    """An input that moves the picked piece with the arrow keys, or with the mouse.

    Digits pick pieces in the order in which the game lists them. A click on a piece picks it, and a
    click on another cell in its row or column moves it in that direction.
    """

    contexts: tuple[str, ...] = ("actors",)

    def __init__(
        self, session: Playtest, screen: CommandScreen, handle_done: Callable[[], None]
    ) -> None:
        super().__init__(session, screen, handle_done)
        self._picked = next(iter(self._cells), "")

    @property
    def _cells(self) -> Mapping[str, Cell]:
        """The cells of the pieces that can be moved, keyed by the letters that name the pieces."""
        return self._rules.find_actors(self._visible_position)

    def list_marks(self) -> Mapping[Cell, str]:
        """Return a mark for the cell of the picked piece; once the game is won, return no mark."""
        cell = self._cells.get(self._picked)
        return {} if cell is None or self._session.status == "won" else {cell: "held"}

    def extend_text(self, text: PlayText) -> PlayText:
        """Add the name of the picked piece to the text."""
        if self._session.status != "playing" or self._picked not in self._cells:
            return text
        numbers = 0, min(len(self._cells), len(PICKS)) - 1
        first, last = (keymap.get_key_hint(PICKS[number].id) for number in numbers)
        others = f"; {first}-{last} select another" if len(self._cells) > 1 else ""
        span = f"selected: {self._format_actor(self._picked)}{others}", "muted"
        return replace(text, news=(span, *text.news))

    def _format_actor(self, actor: str) -> str:
        """Return the title of a piece, which is the title of its moves without the direction."""
        move = next(move for move in self._rules.moves if move.actor == actor)
        return move.title.rpartition(" ")[0]

    def has_command(self, command: Command) -> bool:
        """Return True unless the command picks a piece that the level does not have."""
        return command not in PICKS[len(self._cells) :]

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the command cannot be run now, or None if it can."""
        if command.context != "actors":
            return None
        if self._session.status == "won":
            return LEVEL_WON
        number = len(self._cells)
        if command not in PICKS[number:]:
            return None
        return f"the level has only {format_count(number, 'piece')}"

    def run_command(self, command_id: str) -> bool:
        """Pick the command's piece and return True; return False for any other command."""
        number = next((n for n, pick in enumerate(PICKS) if pick.id == command_id), None)
        if number is None:
            return False
        reason = self.explain_unavailable(PICKS[number])
        if reason is None:
            self._pick_actor([*self._cells][number])
        else:
            self._screen.show_message(f"{PICKS[number].title}: {reason}")
        return True

    def _pick_actor(self, actor: str) -> None:
        self._picked = actor
        self._screen.update_content()

    def handle_arrow(self, direction: str) -> None:
        """Move the picked piece in a direction."""
        self._move_picked(DIRECTIONS.index(direction))

    def _move_picked(self, direction: int) -> None:
        move = self._rules.moves.find_toward(direction, self._picked)
        if move is None:
            return
        step = self._session.make_move(move.word)
        if step.changed:
            self._animate_slide([step.before, *step.passed, step.after])
        self._handle_done()

    def handle_press(self, cell: Cell, button: int) -> None:
        """Pick the piece on a cell, or move the picked piece towards the cell."""
        if button != 1 or self._session.status == "won":
            return
        actor = next((actor for actor, there in self._cells.items() if there == cell), None)
        start = self._cells.get(self._picked)
        if actor is not None:
            self._pick_actor(actor)
        elif start is not None and (direction := find_direction(start, cell)) is not None:
            self._move_picked(direction)
