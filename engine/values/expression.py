"""Expressions over facts, such as ``stars>=2 moves 8..10 not tag:easy``.

==========================  ==================================================
``KEY OP VALUE``            a fact compared by ``= != < <= > >=``
``KEY NUMBER``              a fact equal to the number
``KEY A..B``                a fact within a range; either end may be left out
``KEY``                     a fact that is true
``tag:WORD``                a level with the tag
``WORD``                    searched text that contains the word or ``=``
``not``, ``and``, ``or``    highest precedence first; ``and`` can be left out
``( )``                     brackets
==========================  ==================================================

The key of a fact inside a table contains a dot, such as ``max_combo.moves``. Words can be quoted.
A comparison with an unknown fact is false.

:func:`parse_expression` turns a string into a tree: ``moves 8..10 not tag:easy`` becomes a
conjunction of two comparisons and a negated tag. :func:`fold_expression` evaluates a tree to any
type of result, such as a boolean for one level, SQL for a catalogue, or bit masks for trace rows.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from engine.errors import EngineError, quote_input

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

KeyTypes = Mapping[str, type]
"""The type of each key: bool, int, float or str."""
T = TypeVar("T")

EXAMPLE = "moves 8..10 and not states>500"
"""An example expression for help texts."""
MAX_LENGTH = 1_000
"""The maximum length of an expression in characters."""

# The numbers after terminal names are priorities: keywords and keys take precedence over words.
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
_WORD_RULE = "| (TEXT | KEY | COUNT | QUOTED | SAME) -> said"
_KEY_END = r"(?=[\s()=<>!]|\.\.|$)"
"""The pattern that must follow a key. Without it, the characters are the beginning of a word."""
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne,
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_EXPECTED = {"OP": "= or < or such", "RANGE": "A..B", "RPAR": ")", "WORD": "a value"}
_MATCHES_NOTHING = "(?!x)x"
"""A pattern that matches nothing."""
_TRUTH = {"true": True, "false": False}


class ExpressionError(EngineError):
    """An error in an expression. The message names the column and the expected input."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A condition that compares a fact with a value.

    Attributes:
        compare: A function of :mod:`operator`, which can compare arrays too.
        fact_types: The types that a fact must have to be comparable with the value.
    """

    key: str
    compare: Callable[[Any, Any], Any]
    value: Any
    fact_types: tuple[type, ...]

    def is_met(self, found: object) -> bool:
        """Return whether ``found`` satisfies the comparison. An unknown fact (None) never does."""
        return isinstance(found, self.fact_types) and bool(self.compare(found, self.value))


@dataclass(frozen=True, slots=True)
class HasTag:
    """The condition that a level has a certain tag."""

    tag: str


@dataclass(frozen=True, slots=True)
class HasText:
    """The condition that the searched text contains certain words."""

    words: str


@dataclass(frozen=True, slots=True)
class Negation:
    """An expression that is true if its part is false."""

    part: Expression


@dataclass(frozen=True, slots=True)
class Conjunction:
    """An expression that is true if all of its parts are true."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    """An expression that is true if any of its parts is true."""

    parts: tuple[Expression, ...]


Condition: TypeAlias = Comparison | HasTag | HasText
Expression: TypeAlias = Condition | Negation | Conjunction | Disjunction


def parse_expression(text: str, key_types: KeyTypes, *, allow_words: bool = False) -> Expression:
    """Parse an expression, which may contain words to search for if ``allow_words`` is true.

    Raises:
        ExpressionError: The text has an unknown key, a value of the wrong type, or invalid syntax.
    """
    from lark.exceptions import UnexpectedInput

    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"expected an expression of at most {MAX_LENGTH:,} characters")
    # A key's type decides how it is parsed, so the grammar has a terminal for each type.
    flags = tuple(key for key, kind in key_types.items() if kind is bool)
    counts = tuple(key for key, kind in key_types.items() if kind in (int, float))
    try:
        tree = _create_parser(flags, counts, allow_words).parse(text)
    except UnexpectedInput as error:
        raise _create_syntax_error(text, error) from None
    return _build_expression(tree, key_types)


def is_satisfied(
    expression: Expression,
    facts: Mapping[str, Any],
    tags: Collection[str] = (),
    has_text: Callable[[str], bool] = lambda words: False,
) -> bool:
    """Return whether an expression is true for a level's facts, tags and text."""

    def is_met(condition: Condition) -> bool:
        match condition:
            case Comparison():
                return condition.is_met(get_fact(facts, condition.key))
            case HasTag():
                return condition.tag in tags
            case HasText():
                return has_text(condition.words)

    return fold_expression(expression, is_met, operator.not_, all, any)


def fold_expression(
    expression: Expression,
    evaluate: Callable[[Condition], T],
    negate: Callable[[T], T],
    join_all: Callable[[Iterable[T]], T],
    join_any: Callable[[Iterable[T]], T],
) -> T:
    """Evaluate an expression bottom-up. ``join_all`` and ``join_any`` get iterators of results."""

    def fold_part(part: Expression) -> T:
        match part:
            case Negation():
                return negate(fold_part(part.part))
            case Conjunction():
                return join_all(map(fold_part, part.parts))
            case Disjunction():
                return join_any(map(fold_part, part.parts))
            case _:
                return evaluate(part)

    return fold_part(expression)


def list_conditions(expression: Expression) -> list[Condition]:
    """Return all conditions in an expression, from left to right."""

    def join_lists(parts: Iterable[list[Condition]]) -> list[Condition]:
        return [*chain.from_iterable(parts)]

    return fold_expression(
        expression, lambda part: [part], lambda part: part, join_lists, join_lists
    )


@lru_cache(maxsize=16)
def _create_parser(flags: tuple[str, ...], counts: tuple[str, ...], words: bool) -> Lark:
    """Return a parser for expressions over boolean keys ``flags`` and number keys ``counts``."""
    from lark import Lark

    of, end = [_build_pattern(flags), _build_pattern(counts)], _KEY_END
    return Lark(_GRAMMAR % (_WORD_RULE * words, end, end, end, *of, end, end), parser="lalr")


def _build_pattern(keys: tuple[str, ...]) -> str:
    # Longer keys come first, because an alternation takes the first match.
    listed = "|".join(map(re.escape, sorted(keys, key=len, reverse=True)))
    return f"({listed}){_KEY_END}" if keys else _MATCHES_NOTHING


def _create_syntax_error(text: str, error: UnexpectedInput) -> ExpressionError:
    """Convert a parser error to one that names the column and the expected tokens."""
    ended = getattr(getattr(error, "token", None), "type", "") == "$END"
    at = len(text.rstrip()) if ended else int(getattr(error, "pos_in_stream", 0))
    found = "the end" if ended else quote_input(text[at:].split(maxsplit=1)[0])
    wanted = {_EXPECTED[name] for name in getattr(error, "expected", ()) if name in _EXPECTED}
    words = " or ".join(sorted(wanted)) or "KEY OP VALUE, KEY A..B or tag:WORD"
    return ExpressionError(f"column {at + 1}: expected {words}, found {found}")


def _build_expression(tree: Tree[Token], kinds: KeyTypes) -> Expression:
    """Build an expression from its syntax tree."""
    if tree.data == "opposite":
        opposite = True
        # Use a loop, because a thousand nested negations would exceed Python's recursion limit.
        while (tree := _list_subtrees(tree)[0]).data == "opposite":
            opposite = not opposite
        part = _build_expression(tree, kinds)
        return Negation(part) if opposite else part
    if tree.data in ("either", "every"):
        parts = tuple(_build_expression(part, kinds) for part in _list_subtrees(tree))
        return Conjunction(parts) if tree.data == "every" else Disjunction(parts)
    tokens = _list_tokens(tree)
    if tree.data == "tagged":
        return HasTag(_unquote(tokens[0]))
    if tree.data == "said":
        return HasText(_unquote(tokens[0]))
    key, kind = str(tokens[0]), _find_type(tokens[0], kinds)
    if tree.data == "true":
        return Comparison(key, operator.eq, True, (bool,))
    if tree.data == "counted":
        return Comparison(key, operator.eq, _parse_number(tokens[1]), (int, float))
    if tree.data == "between":
        return _build_range(key, tokens[1], kind)
    kindred = (kind,) if kind in (str, bool) else (int, float)
    return Comparison(key, _OPERATORS[tokens[1]], _parse_value(tokens, kind), kindred)


def _list_subtrees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if not isinstance(child, str)]


def _list_tokens(tree: Tree[Token]) -> list[Token]:
    return [child for child in tree.children if isinstance(child, str)]


def _build_range(key: str, text: Token, kind: type) -> Expression:
    """Build a conjunction of comparisons from a range ``A..B``."""
    # For an absent end, _parse_number receives an empty string and returns None.
    low, high = (_parse_number(end) for end in text.split(".."))
    if kind not in (int, float) or (low is None and high is None):
        raise _create_type_error(text, kind)
    if low is not None and high is not None and low > high:
        raise ExpressionError(f"column {text.column}: {low} is more than {high}")
    ends = ((operator.ge, low), (operator.le, high))
    parts = [Comparison(key, at, end, (int, float)) for at, end in ends if end is not None]
    return Conjunction(tuple(parts))


def get_fact(facts: Mapping[str, Any], key: str) -> Any:
    """Return the fact with a dotted key, or its rating if it is a table; None if it is absent."""
    found: Any = facts
    for name in key.split("."):
        found = found.get(name) if isinstance(found, Mapping) else None
    return found.get("rating") if isinstance(found, Mapping) else found


def _find_type(key: Token, kinds: KeyTypes) -> type:
    if key not in kinds:
        from difflib import get_close_matches

        near = get_close_matches(key, kinds)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ExpressionError(f"column {key.column}: unknown key {quote_input(key)}{hint}")
    return kinds[key]


def _parse_value(tokens: Sequence[Token], kind: type) -> Any:
    """Parse the value in a comparison with a fact of type ``kind``."""
    key, compared, text = tokens
    word = _unquote(text)
    found = word if kind is str else _TRUTH.get(word) if kind is bool else _parse_number(word)
    if found is None or (kind is bool and compared not in ("=", "!=")):
        error = _create_type_error(text, kind, "a number")
        if ".." in text and kind in (int, float):
            hint = f"a range is written without {compared}, as in {key} {text}"
            raise ExpressionError(f"{error}; {hint}")
        raise error
    return found


def _create_type_error(
    text: Token, kind: type, numbers: str = "a number or a range A..B"
) -> ExpressionError:
    expected = {str: "a word", bool: "= true or = false"}.get(kind, numbers)
    return ExpressionError(f"column {text.column}: expected {expected}, found {quote_input(text)}")


def _unquote(text: str) -> str:
    return text[1:-1] if text[:1] in "\"'" else text


def _parse_number(text: str) -> float | None:
    """Parse a number, as an integer if possible, or return None if the text is not a number."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None
