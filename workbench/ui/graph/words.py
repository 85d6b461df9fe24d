"""One state of a graph in words, the legend of the picture, and its title."""

from __future__ import annotations

from collections.abc import Iterator

from engine.search.maps.statemap import (
    ALIVE,
    DEAD,
    MISSED,
    UNKNOWN,
    Arrival,
    Lead,
    StateMap,
    StateNode,
    misses,
    name,
    winning,
)
from workbench.session.moves import joined
from workbench.text.status import count
from workbench.theme.theming import Theme
from workbench.ui.graph.view import StateView, look
from workbench.ui.lines import Line, Span, wrap

MOST_ASKED = 1 << 18
"""States of a graph in which it is looked up at every step from where a state is reached."""
_SOURCES = 6


def title(view: StateView) -> str:
    """What the picture is of, with its numbers."""
    states = view.states
    if states is None:
        return "Graph"
    parts = ["Graph" if states.complete else "Graph, incomplete", count(states.count, "state")]
    if states.dead is not None:
        parts.append(f"{states.dead:,} dead" if states.dead else "none dead")
    return " · ".join([*parts, count(states.layers, "layer")])


def state(states: StateMap, node: StateNode) -> str:
    """What is known of a state, in one sentence."""
    ahead = "not known whether a win can be reached"
    if node.kind == DEAD:
        ahead = "dead: no win can be reached"
    elif node.remaining is not None:
        ahead = f"{count(node.remaining, 'move')} from a win"
    elif winning(node.kind):
        ahead = "a move wins"
    lost = f", {states.ways[0]} lost" if misses(node.kind) else ""
    path = ", on the solution" if node.on_path else ""
    return f"{name(node.number)}: depth {node.depth}, {ahead}{lost}{path}"


def arrival(states: StateMap, arrived: Arrival) -> str:
    """Where play stands, in a few words."""
    if arrived.end is not None:
        return f"{name(arrived.state)}, then {lead(states, arrived.end, arrived.state)[0]}"
    return state(states, states.node(arrived.state))


def lead(states: StateMap, found: Lead, start: int) -> Span:
    """What a move does in a state, its number ``start``, in a few words."""
    if found.end == "won":
        return f"won{': ' if found.note else ''}{found.note}", "good"
    if found.end == "lost":
        return f"lost{': ' if found.note else ''}{found.note}", "bad"
    assert found.state is not None
    node = states.node(found.state)
    if node.kind == DEAD:
        return f"{name(found.state)}, dead", "dead"
    left = "" if node.remaining is None else f", {node.remaining} to go"
    if misses(node.kind) and not misses(states.node(start).kind):
        return f"{name(found.state)}, {states.ways[0]} lost{left}", "worse"
    return f"{name(found.state)}{left}", "path" if node.on_path else ""


def beside(
    view: StateView, chosen: str, alike: int, theme: Theme, width: int, height: int
) -> list[Line]:
    """The state looked at, in a line or two or a column with what there is room for of the legend.

    ``chosen`` is the move that the cursor would follow, ``alike`` how many states are drawn as one
    with the one looked at.
    """
    if view.states is None:
        return []
    if height <= 2:
        return [*in_brief(view, chosen)]
    lines = list(state_lines(view, chosen, width))
    if alike > 1:
        lines.append([(f"drawn as one of {alike:,} alike", "muted")])
    signs = list(legend(view, theme))
    # The first lines are needed least.
    signs = signs[max(len(signs) - max(height - len(lines) - 1, 0), 0) :]
    gap: list[Line] = [[]] * (height - len(lines) - len(signs))
    return [*lines, *gap, *signs]


def state_lines(view: StateView, chosen: str, width: int) -> Iterator[Line]:
    """The state looked at, in lines."""
    states = view.states
    assert states is not None
    node = states.node(view.looked_at)
    for text in wrap(state(states, node), width):
        yield [(text, "")]
    path = joined(states.moves_to(node.number), view.signs) or "start"
    for text in wrap(f"path {path}", width, max_lines=3):
        yield [(text, "muted")]
    yield []
    for found in states.leads(node.number):
        here = found.move == chosen
        yield [
            ("▸" if here else " ", "key"),
            (view.sign(found.move), "selected" if here else "key"),
            (" ", ""),
            lead(states, found, node.number),
        ]
    if not node.expanded:
        yield [("its moves were not tried", "muted")]
    if states.count <= MOST_ASKED and node.number:
        sources = states.sources(node.number).tolist()
        names = " ".join(map(name, sources[:_SOURCES]))
        more = f" and {len(sources) - _SOURCES} more" if len(sources) > _SOURCES else ""
        for text in wrap(f"reached from {names}{more}", width)[:2]:
            yield [(text, "muted")]


def in_brief(view: StateView, chosen: str) -> tuple[Line, Line]:
    """The state looked at, in two lines."""
    states = view.states
    assert states is not None
    node = states.node(view.looked_at)
    spans: list[Span] = []
    for found in states.leads(node.number):
        here = found.move == chosen
        role = "selected" if here else "key"
        spans += [("▸" if here else " ", "key"), (view.sign(found.move), role), (" ", "")]
        spans += [lead(states, found, node.number), (" ", "")]
    return [(state(states, node), "")], spans


def legend(view: StateView, theme: Theme) -> Iterator[Line]:
    """What the glyphs mean, as far as the graph has such states; what needs it least, first."""
    states = view.states
    assert states is not None
    if not view.zoom.named:
        yield [("(12) ", ""), ("so many alike", "muted")]
    if view.cursor is not None:
        sign, _ = look(theme, ALIVE, on_path=False, here=False)
        near = name(1) if view.zoom.named else sign
        yield [(near, "inspected"), (" one move from the cursor", "muted")]
    hopeless = states.dead == states.count
    entries = []
    if not states.complete:
        entries.append((look(theme, UNKNOWN, on_path=False, here=False), "not known"))
    elif not hopeless:
        entries.append((look(theme, ALIVE, on_path=False, here=False), "a win can be reached"))
    if states.path:
        entries.append((look(theme, ALIVE, on_path=True, here=False), "on the solution"))
    for way, words in enumerate(() if hopeless else states.ways[:2]):
        kind = ALIVE + (1 << way)
        said = "a move wins" if len(states.ways) == 1 else f"a move wins: {words}"
        entries.append((look(theme, kind, on_path=False, here=False), said))
    if states.missed:
        text = f"{states.ways[0]} lost: {states.missed:,}"
        entries.append((look(theme, ALIVE + MISSED, on_path=False, here=False), text))
    if states.dead:
        entries.append((look(theme, DEAD, on_path=False, here=False), "dead: no win ahead"))
    if view.here is not None:
        entries.append((look(theme, ALIVE, on_path=False, here=True), "where play stands"))
    for (glyph, role), words in entries:
        yield [(f"{glyph} ", role), (words, "muted")]
