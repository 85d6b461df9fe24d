"""The keys that queries over a catalogue can use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.catalogue import fact_columns, schema
from engine.catalogue.inserter import read_shapes
from engine.catalogue.sql_conditions import MAX_DEPTH, SPECIAL_KEYS, measure_depth
from engine.catalogue.store import Catalogue
from engine.errors import EngineError, quote_input, suggest_similar
from engine.evaluation.board_facts import list_fact_types
from engine.game import registry
from engine.values.expression import Expression, ExpressionError, KeyTypes, parse_expression

_KINDS: Mapping[str, type] = {
    fact_columns.NUMBER: float,
    fact_columns.LARGE: float,
    fact_columns.TRUTH: bool,
}


def list_key_kinds(catalogue: Catalogue) -> KeyTypes:
    """Return the keys that queries over a catalogue can use, with the type of each.

    Raises:
        CatalogueError: The catalogue is damaged.
        GameNotFound: The catalogue has levels of a game that is not installed.
    """
    with catalogue.translate_errors():
        games = schema.list_games(catalogue.connection)
        stored = {
            fact_columns.join_key(path): _KINDS.get(kind, str)
            for game in games
            for shape in read_shapes(catalogue.connection, catalogue.path, game).values()
            for path, kind in shape
            if kind in fact_columns.COLUMN_KINDS
        }
    own = {key: kind for key, (kind, _) in SPECIAL_KEYS.items()}
    return {
        **stored,
        **list_fact_types(map(registry.get_game, games)),
        "game": str,
        "title": str,
        **own,
    }


def parse_query(text: str, kinds: KeyTypes) -> Expression:
    """Parse a where-expression that selects levels from a catalogue.

    Raises:
        ExpressionError: The text is not a valid expression.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ExpressionError("expected text in UTF-8") from None
    expression = parse_expression(text, kinds)
    if measure_depth(expression) > MAX_DEPTH:
        raise ExpressionError(f"expected at most {MAX_DEPTH} nested brackets and words")
    return expression


def require_key(key: str, kinds: KeyTypes, wanted: Sequence[type] = (int, float, bool, str)) -> str:
    """Return ``key`` after checking that it is known and has one of the ``wanted`` types.

    Raises:
        EngineError: The key is unknown, or has a different type.
    """
    known = [name for name, kind in kinds.items() if kind in wanted]
    if key not in known:
        kind = "fact" if str in wanted else "fact that is a number"
        hint = suggest_similar(key, known, "expected one such as moves")
        raise EngineError(f"no {kind} {quote_input(key)}; {hint}")
    return key


def parse_sort(text: str, kinds: KeyTypes) -> tuple[str, bool]:
    """Parse ``KEY`` or ``KEY:desc``, and return the key and whether the order is descending.

    Raises:
        EngineError: The text has a different form, or there is no such key.
    """
    key, _, way = text.partition(":")
    if way not in ("", "desc") or (text.endswith(":") and not way):
        raise EngineError(f"expected KEY or KEY:desc, found {quote_input(text)}")
    return require_key(key, kinds), way == "desc"
