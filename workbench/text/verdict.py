"""The verdict in words: the one place where a solver's facts become text, for any game.

A list of levels has :func:`short`, the status line, the command line and plain mode a
:func:`sentence` or its :func:`length` with :func:`counts` beside it, and two verdicts a
:func:`change` or a :func:`comparison`. Lengths are in what the game counts, such as
``4 moves`` or ``2 turns and 1 walk``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.game.game import Game
from engine.game.play import Measure
from engine.values.judgement import briefs
from workbench.text.measures import units
from workbench.text.status import count

Facts = Mapping[str, Any]

_COUNTS = (
    ("shortest_solutions", "shortest solution", ""),
    ("optimal_solutions", "way", " to play it so"),
    ("traps", "trap", " beside the solution"),
    ("states", "state", ""),
    ("dead_states", "dead state", ""),
)
"""Facts that count something: key, noun, and what a sentence adds to it."""
_FIRST = ("dead_states", "shortest_solutions")
"""Facts that say most about a change of a level, named before all others."""
_LENGTHS = ("moves", "turns", "lower_bound")
_SEARCH = ("solvable", "complete", "states_seen", "transitions", "expanded")
_APART = frozenset((*_LENGTHS, *_SEARCH))
"""Facts that are said in another way, or say more of the search than of the level."""
ALSO = "; "
"""What stands between the changes of a verdict."""
_MOST = 3
"""Facts whose changes are named; after that, none is remembered."""


def length(game: Game | None, facts: Facts) -> str:
    """The length of the solution, or why there is none, such as ``3 turns and 1 walk``."""
    if facts.get("solvable") is None:
        return "undecided"
    if not facts["solvable"]:
        return "unsolvable"
    return _measured(game, facts) or "solvable"


def short(game: Game | None, facts: Facts) -> str:
    """The verdict for a list of levels: :func:`key_facts` in a line."""
    return " ".join(key_facts(game, facts))


def key_facts(game: Game | None, facts: Facts) -> tuple[str, ...]:
    """The two or three facts that distinguish levels of a game, the most informative first.

    That are the length and what the game judges in short, such as ``10 moves 3* fun 5``; where it
    judges nothing, how much of the positions is dead.
    """
    numbers = _numbers(game, facts)
    if not numbers:
        return (length(game, facts),)
    parts = [count(number, unit.singular, unit.plural) for unit, number in numbers]
    judged = () if game is None else game.solver.judgements(facts)
    parts += [judgement.sign for judgement in judged if judgement.sign]
    states, dead = facts.get("states"), facts.get("dead_states")
    if not judged and states and dead:
        parts.append(f"{dead / states:.0%} dead")
    return tuple(parts)


def caption(game: Game, facts: Facts) -> tuple[str, ...]:
    """The two or three facts that distinguish levels of a game, below a thumbnail."""
    parts, ways = key_facts(game, facts), facts.get("shortest_solutions")
    return (*parts, count(ways, "way")) if len(parts) == 1 and ways else parts


def sentence(game: Game | None, facts: Facts) -> str:
    """The verdict in a clause, such as ``solvable in 3 layers of deduction``."""
    if facts.get("solvable") is None:
        return "undecided: the search was cut short"
    cut = "" if facts.get("complete", True) else "; the search was cut short"
    if not facts["solvable"]:
        return "unsolvable"
    if facts.get("unique") is False:
        return f"solvable{_within(game, facts)}, in more than one way"
    return f"solvable{_within(game, facts)}{cut}"


def fact_words(game: Game | None, facts: Facts) -> Iterator[str]:
    """All that is said of a level in a line: its length, what the game judges, what is counted."""
    yield length(game, facts)
    if game is not None:
        yield from briefs(game.solver.judgements(facts))
    yield from counts(facts)


def spoken(game: Game | None, facts: Facts) -> str:
    """The verdict with all that is counted, as a sentence to listen to."""
    if facts.get("solvable") is None:
        return f"Undecided after {count(int(facts.get('states_seen') or 0), 'state')}."
    if not facts["solvable"]:
        return "The level cannot be solved."
    parts = [f"The level can be solved{_within(game, facts)}", *counts(facts, tails=True)]
    return f"{', '.join(parts)}."


def counts(facts: Facts, *, tails: bool = False) -> Iterator[str]:
    """What is counted of a level, ``tails`` with words that say what the numbers are of."""
    for key, noun, tail in _COUNTS:
        number = facts.get(key)
        if number is None or (not facts.get("solvable") and key != "states"):
            continue
        if key == "dead_states" and facts.get("states") is None:
            continue
        if tails and key == "dead_states":
            yield f"{number:,} of them dead"
        else:
            yield count(number, noun) + (tail if tails else "")


def proof(facts: Facts) -> str:
    """How good a solution is that need not be the shortest; empty if it is known to be."""
    if facts.get("optimal"):
        return "proven least"
    bound = facts.get("lower_bound")
    return "" if bound is None else f"at least {bound:,} needed"


def change(game: Game | None, facts: Facts, before: Facts) -> str:
    """What the last change of the board did, such as ``was 6; 3 new dead states``."""
    now, old = length(game, facts), length(game, before)
    number, number_before = _numbers(game, facts), _numbers(game, before)
    if now == old:
        first = "as before"
    elif len(number) == len(number_before) == 1:
        first = f"was {number_before[0][1]:,}"
    else:
        first = f"was {old}"
    return ALSO.join((first, *changes(facts, before)))


def comparison(game: Game | None, left: Facts, right: Facts) -> str:
    """How long the solutions of two levels are, such as ``left 2 moves, right 5 moves (+3)``."""
    one, other = length(game, left), length(game, right)
    if one == other:
        return f"both {one}"
    before, now = dict(_numbers(game, left)), dict(_numbers(game, right))
    more = {unit: now[unit] - before[unit] for unit in before if unit in now}
    said = []
    for unit, number in more.items():
        if number:
            noun = unit.singular if abs(number) == 1 else unit.plural
            said.append(f"{number:+,}" + ("" if len(more) == 1 else f" {noun}"))
    return f"left {one}, right {other}" + (f" ({', '.join(said)})" if said else "")


def count_differences(left: Facts, right: Facts) -> Iterator[str]:
    """What the right one of two levels has more or fewer of, such as ``3 more states``."""
    for key in ("shortest_solutions", "states", "dead_states"):
        if left.get(key) is None or right.get(key) is None or left[key] == right[key]:
            continue
        more = right[key] - left[key]
        noun = _noun(more, key.replace("_", " "))
        yield f"{abs(more):,} {'more' if more > 0 else 'fewer'} {noun}"


def changes(facts: Facts, before: Facts) -> tuple[str, ...]:
    """How the numbers of two verdicts differ, the most important first.

    Between a level with a solution and one without, there is nothing to compare.
    """
    if facts.get("solvable") != before.get("solvable"):
        return ()
    return tuple(words for words, _ in zip(_changes(facts, before), range(_MOST), strict=False))


def _changes(facts: Facts, before: Facts) -> Iterator[str]:
    for key in dict.fromkeys((*_FIRST, *facts)):
        now, old = facts.get(key), before.get(key)
        if key in _APART or now == old or not _comparable(now, old):
            continue
        name = key.replace("_", " ")
        counts_things = name.endswith("s") and not name.endswith("ss")
        if isinstance(now, bool):
            yield f"{'now' if now else 'no longer'} {name}"
        elif isinstance(now, int) and isinstance(old, int) and counts_things:
            more = now - old
            yield f"{abs(more):,} {'new' if more > 0 else 'fewer'} {_noun(more, name)}"
        else:
            yield f"{name} {now:g}, was {old:g}"


def _comparable(now: object, old: object) -> bool:
    """Whether two values of a fact are both numbers, or both yes or no."""
    if isinstance(now, bool) or isinstance(old, bool):
        return isinstance(now, bool) and isinstance(old, bool)
    return isinstance(now, int | float) and isinstance(old, int | float)


def _noun(number: int, plural: str) -> str:
    return plural.removesuffix("s") if abs(number) == 1 else plural


def _numbers(game: Game | None, facts: Facts) -> list[tuple[Measure, int]]:
    """What the game counts of a solution; empty where that is not known."""
    if not facts.get("solvable"):
        return []
    known = [unit for unit in units(game, facts) if facts.get(unit.key) is not None]
    return [(unit, facts[unit.key]) for unit in known]


def _measured(game: Game | None, facts: Facts) -> str:
    numbers = _numbers(game, facts)
    return " and ".join(count(number, unit.singular, unit.plural) for unit, number in numbers)


def _within(game: Game | None, facts: Facts) -> str:
    """In how much a level can be solved; empty where that is not known."""
    measured = _measured(game, facts)
    deduced = " of deduction" if measured and facts.get("layers") is not None else ""
    return f" in {measured}{deduced}" if measured else ""
