"""The commands of plain mode that tell of the state graph."""

from __future__ import annotations

from collections.abc import Iterator

from engine.errors import EngineError
from engine.game.game import Game
from engine.search.maps.statemap import ALIVE, DEAD, StateMap, name
from workbench.plain.desk import Desk
from workbench.plain.talk import Talk, whole_number
from workbench.plain.words import count, sentence
from workbench.ui.graph import words

PAGE = 10
"""Layers that are read out at once."""


class StateOrders:
    """Tells of layers, and of single states.

    Args:
        desk: the open level.
        talk: where answers go.
    """

    def __init__(self, desk: Desk, talk: Talk) -> None:
        self._desk = desk
        self._talk = talk

    def layers(self, rest: list[str]) -> None:
        """Tells the size of the graph, and of some layers."""
        states = self._states()
        first = whole_number(rest[0], "a layer") if rest else 0
        if first >= states.layers:
            raise EngineError(f"the graph ends with layer {states.layers - 1}")
        end = min(first + PAGE, states.layers)
        self._talk.say(whole(states), *(layer(states, depth) for depth in range(first, end)))
        left = states.layers - end
        self._talk.say(f"{left} more; type graph {end}." if left else "That is all.")

    def state(self, rest: list[str]) -> None:
        """Tells of a state, by its number or where play stands."""
        states = self._states()
        if rest:
            number = whole_number(rest[0].upper().removeprefix("S"), "a state")
            if number >= states.count:
                raise EngineError(f"the states end with {name(states.count - 1)}")
        else:
            arrival = states.arrival(self._desk.playing().moves)
            if arrival is None:
                raise EngineError("where play stands is beyond what was searched")
            number = arrival.state
            if arrival.end is not None:
                self._talk.say(f"The game was ended by a move in {name(number)}.")
        self._talk.say(*state(self._desk.game, states, number))

    def _states(self) -> StateMap:
        states = self._desk.solved().states
        if states is None:
            raise EngineError(f"the solver of {self._desk.game.title} leaves no graph behind")
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


def state(game: Game, states: StateMap, number: int) -> Iterator[str]:
    """One state, and what every move does there."""
    titles = {move.word: move.title for move in game.play.moves}
    node = states.node(number)
    yield sentence(words.state(states, node))
    for lead in states.leads(number):
        yield f"{titles[lead.move].capitalize()}: {words.lead(states, lead)[0]}."
    if not node.expanded:
        yield "Its moves were not tried."
