"""The monk's game searched literally: every step and turn leads to a state of its own.

Nothing is argued away: no bound, no squares taken together, no karma picked up sooner than walked
on. The geometry is that of :mod:`monk_reference`.
"""

from __future__ import annotations

from itertools import product

from monk_reference import SPOTS, STEPS, TURN_WORDS, play, read, turned_spot

EXIT = 8
TARGETS = {word: [SPOTS.index(turned_spot(place, word)) for place in SPOTS] for word in TURN_WORDS}
BESIDE = [
    [other for other in range(9) if abs(other % 3 - cell % 3) + abs(other // 3 - cell // 3) == 1]
    for cell in range(9)
]

State = tuple[str, int, int]
"""What is on the cells, the monk's square, the karma collected."""


def begin(text: str) -> State:
    """The start of a level of 54 characters."""
    return text.replace("M", "."), text.index("M"), 0


def reached(cells: str, monk: int) -> frozenset[int]:
    """The squares that the monk can walk to, his own among them."""
    found = [monk]
    for cell in found:
        found += [other for other in BESIDE[cell] if cells[other] in ".*" and other not in found]
    return frozenset(found)


def steps(state: State) -> list[State]:
    """All that a single step can make of a state."""
    cells, monk, karma = state
    return [
        (cells[:cell] + "." + cells[cell + 1 :], cell, karma + (cells[cell] == "*"))
        for cell in BESIDE[monk]
        if cells[cell] in ".*"
    ]


def turns(state: State) -> list[tuple[str, State]]:
    """All that a turn can make of a state, but for deadly ones."""
    found = [(word, _turned(state, word)) for word in TURN_WORDS]
    return [(word, after) for word, after in found if after is not None and not _kills(after)]


def least(text: str, needed: int, most: int = 200_000) -> tuple[int, int] | None:
    """The fewest turns, and the fewest walks among plays with so few; None if there is no win.

    Raises:
        OverflowError: there are too many states.
    """
    layer = {begin(text): 0}  # the states after some turns, each with the fewest walks
    seen = set(layer)
    number = 0
    while layer:
        here, wins = _walked(layer, needed)
        if wins:
            return number, min(wins)
        following: dict[State, int] = {}
        for state, walks in here.items():
            for _, after in turns(state):
                following[after] = min(walks, following.get(after, walks))
        # A state met after fewer turns is never on the way to a win in the fewest.
        layer = {state: walks for state, walks in following.items() if state not in seen}
        seen |= set(layer)
        number += 1
        if len(seen) > most:
            raise OverflowError
    return None


def _walked(layer: dict[State, int], needed: int) -> tuple[dict[State, int], list[int]]:
    """What one walk, or none, makes of states, with the walks used; and the walks of wins."""
    found, wins = dict(layer), []
    for start, walks in layer.items():
        queue, met = [start], {start}
        for state in queue:
            for after in steps(state):
                if after in met:
                    continue
                met.add(after)
                if after[1] == EXIT and after[2] >= needed:
                    wins.append(walks + 1)
                    continue
                queue.append(after)
                found[after] = min(walks + 1, found.get(after, walks + 1))
    return found, wins


def ways(text: str, number: int, needed: int) -> int:
    """The ways to win in so many turns: turns, with the squares in reach after each of them."""
    layer: dict[tuple[object, ...], dict[State, int]] = {(): {begin(text): 0}}
    for _ in range(number):
        following: dict[tuple[object, ...], dict[State, int]] = {}
        for way, states in layer.items():
            for state in _walked(states, needed)[0]:
                for word, after in turns(state):
                    key = (*way, word, reached(after[0], after[1]))
                    following.setdefault(key, {})[after] = 0
        layer = following
    return sum(bool(_walked(states, needed)[1]) for states in layer.values())


def turns_on_top(cells: frozenset[int]) -> int:
    """The fewest turns until each of some cells has been on top at least once."""
    layer, number = {frozenset(cell for cell in cells if cell > EXIT)}, 0
    seen = set(layer)
    while frozenset() not in layer:
        number += 1
        moved = product(layer, TARGETS.values())
        after = {frozenset(t[cell] for cell in left if t[cell] > EXIT) for left, t in moved}
        layer = after - seen
        seen |= layer
    return number


def replayed(text: str, words: tuple[str, ...], needed: int) -> tuple[str, int, int, int]:
    """Status, turns, walks and steps of a play, each of whose words must do something."""
    state = read(text)
    counts = {"turns": 0, "walks": 0, "steps": 0}
    walking = False
    for word in words:
        if word in TURN_WORDS:
            counts["turns"] += 1
        else:
            counts["walks"] += not walking
            counts["steps"] += _length(state.text(), word)
        walking = word not in TURN_WORDS
        state, changed = play(state, word, needed)
        assert changed, word
    return state.status, counts["turns"], counts["walks"], counts["steps"]


def _length(text: str, word: str) -> int:
    """The steps of a walk along a shortest path."""
    if word in STEPS:
        return 1
    start = begin(text)
    goal = 3 * int(word[2]) + int(word[1])
    queue = [(start, 0)]
    seen = {start[1]}
    for state, length in queue:
        if state[1] == goal:
            return length
        for after in steps(state):
            if after[1] not in seen:
                seen.add(after[1])
                queue.append((after, length + 1))
    raise AssertionError(f"no way: {word}")


def traps(text: str, words: tuple[str, ...], needed: int, most: int) -> tuple[int, int]:
    """The turns beside a solution after which nothing wins, and those of them that kill.

    Wherever the solution turns a line, every turn is tried from every square in reach, those
    together after which the monk can reach the same squares.

    Raises:
        OverflowError: there are too many states after some turn.
    """
    hopeless = deadly = 0
    state, played = begin(text), read(text)
    for word in words:
        if word in TURN_WORDS:
            cells, _, karma = state = _gathered(state)
            tried = {}
            for monk in reached(cells, state[1]):
                for other in TURN_WORDS:
                    after = _turned((cells, monk, karma), other)
                    if after is not None:
                        tried[other, reached(after[0], monk)] = after
            for after in tried.values():
                kills = _kills(after)
                deadly += kills
                hopeless += not kills and not _can_win(after, needed, most)
            following = _turned((cells, played.text().index("M"), karma), word)
            assert following is not None
            state = following
        played, _ = play(played, word, needed)
    return hopeless + deadly, deadly


def _turned(state: State, word: str) -> State | None:
    """What a turn makes of a state, deadly or not; None if the monk is on its line."""
    cells, monk, karma = state
    targets = TARGETS[word]
    if targets[monk] != monk:
        return None
    after = [""] * len(SPOTS)
    for cell, target in enumerate(targets):
        after[target] = cells[cell]
    return "".join(after), monk, karma


def _kills(state: State) -> bool:
    """Whether soldiers have a path to the monk."""
    near = {other for cell in reached(state[0], state[1]) for other in BESIDE[cell]}
    return any(state[0][cell] == "S" for cell in near)


def _gathered(state: State) -> State:
    """A state once all karma in reach is picked up."""
    cells, monk, karma = state
    for cell in reached(cells, monk):
        if cells[cell] == "*":
            cells, karma = cells[:cell] + "." + cells[cell + 1 :], karma + 1
    return cells, monk, karma


def _can_win(state: State, needed: int, most: int) -> bool:
    cells, monk, karma = state
    return least(cells[:monk] + "M" + cells[monk + 1 :], needed - karma, most) is not None
