"""``workbench convert``: levels from one format to another."""

from __future__ import annotations

import argparse
import os

from engine import workshop
from engine.files import convert, endings, sharing
from engine.files.storage import replace_file
from engine.files.tomltext import decode, has_comments
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.terminal import console

_FORMATS = "toml, json, share, or a text format of the game (text)"


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs("a level in any format, a share string, - for standard input", "FILE")
    parser.option("--to FORMAT", f"{_FORMATS}; default by --out, else toml")
    parser.option("--from FORMAT", "the format of FILE; told from its content", dest="source")
    parser.option("--game GAME", "whose text FILE is, where it cannot be told")
    parser.flag("--drafts", "accept boards that break a rule")
    parser.add_out()


def each(args: argparse.Namespace, name: str) -> int:
    """Converts a level."""
    # As bytes that came as an argument, of which not all are UTF-8.
    content = os.fsencode(name) if sharing.is_share_string(name) else inputs.content(name)
    level = convert.read(content, inputs.label(name), form=args.source, game=args.game)
    if not args.drafts:
        workshop.require_playable(level)
    form = endings.chosen_format(args.out, args.to, (*convert.FORMS, convert.TEXT)) or "toml"
    text = convert.write(level, form)
    if args.out is None:
        text = convert.escaped(text, form)
    gone = [*convert.lost(level, text, form)]
    source = args.source or convert.form_of(decode(content), args.game)
    if source == "toml" and has_comments(content):
        gone.append("comments")
    if args.out is None:
        console.exactly(text)
    elif form == "toml":
        inputs.save(level, args.out)
    else:
        replace_file(args.out, text.encode())
    if gone:
        console.note(f"{name}: {form} has no place for {', '.join(gone)}")
    return status.DONE
