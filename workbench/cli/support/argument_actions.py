"""Actions of options: each is given once, or its values are combined. One prints the version."""

from __future__ import annotations

import argparse
import re
from typing import Any

from engine.errors import quote_input
from engine.values.parameter_schema import WHERE
from workbench.cli.support import exit_status

_BALANCED_TEXT = re.compile(r"\"[^\"]*\"|'[^']*'|[^()\"']+")
"""A pattern for a part of an expression that is neither a bracket nor an unclosed quote."""


class PrintVersion(argparse.Action):
    """An action that prints the version and exits."""

    def __call__(self, *_: Any, **__: Any) -> None:
        """Print the version."""
        from workbench.cli.support.overview import print_version

        print_version()
        raise SystemExit(exit_status.DONE)


class StoreOnce(argparse.Action):
    """An action that stores a value and allows its option only once.

    A flag, which takes no value, stores ``const``, or True if that is None.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store the value."""
        _require_first_use(self, parser, option_string)
        flag = True if self.const is None else self.const
        setattr(namespace, self.dest, flag if self.nargs == 0 else values)


class SwitchOnce(argparse.BooleanOptionalAction):
    """An action for ``--NAME`` and ``--no-NAME`` that allows only one of them, and only once."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store the value."""
        _require_first_use(self, parser, option_string)
        super().__call__(parser, namespace, values, option_string)


class OncePerKey(argparse.Action):
    """An action that adds a pair of a key and a value to a list, and allows each key only once.

    Several expressions from ``--where`` are joined with ``and``.
    """

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Add the key and the value."""
        key, value = values
        found = dict(getattr(namespace, self.dest) or ())
        if key == WHERE.key and key in found:
            value = _combine_expressions(self, found[key], value)
        elif key in found:
            raise argparse.ArgumentError(self, f"expected {quote_input(key)} once, found it twice")
        setattr(namespace, self.dest, [*(found | {key: value}).items()])


class CombineExpressions(argparse.Action):
    """An action that stores an expression, and joins several expressions with ``and``."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store the expression."""
        first = getattr(namespace, self.dest)
        setattr(
            namespace,
            self.dest,
            values if first is None else _combine_expressions(self, first, values),
        )


def _require_first_use(
    action: argparse.Action, parser: argparse.ArgumentParser, option: str | None
) -> None:
    """Raise ``argparse.ArgumentError`` if an option has already been given.

    A positional argument, for which ``option`` is None, may occur several times.
    """
    if option is None or not hasattr(parser, "given_options"):
        return
    if action.dest in parser.given_options:
        raise argparse.ArgumentError(action, "expected once, found twice")
    parser.given_options.add(action.dest)


def _combine_expressions(action: argparse.Action, first: str, second: str) -> str:
    """Join two expressions with ``and``.

    Raises:
        argparse.ArgumentError: One of the expressions has an unclosed bracket or quote, which could
            change the meaning of the other.
    """
    from engine.values.expression import MAX_LENGTH as MAX_EXPRESSION

    for text in (first, second):
        signs = _BALANCED_TEXT.sub(
            "", text[:MAX_EXPRESSION]
        )  # a longer expression is refused when it is parsed
        # Removing matching brackets from the inside out leaves nothing if all of them match.
        while "()" in signs:
            signs = signs.replace("()", "")
        if signs:
            message = f"expected closed brackets and quotes, found {quote_input(text)}"
            raise argparse.ArgumentError(action, message)
    return f"({first}) and ({second})"
