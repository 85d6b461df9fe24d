"""The cursor on a state graph: from state to state along moves, and beside them."""

from __future__ import annotations

from engine.search.maps.statemap import Lead, StateMap


class Walk:
    """The state of the cursor, the move that would be followed from it, and the way back."""

    def __init__(self, states: StateMap, state: int = 0) -> None:
        self.states = states
        self.state = state
        self._trail: list[int] = []
        self._chosen: int | None = None

    @property
    def leads(self) -> tuple[Lead, ...]:
        """What the moves do in the state."""
        return self.states.leads(self.state)

    @property
    def chosen(self) -> Lead | None:
        """The move that would be followed; None where no move does anything that is known."""
        leads = self.leads
        return leads[self._number(leads)] if leads else None

    def choose(self, step: int) -> None:
        """Choose the next move, or the one before, round and round."""
        leads = self.leads
        if leads:
            self._chosen = (self._number(leads) + step) % len(leads)

    def _number(self, leads: tuple[Lead, ...]) -> int:
        return self._usual(leads) if self._chosen is None else self._chosen

    def go(self, state: int) -> None:
        """Put the cursor on a state; the way back is that to the start."""
        if state != self.state:
            self._trail.clear()
            self._come_to(state)

    def follow(self) -> bool:
        """Follow the chosen move; False if there is none, or it ends the game."""
        chosen = self.chosen
        if chosen is None or chosen.state is None:
            return False
        self._trail.append(self.state)
        self._come_to(chosen.state)
        return True

    def back(self) -> bool:
        """Back to where the cursor came from, else to the state's parent; False at the start."""
        before = self._trail.pop() if self._trail else self.states.parent(self.state)
        if before is None:
            return False
        self._come_to(before)
        return True

    def _come_to(self, state: int) -> None:
        self.state = state
        self._chosen = None

    def _usual(self, leads: tuple[Lead, ...]) -> int:
        """The move along the solution, else the first that leads on, else the first."""
        path = self.states.path
        depth = self.states.node(self.state).depth
        below = self.states.layer(depth).stop
        on_path = depth < len(path) and path[depth] == self.state
        after = path[depth + 1 : depth + 2] if on_path else ()
        onward = [n for n, lead in enumerate(leads) if lead.state is not None]
        deeper = [n for n in onward if (leads[n].state or 0) >= below]
        along = [n for n in deeper if leads[n].state in after]
        won = [n for n, lead in enumerate(leads) if lead.end == "won" and on_path and not after]
        return next(iter([*won, *along, *deeper, *onward, 0]))
