r"""An argument parser that reports errors in one line and provides the options that verbs share.

An option never silently replaces an earlier one. Giving an option twice is an error, unless its
action combines the values. The default action is therefore :class:`StoreOnce`. An option with a
short form has the same one in every verb; see :data:`SHORT_FORMS`.

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

from engine.errors import MAX_QUOTED, clip_text, quote_input, suggest_similar
from engine.values.budget import DEFAULT_MAX_STATES, MAX_DEPTH
from workbench.cli.support import exit_status
from workbench.cli.support.argument_actions import OncePerKey, PrintVersion, StoreOnce
from workbench.cli.support.argument_types import (
    build_integer_parser,
    parse_constraint,
    parse_positive,
    parse_seconds,
    parse_setting,
    parse_words,
)
from workbench.terminal import command_line_output

OPTIONS_END = "--"
"""The separator after which no argument is an option."""
_OPERAND_MARK = "\0"
"""The mark to put before each argument that follows :data:`OPTIONS_END`."""
SHORT_FORMS = {
    "--aim": "-a", "--count": "-n", "--format": "-f", "--help": "-h", "--iterations": "-i",
    "--jobs": "-j", "--levels": "-n", "--limit": "-l", "--moves": "-m", "--out": "-o",
    "--quiet": "-q", "--seed": "-s", "--set": "-p", "--time": "-t", "--version": "-V",
    "--where": "-w",
}  # fmt: skip
"""The short forms of the most used options, which mean the same in every verb."""
COLOR_CHOICES = ("always", "auto", "never")
"""The values of ``--color``."""
_UNRECOGNIZED = "unrecognized arguments: "
_BOTH_FORMS = r"(--[a-z-]+)/-[a-zA-Z]\b"
"""A pattern for an option in argparse's messages, which name both of its forms."""
_FLAG = ("--count", 0)
_LONG_WORD = re.compile(rf"'[^']{{{MAX_QUOTED},}}'|\S{{{MAX_QUOTED},}}")


def _clip_match(found: re.Match[str]) -> str:
    return clip_text(found[0])


class HelpFormatter(argparse.HelpFormatter):
    """A formatter that names each option once: its short form, its long form, then its value."""

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or isinstance(action, argparse.BooleanOptionalAction):
            return super()._format_action_invocation(action)
        names = ", ".join(sorted(action.option_strings, key=len))
        value = "" if action.nargs == 0 else f" {self._format_args(action, action.dest.upper())}"
        return names + value


class RawHelpFormatter(HelpFormatter, argparse.RawDescriptionHelpFormatter):
    """A formatter that also keeps the line breaks of descriptions."""


def _create_help_formatter(prog: str) -> argparse.HelpFormatter:
    """Create a help formatter with a fixed width, to avoid looking up the terminal's width."""
    return argparse.HelpFormatter(prog, width=80)


class VerbParser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line and exits with status 2.

    Attributes:
        help_formatter: The formatter of the help, which uses the terminal's width.
        hides_arguments: True while the options for an older form are declared.
        given_options: The destinations of the options that were given so far.
        option_names: The names of all options that the help lists.
    """

    help_formatter: type[argparse.HelpFormatter] = HelpFormatter
    hides_arguments = False

    def __init__(self, prog: str, description: str) -> None:
        self.given_options: set[str] = set()
        self.option_names: list[str] = []
        super().__init__(
            prog=prog,
            description=description,
            allow_abbrev=False,
            # argparse creates a formatter for every argument that is declared, so it must be cheap.
            formatter_class=_create_help_formatter,
        )
        self.register("action", None, StoreOnce)  # the default action
        when = "colours: always, never, or auto (default), on a terminal"
        self.add_option("--color WHEN", when, choices=COLOR_CHOICES)
        # The older name of `--color=never`, and an option that needs no line in every help.
        self.add_argument(
            "--no-color", dest="color", nargs=0, const="never", help=argparse.SUPPRESS
        )
        self.add_argument("--version", action=PrintVersion, nargs=0, help=argparse.SUPPRESS)
        self.add_flag("--quiet", "no notes and no progress on standard error")

    def add_argument(self, *names: Any, **more: Any) -> argparse.Action:
        """Declare an argument, with its short form, if it has one.

        The argument is hidden from the help if :attr:`hides_arguments` is true.
        """
        # The flag `--count` of catalogues is another option than the `--count N` of other verbs.
        if len(names) == 1 and names[0] in SHORT_FORMS and (names[0], more.get("nargs")) != _FLAG:
            names = (*names, SHORT_FORMS[names[0]])
        if self.hides_arguments:
            more["help"] = argparse.SUPPRESS
        elif more.get("help") is not argparse.SUPPRESS:
            self.option_names += [name for name in names if name.startswith("--")]
        return super().add_argument(*names, **more)

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
        command_line_output.print_lines(self.format_help().splitlines())

    def error(self, message: str) -> NoReturn:
        """Print an error message in one line, and exit with the status for wrong usage."""
        message = re.sub(_BOTH_FORMS, r"\1", message)
        head, colon, refused = message.replace(_OPERAND_MARK, "").partition(_UNRECOGNIZED)
        # Some of argparse's messages quote an argument in full, so shorten long words.
        text = head + colon + clip_text(refused) if colon else _LONG_WORD.sub(_clip_match, message)
        hint = self._suggest_option(refused)
        end = hint or ("" if text.endswith("?") else ";")
        command_line_output.print_error(f"{self.prog}: {text}{end} see {self.prog} --help")
        raise SystemExit(exit_status.REFUSED)

    def _suggest_option(self, refused: str) -> str:
        """Return a hint at the option that resembles the first option in ``refused``, or ""."""
        given = next((word for word in refused.split(" ") if word.startswith("--")), "")
        # Without the dashes, which all options have in common.
        name = given.partition("=")[0][2:MAX_QUOTED]
        hint = suggest_similar(name, (each[2:] for each in self.option_names)) if name else ""
        return f"; {hint.replace('you mean ', 'you mean --')}" if hint else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Check that a value is one of the action's choices.

        Raises:
            argparse.ArgumentError: The value is none of them. The message names all of them.
        """
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        hint = suggest_similar(str(value)[:MAX_QUOTED], choices)
        wanted = f"expected {' or '.join(choices)}, found {quote_input(value)}"
        raise argparse.ArgumentError(action, f"{wanted}; {hint}" if hint else wanted)

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
        self.add_option("--strategy S", "the solver's way; see workbench games GAME")
        most = "moves at most, for a strategy of limited depth"
        self.add_option("--depth N", most, build_integer_parser(1, MAX_DEPTH))
        options = "an option of the strategy, such as stall=0; see workbench games GAME"
        self.add_option("--set KEY=VALUE", options, parse_setting, action=OncePerKey)
        enough = "give up once more states are known (default %(default)s)"
        self.add_option("--max-states N", enough, parse_positive, default=DEFAULT_MAX_STATES)
        self.add_option("--time SECONDS", "give up after this many seconds", parse_seconds)
        rules = "other rules, for games that have them: names separated by commas"
        self.add_option("--rules R", rules, parse_words, action="extend")


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
