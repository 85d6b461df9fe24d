"""``workbench rebuild``: make a generated level again from what it records."""

from __future__ import annotations

import argparse
from functools import partial
from itertools import zip_longest

from engine import workshop
from engine.files import levelfile
from engine.files.tomltext import with_plain_ends
from engine.values.budget import Control
from workbench.cli.support import inputs, status
from workbench.cli.support.arguments import Parser
from workbench.service import running
from workbench.terminal import console
from workbench.text.status import steps_of


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs()
    parser.add_out()
    parser.add_json()


def each(args: argparse.Namespace, name: str) -> int:
    """Rebuilds a level and compares it with its file, byte for byte but for line ends."""
    if args.out is not None:
        inputs.require_level_name(args.out)
    stamp = None if args.out is None else inputs.stamp_of(args.out)
    content = with_plain_ends(inputs.content(name))
    level = levelfile.loads(content, name)
    game = workshop.require_playable(level)
    rebuilt = running.run(partial(workshop.regenerated, level), _progress)
    rebuilt = workshop.with_verdict(rebuilt, running.solve(game, rebuilt.board))
    text = levelfile.dumps(rebuilt)
    same = text.encode() == content
    if args.out is not None:
        inputs.save_unchanged(rebuilt, args.out, stamp)
    if args.json:
        console.json_line({"file": name, "same": same, "toml": text})
    elif args.out is None:
        console.level_file(text)
    verdict = "the same bytes" if same else _difference(content, text)
    console.note(f"{name}: rebuilt, {verdict}")
    return status.DONE if same else status.NEGATIVE


def _progress(control: Control) -> str:
    """How far the making has come, in words."""
    done = f": {steps_of(control.snapshot)}" if control.snapshot else ""
    return f"rebuilding{done}"


def _difference(content: bytes, text: str) -> str:
    """Where the file and the rebuilt text part."""
    lines = zip_longest(content.split(b"\n"), text.encode().split(b"\n"))
    number = next((n for n, (old, new) in enumerate(lines, start=1) if old != new), 0)
    return f"other bytes from line {number} on"
