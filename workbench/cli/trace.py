"""``workbench trace``: print the solver's trace row by row."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.files import storage
from engine.game import registry
from engine.game.reasoned_trace import ReasonedTrace
from engine.values.level import Level
from engine.values.solver_trace import IndexedTrace, Trace, TraceRow
from workbench.cli.solve import solve_with_arguments
from workbench.cli.support import exit_status
from workbench.cli.support.argument_parser import VerbParser
from workbench.cli.support.argument_types import (
    ALL_NODES,
    parse_node_numbers,
    parse_positive,
    parse_svg_path,
)
from workbench.drawing import analyser_search_tree
from workbench.terminal import capabilities, command_line_output
from workbench.terminal.command_line_output import Painter
from workbench.text import trace_text

if TYPE_CHECKING:
    from engine.search.solver_result import SolverResult
    from engine.search.tree_snapshots import NodeSnapshot, TreeSnapshots

MAX_DRAWN_NODES = 1_000
"""The largest number of nodes in a tree that can be drawn. Larger trees would be illegible."""
SAMPLE = 20
"""The number of rows at either end of a trace from which the widths of its columns are found."""
CONCLUSION_CELLS = 3
"""The number of columns of a trace of conclusions, which has no column for a parent."""
HEADINGS = ("node", "state", "index", "depth", "parent", "secondary parents", "value")


def add_arguments(parser: VerbParser) -> None:
    """Declare the verb's arguments."""
    parser.add_inputs()
    parser.add_solver()
    parser.add_option("--limit N", "print at most N rows", parse_positive)
    parser.add_flag("--explain", "below each row what came of it, and what it marked")
    watched = "nodes to show below, such as 0,3,8, or all, if the strategy makes a tree of nodes"
    parser.add_option("--watch NODES", watched, parse_node_numbers)
    parser.add_option(
        "--at ROW",
        "watch them as they stood after this row, from 1; by default the last",
        parse_positive,
    )
    parser.add_option(
        "--tree FILE",
        "draw that tree as it stood then: as a picture in a file *.svg, or below, for -, as text",
        parse_svg_path,
    )
    parser.add_flag("--unrefined", "of the article's first version, which inserts every parent")


def process_input(args: argparse.Namespace, name: str) -> int:
    """Solve a level, print the trace, and return the exit status."""
    level, solved = solve_with_arguments(args, name)
    painter = command_line_output.create_painter(command_line_output.wants_color(args))
    trace = solved.trace
    if args.watch is None and args.tree is None and (args.at is not None or args.unrefined):
        raise EngineError("--at and --unrefined go with --watch NODES or --tree FILE")
    if args.at is not None and args.at > len(trace):
        raise EngineError(f"--at: the trace ends with row {len(trace)}")
    # Compute these lines before printing the trace, so that any error comes before the long output.
    below = [] if args.watch is None and args.tree is None else _format_nodes(trace, args, painter)
    command_line_output.print_lines(
        format_trace(level, solved, args.limit, painter, explain=args.explain)
    )
    command_line_output.print_lines(below)
    none = "no path: unsolvable" if solved.solvable is False else "no path found"
    command_line_output.print_line(
        none if solved.moves is None else f"path  {' '.join(solved.moves)}"
    )
    return exit_status.get_status_of_facts(solved.facts)


def _format_nodes(trace: Trace, args: argparse.Namespace, painter: Painter) -> list[str]:
    """Return the tree that the strategy made, and the watched nodes, as text.

    If ``--tree`` names a file, the tree is drawn as a picture in that file instead.

    Raises:
        EngineError: The trace has no tree, the tree is too large to draw, or a node does not exist.
        LevelError: The picture cannot be written.
    """
    from engine.search.traces.graph_trace import GraphTrace

    graph = trace if isinstance(trace, GraphTrace) else None
    moments = None if graph is None else graph.create_snapshots(refined=not args.unrefined)
    if graph is None or moments is None:
        option = "--watch" if args.tree is None else "--tree"
        raise EngineError(
            f"{option}: the strategy {trace.strategy} makes no tree of nodes; --strategy names "
            "another"
        )
    # Users count rows from 1, but snapshots count them from 0.
    moment = moments.last_moment if args.at is None else args.at - 1
    version = ", the article's first version" if args.unrefined else ""
    title = f"nodes after row {moment + 1:,} of {len(trace):,}{version}"
    drawn = (
        [] if args.tree is None else _draw_tree(moments, moment, graph.move_words, title, args.tree)
    )
    watched = (
        [] if args.watch is None else _format_watched_nodes(moments, moment, args.watch, painter)
    )
    return [painter(title, "title"), *drawn, *watched] if drawn or watched else []


def _format_watched_nodes(
    moments: TreeSnapshots, moment: int, watched: Sequence[int] | str, painter: Painter
) -> list[str]:
    """Return a table of the watched nodes; raise EngineError if one does not exist."""
    chosen = (
        range(moments.count_nodes(moment))
        if watched == ALL_NODES
        else [int(each) for each in watched]
    )
    if any(number >= moments.node_count for number in chosen):
        raise EngineError(f"--watch: the nodes end with S{moments.node_count - 1}")
    table = [
        HEADINGS,
        *(_list_fields(number, moments.get_node(number, moment)) for number in chosen),
    ]
    head, *others = command_line_output.format_table(table, indent=0)
    return [painter(head, "quiet"), *others]


def _draw_tree(
    moments: TreeSnapshots, moment: int, words: Sequence[str], title: str, file: str
) -> Sequence[str]:
    """Return the tree as lines of text, or draw it as a picture and return no lines.

    Args:
        moments: The snapshots of the tree.
        moment: The trace row after which to draw the tree, counted from 0.
        words: The names of the game's moves, which a node's ``index`` refers to.
        title: The title of the picture.
        file: The file for the picture, or ``-`` for text.
    """
    count, most = moments.count_nodes(moment), MAX_DRAWN_NODES
    if count > most:
        raise EngineError(f"--tree: there are {count:,} nodes by then, {most:,} can be drawn")
    found = (moments.get_node(number, moment) for number in range(count))
    nodes = [node for node in found if node is not None]
    if file != "-":
        storage.replace_file(
            Path(file), analyser_search_tree.draw_svg(nodes, words, title).encode()
        )
        return ()
    ascii_only = not capabilities.detect_terminal().utf8
    return [
        f"{lead}{analyser_search_tree.describe_node(node, words)}"
        for lead, node in analyser_search_tree.layout_lines(nodes, ascii_only=ascii_only)
    ]


def _list_fields(number: int, node: NodeSnapshot | None) -> tuple[str, ...]:
    """Return the table row for node ``number``; ``node`` is None if it does not exist yet."""
    if node is None:
        return (f"S{number}", "not generated yet", *[""] * (len(HEADINGS) - 2))
    parent = "none" if node.parent is None else f"S{node.parent}"
    secondary = " ".join(f"S{other}" for other in node.secondary) or "none"
    numbers = str(node.index), str(node.depth)
    return (f"S{number}", node.label_title, *numbers, parent, secondary, f"{node.value:#x}")


def format_trace(
    level: Level, solved: SolverResult, limit: int | None, painter: Painter, *, explain: bool
) -> Iterator[str]:
    """Yield the lines of a trace one by one, because they may not all fit in memory.

    Args:
        level: The level that was solved.
        solved: The result with the trace.
        limit: The largest number of rows to print, or None for all rows.
        painter: The painter that colours the text.
        explain: True to add an explanation below each row.
    """
    game, trace = registry.get_game(level.game), solved.trace
    picture = game.boards.draw_picture(level.board)
    total = len(trace)
    shown = total if limit is None else min(limit, total)
    # Names get longer towards the end, so a few rows are enough to determine the column widths.
    places = [*range(min(shown, SAMPLE)), *range(max(shown - SAMPLE, 0), shown)]
    sample = [_list_cells(trace, trace[index]) for index in places]
    headings = _insert_parent(trace_text.list_headings(game, trace), "from")
    widths = [max(map(len, column)) for column in zip(headings, *sample, strict=True)]
    ended = solved.facts.get("complete") is not False
    note = "" if ended else f", {trace_text.PROVISIONAL}: the search did not end"
    yield painter(f"{trace.strategy} trace, {total:,} rows{note}", "title")
    yield painter(_join_cells(headings, widths), "quiet")
    indent = " " * (sum(widths[:2]) + 4)
    for index in range(shown):
        row = trace[index]
        cells = _list_cells(trace, row)
        text = _join_cells((*cells, "on path") if row.on_path else cells, widths)
        style = "good" if row.on_path else "quiet" if row.dead else ""
        yield painter(text, style) if style else text
        if isinstance(trace, ReasonedTrace):
            yield from (f"{indent}{reason}" for reason in trace.list_reasons(index))
        elif explain and isinstance(trace, IndexedTrace):
            said = trace.explain_row(index)
            if row.dead and not row.lost:
                moves = trace.moves_to(index)
                said += f" {trace_text.explain_dead_end(solved.traps, picture, moves)}"
            yield f"{indent}{said}"
    if shown < total:
        yield painter(f"{total - shown:,} more rows", "quiet")


def _list_cells(trace: Trace, row: TraceRow) -> tuple[str, ...]:
    return _insert_parent(trace_text.list_cells(trace, row), row.parent)


def _insert_parent(cells: tuple[str, ...], parent: str) -> tuple[str, ...]:
    """Insert the state from which a move was tried, unless the cells are those of a conclusion."""
    return (*cells[:2], parent, *cells[2:]) if len(cells) > CONCLUSION_CELLS else cells


def _join_cells(cells: Sequence[str], widths: Sequence[int]) -> str:
    # The mark of the solution, behind the last column, has no width.
    padded = (f"{text:{width}}" for text, width in zip_longest(cells, widths, fillvalue=0))
    return "  ".join(padded).rstrip()
