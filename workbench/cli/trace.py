"""``workbench trace``: what the solver tries, step by step."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from engine.game.reasoning import ReasonedTrace
from engine.values.trace import Trace, TraceRow
from workbench.cli import status
from workbench.cli.arguments import Parser, positive
from workbench.cli.solve import solved_as_asked
from workbench.terminal import console
from workbench.terminal.console import Painter


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs()
    parser.add_solver()
    parser.option("--limit N", "print at most N rows", positive)


def each(args: argparse.Namespace, name: str) -> int:
    """Prints the trace of a level."""
    _, solved = solved_as_asked(args, name)
    painter = console.painter(console.wants_color(args))
    console.lines(lines(solved.trace, args.limit, painter))
    none = "no path: unsolvable" if solved.solvable is False else "no path found"
    console.line(none if solved.moves is None else f"path  {' '.join(solved.moves)}")
    return status.of_facts(solved.facts)


def lines(trace: Trace, limit: int | None, painter: Painter) -> Iterator[str]:
    """The trace in aligned columns, made row by row: it may be far longer than memory."""
    total = len(trace)
    shown = total if limit is None else min(limit, total)
    # Names grow along a trace, so the last rows have the widest.
    sample = [trace[index] for index in {0, shown // 2, shown - 1} if 0 <= index < shown]
    name = max([6, *(len(row.name) for row in sample)])
    move = max([4, *(len(row.move) for row in sample)])
    header = f"{'name':{name}}  {'from':{name}}  {'move':{move}}  depth  result"
    yield painter(f"{trace.strategy} trace, {total:,} rows", "title")
    yield painter(header, "quiet")
    for index in range(shown):
        row = trace[index]
        text = f"{row.name:{name}}  {row.parent:{name}}  {row.move:{move}}  {row.depth:5}  "
        text += _result(row)
        style = "good" if row.on_path else "quiet" if row.dead else ""
        yield painter(text, style) if style else text
        if isinstance(trace, ReasonedTrace):
            yield from (f"{'':{name + 2}}{reason}" for reason in trace.reasons(index))
    if shown < total:
        yield painter(f"{total - shown:,} more rows", "quiet")


def _result(row: TraceRow) -> str:
    marks = [mark for mark, set_ in (("on path", row.on_path), ("dead end", row.dead)) if set_]
    return f"{row.result:12}  {', '.join(marks)}" if marks else row.result
