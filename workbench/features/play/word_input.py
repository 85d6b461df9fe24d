"""Input for games that have moves without a direction, each of which has its own key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from engine.values.grid import Cell
from engine.values.moves import Move
from workbench import commands
from workbench.commands import Action, Command, keymap
from workbench.drawing.move_previews import PreviewedBoard, preview_move
from workbench.features.play.actor_input import ActorInput
from workbench.features.play.play_text_pane import PlayText
from workbench.session.playtest.playtest import Playtest
from workbench.terminal.key_queue import get_key_name
from workbench.text.refusals import LEVEL_WON
from workbench.ui.move_list import ask_move
from workbench.ui.screen import CommandScreen
from workbench.ui.styled_lines import Span

MAX_KEYS = 6
"""The greatest number of moves whose keys are shown next to the board."""
_BACKWARDS = ("up", "left")
"""The arrow keys that preview the move before, in games without directions."""


class WordInput(ActorInput):
    """An input with a key for each move without a direction.

    The player can also step through these moves, each of which is previewed, or choose one from a
    list. Arrow keys make the moves that have a direction, as in other games.
    """

    contexts = ("words", "actors")

    def __init__(
        self, session: Playtest, screen: CommandScreen, handle_done: Callable[[], None]
    ) -> None:
        super().__init__(session, screen, handle_done)
        self._words = self._rules.moves.undirected
        self._commands = _make_commands(self._words, self._rules.moves.keys)
        self._has_directions = len(self._words) < len(self._rules.moves)
        self._previewed: Move | None = None

    def list_move_commands(self) -> tuple[Command, ...]:
        """Return a command for each move that has its own key."""
        return self._commands

    def _make_preview(self) -> PreviewedBoard:
        word = None if self._previewed is None else self._previewed.word
        return preview_move(self._session.game, self._visible_position, move=word)

    def list_marks(self) -> Mapping[Cell, str]:
        """Return the marks of the previewed move, and the mark on the picked piece."""
        return {**super().list_marks(), **self._make_preview().marks}

    def extend_text(self, text: PlayText) -> PlayText:
        """Add the keys of the moves, and the previewed move with its effect, to the text."""
        text = super().extend_text(text)
        if self._session.status != "playing":
            return text
        listed = [f"{keymap.format_keys(c.keys)} {c.label}" for c in self._commands[:MAX_KEYS]]
        if len(listed) < len(self._words):
            listed.append(f"{keymap.get_key_hint('words.choose')} lists all moves")
        keys = "  ".join(listed)
        trails = (*text.trails[:1], ("keys", (keys, "muted")), *text.trails[1:])
        # An empty item would still take up a line.
        news = [span for span in (*self._preview_spans, *text.news) if span[0]]
        return replace(text, news=tuple(news), trails=trails)

    @property
    def _preview_spans(self) -> list[Span]:
        """The title of the previewed move, and its effect."""
        preview = self._make_preview().preview
        if self._previewed is None or preview is None:
            return []
        title: Span = (f"{self._previewed.title}?", "title")
        if preview.is_fatal and self._switches.warnings:
            return [(f"fatal: {preview.note}" if preview.note else "fatal", "bad"), title]
        return [title, (preview.refusal or preview.note, "muted")]

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the actions that preview a move, or choose one."""
        return {
            "words.choose": self._choose_move,
            "words.next": partial(self._preview_neighbour, 1),
            "words.previous": partial(self._preview_neighbour, -1),
        }

    def explain_unavailable(self, command: Command) -> str | None:
        """Return the reason why the command cannot be run now, or None if it can."""
        if command.context != "words" or self._session.status == "playing":
            return super().explain_unavailable(command)
        undo = keymap.get_key_hint("play.undo")
        return LEVEL_WON if self._session.status == "won" else f"the game is lost; press {undo}"

    def run_command(self, command_id: str) -> bool:
        """Make the command's move and return True; return False for any other command."""
        for move in self._words:
            if command_id == _format_id(move):
                self._make_word_move(move.word)
                return True
        return super().run_command(command_id)

    def _make_word_move(self, word: str) -> None:
        reason = self.explain_unavailable(commands.get_command("words.choose"))
        if reason is not None:
            self._screen.show_message(f"{self._rules.format_title(word)}: {reason}")
            return
        step = self._session.make_move(word)
        if step.changed:
            self._animate_slide([step.before, *step.passed, step.after])
        self._handle_done()

    def _choose_move(self) -> None:
        """Make the previewed move, or let the player choose one from a list."""
        if self._previewed is not None:
            self._make_word_move(self._previewed.word)
            return
        app, game = self._screen.workbench, self._session.game
        asked = ask_move(app, game, self._visible_position, self._make_word_move)
        self._screen.ask_question(asked)

    def _preview_neighbour(self, step: int) -> None:
        """Preview the move after or before the previewed one, or none after the last one."""
        order = [None, *self._words]
        self._previewed = order[(order.index(self._previewed) + step) % len(order)]
        self._screen.update_content()

    def handle_arrow(self, direction: str) -> None:
        """Make the move in a direction; in a game without directions, preview another move."""
        if self._has_directions:
            super().handle_arrow(direction)
        elif self.explain_unavailable(commands.get_command("words.next")) is None:
            self._preview_neighbour(-1 if direction in _BACKWARDS else 1)

    def clear_pending(self) -> None:
        """Discard the preview."""
        self._previewed = None

    def cancel_pending(self) -> bool:
        """Discard the preview and return True, or return False if there is none."""
        if self._previewed is None:
            return False
        self._previewed = None
        self._screen.update_content()
        return True


def _make_commands(moves: tuple[Move, ...], keys: Mapping[str, str]) -> tuple[Command, ...]:
    """Return a command for each move whose key is not that of another command on the screen."""
    # The keymap of a user may give the key of a move to another command, which then keeps it.
    taken = {
        key
        for command in commands.list_in_contexts("play", "words", "app")
        for key in command.single_keys
    }
    named = {move: get_key_name(keys[move.word]) for move in moves if move.word in keys}
    return tuple(
        Command(
            _format_id(move),
            move.title.capitalize(),
            f"Make the move {move.word}.",
            (key,),
            commands.get_command("words.choose").group,
            move.title,
            rank=12,
        )
        for move, key in named.items()
        if key not in taken
    )


def _format_id(move: Move) -> str:
    # A word may contain characters that have a meaning in Textual's notation of actions.
    return f"words.move-{move.word.encode().hex()}"
