"""What levels are changed for, in words, with the keys of answers, and in a list to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import digits

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from engine.improvement.suggesting import OTHER_GROUND
from workbench.ui.cursorpane import CursorPane
from workbench.ui.dialogs import Ask, Check
from workbench.ui.lines import Line, cut
from workbench.ui.lists import SHARE

AROUND = 9
"""Lines of the dialog around its list."""

MEANINGS: Mapping[str, str] = {
    "longer": "a longer solution",
    "shorter": "a shorter solution",
    "trickier": "more moves into dead ends",
    "fewer-objects": "fewer pieces and features",
    "one-solution": "fewer shortest solutions",
    "stars": "more stars",
    "score": "a greater score",
    "turns": "more turns",
    "fewer-dead-ends": "fewer dead ends",
    "fair": "as fair as can be",
    "moves": "a length closer to N",
    "perfect": "stars, then Perfect closer to N",
    "wish": "closer to an expression",
    OTHER_GROUND: "other walls, or other ground, alone",
}
"""What aims mean, by their names; one that is not here says it by its name."""


def by_keys(aims: Sequence[str]) -> dict[str, str]:
    """Aims by the keys of answers: each has a letter of its name, or a digit if all are taken."""
    keyed: dict[str, str] = {}
    for aim in aims:
        name = aim.partition("=")[0]
        free = (key for key in f"{name}{digits}" if key.isalnum() and key not in keyed)
        keyed[next(free)] = aim
    return keyed


def meant(aim: str) -> str:
    """An aim with what it means."""
    meaning = MEANINGS.get(aim.partition("=")[0])
    return f"{aim}: {meaning}" if meaning else aim


class AimsPane(CursorPane):
    """Aims, each with what it means."""

    def __init__(self, aims: Sequence[str]) -> None:
        super().__init__()
        self._aims = aims
        self._columns = max(map(len, aims)) + 2

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._aims)

    def row_line(self, number: int, width: int) -> Line:
        """An aim and its meaning."""
        aim = self._aims[number]
        meaning = MEANINGS.get(aim.partition("=")[0], "")
        return cut([(f"  {aim:<{self._columns}}", ""), (meaning, "muted")], width)


class AskAim(Ask):
    """Asks for an aim; below it stand all that there are, and going through them writes them.

    Args:
        prompt: what to type.
        value: what stands there at first.
        check: says what is wrong with an answer; a wrong one is not taken.
        aims: those to choose from; of one such as ``moves=N`` the value is to be typed.
    """

    HINT = "enter take   up down another aim"

    def __init__(self, prompt: str, value: str, check: Check, aims: Sequence[str]) -> None:
        super().__init__(prompt, value, check)
        self._aims = aims
        self._begins = [aim[: aim.find("=") + 1] or aim for aim in aims]

    def helps(self) -> Iterable[Widget]:
        """The aims, with the cursor on the one that stands there."""
        pane = AimsPane(self._aims)
        here = [n for n, begin in enumerate(self._begins) if self._value.startswith(begin)]
        pane.cursor = max(here, default=0)
        room = int(self.app.size.height * SHARE) - AROUND
        pane.styles.height = max(min(len(self._aims), room), 1)
        yield pane

    def on_key(self, event: events.Key) -> None:
        """Goes through the aims."""
        if event.key in ("up", "down"):
            self.query_one(AimsPane).action_move(1 if event.key == "down" else -1)
            event.stop()

    @on(AimsPane.Moved)
    def _moved(self) -> None:
        """Writes the aim at the cursor in place of the one that stands there."""
        field, begin = self.query_one(Input), self._begins[self.query_one(AimsPane).cursor]
        rest = field.value.partition(" ")[2]
        field.value = f"{begin} {rest}".rstrip()
        field.cursor_position = len(begin)
