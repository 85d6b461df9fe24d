"""The commands of plain mode that tell of the state graph."""

from __future__ import annotations

from engine.errors import EngineError
from engine.search.maps.statemap import ALIVE, DEAD, StateMap, name
from workbench.document.status import count
from workbench.plain import words
from workbench.plain.desk import Desk
from workbench.plain.talk import whole_number
from workbench.ui.graph import words as graph

PAGE = 10
"""Layers that are read out at once."""


def layers(desk: Desk, rest: list[str]) -> None:
    """Tells the size of the graph, and of some layers."""
    states = _states(desk)
    first = whole_number(rest[0], "a layer") if rest else 0
    if first >= states.layers:
        raise EngineError(f"the graph ends with layer {states.layers - 1}")
    end = min(first + PAGE, states.layers)
    desk.say(whole(states), *(layer(states, depth) for depth in range(first, end)))
    left = states.layers - end
    desk.say(f"{left} more; type graph {end}." if left else "That is all.")


def state(desk: Desk, rest: list[str]) -> None:
    """Tells of a state, by its number or where play stands, and what every move does there."""
    states = _states(desk)
    if rest:
        number = whole_number(rest[0].upper().removeprefix("S"), "a state")
        if number >= states.count:
            raise EngineError(f"the states end with {name(states.count - 1)}")
    else:
        arrival = states.arrival(desk.playing().run.moves)
        if arrival is None:
            raise EngineError("where play stands is beyond what was searched")
        number = arrival.state
        if arrival.end is not None:
            desk.say(f"The game was ended by a move in {name(number)}.")
    node = states.node(number)
    desk.say(words.sentence(graph.state(states, node)))
    for lead in states.leads(number):
        title = words.title_of(desk.game, lead.move).capitalize()
        desk.say(f"{title}: {graph.lead(states, lead)[0]}.")
    if not node.expanded:
        desk.say("Its moves were not tried.")


def _states(desk: Desk) -> StateMap:
    states = desk.solved().states
    if states is None:
        raise EngineError(f"the solver of {desk.game.title} leaves no graph behind")
    states.prepare()
    return states


def whole(states: StateMap) -> str:
    """The size of the graph."""
    size = f"{count(states.count, 'state')} in {count(states.layers, 'layer')}"
    if states.dead is None:
        return f"{size}, as far as the search came."
    return f"{size}, {states.dead:,} dead." if states.dead else f"{size}, none dead."


def layer(states: StateMap, depth: int) -> str:
    """One layer: how many states, which of them win at once, how many are dead."""
    groups = states.groups(depth)
    parts = [count(len(states.layer(depth)), "state")]
    wins = sum(group.count for group in groups if group.kind > ALIVE)
    dead = sum(group.count for group in groups if group.kind == DEAD)
    parts += [f"{wins:,} with a winning move"] if wins else []
    parts += [f"{dead:,} dead"] if dead else []
    parts += [f"{name(states.path[depth])} on the solution"] if depth < len(states.path) else []
    return f"Layer {depth}: {', '.join(parts)}."
