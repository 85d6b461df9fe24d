"""``workbench trace``: what the solver tries, step by step."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.files import storage
from engine.game.reasoning import ReasonedTrace
from engine.values.trace import IndexedTrace, Trace, TraceRow
from workbench.cli.solve import solved_as_asked
from workbench.cli.support import status
from workbench.cli.support.arguments import Parser
from workbench.cli.support.conversions import ALL, node_numbers, positive, svg_file
from workbench.drawing import trees
from workbench.terminal import console, link
from workbench.terminal.console import Painter

if TYPE_CHECKING:
    from engine.search.moments import NodeMoment, TreeMoments

MOST_DRAWN = 1_000
"""Nodes of a tree that is drawn: more are no picture any more."""
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
    parser.option(
        "--tree FILE",
        "draw that tree as it stood then: as a picture in a file *.svg, or below, for -, as text",
        svg_file,
    )
    parser.flag("--unrefined", "of the article's first version, which inserts every parent")


def each(args: argparse.Namespace, name: str) -> int:
    """Prints the trace of a level."""
    _, solved = solved_as_asked(args, name)
    painter = console.painter(console.wants_color(args))
    trace = solved.trace
    if args.watch is None and args.tree is None and (args.at is not None or args.unrefined):
        raise EngineError("--at and --unrefined go with --watch NODES or --tree FILE")
    if args.at is not None and args.at > len(trace):
        raise EngineError(f"--at: the trace ends with row {len(trace)}")
    below = [] if args.watch is None and args.tree is None else _nodes(trace, args, painter)
    console.lines(lines(trace, args.limit, painter, explain=args.explain))
    console.lines(below)
    none = "no path: unsolvable" if solved.solvable is False else "no path found"
    console.line(none if solved.moves is None else f"path  {' '.join(solved.moves)}")
    return status.of_facts(solved.facts)


def _nodes(trace: Trace, args: argparse.Namespace, painter: Painter) -> list[str]:
    """What is to be shown of the nodes of a tree as they stood after a row; writes its picture.

    Raises:
        EngineError: the trace is of no tree, or there is no such row or node.
        LevelError: the picture cannot be written.
    """
    from engine.search.traces.graph_trace import GraphTrace

    graph = trace if isinstance(trace, GraphTrace) else None
    moments = None if graph is None else graph.moments(refined=not args.unrefined)
    if graph is None or moments is None:
        option = "--watch" if args.tree is None else "--tree"
        raise EngineError(f"{option}: only Skiddy's strategy published makes a tree of nodes")
    moment = moments.length if args.at is None else args.at - 1
    version = ", the article's first version" if args.unrefined else ""
    title = f"nodes after row {moment + 1:,} of {len(trace):,}{version}"
    drawn = [] if args.tree is None else _drawn(moments, moment, graph.letters, title, args.tree)
    watched = [] if args.watch is None else _watched(moments, moment, args.watch, painter)
    return [painter(title, "title"), *drawn, *watched] if drawn or watched else []


def _watched(
    moments: TreeMoments, moment: int, watched: Sequence[int] | str, painter: Painter
) -> list[str]:
    """Nodes in aligned columns."""
    chosen = range(moments.count(moment)) if watched == ALL else [int(each) for each in watched]
    if any(number >= moments.total for number in chosen):
        raise EngineError(f"--watch: the nodes end with S{moments.total - 1}")
    table = [HEADINGS, *(_fields(number, moments.node(number, moment)) for number in chosen)]
    head, *others = console.table(table, indent=0)
    return [painter(head, "quiet"), *others]


def _drawn(
    moments: TreeMoments, moment: int, words: Sequence[str], title: str, file: str
) -> Sequence[str]:
    """The tree as lines of text; none if it is drawn in a file."""
    count, most = moments.count(moment), MOST_DRAWN
    if count > most:
        raise EngineError(f"--tree: there are {count:,} nodes by then, {most:,} can be drawn")
    found = (moments.node(number, moment) for number in range(count))
    nodes = [node for node in found if node is not None]
    if file != "-":
        storage.replace_file(Path(file), trees.svg(nodes, words, title).encode())
        return ()
    ascii_only = not link.detect().utf8
    return [
        f"{lead}{trees.node_text(node, words)}"
        for lead, node in trees.branches(nodes, ascii_only=ascii_only)
    ]


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
