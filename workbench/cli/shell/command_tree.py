"""The parser of the whole command line, with every verb and sub-command, for other programs' eyes.

A command declares only its own options, so that it starts fast. Completion scripts and the manual
page need all of them at once.
"""

from __future__ import annotations

import importlib

from workbench.cli import HELP, SUBCOMMANDS, VERBS
from workbench.cli.play import add_options
from workbench.cli.support.argument_parser import VerbParser

ROOT_DESCRIPTION = "Generate, solve, explain and edit puzzle levels."


def build_parser() -> VerbParser:
    """Return a parser of the options of the app, with a sub-parser for each verb."""
    root = VerbParser("workbench", ROOT_DESCRIPTION)
    add_options(root)
    verbs = root.add_subparsers(metavar="VERB", parser_class=VerbParser)
    for verb, text in VERBS.items():
        module = importlib.import_module(f"workbench.cli.{verb}")
        parser = verbs.add_parser(verb, prog=f"workbench {verb}", description=text, help=text)
        if verb not in SUBCOMMANDS:
            module.add_arguments(parser)
            continue
        commands = parser.add_subparsers(metavar="COMMAND", parser_class=VerbParser)
        for name, words in SUBCOMMANDS[verb].items():
            prog = f"workbench {verb} {name}"
            module.add_arguments(
                commands.add_parser(name, prog=prog, description=words, help=words), name
            )
    text = "explain a verb"
    parser = verbs.add_parser(HELP, prog=f"workbench {HELP}", description=text, help=text)
    parser.add_argument("verb", metavar="VERB", nargs="?", choices=[*VERBS], help=text)
    every = [name for names in SUBCOMMANDS.values() for name in names]
    parser.add_argument("command", metavar="COMMAND", nargs="?", choices=every, help="of the verb")
    return root
