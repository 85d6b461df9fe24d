r"""An argument parser that reports errors in one line and provides the options that verbs share.

An option never silently replaces an earlier one. Giving an option twice is an error, unless its
action combines the values. The default action is therefore :class:`StoreOnce`.

If options may come between inputs, ``argparse`` interprets an argument such as ``-3`` as an option
even after ``--``. The parser therefore marks every argument after ``--`` with a NUL character,
which cannot occur in an argument to a process. It removes the marks from the parsed values and from
error messages::

    solve -- -3.toml    is parsed as    solve -- "\\0-3.toml"
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, NoReturn

from engine.errors import MAX_QUOTED, clip_text, quote_input
from engine.values.budget import DEFAULT_MAX_STATES, MAX_DEPTH
from engine.values.parameter_schema import WHERE
from workbench.cli.support import exit_status
from workbench.cli.support.argument_types import (
    build_integer_parser,
    parse_constraint,
    parse_positive,
    parse_seconds,
    parse_setting,
    parse_words,
)
from workbench.terminal import console

OPTIONS_END = "--"
"""The separator after which no argument is an option."""
_OPERAND_MARK = "\0"
"""The mark to put before each argument that follows :data:`OPTIONS_END`."""
_BALANCED_TEXT = re.compile(r"\"[^\"]*\"|'[^']*'|[^()\"']+")
"""A pattern for a part of an expression that is neither a bracket nor an unclosed quote."""
_UNRECOGNIZED = "unrecognized arguments: "
_LONG_WORD = re.compile(rf"'[^']{{{MAX_QUOTED},}}'|\S{{{MAX_QUOTED},}}")


def _clip_match(found: re.Match[str]) -> str:
    return clip_text(found[0])


def _create_help_formatter(prog: str) -> argparse.HelpFormatter:
    """Create a help formatter with a fixed width, to avoid looking up the terminal's width."""
    return argparse.HelpFormatter(prog, width=80)


class VerbParser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line and exits with status 2."""

    help_formatter = argparse.HelpFormatter  # this one uses the terminal's width
    hides_arguments = False  # True while the options for an older form are declared

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            # argparse creates a formatter for every argument that is declared, so it must be cheap.
            formatter_class=_create_help_formatter,
        )
        self.register("action", None, StoreOnce)  # the default action
        self.given_options: set[str] = set()
        self.add_flag("--no-color", "no colours, as with NO_COLOR")

    def add_argument(self, *names: Any, **more: Any) -> argparse.Action:
        """Declare an argument, hiding it from the help if :attr:`hides_arguments` is true."""
        hidden = {"help": argparse.SUPPRESS} if self.hides_arguments else {}
        return super().add_argument(*names, **more | hidden)

    def parse_arguments(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse a verb's arguments, in which options may come between inputs."""
        if not {"-h", "--help"}.isdisjoint(arguments):  # only the help needs the real width
            self.formatter_class = self.help_formatter
        return _remove_marks(self.parse_intermixed_args(_mark_operands(arguments)))

    def parse_known_arguments(
        self, arguments: Sequence[str]
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the declared arguments, and return them together with any unknown ones."""
        args, unknown = self.parse_known_args(_mark_operands(arguments))
        return _remove_marks(args), unknown

    def print_help(self, file: object = None) -> None:
        """Print the help. Unlike the base class, raise an exception if writing fails."""
        console.print_lines(self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Print an error message in one line, and exit with the status for wrong usage."""
        head, colon, refused = message.replace(_OPERAND_MARK, "").partition(_UNRECOGNIZED)
        # Some of argparse's messages quote an argument in full, so shorten long words.
        text = head + colon + clip_text(refused) if colon else _LONG_WORD.sub(_clip_match, message)
        console.print_error(f"{self.prog}: {text}; see {self.prog} --help")
        raise SystemExit(exit_status.REFUSED)

    def add_option(
        self, usage: str, help_text: str, kind: Callable[[str], Any] = str, **more: Any
    ) -> None:
        """Declare an option that takes a value.

        Args:
            usage: The option's name and a placeholder for its value, such as ``--seed N``.
            help_text: The description to show in the help.
            kind: A function that converts the value from a string.
            more: Further keyword arguments for ``add_argument``.
        """
        name, metavar = usage.split()
        self.add_argument(name, metavar=metavar, help=help_text, type=kind, **more)

    def add_flag(self, name: str, help_text: str) -> None:
        """Declare an option that takes no value."""
        self.add_argument(name, nargs=0, default=False, help=help_text)

    def add_json(self) -> None:
        """Declare ``--json``."""
        self.add_flag("--json", "one JSON object per input")

    def add_out(self) -> None:
        """Declare ``--out``."""
        self.add_option("--out FILE", "where to write it; standard output if absent")

    def add_inputs(
        self,
        help_text: str = "a level file, - for standard input",
        metavar: str = "LEVEL",
        number: int | Literal["+"] = 1,
    ) -> None:
        """Declare the inputs, which the verb processes one by one."""
        self.add_argument("inputs", metavar=metavar, nargs=number, help=help_text)

    def add_constraints(self) -> None:
        """Declare ``--set`` and ``--where``, both of which add constraints to ``settings``."""
        self.add_option(
            "--set KEY=VALUE",
            "a parameter, or a fact to accept by: a number, a word, or a range A..B, A.. or ..B",
            parse_setting,
            dest="settings",
            action=OncePerKey,
            default=[],
        )
        self.add_option(
            "--where EXPR",
            "what must hold of every level, such as 'moves 8..10 and not states>500'",
            parse_constraint,
            dest="settings",
            action=OncePerKey,
        )

    def add_solver(self) -> None:
        """Declare the solver's options: the strategy, its own options, limits and rules."""
        self.add_option("--strategy S", "the solver's way; see workbench games")
        most = "moves at most, for a strategy of limited depth"
        self.add_option("--depth N", most, build_integer_parser(1, MAX_DEPTH))
        options = "an option of the strategy, such as stall=0; see workbench games"
        self.add_option("--set KEY=VALUE", options, parse_setting, action=OncePerKey)
        enough = "give up once more states are known (default %(default)s)"
        self.add_option("--max-states N", enough, parse_positive, default=DEFAULT_MAX_STATES)
        self.add_option("--time SECONDS", "give up after this many seconds", parse_seconds)
        rules = "other rules, for games that have them: names separated by commas"
        self.add_option("--rules R", rules, parse_words, action="extend")


class StoreOnce(argparse.Action):
    """An action that stores a value, or True for a flag, and allows its option only once."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store the value."""
        _require_first_use(self, parser, option_string)
        setattr(namespace, self.dest, True if self.nargs == 0 else values)


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
    if option is None or not isinstance(parser, VerbParser):
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


def _mark_operands(arguments: Sequence[str]) -> list[str]:
    """Mark every argument after :data:`OPTIONS_END`, so that none is taken for an option."""
    if OPTIONS_END not in arguments:
        return [*arguments]
    end = [*arguments].index(OPTIONS_END) + 1
    return [*arguments[:end], *(_OPERAND_MARK + argument for argument in arguments[end:])]


def _remove_marks(args: argparse.Namespace) -> argparse.Namespace:
    """Remove the marks added by :func:`_mark_operands` from all parsed values."""
    for name, value in vars(args).items():
        if isinstance(value, str):
            setattr(args, name, value.removeprefix(_OPERAND_MARK))
        elif isinstance(value, list):
            plain = [v.removeprefix(_OPERAND_MARK) if isinstance(v, str) else v for v in value]
            setattr(args, name, plain)
    return args
