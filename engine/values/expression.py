"""Expressions over what is known of something, such as ``stars>=2 moves 8..10 not tag:easy``.

==========================  ==================================================
``KEY OP VALUE``            a fact compared by ``= != < <= > >=``
``KEY NUMBER``              a fact that is that number
``KEY A..B``                within two ends, of which one may lack
``KEY``                     a fact that is true
``tag:WORD``                a level has that tag
``WORD``                    text, where what is asked for has any; ``=`` too
``not``, ``and``, ``or``    binding in this order; side by side means ``and``
``( )``                     brackets
==========================  ==================================================

Keys within tables have dots, such as ``max_combo.moves``. Words stand bare or in quotes. Of what is
not known no comparison holds. :func:`parse` makes a tree of a text, :func:`fold` goes over it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from engine.errors import EngineError, quoted

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

Kinds = Mapping[str, type]
"""What a key stands for: bool, int, float or str."""
T = TypeVar("T")

EXAMPLE = "moves 8..10 and not states>500"
"""An expression to be shown."""
LONGEST = 1_000
"""Characters of an expression at most."""

_GRAMMAR = r"""
?start: either
?either: every (_OR every)*
?every: negated (_AND? negated)*
?negated: _NOT negated -> opposite | "(" either ")" | condition
?condition: key OP value -> comparison
    | key RANGE -> between
    | COUNT NUMBER -> counted
    | FLAG -> true
    | _TAG value -> tagged
    %s
?key: FLAG | COUNT | KEY
?value: QUOTED | WORD
_OR.3: /or%s/
_AND.3: /and%s/
_NOT.3: /not%s/
_TAG.4: "tag:"
FLAG.3: /%s/
COUNT.3: /%s/
KEY.2: /[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*%s/
NUMBER.2: /-?\d{1,15}(\.\d{1,9})?%s/
RANGE.2: /(-?\d{1,15}(\.\d{1,9})?)?\.\.(-?\d{1,15}(\.\d{1,9})?)?/
OP.2: "!=" | "<=" | ">=" | "=" | "<" | ">"
SAME: "="
QUOTED: /"[^"]*"|'[^']*'/
WORD: /[^\s()"'=<>!]+/
TEXT: /[^\s()"'=<>!][^\s()"=<>!]*/
%%ignore /\s+/
"""
_WORDS = "| (TEXT | KEY | COUNT | QUOTED | SAME) -> said"
_END = r"(?=[\s()=<>!]|\.\.|$)"
"""What follows a key; without it, a key is the beginning of a word."""
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_EXPECTED = {"OP": "= or < or such", "RANGE": "A..B", "RPAR": ")", "WORD": "a value"}
_NONE = "(?!x)x"
"""A pattern that nothing matches."""
_TRUTH = {"true": True, "false": False}


class ExpressionError(EngineError):
    """A text that is no expression; the message names the column and what was expected."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A fact compared with a value.

    Attributes:
        compare: what compares the two, one of :mod:`operator`, so that it compares arrays too.
        kindred: the types of a fact that can be compared so.
    """

    key: str
    compare: Callable[[Any, Any], Any]
    wanted: Any
    kindred: tuple[type, ...]

    def holds(self, found: object) -> bool:
        """Whether it holds for what is known of the fact, None where that is nothing."""
        return isinstance(found, self.kindred) and bool(self.compare(found, self.wanted))


@dataclass(frozen=True, slots=True)
class Tagged:
    """Having a tag."""

    tag: str


@dataclass(frozen=True, slots=True)
class Mention:
    """Having a word, or several that belong together, wherever there is text."""

    words: str


@dataclass(frozen=True, slots=True)
class Opposite:
    """The opposite of an expression."""

    part: Expression


@dataclass(frozen=True, slots=True)
class Every:
    """All of some expressions."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Any of some expressions."""

    parts: tuple[Expression, ...]


Condition: TypeAlias = Comparison | Tagged | Mention
Expression: TypeAlias = Condition | Opposite | Every | Either


def parse(text: str, kinds: Kinds, *, words: bool = False) -> Expression:
    """The expression that a text spells; ``words`` says whether there is text to look through.

    Raises:
        ExpressionError: an unknown key, a value of another kind, or bad syntax.
    """
    from lark.exceptions import UnexpectedInput

    if len(text) > LONGEST:
        raise ExpressionError(f"expected an expression of at most {LONGEST:,} characters")
    flags = tuple(key for key, kind in kinds.items() if kind is bool)
    counts = tuple(key for key, kind in kinds.items() if kind in (int, float))
    try:
        tree = _parser(flags, counts, words).parse(text)
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    return _expression(tree, kinds)


def holds(
    expression: Expression,
    facts: Mapping[str, Any],
    tags: Collection[str] = (),
    said: Callable[[str], bool] = lambda words: False,
) -> bool:
    """Whether an expression holds for facts by key, for tags, and for what is said."""

    def met(condition: Condition) -> bool:
        """Whether a single condition holds."""
        match condition:
            case Comparison():
                return condition.holds(fact(facts, condition.key))
            case Tagged():
                return condition.tag in tags
            case Mention():
                return said(condition.words)

    return fold(expression, met, operator.not_, all, any)


def fold(
    expression: Expression,
    met: Callable[[Condition], T],
    opposite: Callable[[T], T],
    every: Callable[[Iterable[T]], T],
    either: Callable[[Iterable[T]], T],
) -> T:
    """What an expression comes to, from what its conditions do and what joins them."""

    def of(part: Expression) -> T:
        """What a part comes to; parts of several are looked at as far as they are asked for."""
        match part:
            case Opposite():
                return opposite(of(part.part))
            case Every():
                return every(map(of, part.parts))
            case Either():
                return either(map(of, part.parts))
            case _:
                return met(part)

    return of(expression)


def conditions(expression: Expression) -> list[Condition]:
    """The conditions of an expression, in order."""

    def all_of(parts: Iterable[list[Condition]]) -> list[Condition]:
        """Those of some parts."""
        return [*chain.from_iterable(parts)]

    return fold(expression, lambda part: [part], lambda part: part, all_of, all_of)


@lru_cache(maxsize=16)
def _parser(flags: tuple[str, ...], counts: tuple[str, ...], words: bool) -> Lark:
    """What parses expressions over such keys."""
    from lark import Lark

    of = [_either(flags), _either(counts)]
    return Lark(_GRAMMAR % (_WORDS * words, _END, _END, _END, *of, _END, _END), parser="lalr")


def _either(keys: tuple[str, ...]) -> str:
    """A pattern of some keys."""
    listed = "|".join(map(re.escape, sorted(keys, key=len, reverse=True)))
    return f"({listed}){_END}" if keys else _NONE


def _unexpected(text: str, error: UnexpectedInput) -> ExpressionError:
    """What was expected where, as far as that can be said in a few words."""
    ended = getattr(getattr(error, "token", None), "type", "") == "$END"
    at = len(text.rstrip()) if ended else int(getattr(error, "pos_in_stream", 0))
    found = "the end" if ended else quoted(text[at:].split(maxsplit=1)[0])
    wanted = {_EXPECTED[name] for name in getattr(error, "expected", ()) if name in _EXPECTED}
    words = " or ".join(sorted(wanted)) or "KEY OP VALUE, KEY A..B or tag:WORD"
    return ExpressionError(f"column {at + 1}: expected {words}, found {found}")


def _expression(tree: Tree[Token], kinds: Kinds) -> Expression:
    """The expression of a part of a tree."""
    if tree.data == "opposite":
        opposite = True
        while (tree := _parts(tree)[0]).data == "opposite":
            opposite = not opposite
        part = _expression(tree, kinds)
        return Opposite(part) if opposite else part
    if tree.data in ("either", "every"):
        parts = tuple(_expression(part, kinds) for part in _parts(tree))
        return Every(parts) if tree.data == "every" else Either(parts)
    tokens = _tokens(tree)
    if tree.data == "tagged":
        return Tagged(_plain(tokens[0]))
    if tree.data == "said":
        return Mention(_plain(tokens[0]))
    key, kind = str(tokens[0]), _kind(tokens[0], kinds)
    if tree.data == "true":
        return Comparison(key, operator.eq, True, (bool,))
    if tree.data == "counted":
        return Comparison(key, operator.eq, _number(tokens[1]), (int, float))
    if tree.data == "between":
        return _between(key, tokens[1], kind)
    kindred = (kind,) if kind in (str, bool) else (int, float)
    return Comparison(key, _OPERATORS[tokens[1]], _value(tokens, kind), kindred)


def _parts(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if not isinstance(child, str)]


def _tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, str)]


def _between(key: str, text: Token, kind: type) -> Expression:
    """That a fact lies between the ends of ``A..B``."""
    low, high = (_number(end) for end in text.split(".."))
    if kind not in (int, float) or (low is None and high is None):
        raise _misfit(text, kind)
    if low is not None and high is not None and low > high:
        raise ExpressionError(f"column {text.column}: {low} is more than {high}")
    ends = ((operator.ge, low), (operator.le, high))
    parts = [Comparison(key, at, end, (int, float)) for at, end in ends if end is not None]
    return Every(tuple(parts))


def fact(facts: Mapping[str, Any], key: str) -> Any:
    """What facts have under a key with dots: of a table its rating, None where there is nothing."""
    found: Any = facts
    for name in key.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found.get("rating") if isinstance(found, Mapping) else found


def _kind(key: Token, kinds: Kinds) -> type:
    if key not in kinds:
        from difflib import get_close_matches

        near = get_close_matches(key, kinds)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ExpressionError(f"column {key.column}: unknown key {quoted(key)}{hint}")
    return kinds[key]


def _value(tokens: Sequence[Token], kind: type) -> Any:
    """The value that a fact of a kind is compared with."""
    key, compared, text = tokens
    word = _plain(text)
    found = word if kind is str else _TRUTH.get(word) if kind is bool else _number(word)
    if found is None or (kind is bool and compared not in ("=", "!=")):
        error = _misfit(text, kind, "a number")
        if ".." in text and kind in (int, float):
            hint = f"a range stands without {compared}, as in {key} {text}"
            raise ExpressionError(f"{error}; {hint}")
        raise error
    return found


def _misfit(text: Token, kind: type, numbers: str = "a number or a range A..B") -> ExpressionError:
    """Return the error for a value of another kind; ``numbers`` says which numbers there can be."""
    expected = {str: "a word", bool: "= true or = false"}.get(kind, numbers)
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
