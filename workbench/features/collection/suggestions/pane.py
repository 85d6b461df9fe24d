"""The pane of suggestions: thumbnails of variations beside the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from engine.game.game import Game
from engine.values.level import board_digest
from workbench.text import verdict
from workbench.text.status import figure
from workbench.ui.lines import Line, cut, paragraph
from workbench.ui.wall.wall import Tile, WallPane

if TYPE_CHECKING:  # the first frame has the pane, and no suggestion
    from engine.improvement.suggesting import Suggestion
    from workbench.features.collection.suggestions.model import Suggestions

LEAST = 17
"""Columns of a tile at least: two of them stand beside each other on 80 columns."""


class SuggestionsPane(WallPane, keys="suggestions"):
    """Thumbnails of variations, the cursor on the one that is looked at.

    Attributes:
        shown: the suggestions, in the order of the tiles.
    """

    DEFAULT_CSS = "SuggestionsPane { padding: 0; }"
    least = LEAST
    decides = False

    def __init__(self, *, id: str, classes: str) -> None:
        self.shown: tuple[Suggestion, ...] = ()
        self._found: tuple[Tile, ...] = ()
        super().__init__(self, id=id, classes=classes)
        self._nothing = ""

    @property
    def count(self) -> int:
        """The number of suggestions."""
        return len(self._found)

    def tile(self, place: int) -> Tile:
        """Return the tile at a place."""
        return self._found[place]

    def show_model(self, game: Game, model: Suggestions) -> None:
        """Shows what was found, or why there is nothing."""
        if model.found is not self.shown:
            self.shown = model.found
            self._found = tuple(_tile(game, each) for each in self.shown)
        self._nothing = _nothing(model)
        running = " …" if model.busy else ""
        self.retitle(f"Suggestions · {' · '.join(model.measures)}{running}")
        self.show()

    @property
    def pointed(self) -> Suggestion | None:
        """The suggestion under the cursor."""
        return self.shown[self.cursor] if self.shown else None

    def lines(self, width: int, height: int) -> Iterable[Line]:
        """The thumbnails; words where there are none."""
        return super().lines(width, height) if self.shown else self._words(width)

    def _words(self, width: int) -> Iterable[Line]:
        return paragraph(self._nothing, "muted", width) if self._nothing else ()


def _tile(game: Game, suggestion: Suggestion) -> Tile:
    board, words = suggestion.level.board, _fitted(caption(game, suggestion))
    return Tile(board_digest(board), game.boards.picture(board), (words,), game=game.name)


def caption(game: Game, suggestion: Suggestion) -> str:
    """By which measure it is better, and what it comes to, in few words."""
    from engine.improvement.suggesting import OTHER_GROUND

    figures = suggestion.standing.figures
    if suggestion.measure == OTHER_GROUND:
        return f"other {_ground(game, suggestion)}"
    numbers = [figure(value) for value in figures.values() if _is_number(value)]
    return " ".join((suggestion.measure, *numbers[:1]))


def _fitted(text: str) -> str:
    """What is said of a suggestion in the columns below its thumbnail: its number stays whole."""
    words, blank, number = text.rpartition(" ")
    room = LEAST - 1 - cell_len(blank + number)
    return "".join(text for text, _ in cut([(words, "")], room)) + blank + number


def sentence(game: Game, suggestion: Suggestion, before: Mapping[str, Any]) -> str:
    """A suggestion that is looked at: what it is better by, and its facts."""
    now = verdict.short(game, suggestion.standing.facts)
    return f"{caption(game, suggestion)}: {now}, instead of {verdict.short(game, before)}"


def _ground(game: Game, suggestion: Suggestion) -> str:
    """What the ground of a game is made of, in the plural."""
    return f"{next(iter(game.boards.marks(suggestion.level.board)))}s"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _nothing(model: Suggestions) -> str:
    """Why there is no suggestion."""
    if model.busy:
        return "Variations are being tried."
    if model.problem:
        return f"No suggestions: {model.problem}."
    if any(basis.before.standing.rank is None for basis in model.bases):
        return "No suggestions for a level whose solution is not known."
    return "No variation that was tried is better and breaks nothing. Any change tries others."
