"""The dialog for constraints on generated levels: an expression above a list of facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from engine.evaluation.board_facts import list_fact_types
from engine.game.game import Game
from workbench.commands import Action
from workbench.session.generation import constraint_input
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.dialogs import Check, LinePrompt
from workbench.ui.part import Part
from workbench.ui.pick_list import MAX_LINES, MAX_SHARE
from workbench.ui.styled_lines import Line, cut_line, wrap_text

_WORD = re.compile(r"[a-z_.]*$")
"""The pattern of the word being typed, which may occur in a fact's name or in its meaning."""
EXAMPLES = ("moves 8..12 needed_share=1", "moves 8..12", "moves>5")
"""Examples of constraints. The question shows the first one that is valid for the game."""
PROMPT_LINES = 9
"""The number of lines in the dialog apart from the list of facts."""
MEANING_LINES = 2
"""The number of lines reserved for the full meaning of the fact under the cursor."""
_KIND_MEANINGS = {bool: "true or false", int: "a number", float: "a number", str: "text"}
"""The descriptions of facts that have no explanation, keyed by the type of the fact."""
NAME_COLUMNS = 20
"""The width of the column of fact names. A longer name shifts the meaning to the right."""


class FactsPane(CursorPane):
    """A list of the names and meanings of the facts that a constraint can use."""

    def __init__(self, facts: Mapping[str, str]) -> None:
        super().__init__()
        self._facts = facts
        self.matches = [*facts]

    @property
    def count(self) -> int:
        """The number of facts shown."""
        return len(self.matches)

    def filter_facts(self, word: str) -> None:
        """Show the facts that match ``word``, best matches first. If none match, change nothing."""
        named = [name for name in self._facts if name.startswith(word)]
        explained = [name for name, meaning in self._facts.items() if word in meaning.lower()]
        parts = [name for name in self._facts if word in name]
        # Drop duplicates, keeping each fact at its first position.
        found = [*dict.fromkeys([*named, *parts, *explained])]
        if found and found != self.matches:
            self.matches = found
            self.go_to(0)

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Yield as many facts as fit, then the full meaning of the one under the cursor."""
        rows = max(height - MEANING_LINES, 1)
        shown = [*super().draw_lines(width, rows)]
        yield from [*shown, *[[]] * (rows - len(shown))]
        meaning = self._facts[self.matches[self.cursor]]
        for line in wrap_text(meaning, width - 2)[:MEANING_LINES]:
            yield [(f"  {line}", "")]

    def draw_row(self, number: int, width: int) -> Line:
        """Return a line with a fact's name and meaning."""
        name = self.matches[number]
        words = [(f"  {name:<{NAME_COLUMNS}} ", ""), (self._facts[name], "muted")]
        return cut_line(words, width)


class ConstraintPrompt(LinePrompt):
    """A prompt for an expression, above a list of the facts that match the word being typed.

    The up and down keys move through the list, and tab inserts the selected fact.

    Args:
        prompt: The text above the input line.
        value: The initial content of the input line.
        check: A function that returns the error in an answer, or None if the answer is valid.
        facts: The meanings of the facts that the expression can use, keyed by the facts' names.
    """

    HINT = "enter set   up down choose a fact   tab insert it"

    def __init__(self, prompt: str, value: str, check: Check, facts: Mapping[str, str]) -> None:
        super().__init__(prompt, value, check)
        self._facts = facts

    def compose_help(self) -> Iterable[Widget]:
        """Yield the list of facts."""
        pane = FactsPane(self._facts)
        room = int(self.app.size.height * MAX_SHARE) - PROMPT_LINES
        pane.styles.height = max(min(len(self._facts) + MEANING_LINES, MAX_LINES, room), 1)
        yield pane

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the facts that match the word being typed."""
        word = self._find_word(event.input)
        if word or not event.value:
            self.query_one(FactsPane).filter_facts(word)

    def on_key(self, event: events.Key) -> None:
        """Move through the facts, or replace the word being typed with the selected fact."""
        facts = self.query_one(FactsPane)
        if event.key in ("up", "down"):
            facts.action_move(1 if event.key == "down" else -1)
        elif event.key == "tab":
            self._write_fact(facts)
        else:
            return
        event.stop()

    @on(FactsPane.RowOpened)
    def _handle_row_opened(self) -> None:
        self._write_fact(self.query_one(FactsPane))

    def _write_fact(self, facts: FactsPane) -> None:
        field = self.query_one(Input)
        if facts.matches:
            end = field.cursor_position
            field.replace(facts.matches[facts.cursor], end - len(self._find_word(field)), end)

    @staticmethod
    def _find_word(field: Input) -> str:
        """Return the part of the current word that precedes the cursor."""
        found = _WORD.search(field.value[: field.cursor_position])
        return found[0] if found else ""


class ConstraintPart(Part):
    """The part that asks for constraints on the levels to be generated."""

    def bind_commands(self) -> Mapping[str, Action]:
        """Return the action that asks for constraints."""
        return {"design.wish": self._ask_constraints}

    def _ask_constraints(self) -> None:
        maker = self.session.generator
        wrong = partial(constraint_input.find_refusal, maker)
        # Show the first example that is valid for the current settings.
        such = next((each for each in EXAMPLES if wrong(each) is None), "")
        question = "Only make levels with..." + (f" For example: {such}" if such else "")
        known = explain_keys(maker.settings.game)
        self.ask_question(
            ConstraintPrompt(
                question, constraint_input.format_constraint(maker.settings), wrong, known
            ),
            self._set_constraints,
        )

    def _set_constraints(self, text: str) -> None:
        self.host.show_message(constraint_input.set_constraint(self.session.generator, text))
        self.host.update_content()


def explain_keys(game: Game) -> dict[str, str]:
    """Return the meaning of every key that an expression for the game's levels can use.

    Keys with an explanation come first.
    """
    helps = {p.key: p.help for p in game.parameters.parameters}
    helps |= game.solver.mechanic_titles
    kinds = list_fact_types([game])
    explained = {key: helps[key] for key in [*helps, *kinds] if key in kinds and key in helps}
    return explained | {
        key: _KIND_MEANINGS[kind] for key, kind in kinds.items() if key not in explained
    }
