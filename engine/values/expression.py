"""Expressions over what is known of a level, such as ``stars>=2 moves 8..10 not tag:easy``.

==========================  ==================================================
``KEY OP VALUE``            a fact compared by ``= != < <= > >=``
``KEY A..B``                within two ends, of which one may lack
``tag:WORD``                the level has that tag
``not``, ``and``, ``or``    binding in this order; side by side means ``and``
``( )``                     brackets
==========================  ==================================================

Keys within tables have dots, such as ``max_combo.moves``. Words stand bare or in quotes. What a
level does not have, no comparison of it holds.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError, quoted

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

Kinds = Mapping[str, type]
"""What a key stands for: bool, int, float or str."""
Holds = Callable[[Mapping[str, Any], Collection[str]], bool]
"""Whether an expression holds for facts by key and for tags."""

EXAMPLE = "moves 8..10 and not states>500"
"""An expression to be shown."""
LONGEST = 1_000
"""Characters of an expression at most."""

_GRAMMAR = r"""
?start: either
?either: every (_OR every)*
?every: negated (_AND? negated)*
?negated: _NOT negated -> opposite | "(" either ")" | condition
?condition: KEY OP value -> comparison
    | KEY RANGE -> between
    | _TAG value -> tagged
?value: QUOTED | WORD
_OR.3: /or\b/
_AND.3: /and\b/
_NOT.3: /not\b/
_TAG.4: "tag:"
KEY.2: /[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*/
RANGE.2: /(-?\d{1,15}(\.\d{1,9})?)?\.\.(-?\d{1,15}(\.\d{1,9})?)?/
OP: "!=" | "<=" | ">=" | "=" | "<" | ">"
QUOTED: /"[^"]*"|'[^']*'/
WORD: /[^\s()"'=<>!]+/
%ignore /\s+/
"""
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_EXPECTED = {"OP": "= or < or such", "RANGE": "A..B", "RPAR": ")", "WORD": "a value"}
_TRUTH = {"true": True, "false": False}


class ExpressionError(EngineError):
    """A text that is no expression; the message names the column and what was expected."""


def parse(text: str, kinds: Kinds) -> Holds:
    """The condition that an expression stands for.

    Raises:
        ExpressionError: an unknown key, a value of another kind, or bad syntax.
    """
    from lark.exceptions import UnexpectedInput

    if len(text) > LONGEST:
        raise ExpressionError(f"expected an expression of at most {LONGEST:,} characters")
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    return _condition(tree, kinds)


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(_GRAMMAR, parser="lalr")


def _unexpected(text: str, error: UnexpectedInput) -> ExpressionError:
    """What was expected where, as far as that can be said in a few words."""
    ended = getattr(getattr(error, "token", None), "type", "") == "$END"
    at = len(text.rstrip()) if ended else int(getattr(error, "pos_in_stream", 0))
    found = "the end" if ended else quoted(text[at:].split(maxsplit=1)[0])
    wanted = {_EXPECTED[name] for name in getattr(error, "expected", ()) if name in _EXPECTED}
    words = " or ".join(sorted(wanted)) or "KEY OP VALUE, KEY A..B or tag:WORD"
    return ExpressionError(f"column {at + 1}: expected {words}, found {found}")


def _condition(tree: Tree[Token], kinds: Kinds) -> Holds:
    """The condition of a part of an expression."""
    if tree.data == "opposite":
        opposite = True
        while (tree := _parts(tree)[0]).data == "opposite":
            opposite = not opposite
        part = _condition(tree, kinds)
        return lambda facts, tags: part(facts, tags) != opposite
    if tree.data in ("either", "every"):
        parts = [_condition(part, kinds) for part in _parts(tree)]
        together = any if tree.data == "either" else all
        return lambda facts, tags: together(part(facts, tags) for part in parts)
    tokens = _tokens(tree)
    if tree.data == "tagged":
        tag = _plain(tokens[0])
        return lambda facts, tags: tag in tags
    key, kind = str(tokens[0]), _kind(tokens[0], kinds)
    if tree.data == "between":
        return _between(key, tokens[1], kind)
    compare, wanted = _OPERATORS[tokens[1]], _value(tokens, kind)
    kindred = kind if kind in (str, bool) else (int, float)

    def holds(facts: Mapping[str, Any], _: Collection[str]) -> bool:
        """Compares the fact, if the level has it and it is of its kind."""
        found = fact(facts, key)
        return isinstance(found, kindred) and compare(found, wanted)

    return holds


def _parts(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if not isinstance(child, str)]


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, str)]


def _between(key: str, text: Token, kind: type) -> Holds:
    """Whether a fact lies between the ends of ``A..B``."""
    low, high = (_number(end) for end in text.split(".."))
    if kind not in (int, float) or (low is None and high is None):
        raise _misfit(text, kind)
    least = -math.inf if low is None else low
    most = math.inf if high is None else high
    if least > most:
        raise ExpressionError(f"column {text.column}: {low} is more than {high}")

    def holds(facts: Mapping[str, Any], _: Collection[str]) -> bool:
        """Looks where the fact lies, if the level has it."""
        found = fact(facts, key)
        return isinstance(found, int | float) and least <= found <= most

    return holds


def fact(facts: Mapping[str, Any], key: str) -> Any:
    """What facts have under a key with dots: of a table its rating, None where there is nothing."""
    found: Any = facts
    for name in key.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found.get("rating") if isinstance(found, Mapping) else found


def _kind(key: Token, kinds: Kinds) -> type:
    if key not in kinds:
        near = get_close_matches(key, kinds)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ExpressionError(f"column {key.column}: unknown key {quoted(key)}{hint}")
    return kinds[key]


def _value(tokens: Sequence[Token], kind: type) -> Any:
    """The value that a fact of a kind is compared with."""
    _, compared, text = tokens
    word = _plain(text)
    found = word if kind is str else _TRUTH.get(word) if kind is bool else _number(word)
    if found is None or (kind is bool and compared not in ("=", "!=")):
        raise _misfit(text, kind)
    return found


def _misfit(text: Token, kind: type) -> ExpressionError:
    expected = {str: "a word", bool: "= true or = false"}.get(kind, "a number or a range A..B")
    return ExpressionError(f"column {text.column}: expected {expected}, found {quoted(text)}")


def _plain(text: str) -> str:
    return text[1:-1] if text[:1] in "\"'" else text


def _number(text: str) -> float | None:
    """The number of a text, whole where it can be; None if it is none."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None
