"""``workbench completion``: print the completion script of a shell."""

from __future__ import annotations

import argparse

from workbench.cli.support import exit_status
from workbench.cli.support.argument_parser import VerbParser
from workbench.terminal import command_line_output

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    shells = "bash, zsh or fish; the script says at its top where to put it"
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=shells)


def run(args: argparse.Namespace) -> int:
    """Print the completion script, which knows the games that are installed now."""
    from workbench.cli.shell.completion_script import build_script

    command_line_output.write_content(build_script(args.shell))
    return exit_status.DONE
