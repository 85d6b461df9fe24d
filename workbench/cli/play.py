"""``workbench play``: straight to the playtest screen."""

from __future__ import annotations

import argparse

from workbench.cli import app
from workbench.cli.arguments import Parser


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_level("a level file")
    app.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Opens the app on the level, to be played."""
    return app.open_app(args.level, "play", args)
