"""The keys that levels of a catalogue can be asked for by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.catalogue import schema, shapes
from engine.catalogue.conditions import DEEPEST, OWN, depth
from engine.catalogue.inserting import read_shapes
from engine.catalogue.store import Catalogue
from engine.errors import EngineError, quoted, similar
from engine.evaluation.boardfacts import kinds_of_boards
from engine.game import registry
from engine.values.expression import Expression, ExpressionError, Kinds, parse

_KINDS: Mapping[str, type] = {shapes.NUMBER: float, shapes.LARGE: float, shapes.TRUTH: bool}


def kinds_of(catalogue: Catalogue) -> Kinds:
    """The keys that levels of a catalogue can be asked for by, and what they stand for.

    Raises:
        CatalogueError: damaged.
        GameNotFound: of a game that is not installed.
    """
    with catalogue.refusing():
        games = schema.games(catalogue.connection)
        stored = {
            shapes.key_of(path): _KINDS.get(kind, str)
            for game in games
            for shape in read_shapes(catalogue.connection, catalogue.path, game).values()
            for path, kind in shape
            if kind in shapes.COLUMNS
        }
    own = {key: kind for key, (kind, _) in OWN.items()}
    return {**stored, **kinds_of_boards(map(registry.get, games)), "game": str, "title": str, **own}


def asked(text: str, kinds: Kinds) -> Expression:
    """The expression that a text spells over levels of a catalogue.

    Raises:
        ExpressionError: it spells none.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ExpressionError("expected text in UTF-8") from None
    expression = parse(text, kinds)
    if depth(expression) > DEEPEST:
        raise ExpressionError(f"expected at most {DEEPEST} brackets and words within each other")
    return expression


def require_key(key: str, kinds: Kinds, wanted: Sequence[type] = (int, float, bool, str)) -> str:
    """A key that levels can be asked for by, of one of some kinds.

    Raises:
        EngineError: there is none such.
    """
    known = [name for name, kind in kinds.items() if kind in wanted]
    if key not in known:
        kind = "fact" if str in wanted else "fact that is a number"
        hint = similar(key, known, "expected one such as moves")
        raise EngineError(f"no {kind} {quoted(key)}; {hint}")
    return key


def sorting(text: str, kinds: Kinds) -> tuple[str, bool]:
    """The key of ``KEY`` or ``KEY:desc``, and whether the greatest come first.

    Raises:
        EngineError: it is neither.
    """
    key, _, way = text.partition(":")
    if way not in ("", "desc") or (text.endswith(":") and not way):
        raise EngineError(f"expected KEY or KEY:desc, found {quoted(text)}")
    return require_key(key, kinds), way == "desc"
