"""``workbench trace``: what the solver tries, step by step."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.game.reasoning import ReasonedTrace
from engine.values.trace import IndexedTrace, Trace, TraceRow
from workbench.cli import status
from workbench.cli.arguments import ALL, Parser, node_numbers, positive
from workbench.cli.solve import solved_as_asked
from workbench.terminal import console
from workbench.terminal.console import Painter

if TYPE_CHECKING:
    from engine.search.moments import NodeMoment

HEADINGS = ("node", "state", "index", "depth", "parent", "secondary parents", "value")


def arguments(parser: Parser) -> None:
    """Declares the verb's arguments."""
    parser.add_inputs()
    parser.add_solver()
    parser.option("--limit N", "print at most N rows", positive)
    parser.flag("--explain", "below each row what came of it, and what it marked")
    watched = "nodes of the published analyser's tree to show below, such as 0,3,8, or all"
    parser.option("--watch NODES", watched, node_numbers)
    parser.option(
        "--at ROW", "watch them as they stood after this row, from 1; by default the last", positive
    )
    parser.flag("--unrefined", "watch the article's first version, which inserts every parent")


def each(args: argparse.Namespace, name: str) -> int:
    """Prints the trace of a level."""
    _, solved = solved_as_asked(args, name)
    painter = console.painter(console.wants_color(args))
    trace = solved.trace
    if args.watch is None and (args.at is not None or args.unrefined):
        raise EngineError("--at and --unrefined go with --watch NODES")
    if args.at is not None and args.at > len(trace):
        raise EngineError(f"--at: the trace ends with row {len(trace)}")
    watched = None if args.watch is None else _watched(trace, args, painter)
    console.lines(lines(trace, args.limit, painter, explain=args.explain))
    if watched is not None:
        console.lines(watched)
    none = "no path: unsolvable" if solved.solvable is False else "no path found"
    console.line(none if solved.moves is None else f"path  {' '.join(solved.moves)}")
    return status.of_facts(solved.facts)


def _watched(trace: Trace, args: argparse.Namespace, painter: Painter) -> list[str]:
    """Nodes of a tree as they stood after a row, in aligned columns.

    Raises:
        EngineError: the trace is of no tree, or there is no such node.
    """
    from engine.search.traces.reversed_trace import ReversedTreeTrace

    if not isinstance(trace, ReversedTreeTrace):
        raise EngineError("--watch: only Skiddy's strategy published makes a tree of nodes")
    moments = trace.moments(refined=not args.unrefined)
    moment = moments.length if args.at is None else args.at - 1
    chosen = range(moments.count(moment)) if args.watch == ALL else args.watch
    if any(number >= moments.tree.count for number in chosen):
        raise EngineError(f"--watch: the nodes end with S{moments.tree.count - 1}")
    table = [HEADINGS, *(_fields(number, moments.node(number, moment)) for number in chosen)]
    head, *others = console.table(table, indent=0)
    version = ", the article's first version" if args.unrefined else ""
    title = painter(f"nodes after row {moment + 1:,} of {len(trace):,}{version}", "title")
    return [title, painter(head, "quiet"), *others]


def _fields(number: int, node: NodeMoment | None) -> tuple[str, ...]:
    """What is known of a node, by column."""
    if node is None:
        return (f"S{number}", "not generated yet", *[""] * (len(HEADINGS) - 2))
    parent = "none" if node.parent is None else f"S{node.parent}"
    secondary = " ".join(f"S{other}" for other in node.secondary) or "none"
    numbers = str(node.index), str(node.depth)
    return (f"S{number}", node.state, *numbers, parent, secondary, f"{node.value:#x}")


def lines(
    trace: Trace, limit: int | None, painter: Painter, *, explain: bool = False
) -> Iterator[str]:
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
        elif explain and isinstance(trace, IndexedTrace):
            yield f"{'':{name + 2}}{trace.explain(index)}"
    if shown < total:
        yield painter(f"{total - shown:,} more rows", "quiet")


def _result(row: TraceRow) -> str:
    marks = [mark for mark, set_ in (("on path", row.on_path), ("dead end", row.dead)) if set_]
    return f"{row.result:12}  {', '.join(marks)}" if marks else row.result
