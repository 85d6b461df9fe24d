"""The pages of help for a screen, made of what is on it when help is asked for."""

from __future__ import annotations

from functools import partial

from engine.errors import GameNotFound
from engine.game import registry
from engine.game.game import Game
from workbench.theme.scales import SIZES
from workbench.ui.boards.board import BoardView
from workbench.ui.linepane import LinePane
from workbench.ui.manual import glossary, keys, legend, playing
from workbench.ui.manual.pages import Page
from workbench.ui.screen import CommandScreen


def pages(screen: CommandScreen) -> list[Page]:
    """Keys, legend, rules, parameters and glossary, as far as the screen has some.

    They are about the game of the visible board, else of the open level.
    """
    boards = [view for view in screen.query(BoardView) if view.is_on_screen and view.picture.rows]
    panes = [pane for pane in screen.query(LinePane) if pane.is_on_screen]
    document = screen.workbench.document
    name = boards[0].game if boards else "" if document is None else document.level.game
    game = _game(name)
    contexts = keys.contexts_of(screen, screen.CONTEXTS)
    first = keys.here(screen, contexts)
    listed = keys.sections(contexts, screen.offers, first, screen.CONTEXTS)
    found = [Page("Keys", lambda theme: listed)]
    signs = legend.signs((pane.name_of_signs, pane.signs()) for pane in panes)
    if game is not None and boards:
        pictures, overlays = zip(*((view.picture, view.overlay) for view in boards), strict=True)
        largest = max((view.scale for view in boards), key=SIZES.__getitem__)
        shown = partial(legend.board, game, pictures, overlays, scale=largest)
        others = partial(legend.others, game, pictures)
        found.append(Page("Legend", lambda theme: [*shown(theme), *signs, *others(theme)]))
    elif signs:
        found.append(Page("Legend", lambda theme: signs))
    if game is not None and (game.goal or game.manual):
        found.append(Page("Rules", partial(playing.rules, game)))
    if game is not None:
        listed_parameters = partial(playing.parameters, game)
        found.append(Page("Parameters", lambda theme: listed_parameters()))
    words = glossary.sections(() if game is None else (game,))
    return [*found, Page("Glossary", lambda theme: words)]


def _game(name: str) -> Game | None:
    """The game of a name; None for none, and for a level whose game is not installed."""
    try:
        return registry.get(name) if name else None
    except GameNotFound:
        return None
