"""What must hold of every level that is made: an expression, typed beside the facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from engine.evaluation.boardfacts import kinds_of_boards
from engine.game.game import Game
from workbench.commands import Action
from workbench.session.making import wishes
from workbench.ui.cursorpane import CursorPane
from workbench.ui.dialogs import Ask, Check
from workbench.ui.lines import Line, cut, wrap
from workbench.ui.lists import MOST, SHARE
from workbench.ui.part import Part

_WORD = re.compile(r"[a-z_.]*$")
"""What is being typed of a fact's name, or of a word of its meaning."""
EXAMPLES = ("moves 8..12 needed_share=1", "moves 8..12", "moves>5")
"""What could be wished for; the first that levels of the game can be is shown."""
AROUND = 9
"""Lines of the dialog around its facts."""
MEANING = 2
"""Lines for the whole meaning of a fact."""
_KINDS = {bool: "true or false", int: "a number", float: "a number", str: "text"}
"""The meanings of facts that are not explained."""
LONGEST_NAME = 20
"""Columns of the names of facts; a longer one moves its meaning on."""


class FactsPane(CursorPane):
    """Facts that a wish can speak of, each with what it means."""

    def __init__(self, facts: Mapping[str, str]) -> None:
        super().__init__()
        self._facts = facts
        self.found = [*facts]

    @property
    def count(self) -> int:
        """How many are shown."""
        return len(self.found)

    def find(self, word: str) -> None:
        """Shows the facts that have a word, if any do, those first that begin with it."""
        named = [name for name in self._facts if name.startswith(word)]
        explained = [name for name, meaning in self._facts.items() if word in meaning.lower()]
        parts = [name for name in self._facts if word in name]
        found = [*dict.fromkeys([*named, *parts, *explained])]
        if found and found != self.found:
            self.found = found
            self.go(0)

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The facts that fit, and below them the whole meaning of the one at the cursor."""
        rows = max(height - MEANING, 1)
        shown = [*super().lines(width, rows)]
        yield from [*shown, *[[]] * (rows - len(shown))]
        meaning = self._facts[self.found[self.cursor]]
        for line in wrap(meaning, width - 2)[:MEANING]:
            yield [(f"  {line}", "")]

    def row_line(self, number: int, width: int) -> Line:
        """A fact and its meaning."""
        name = self.found[number]
        words = [(f"  {name:<{LONGEST_NAME}} ", ""), (self._facts[name], "muted")]
        return cut(words, width)


class AskWish(Ask):
    """Asks for an expression; below it stand the facts that have the word being typed.

    Up and down go through them, tab writes the one at the cursor.

    Args:
        prompt: what to type.
        value: what stands there at first.
        check: says what is wrong with an answer; a wrong one is not taken.
        facts: what there is to ask for, each with what it means.
    """

    HINT = "enter take   up down a fact   tab writes it"

    def __init__(self, prompt: str, value: str, check: Check, facts: Mapping[str, str]) -> None:
        super().__init__(prompt, value, check)
        self._facts = facts

    def helps(self) -> Iterable[Widget]:
        """The facts."""
        pane = FactsPane(self._facts)
        room = int(self.app.size.height * SHARE) - AROUND
        pane.styles.height = max(min(len(self._facts) + MEANING, MOST, room), 1)
        yield pane

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the facts that have the word."""
        word = self._word(event.input)
        if word or not event.value:
            self.query_one(FactsPane).find(word)

    def on_key(self, event: events.Key) -> None:
        """Goes through the facts, or writes the one at the cursor in place of the word."""
        facts = self.query_one(FactsPane)
        if event.key in ("up", "down"):
            facts.action_move(1 if event.key == "down" else -1)
        elif event.key == "tab":
            self._write(facts)
        else:
            return
        event.stop()

    @on(FactsPane.Opened)
    def _opened(self) -> None:
        self._write(self.query_one(FactsPane))

    def _write(self, facts: FactsPane) -> None:
        field = self.query_one(Input)
        if facts.found:
            end = field.cursor_position
            field.replace(facts.found[facts.cursor], end - len(self._word(field)), end)

    @staticmethod
    def _word(field: Input) -> str:
        """What stands before the cursor of a name or a word."""
        found = _WORD.search(field.value[: field.cursor_position])
        return found[0] if found else ""


class WishingPart(Part):
    """Asks what must hold of every level that is made from now on."""

    def commands(self) -> Mapping[str, Action]:
        """The wish."""
        return {"design.wish": self._ask}

    def _ask(self) -> None:
        maker = self.session.maker
        wrong = partial(wishes.objection, maker)
        such = next((each for each in EXAMPLES if wrong(each) is None), "")
        question = "What must hold of levels?" + (f" Such as {such}" if such else "")
        known = explain_keys(maker.sheet.game)
        self.ask(AskWish(question, wishes.wished(maker.sheet), wrong, known), self._take)

    def _take(self, text: str) -> None:
        self.host.say(wishes.take(self.session.maker, text))
        self.host.renew()


def explain_keys(game: Game) -> dict[str, str]:
    """Return every key that an expression over levels of a game can name, with its meaning.

    Those that have an explanation come first.
    """
    helps = {p.key: p.help for p in game.parameters.parameters}
    helps |= game.solver.mechanics
    kinds = kinds_of_boards([game])
    explained = {key: helps[key] for key in [*helps, *kinds] if key in kinds and key in helps}
    return explained | {key: _KINDS[kind] for key, kind in kinds.items() if key not in explained}
