"""The help pages for a screen, made from the screen's contents when help is opened."""

from __future__ import annotations

from functools import partial

from engine.errors import GameNotFound
from engine.game import registry
from engine.game.game import Game
from workbench.theme.cell_sizes import SIZES
from workbench.ui.boards.board_view import BoardView
from workbench.ui.line_pane import LinePane
from workbench.ui.manual import glossary, key_help, legend, rules_help
from workbench.ui.manual.help_structure import HelpPage
from workbench.ui.screen import CommandScreen


def make_pages(screen: CommandScreen) -> list[HelpPage]:
    """Make the pages for a screen: keys, legend, rules, parameters and glossary.

    They describe the game of the visible board or, if no board is visible, that of the open level.
    """
    boards = [view for view in screen.query(BoardView) if view.is_on_screen and view.picture.rows]
    panes = [pane for pane in screen.query(LinePane) if pane.is_on_screen]
    document = screen.workbench.document
    name = boards[0].game if boards else "" if document is None else document.level.game
    game = _find_game(name)
    contexts = key_help.list_contexts(screen, screen.CONTEXTS)
    first = key_help.find_focus_contexts(screen, contexts)
    listed = key_help.make_sections(contexts, screen.list_commands, first, screen.CONTEXTS)
    found = [HelpPage("Keys", lambda theme: listed)]
    signs = legend.make_sign_sections((pane.legend_title, pane.list_signs()) for pane in panes)
    if game is not None and boards:
        pictures, overlays = zip(*((view.picture, view.overlay) for view in boards), strict=True)
        largest = max((view.scale for view in boards), key=SIZES.__getitem__)
        shown = partial(legend.make_board_sections, game, pictures, overlays, scale=largest)
        others = partial(legend.make_other_sections, game, pictures)
        found.append(HelpPage("Legend", lambda theme: [*shown(theme), *signs, *others(theme)]))
    elif signs:
        found.append(HelpPage("Legend", lambda theme: signs))
    if game is not None and (game.goal or game.manual):
        found.append(HelpPage("Rules", partial(rules_help.make_rule_sections, game)))
    if game is not None:
        listed_parameters = partial(rules_help.make_parameter_sections, game)
        found.append(HelpPage("Parameters", lambda theme: listed_parameters()))
    words = glossary.make_sections(() if game is None else (game,))
    return [*found, HelpPage("Glossary", lambda theme: words)]


def _find_game(name: str) -> Game | None:
    """Return the game called ``name``, or None if the name is empty or there is no such game."""
    try:
        return registry.get_game(name) if name else None
    except GameNotFound:
        return None
