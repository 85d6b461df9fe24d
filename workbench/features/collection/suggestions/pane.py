"""A pane next to the board that shows suggestions as thumbnails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from engine.game.game import Game
from engine.values.level import compute_digest
from workbench.text import verdict_text
from workbench.text.quantity_text import format_figure
from workbench.ui.styled_lines import Line, cut_line, wrap_paragraph
from workbench.ui.wall.wall import Tile, WallPane

# The first frame contains this pane but no suggestions, so these imports can wait.
if TYPE_CHECKING:
    from engine.improvement.suggestions import Suggestion
    from workbench.features.collection.suggestions.variation_search import Suggestions

TILE_WIDTH = 17
"""The smallest width of a tile, in columns. On a screen of 80 columns, two tiles fit in a row."""


class SuggestionsPane(WallPane, keys="suggestions"):
    """A pane that shows suggestions as thumbnails. The selected one is previewed on the board.

    Attributes:
        suggestions: The suggestions, in the order of the tiles.
    """

    DEFAULT_CSS = "SuggestionsPane { padding: 0; }"
    least = TILE_WIDTH
    decides = False

    def __init__(self, *, id: str, classes: str) -> None:
        self.suggestions: tuple[Suggestion, ...] = ()
        self._built_tiles: tuple[Tile, ...] = ()
        # The pane is its own source of tiles.
        super().__init__(self, id=id, classes=classes)
        self._explanation = ""

    @property
    def count(self) -> int:
        """The number of tiles."""
        return len(self._built_tiles)

    def get_tile(self, place: int) -> Tile:
        """Return the tile for the suggestion at index ``place``."""
        return self._built_tiles[place]

    def show_model(self, game: Game, model: Suggestions) -> None:
        """Show the suggestions from a model, or the reason why there are none."""
        # Rebuild the thumbnails only when there is a new result.
        if model.suggestions is not self.suggestions:
            self.suggestions = model.suggestions
            self._built_tiles = tuple(_build_tile(game, each) for each in self.suggestions)
        self._explanation = _explain_empty(model)
        running = " …" if model.is_busy else ""
        self.set_titles(f"Suggestions · {' · '.join(model.measures)}{running}")
        self.show_tiles()

    @property
    def pointed_suggestion(self) -> Suggestion | None:
        """The suggestion under the cursor, or None if there is none."""
        return self.suggestions[self.cursor] if self.suggestions else None

    def draw_lines(self, width: int, height: int) -> Iterable[Line]:
        """Return the lines of the thumbnails or, if there are none, of an explanation."""
        return (
            super().draw_lines(width, height) if self.suggestions else self._draw_explanation(width)
        )

    def _draw_explanation(self, width: int) -> Iterable[Line]:
        return wrap_paragraph(self._explanation, "muted", width) if self._explanation else ()


def _build_tile(game: Game, suggestion: Suggestion) -> Tile:
    board, words = suggestion.level.board, _fit_caption(format_caption(game, suggestion))
    return Tile(compute_digest(board), game.boards.draw_picture(board), (words,), game=game.name)


def format_caption(game: Game, suggestion: Suggestion) -> str:
    """Return text that names the measure that a suggestion improves and gives its new value."""
    from engine.improvement.suggestions import OTHER_GROUND

    figures = suggestion.assessment.figures
    if suggestion.measure == OTHER_GROUND:
        return f"other {_name_tiles(game, suggestion)}"
    numbers = [format_figure(value) for value in figures.values() if _is_number(value)]
    return " ".join((suggestion.measure, *numbers[:1]))


def _fit_caption(text: str) -> str:
    """Shorten a caption to fit on a tile by cutting its words, but never its number."""
    words, blank, number = text.rpartition(" ")
    room = TILE_WIDTH - 1 - cell_len(blank + number)
    return "".join(text for text, _ in cut_line([(words, "")], room)) + blank + number


def describe_suggestion(game: Game, suggestion: Suggestion, before: Mapping[str, Any]) -> str:
    """Return text that names the improved measure and compares the facts before and after."""
    now = verdict_text.format_short(game, suggestion.assessment.facts)
    return (
        f"{format_caption(game, suggestion)}: {now}, instead of "
        f"{verdict_text.format_short(game, before)}"
    )


def _name_tiles(game: Game, suggestion: Suggestion) -> str:
    """Return the plural of the name of the tile that a suggestion introduces."""
    return f"{next(iter(game.boards.list_tokens(suggestion.level.board)))}s"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _explain_empty(model: Suggestions) -> str:
    """Return the reason why there are no suggestions."""
    if model.is_busy:
        return "Trying variations ..."
    if model.problem:
        return f"No suggestions: {model.problem}."
    if any(basis.before.assessment.rank is None for basis in model.bases):
        return "No suggestions: no solution of the level is known."
    return "No better variation found. Change the level to try others."
