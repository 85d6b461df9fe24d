"""Commands that explain a game's rules, symbols and terms."""

from __future__ import annotations

from engine.errors import EngineError, quote_input, suggest_similar
from engine.game import registry
from engine.game.game import Game
from engine.game.manual import draw_rule_pictures
from workbench.drawing import export
from workbench.plain.command_table import CommandTable
from workbench.plain.plain_state import PlainApp
from workbench.theme import theme_loader
from workbench.ui.manual import glossary, legend

COMMANDS = CommandTable()


def _get_game(app: PlainApp, rest: list[str]) -> Game:
    """Return the game that the user named or, if none was named, the open level's game.

    Raises:
        EngineError: No game was named, and no level is open.
        GameNotFound: There is no game with that name.
    """
    return registry.get_game(rest[0]) if rest else app.game


@COMMANDS("rules [GAME]", "show the goal and the rules of the game with example boards")
def _say_rules(app: PlainApp, rest: list[str]) -> None:
    game, theme = _get_game(app, rest), theme_loader.load_shipped("ascii")
    if not game.goal and not game.manual:
        raise EngineError(f"{game.title} has no rules to show")
    app.say(f"Goal: {game.goal}")
    for rule in game.manual:
        app.say(f"{rule.title}: {rule.text}")
        shown = draw_rule_pictures(game.boards, game.play, rule)
        for number, picture in enumerate(shown):
            if number:
                app.say("Then:")
            drawn = export.render_text(game, picture, theme, color=False)
            app.say(*drawn.splitlines())


@COMMANDS("legend [GAME]", "explain the characters of boards")
def _say_legend(app: PlainApp, rest: list[str]) -> None:
    """Explain the characters on the open board, and then the game's other characters."""
    game, theme = _get_game(app, rest), theme_loader.load_shipped("ascii")
    names = [tool.name for tool in game.boards.tools]
    if not rest:
        names = [*dict.fromkeys((*legend.list_names(app.picture), *names))]
    # Names with the same title, such as pieces of different colours, share one line.
    for title, alike in legend.group_by_title(game, names).items():
        glyphs = dict.fromkeys(theme.get_look(game.name, name).glyph.strip() for name in alike)
        if drawn := " or ".join(filter(None, glyphs)):
            app.say(f"{drawn}: {title}.")


@COMMANDS("glossary [WORD]", "explain all words of the workbench, or one of them")
def _say_glossary(app: PlainApp, rest: list[str]) -> None:
    terms = glossary.collect_terms((app.game,) if app.is_open else ())
    wanted = " ".join(rest).casefold()
    found = {word: text for word, text in terms.items() if wanted in word.casefold()}
    if not found:
        hint = suggest_similar(wanted, terms, "type glossary for all words")
        raise EngineError(f"unknown word {quote_input(wanted)}; {hint}")
    app.say(*(f"{word}: {text}" for word, text in found.items()))
