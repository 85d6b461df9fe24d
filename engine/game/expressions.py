"""Expressions over levels of any game; see :mod:`engine.values.expression`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from engine.game import registry
from engine.game.claims import OF_EVERY_GAME, Kind
from engine.game.game import Game
from engine.values.expression import Kinds, holds, parse
from engine.values.level import Level

_OF_LEVELS: Kinds = {"game": str, "title": str, "author": str}


def kinds_of(games: Iterable[Game]) -> Kinds:
    """The keys that levels of some games can be asked for by, and what they stand for."""
    found = dict(_OF_LEVELS)
    for game in games:
        computed = game.parameters.facts()
        found |= {fact.key: bool if fact.boolean else float for fact in computed}
        found |= _scalars({**OF_EVERY_GAME, **game.fact_kinds})
        found |= dict.fromkeys(game.solver.derived({}), float)
    return found


def _scalars(kinds: Mapping[str, Kind], prefix: str = "") -> Iterator[tuple[str, type]]:
    """The facts that are no tables and no arrays, by keys with dots."""
    for key, kind in kinds.items():
        if isinstance(kind, Mapping):
            if "rating" in kind:
                yield prefix + key, int
            yield from _scalars(kind, f"{prefix}{key}.")
        elif isinstance(kind, type):
            yield prefix + key, kind


def condition(text: str, games: Iterable[Game]) -> Callable[[Level | None, str], bool]:
    """Whether levels are what an expression asks for, as far as they are known without a search.

    They are listed with the names of their files: a word may be in that, in title, game or tags. Of
    a file that is no level, the name alone is known.

    Raises:
        ExpressionError: it is none for these games.
    """
    expression = parse(text, kinds_of(games), words=True)

    def holds_for(level: Level | None, file: str = "") -> bool:
        """Asks it of a level and its stored verdict."""
        if level is None:
            return holds(expression, {}, (), partial(has_words, [file]))
        texts = [file, level.title, level.game, *level.tags]
        return holds(expression, known_of(level), level.tags, partial(has_words, texts))

    return holds_for


def has_words(texts: Iterable[str], words: str) -> bool:
    """Whether words are in one of some texts, in capitals or not."""
    return any(words.casefold() in text.casefold() for text in texts)


def known_of(level: Level) -> Mapping[str, Any]:
    """What a level can be asked for by: its stored verdict, and what follows from that."""
    facts = level.verdict.facts if level.verdict else {}
    derived = registry.get(level.game).solver.derived(facts)
    return {**derived, **facts, "game": level.game, "title": level.title, "author": level.author}
