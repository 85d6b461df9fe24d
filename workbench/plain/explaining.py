"""The orders that explain the game and the words that are used."""

from __future__ import annotations

from engine.errors import EngineError, quoted, similar
from engine.game import registry
from engine.game.game import Game
from engine.game.manual import pictures
from workbench.drawing import rendering
from workbench.plain.openlevel import OpenLevel
from workbench.plain.orders import Orders
from workbench.theme import theming
from workbench.ui.manual import glossary, legend

ORDERS = Orders()


def _game(opened: OpenLevel, rest: list[str]) -> Game:
    """The game that is named, else that of the open level.

    Raises:
        EngineError: none is named, and no level is open.
        GameNotFound: no such game.
    """
    return registry.get(rest[0]) if rest else opened.game


@ORDERS("rules [GAME]", "the goal and the rules of the game, with small boards")
def _rules(opened: OpenLevel, rest: list[str]) -> None:
    game, theme = _game(opened, rest), theming.load_shipped("ascii")
    if not game.goal and not game.manual:
        raise EngineError(f"{game.title} tells no rules")
    opened.say(f"Goal: {game.goal}")
    for rule in game.manual:
        opened.say(f"{rule.title}: {rule.text}")
        shown = pictures(game.boards, game.play, rule)
        for number, picture in enumerate(shown):
            if number:
                opened.say("Then:")
            drawn = rendering.render_text(game, picture, theme, color=False)
            opened.say(*drawn.splitlines())


@ORDERS("legend [GAME]", "what the characters of boards stand for")
def _legend(opened: OpenLevel, rest: list[str]) -> None:
    """Of the board that is played or edited, else all that can be put on boards of a game."""
    game, theme = _game(opened, rest), theming.load_shipped("ascii")
    names = [tool.name for tool in game.boards.tools]
    if not rest:
        names = [*dict.fromkeys((*legend.names(opened.picture), *names))]
    for title, alike in legend.titled(game, names).items():
        glyphs = dict.fromkeys(theme.look(game.name, name).glyph.strip() for name in alike)
        if drawn := " or ".join(filter(None, glyphs)):
            opened.say(f"{drawn}: {title}.")


@ORDERS("glossary [WORD]", "what the words mean, or one of them")
def _glossary(opened: OpenLevel, rest: list[str]) -> None:
    terms = glossary.terms((opened.game,) if opened.is_open else ())
    wanted = " ".join(rest).casefold()
    found = {word: text for word, text in terms.items() if wanted in word.casefold()}
    if not found:
        hint = similar(wanted, terms, "type glossary for all of them")
        raise EngineError(f"no such word {quoted(wanted)}; {hint}")
    opened.say(*(f"{word}: {text}" for word, text in found.items()))
