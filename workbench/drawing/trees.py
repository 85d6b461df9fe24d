"""The published analyser's tree as it stood at a moment: as lines of text, and as a picture.

A node knows its parents only, so lines lead upwards: a whole one to the parent that a node was
generated from, a broken one to each of its secondary parents. Wins are no nodes, and are not drawn.
Source: the figure "reversed tree" of A. Baldiraghi, "The level design process of Skiddy", part 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.search.moments import NodeMoment

_ACROSS, _DOWN = 96, 84
"""Pixels from one node to the next, and from one depth to the next."""
_WIDE, _HIGH = 80, 38
_EDGE, _TOP = 24, 64
_COLOURS = {"MaxCombo": "#15803d", "Ok": "#0b5fa5", "DeadEnd": "#6b7280"}
_FILLS = {"MaxCombo": "#dcfce7", "Ok": "#dbeafe", "DeadEnd": "#f3f4f6"}


def branches(nodes: Sequence[NodeMoment], *, ascii_only: bool) -> Iterator[tuple[str, NodeMoment]]:
    """Every node below the parent that it was generated from, with the lines that lead to it.

    ``nodes`` are the first of a tree, by their numbers; none stands before its parent.
    """
    last, other, down = ("`- ", "|- ", "|  ") if ascii_only else ("└─ ", "├─ ", "│  ")
    children = _children(nodes)
    waiting = [(nodes[0], "", "")] if nodes else []
    while waiting:
        node, lead, below = waiting.pop()
        yield lead, node
        among = children[node.number]
        for child in reversed(among):
            at_end = child is among[-1]
            led = below + (last if at_end else other), below + ("   " if at_end else down)
            waiting.append((child, *led))


def node_text(node: NodeMoment, words: Sequence[str]) -> str:
    """A node in words: the move that generated it, its name, its state, its other parents."""
    move = f"{words[node.index]} " if node.parent is not None else ""
    also = " ".join(f"S{number}" for number in node.secondary)
    return f"{move}S{node.number} {node.state}{f', also from {also}' if also else ''}"


def _children(nodes: Iterable[NodeMoment]) -> Mapping[int, list[NodeMoment]]:
    """The nodes generated from each, in the order in which that was done."""
    found: dict[int, list[NodeMoment]] = {}
    for node in nodes:
        found[node.number] = []
        if node.parent is not None:
            found[node.parent].append(node)
    return found


def svg(nodes: Sequence[NodeMoment], words: Sequence[str], title: str) -> str:
    """The tree with every node at its depth; ``words`` are those of the moves by their numbers."""
    places = _places(nodes)
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
        parts += _lines(node, places, words)
    parts += (_node(node, *places[node.number]) for node in nodes)
    return "\n".join((*parts, "</svg>", ""))


def _places(nodes: Sequence[NodeMoment]) -> Mapping[int, tuple[float, float]]:
    """The middle of the upper side of every node: leaves side by side, others above theirs."""
    children = _children(nodes)
    across: dict[int, float] = {}
    leaves = 0
    order = [node for _, node in branches(nodes, ascii_only=True)]
    for node in order:
        if not children[node.number]:
            across[node.number] = _EDGE + _WIDE / 2 + _ACROSS * leaves
            leaves += 1
    for node in reversed(order):
        below = [across[child.number] for child in children[node.number]]
        if below:
            across[node.number] = (below[0] + below[-1]) / 2
    return {node.number: (across[node.number], _TOP + _DOWN * node.depth) for node in nodes}


def _lines(
    node: NodeMoment, places: Mapping[int, tuple[float, float]], words: Sequence[str]
) -> Iterator[str]:
    """The lines from a node to its parents."""
    x, y = places[node.number]
    if node.parent is not None:
        to_x, to_y = places[node.parent]
        yield _line(f"M{x:.0f} {y:.0f}L{to_x:.0f} {to_y + _HIGH:.0f}", "")
        at = x + (to_x - x) * 0.3 + 7, y + (to_y + _HIGH - y) * 0.3
        word = escape(words[node.index])
        yield f"<text x='{at[0]:.0f}' y='{at[1]:.0f}' fill='#525252'>{word}</text>"
    for other in node.secondary:
        yield _line(_bow((x, y), places[other]), "4 3")


def _bow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The way to a secondary parent: at one depth below the nodes between, else to its side."""
    (x, y), (to_x, to_y) = start, end
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


def _line(path: str, dash: str) -> str:
    broken = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<path d='{path}' fill='none' stroke='#525252'{broken} marker-end='url(#to)'/>"


def _node(node: NodeMoment, x: float, y: float) -> str:
    colour, fill = _COLOURS[node.state], _FILLS[node.state]
    box = f"x='{x - _WIDE / 2:.0f}' y='{y:.0f}' width='{_WIDE}' height='{_HIGH}' rx='5'"
    middle = f"x='{x:.0f}' text-anchor='middle' fill='{colour}'"
    return (
        f"<rect {box} fill='{fill}' stroke='{colour}' stroke-width='1.5'/>"
        f"<text {middle} y='{y + 16:.0f}' font-weight='bold'>S{node.number}</text>"
        f"<text {middle} y='{y + 31:.0f}'>{node.state}</text>"
    )
