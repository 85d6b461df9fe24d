"""The objectives as users see them: their meanings, answer keys, and a prompt that lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import digits

from textual import events, on
from textual.widget import Widget
from textual.widgets import Input

from engine.improvement.suggestions import OTHER_GROUND
from workbench.ui.cursor_pane import CursorPane
from workbench.ui.dialogs import Check, LinePrompt
from workbench.ui.pick_list import MAX_SHARE
from workbench.ui.styled_lines import Line, cut_line

PROMPT_LINES = 9
"""The number of lines that the dialog needs above and below the list of objectives."""

OBJECTIVE_MEANINGS: Mapping[str, str] = {
    "longer": "longer solution",
    "shorter": "shorter solution",
    "trickier": "more moves into dead ends",
    "fewer-objects": "fewer pieces and features",
    "one-solution": "fewer shortest solutions",
    "stars": "more stars",
    "score": "higher score",
    "turns": "more turns",
    "fewer-dead-ends": "fewer dead ends",
    "fair": "fairer to the player",
    "moves": "solution length closer to N",
    "perfect": "stars, then Perfect closer to N",
    "wish": "closer to meeting a condition",
    OTHER_GROUND: "change only walls or other ground",
}
"""A mapping from the names of objectives to their meanings.

An objective that is not listed here is shown only by its name.
"""


def assign_keys(objectives: Sequence[str]) -> dict[str, str]:
    """Assign an answer key to each objective, and return a mapping from keys to objectives.

    The key is the first free letter or digit in the objective's name. If none is free, the key is
    the first free digit.
    """
    keyed: dict[str, str] = {}
    for aim in objectives:
        name = aim.partition("=")[0]
        free = (key for key in f"{name}{digits}" if key.isalnum() and key not in keyed)
        keyed[next(free)] = aim
    return keyed


def describe_objective(objective: str) -> str:
    """Return an objective, followed by its meaning if that is known."""
    meaning = OBJECTIVE_MEANINGS.get(objective.partition("=")[0])
    return f"{objective}: {meaning}" if meaning else objective


class ObjectivesPane(CursorPane):
    """A pane that lists objectives with their meanings."""

    def __init__(self, objectives: Sequence[str]) -> None:
        super().__init__()
        self._objectives = objectives
        self._columns = max(map(len, objectives)) + 2

    @property
    def count(self) -> int:
        """The number of objectives."""
        return len(self._objectives)

    def draw_row(self, number: int, width: int) -> Line:
        """Draw an objective and its meaning as a line."""
        aim = self._objectives[number]
        meaning = OBJECTIVE_MEANINGS.get(aim.partition("=")[0], "")
        return cut_line([(f"  {aim:<{self._columns}}", ""), (meaning, "muted")], width)


class ObjectivePrompt(LinePrompt):
    """A prompt for an objective, with a list of objectives below it.

    Moving through the list writes the objective under the cursor into the prompt.

    Args:
        prompt: The text above the input line.
        value: The initial contents of the input line.
        check: A function that returns an error message for an answer, or None if it is valid.
        objectives: The objectives to choose from. If one ends in a placeholder, such as
            ``moves=N``, the user types the value.
    """

    HINT = "enter start   up down choose an objective"

    def __init__(self, prompt: str, value: str, check: Check, objectives: Sequence[str]) -> None:
        super().__init__(prompt, value, check)
        self._objectives = objectives
        self._stems = [aim[: aim.find("=") + 1] or aim for aim in objectives]

    def compose_help(self) -> Iterable[Widget]:
        """Yield the list of objectives, with the cursor on the one that the prompt contains."""
        pane = ObjectivesPane(self._objectives)
        here = [n for n, begin in enumerate(self._stems) if self._value.startswith(begin)]
        pane.cursor = max(here, default=0)
        room = int(self.app.size.height * MAX_SHARE) - PROMPT_LINES
        pane.styles.height = max(min(len(self._objectives), room), 1)
        yield pane

    def on_key(self, event: events.Key) -> None:
        """Move through the list of objectives with the up and down keys."""
        if event.key in ("up", "down"):
            self.query_one(ObjectivesPane).action_move(1 if event.key == "down" else -1)
            event.stop()

    @on(ObjectivesPane.RowHighlighted)
    def _write_objective(self) -> None:
        """Replace the objective in the prompt with the one under the cursor."""
        field, begin = self.query_one(Input), self._stems[self.query_one(ObjectivesPane).cursor]
        # Keep the text after the first blank, such as a condition.
        rest = field.value.partition(" ")[2]
        field.value = f"{begin} {rest}".rstrip()
        field.cursor_position = len(begin)
