"""The text shown with a state graph: its title, its legend, and the description of a state."""

from __future__ import annotations

from collections.abc import Iterator

from engine.search.maps.statemap import (
    ALIVE,
    DEAD,
    MISSED,
    UNKNOWN,
    Arrival,
    StateMap,
    StateNode,
    Transition,
    format_name,
    is_missed,
    list_winning_ways,
)
from workbench.session.move_text import join_moves
from workbench.text.quantity_text import format_count
from workbench.theme.theme_loader import Theme
from workbench.ui.graph.graph_picture_contents import StateView, choose_glyph
from workbench.ui.styled_lines import Line, Span, wrap_text

MAX_SOURCES_SHOWN = 1 << 18
"""The maximum number of states in a graph for which a state's predecessors are shown.

The predecessors are looked up at every step of the cursor, which takes too long in larger graphs.
"""
_MAX_SOURCES = 6


def format_title(view: StateView) -> str:
    """Return a title for the picture, with the numbers of states, dead states and layers."""
    states = view.states
    if states is None:
        return "Graph"
    parts = [
        "Graph" if states.is_complete else "Graph, incomplete",
        format_count(states.count, "state"),
    ]
    if states.dead_count is not None:
        parts.append(f"{states.dead_count:,} dead" if states.dead_count else "none dead")
    return " · ".join([*parts, format_count(states.layer_count, "layer")])


def describe_state(states: StateMap, node: StateNode) -> str:
    """Describe a state in one sentence."""
    ahead = "a win may be possible"
    if node.kind == DEAD:
        ahead = "dead: no win can be reached"
    elif node.remaining is not None:
        ahead = f"{format_count(node.remaining, 'move')} from a win"
    elif list_winning_ways(node.kind):
        ahead = "a move wins"
    lost = f", {states.win_titles[0]} lost" if is_missed(node.kind) else ""
    path = ", on the solution" if node.on_path else ""
    return f"{format_name(node.number)}: depth {node.depth}, {ahead}{lost}{path}"


def describe_arrival(states: StateMap, arrival: Arrival) -> str:
    """Describe the current position of play in a few words. If the game has ended, say how."""
    if arrival.end is not None:
        return (
            f"{format_name(arrival.state)}, then "
            f"{describe_move(states, arrival.end, arrival.state)[0]}"
        )
    return describe_state(states, states.get_node(arrival.state))


def describe_move(states: StateMap, lead: Transition, start: int) -> Span:
    """Describe the effect of the move ``lead`` from the state ``start`` in a few words."""
    if lead.end == "won":
        return f"won{': ' if lead.note else ''}{lead.note}", "good"
    if lead.end == "lost":
        return f"lost{': ' if lead.note else ''}{lead.note}", "bad"
    assert lead.state is not None
    node = states.get_node(lead.state)
    if node.kind == DEAD:
        return f"{format_name(lead.state)}, dead", "dead"
    left = "" if node.remaining is None else f", {node.remaining} to go"
    if is_missed(node.kind) and not is_missed(states.get_node(start).kind):
        return f"{format_name(lead.state)}, {states.win_titles[0]} lost{left}", "worse"
    return f"{format_name(lead.state)}{left}", "path" if node.on_path else ""


def draw_details(
    view: StateView, chosen: str, bundled: int, theme: Theme, width: int, height: int
) -> list[Line]:
    """Return a description of the focused state, and as much of the legend as fits.

    If there is room for only two lines, the description is brief and the legend is omitted.

    Args:
        view: The contents of the picture.
        chosen: The move that the cursor would follow.
        bundled: The number of states in the same spot as the focused state.
        theme: The theme from which to take the glyphs.
        width: The number of columns to fill.
        height: The number of lines to fill.
    """
    if view.states is None:
        return []
    if height <= 2:
        return [*draw_state_brief(view, chosen)]
    lines = list(draw_state(view, chosen, width))
    if bundled > 1:
        lines.append([(f"one of {bundled:,} similar states drawn as one", "muted")])
    signs = list(draw_legend(view, theme))
    # If there is not enough room, cut the first lines, which are the least important ones.
    signs = signs[max(len(signs) - max(height - len(lines) - 1, 0), 0) :]
    gap: list[Line] = [[]] * (height - len(lines) - len(signs))
    return [*lines, *gap, *signs]


def draw_state(view: StateView, chosen: str, width: int) -> Iterator[Line]:
    """Yield lines, at most ``width`` columns wide, that describe the focused state in detail."""
    states = view.states
    assert states is not None
    node = states.get_node(view.focus_state)
    for text in wrap_text(describe_state(states, node), width):
        yield [(text, "")]
    path = join_moves(states.moves_to(node.number), view.signs) or "start"
    for text in wrap_text(f"path {path}", width, max_lines=3):
        yield [(text, "muted")]
    yield []
    for found in states.list_transitions(node.number):
        here = found.move == chosen
        yield [
            ("▸" if here else " ", "key"),
            (view.get_sign(found.move), "selected" if here else "key"),
            (" ", ""),
            describe_move(states, found, node.number),
        ]
    if not node.expanded:
        yield [("moves from here were not tried", "muted")]
    if states.count <= MAX_SOURCES_SHOWN and node.number:
        sources = states.find_sources(node.number).tolist()
        names = " ".join(map(format_name, sources[:_MAX_SOURCES]))
        more = f" and {len(sources) - _MAX_SOURCES} more" if len(sources) > _MAX_SOURCES else ""
        for text in wrap_text(f"reached from {names}{more}", width)[:2]:
            yield [(text, "muted")]


def draw_state_brief(view: StateView, chosen: str) -> tuple[Line, Line]:
    """Return two lines that describe the focused state: the state itself, and its moves."""
    states = view.states
    assert states is not None
    node = states.get_node(view.focus_state)
    spans: list[Span] = []
    for found in states.list_transitions(node.number):
        here = found.move == chosen
        role = "selected" if here else "key"
        spans += [("▸" if here else " ", "key"), (view.get_sign(found.move), role), (" ", "")]
        spans += [describe_move(states, found, node.number), (" ", "")]
    return [(describe_state(states, node), "")], spans


def draw_legend(view: StateView, theme: Theme) -> Iterator[Line]:
    """Yield one explanatory line for each glyph in the picture, from least to most important."""
    states = view.states
    assert states is not None
    if not view.zoom.is_named:
        yield [("(12) ", ""), ("number of similar states", "muted")]
    if view.cursor is not None:
        sign, _ = choose_glyph(theme, ALIVE, on_path=False, here=False)
        near = format_name(1) if view.zoom.is_named else sign
        yield [(near, "inspected"), (" one move from the cursor", "muted")]
    hopeless = states.dead_count == states.count
    entries = []
    if not states.is_complete:
        entries.append((choose_glyph(theme, UNKNOWN, on_path=False, here=False), "not known"))
    elif not hopeless:
        entries.append(
            (choose_glyph(theme, ALIVE, on_path=False, here=False), "a win can be reached")
        )
    if states.path:
        entries.append((choose_glyph(theme, ALIVE, on_path=True, here=False), "on the solution"))
    for way, words in enumerate(() if hopeless else states.win_titles[:2]):
        kind = ALIVE + (1 << way)
        said = "a move wins" if len(states.win_titles) == 1 else f"a move wins: {words}"
        entries.append((choose_glyph(theme, kind, on_path=False, here=False), said))
    if states.missed:
        text = f"{states.win_titles[0]} lost: {states.missed:,}"
        entries.append((choose_glyph(theme, ALIVE + MISSED, on_path=False, here=False), text))
    if states.dead_count:
        entries.append(
            (choose_glyph(theme, DEAD, on_path=False, here=False), ("dead: cannot be won"))
        )
    if view.here is not None:
        entries.append(
            (choose_glyph(theme, ALIVE, on_path=False, here=True), "the current position")
        )
    for (glyph, role), words in entries:
        yield [(f"{glyph} ", role), (words, "muted")]
