"""The cursor on a state graph, which follows moves and can retrace its steps."""

from __future__ import annotations

from engine.search.maps.statemap import StateMap, Transition


class GraphCursor:
    """A cursor on a state, which remembers the move chosen there and the states visited before."""

    def __init__(self, states: StateMap, state: int = 0) -> None:
        self.states = states
        self.state = state
        self._trail: list[int] = []
        self._chosen: int | None = None

    @property
    def moves(self) -> tuple[Transition, ...]:
        """The moves from the state under the cursor, with the states they lead to."""
        return self.states.list_transitions(self.state)

    @property
    def chosen_move(self) -> Transition | None:
        """The move that :meth:`follow_move` would follow, or None if no moves are known."""
        leads = self.moves
        return leads[self._find_chosen(leads)] if leads else None

    def choose_move(self, step: int) -> None:
        """Choose the move ``step`` places after the current choice, wrapping around at the ends."""
        leads = self.moves
        if leads:
            self._chosen = (self._find_chosen(leads) + step) % len(leads)

    def _find_chosen(self, leads: tuple[Transition, ...]) -> int:
        return self._find_default(leads) if self._chosen is None else self._chosen

    def go_to(self, state: int) -> None:
        """Put the cursor on a state, and forget the states visited before."""
        if state != self.state:
            self._trail.clear()
            self._set_state(state)

    def follow_move(self) -> bool:
        """Follow the chosen move.

        Returns:
            True if the cursor has moved, False if there is no move or the move ends the game.
        """
        chosen = self.chosen_move
        if chosen is None or chosen.state is None:
            return False
        self._trail.append(self.state)
        self._set_state(chosen.state)
        return True

    def go_back(self) -> bool:
        """Go back to the state visited before, or to the parent if no earlier visit is remembered.

        Returns:
            True if the cursor has moved, False if it is already at the start.
        """
        before = self._trail.pop() if self._trail else self.states.get_parent(self.state)
        if before is None:
            return False
        self._set_state(before)
        return True

    def _set_state(self, state: int) -> None:
        self.state = state
        self._chosen = None

    def _find_default(self, leads: tuple[Transition, ...]) -> int:
        """Return the index of the move that is chosen until the user chooses a different one."""
        path = self.states.path
        depth = self.states.get_node(self.state).depth
        below = self.states.get_layer(depth).stop
        on_path = depth < len(path) and path[depth] == self.state
        after = path[depth + 1 : depth + 2] if on_path else ()
        # Prefer a winning move at the end of the solution, then a move along the solution, then a
        # move to the next layer, then a move to any state.
        onward = [n for n, lead in enumerate(leads) if lead.state is not None]
        deeper = [n for n in onward if (leads[n].state or 0) >= below]
        along = [n for n in deeper if leads[n].state in after]
        won = [n for n, lead in enumerate(leads) if lead.end == "won" and on_path and not after]
        return next(iter([*won, *along, *deeper, *onward, 0]))
