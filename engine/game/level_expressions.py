"""Conditions on levels of any game, written as expressions.

:mod:`engine.values.expression` defines the syntax of expressions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from engine.game import registry
from engine.game.game import Game
from engine.game.stored_fact_checks import COMMON_FACT_TYPES, FactType
from engine.values.expression import KeyTypes, is_satisfied, parse_expression
from engine.values.level import Level

_LEVEL_KEYS: KeyTypes = {"game": str, "title": str, "author": str}


def list_key_types(games: Iterable[Game]) -> KeyTypes:
    """Map each key that a query over levels of ``games`` can use to the type of its values."""
    found = dict(_LEVEL_KEYS)
    for game in games:
        computed = game.parameters.list_facts()
        found |= {fact.key: bool if fact.boolean else float for fact in computed}
        found |= _list_scalars({**COMMON_FACT_TYPES, **game.fact_types})
        found |= dict.fromkeys(game.solver.derive_facts({}), float)
    return found


def _list_scalars(types: Mapping[str, FactType], prefix: str = "") -> Iterator[tuple[str, type]]:
    """Yield the dotted key and the type of each fact that is neither a table nor an array."""
    for key, kind in types.items():
        if isinstance(kind, Mapping):
            # A table with a rating can also be queried by its own key, as a number.
            if "rating" in kind:
                yield prefix + key, int
            yield from _list_scalars(kind, f"{prefix}{key}.")
        elif isinstance(kind, type):
            yield prefix + key, kind


def compile_condition(text: str, games: Iterable[Game]) -> Callable[[Level | None, str], bool]:
    """Compile an expression into a predicate on levels. The predicate never runs a solver.

    The predicate takes a level and the name of its file. If the file is not a level, pass None as
    the level, and only the file name is searched. Words in the expression are searched for in the
    file name, the title, the game and the tags.

    Raises:
        ExpressionError: The text is not a valid expression for ``games``.
    """
    expression = parse_expression(text, list_key_types(games), allow_words=True)

    def is_met_by(level: Level | None, file: str = "") -> bool:
        if level is None:
            return is_satisfied(expression, {}, (), partial(has_words, [file]))
        texts = [file, level.title, level.game, *level.tags]
        return is_satisfied(
            expression, list_known_facts(level), level.tags, partial(has_words, texts)
        )

    return is_met_by


def has_words(texts: Iterable[str], words: str) -> bool:
    """Return whether any of ``texts`` contains ``words``, ignoring case."""
    return any(words.casefold() in text.casefold() for text in texts)


def list_known_facts(level: Level) -> Mapping[str, Any]:
    """Return all facts about a level that are known without running a solver.

    These are the facts in its verdict, the facts derived from them, and its game, title and author.
    """
    facts = level.verdict.facts if level.verdict else {}
    derived = registry.get_game(level.game).solver.derive_facts(facts)
    return {**derived, **facts, "game": level.game, "title": level.title, "author": level.author}
