"""A snapshot of the published analyser's search tree, as lines of text and as a picture.

A node stores only its parents, so lines lead upwards: a solid line to the parent that generated the
node, and a dashed line to each secondary parent. Wins are not nodes, so they are not drawn.

Source: the figure "reversed tree" in A. Baldiraghi, "The level design process of Skiddy", part 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.search.tree_snapshots import NodeSnapshot

_ACROSS, _DOWN = 96, 84
"""The distances between neighbouring nodes, and between consecutive depths, in pixels."""
_WIDE, _HIGH = 80, 38
_EDGE, _TOP = 24, 64
_COLOURS = {"MaxCombo": "#15803d", "Ok": "#0b5fa5", "DeadEnd": "#6b7280"}
_FILLS = {"MaxCombo": "#dcfce7", "Ok": "#dbeafe", "DeadEnd": "#f3f4f6"}


def layout_lines(
    nodes: Sequence[NodeSnapshot], *, ascii_only: bool
) -> Iterator[tuple[str, NodeSnapshot]]:
    """Yield each node with the tree lines to draw before it; parents come before their children.

    ``nodes`` are the first nodes of a tree, sorted by number, so each comes after its parent.
    """
    last, other, down = ("`- ", "|- ", "|  ") if ascii_only else ("└─ ", "├─ ", "│  ")
    children = _list_children(nodes)
    waiting = [(nodes[0], "", "")] if nodes else []
    while waiting:
        node, lead, below = waiting.pop()
        yield lead, node
        among = children[node.number]
        # Push the first child last, because the last node pushed is the first to be taken.
        for child in reversed(among):
            at_end = child is among[-1]
            led = below + (last if at_end else other), below + ("   " if at_end else down)
            waiting.append((child, *led))


def describe_node(node: NodeSnapshot, move_texts: Sequence[str]) -> str:
    """Return a description of a node: its move, name, label and secondary parents."""
    move = f"{move_texts[node.index]} " if node.parent is not None else ""
    also = " ".join(f"S{number}" for number in node.secondary)
    return f"{move}S{node.number} {node.label_title}{f', also from {also}' if also else ''}"


def _list_children(nodes: Iterable[NodeSnapshot]) -> Mapping[int, list[NodeSnapshot]]:
    """Return the children of each node, in the order in which they were generated."""
    found: dict[int, list[NodeSnapshot]] = {}
    for node in nodes:
        found[node.number] = []
        if node.parent is not None:
            found[node.parent].append(node)
    return found


def draw_svg(nodes: Sequence[NodeSnapshot], move_texts: Sequence[str], title: str) -> str:
    """Draw the tree as SVG, with each node at its depth.

    ``move_texts`` are the moves as strings, which label the lines from parents to their children.
    """
    places = _place_nodes(nodes)
    widest = max(x for x, _ in places.values())
    deepest = max(y for _, y in places.values())
    width, height = int(widest + _WIDE / 2 + _EDGE), int(deepest + _HIGH + _EDGE)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' font-family='sans-serif' font-size='12'>",
        "<defs><marker id='to' viewBox='0 0 8 8' refX='8' refY='4' markerWidth='7' "
        "markerHeight='7' orient='auto'><path d='M0 0L8 4L0 8z' fill='#525252'/></marker></defs>",
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
        f"<text x='{_EDGE}' y='28' font-size='15'>{escape(title)}</text>",
    ]
    for node in nodes:
        parts += _draw_lines(node, places, move_texts)
    parts += (_draw_node(node, *places[node.number]) for node in nodes)
    return "\n".join((*parts, "</svg>", ""))


def _place_nodes(nodes: Sequence[NodeSnapshot]) -> Mapping[int, tuple[float, float]]:
    """Return the position of each node's top centre; a parent is midway above its children."""
    children = _list_children(nodes)
    across: dict[int, float] = {}
    leaves = 0
    order = [node for _, node in layout_lines(nodes, ascii_only=True)]
    for node in order:
        if not children[node.number]:
            across[node.number] = _EDGE + _WIDE / 2 + _ACROSS * leaves
            leaves += 1
    # In preorder, children follow their parents, so the reverse order places children first.
    for node in reversed(order):
        below = [across[child.number] for child in children[node.number]]
        if below:
            across[node.number] = (below[0] + below[-1]) / 2
    return {node.number: (across[node.number], _TOP + _DOWN * node.depth) for node in nodes}


def _draw_lines(
    node: NodeSnapshot, places: Mapping[int, tuple[float, float]], move_texts: Sequence[str]
) -> Iterator[str]:
    """Draw the lines from a node to its parents."""
    x, y = places[node.number]
    if node.parent is not None:
        to_x, to_y = places[node.parent]
        yield _draw_line(f"M{x:.0f} {y:.0f}L{to_x:.0f} {to_y + _HIGH:.0f}", "")
        at = x + (to_x - x) * 0.3 + 7, y + (to_y + _HIGH - y) * 0.3
        word = escape(move_texts[node.index])
        yield f"<text x='{at[0]:.0f}' y='{at[1]:.0f}' fill='#525252'>{word}</text>"
    for other in node.secondary:
        yield _draw_line(_draw_bow((x, y), places[other]), "4 3")


def _draw_bow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return an SVG path from a node to a secondary parent, curved to avoid other nodes."""
    (x, y), (to_x, to_y) = start, end
    # Other nodes of the same depth may be in between, so let the curve pass below them.
    if y == to_y:
        low = y + _HIGH
        aside = _WIDE / 4 if x <= to_x else -_WIDE / 4
        return (
            f"M{x + aside:.0f} {low:.0f}Q{(x + to_x) / 2:.0f} {low + _HIGH:.0f} "
            f"{to_x - aside:.0f} {low:.0f}"
        )
    side = _WIDE / 2 if to_x >= x else -_WIDE / 2
    to_x += side if to_x == x else -side
    return (
        f"M{x + side:.0f} {y + _HIGH / 2:.0f}Q{x + side * 1.6:.0f} {(y + to_y + _HIGH) / 2:.0f} "
        f"{to_x:.0f} {to_y + _HIGH / 2:.0f}"
    )


def _draw_line(path: str, dash: str) -> str:
    broken = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<path d='{path}' fill='none' stroke='#525252'{broken} marker-end='url(#to)'/>"


def _draw_node(node: NodeSnapshot, x: float, y: float) -> str:
    colour, fill = _COLOURS[node.label_title], _FILLS[node.label_title]
    box = f"x='{x - _WIDE / 2:.0f}' y='{y:.0f}' width='{_WIDE}' height='{_HIGH}' rx='5'"
    middle = f"x='{x:.0f}' text-anchor='middle' fill='{colour}'"
    return (
        f"<rect {box} fill='{fill}' stroke='{colour}' stroke-width='1.5'/>"
        f"<text {middle} y='{y + 16:.0f}' font-weight='bold'>S{node.number}</text>"
        f"<text {middle} y='{y + 31:.0f}'>{node.label_title}</text>"
    )
