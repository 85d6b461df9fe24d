"""What must hold of every level that is made: an expression, typed beside the facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from engine.errors import ParameterError
from engine.values.parameters import WHERE
from engine.values.ranges import Range
from workbench.commands import Action, keymap
from workbench.session.making import values
from workbench.session.making.sheet import Sheet
from workbench.ui.cursorpane import CursorPane
from workbench.ui.dialogs import Ask, Check
from workbench.ui.lines import Line, cut, wrap
from workbench.ui.lists import MOST, SHARE
from workbench.ui.part import Part

_WORD = re.compile(r"[a-z_.]*$")
"""What is being typed of a fact's name, or of a word of its meaning."""
_NAME = re.compile(r"[a-z_.]+")
EXAMPLES = ("moves 8..12 needed_share=1", "moves 8..12", "moves>5")
"""What could be wished for; the first that levels of the game can be is shown."""
AROUND = 9
"""Lines of the dialog around its facts."""
MEANING = 2
"""Lines for the whole meaning of a fact."""
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

    HINT = "enter take   up down a fact   tab writes it   esc cancel"

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
        """Shows the facts that have the word."""
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
        self.host.pause()
        sheet = self.session.maker.sheet
        parameter = sheet.game.generator.parameters[WHERE.key]
        facts, wished = _facts(sheet), values.typed(parameter, sheet.value(parameter))
        such = next((each for each in EXAMPLES if self._wrong(each) is None), "")
        question = "What must hold of levels?" + (f" Such as {such}" if such else "")
        self.ask(AskWish(question, wished, self._wrong, facts), self._take)

    def _with(self, text: str) -> Sheet:
        """The sheet with a wish, which goes before what a preset demands of the same facts.

        Raises:
            ParameterError: it is too long.
        """
        sheet = self.session.maker.sheet
        schema = sheet.game.generator.parameters
        anything = {fact: Range(fact.low, None) for fact in schema.facts() if not fact.boolean}
        for fact, range_ in anything.items():
            if sheet.settings.get(fact.key) == range_:  # an earlier wish went before the preset
                sheet = sheet.with_value(fact, None)
        wish = schema[WHERE.key]
        sheet = sheet.with_value(wish, wish.parse(text) if text.strip() else None)
        if not self.session.maker.refusal_of(sheet):
            return sheet
        freed = sheet
        for fact, range_ in anything.items():
            if fact.key not in sheet.settings and fact.key in _NAME.findall(text):
                freed = freed.with_value(fact, range_)
        return sheet if self.session.maker.refusal_of(freed) else freed

    def _wrong(self, text: str) -> str | None:
        """What is wrong with a wish, or in its way; None if nothing is."""
        try:
            wrong = self.session.maker.refusal_of(self._with(text))
        except ParameterError as problem:
            wrong = str(problem)
        return wrong.removeprefix(f"{WHERE.key}: ") or None

    def _take(self, text: str) -> None:
        self.session.maker.sheet = self._with(text)
        ways = [keymap.key(f"design.{way}") for way in ("new-seed", "gallery", "batch")]
        made = f"{', '.join(ways[:-1])} and {ways[-1]} make such levels"
        self.host.say(f"{made}: {text.strip()}" if text.strip() else "nothing is wished for")
        self.host.renew()


def _facts(sheet: Sheet) -> dict[str, str]:
    """What levels of the game can be asked for, beside what holds of all of them or of none."""
    return {
        fact.key: fact.help for fact in sheet.game.generator.parameters.facts() if not fact.boolean
    }
