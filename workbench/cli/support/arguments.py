"""Parsing of arguments: one-line errors, and the options that several verbs share.

No option replaces an earlier one silently: an option that is given twice is refused, unless its
action combines the values.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, NoReturn

from engine.errors import LONGEST, clipped, quoted
from engine.values.budget import DEFAULT_MAX_STATES, MAX_DEPTH
from engine.values.parameters import WHERE
from workbench.cli.support import status
from workbench.cli.support.conversions import expression, positive, seconds, setting, whole, words
from workbench.terminal import console

OPTIONS_END = "--"
"""No argument behind it is an option."""
_PLAIN = "\0"
"""Begins the arguments behind :data:`OPTIONS_END`; no argument of a process contains it."""
_NO_SIGNS = re.compile(r"\"[^\"]*\"|'[^']*'|[^()\"']+")
"""All of an expression but the brackets and the quotes without a partner."""
_UNRECOGNIZED = "unrecognized arguments: "
_LONG_WORD = re.compile(rf"'[^']{{{LONGEST},}}'|\S{{{LONGEST},}}")


def _clip(found: re.Match[str]) -> str:
    return clipped(found[0])


def _plain_help(prog: str) -> argparse.HelpFormatter:
    """Return what writes help of some width, and does not look for that of the terminal."""
    return argparse.HelpFormatter(prog, width=80)


class Parser(argparse.ArgumentParser):
    """A parser that answers bad usage with one line and exit status 2."""

    help_formatter = argparse.HelpFormatter  # lays the help out, as wide as the terminal
    hides_arguments = False  # True while an older form is declared, which no help lists

    def __init__(self, prog: str, description: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            formatter_class=_plain_help,  # it is made for every argument that is declared
        )
        self.register("action", None, Once)  # the action of an option that names none
        self.given: set[str] = set()
        self.flag("--no-color", "no colours, as with NO_COLOR")

    def add_argument(self, *names: Any, **more: Any) -> argparse.Action:
        """Declare an argument."""
        hidden = {"help": argparse.SUPPRESS} if self.hides_arguments else {}
        return super().add_argument(*names, **more | hidden)

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse the arguments of a verb, whose options may stand between its inputs."""
        if not {"-h", "--help"}.isdisjoint(arguments):  # usage too is laid out from now on
            self.formatter_class = self.help_formatter
        return _without_marks(self.parse_intermixed_args(_marked(arguments)))

    def parse_known(self, arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
        """Parse arguments, and return the unknown ones too."""
        args, unknown = self.parse_known_args(_marked(arguments))
        return _without_marks(args), unknown

    def print_help(self, file: object = None) -> None:
        """Writes the help; argparse itself would ignore that it cannot be read."""
        console.lines(self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Says what is wrong with the arguments, and exits."""
        head, colon, refused = message.replace(_PLAIN, "").partition(_UNRECOGNIZED)
        # Here and there argparse quotes an argument by itself, whole.
        text = head + colon + clipped(refused) if colon else _LONG_WORD.sub(_clip, message)
        console.error(f"{self.prog}: {text}; see {self.prog} --help")
        raise SystemExit(status.REFUSED)

    def option(
        self, usage: str, help_text: str, kind: Callable[[str], Any] = str, **more: Any
    ) -> None:
        """An option with a value, its usage such as ``--seed N``; ``more`` is for argparse."""
        name, metavar = usage.split()
        self.add_argument(name, metavar=metavar, help=help_text, type=kind, **more)

    def flag(self, name: str, help_text: str) -> None:
        """An option without a value."""
        self.add_argument(name, nargs=0, default=False, help=help_text)

    def add_json(self) -> None:
        """``--json``."""
        self.flag("--json", "one JSON object per input")

    def add_out(self) -> None:
        """``--out``."""
        self.option("--out FILE", "where to write it; standard output if absent")

    def add_inputs(
        self,
        help_text: str = "a level file, - for standard input",
        metavar: str = "LEVEL",
        number: int | Literal["+"] = 1,
    ) -> None:
        """The inputs, which the verb handles one by one."""
        self.add_argument("inputs", metavar=metavar, nargs=number, help=help_text)

    def add_wishes(self) -> None:
        """``--set`` and ``--where``, together as ``settings``: what generated levels are to be."""
        self.option(
            "--set KEY=VALUE",
            "a parameter, or a fact to accept by: a number, a word, or a range A..B, A.. or ..B",
            setting,
            dest="settings",
            action=OncePerKey,
            default=[],
        )
        self.option(
            "--where EXPR",
            "what must hold of every level, such as 'moves 8..10 and not states>500'",
            expression,
            dest="settings",
            action=OncePerKey,
        )

    def add_solver(self) -> None:
        """``--strategy``, ``--depth``, ``--set``, ``--max-states``, ``--time`` and ``--rules``."""
        self.option("--strategy S", "the solver's way; see workbench games")
        most = "moves at most, for a strategy of limited depth"
        self.option("--depth N", most, whole(1, MAX_DEPTH))
        options = "an option of the strategy, such as stall=0; see workbench games"
        self.option("--set KEY=VALUE", options, setting, action=OncePerKey)
        enough = "give up once more states are known (default %(default)s)"
        self.option("--max-states N", enough, positive, default=DEFAULT_MAX_STATES)
        self.option("--time SECONDS", "give up after so many seconds", seconds)
        rules = "other rules, for games that have them: names separated by commas"
        self.option("--rules R", rules, words, action="extend")


class Once(argparse.Action):
    """Store a value, or True for a flag; refuse to do so twice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store it."""
        _require_first(self, parser, option_string)
        setattr(namespace, self.dest, True if self.nargs == 0 else values)


class Switch(argparse.BooleanOptionalAction):
    """Store what ``--NAME`` or ``--no-NAME`` says; refuse to do so twice."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store it."""
        _require_first(self, parser, option_string)
        super().__call__(parser, namespace, values, option_string)


class OncePerKey(argparse.Action):
    """Append a key with its value; refuse a key twice, but combine expressions."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Append it."""
        key, value = values
        found = dict(getattr(namespace, self.dest) or ())
        if key == WHERE.key and key in found:
            value = _both(self, found[key], value)
        elif key in found:
            raise argparse.ArgumentError(self, f"expected {quoted(key)} once, found it twice")
        setattr(namespace, self.dest, [*(found | {key: value}).items()])


class AllOf(argparse.Action):
    """Store an expression; combine it with an earlier one by ``and``."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        """Store it."""
        first = getattr(namespace, self.dest)
        setattr(namespace, self.dest, values if first is None else _both(self, first, values))


def _require_first(
    action: argparse.Action, parser: argparse.ArgumentParser, option: str | None
) -> None:
    """Refuse an option that was given before; arguments that are no options have no ``option``."""
    if option is None or not isinstance(parser, Parser):
        return
    if action.dest in parser.given:
        raise argparse.ArgumentError(action, "expected once, found twice")
    parser.given.add(action.dest)


def _both(action: argparse.Action, first: str, second: str) -> str:
    """Return the expression that holds where two expressions do.

    Raises:
        argparse.ArgumentError: a bracket or quote of one lacks its partner, and would reach into
            the other.
    """
    from engine.values.expression import LONGEST as LONGEST_WISH

    for text in (first, second):
        signs = _NO_SIGNS.sub("", text[:LONGEST_WISH])  # a longer one is refused in its turn
        while "()" in signs:
            signs = signs.replace("()", "")
        if signs:
            message = f"expected closed brackets and quotes, found {quoted(text)}"
            raise argparse.ArgumentError(action, message)
    return f"({first}) and ({second})"


def _marked(arguments: Sequence[str]) -> list[str]:
    """Mark the arguments behind :data:`OPTIONS_END`, or argparse takes some for options."""
    if OPTIONS_END not in arguments:
        return [*arguments]
    end = [*arguments].index(OPTIONS_END) + 1
    return [*arguments[:end], *(_PLAIN + argument for argument in arguments[end:])]


def _without_marks(args: argparse.Namespace) -> argparse.Namespace:
    """Remove the marks that :func:`_marked` made from all values."""
    for name, value in vars(args).items():
        if isinstance(value, str):
            setattr(args, name, value.removeprefix(_PLAIN))
        elif isinstance(value, list):
            plain = [v.removeprefix(_PLAIN) if isinstance(v, str) else v for v in value]
            setattr(args, name, plain)
    return args
