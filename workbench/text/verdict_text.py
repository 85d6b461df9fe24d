"""Functions that put verdicts into words. No other module formats a solver's facts.

Lists of levels show :func:`format_short`. The status line, the command line and plain mode show
:func:`format_sentence`, or :func:`format_length` together with :func:`list_counts`. Two verdicts
are compared by :func:`format_change` or :func:`format_comparison`. Lengths are given in the units
of the game, for example as ``4 moves`` or ``2 turns and 1 walk``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.game.game import Game
from engine.game.play import MOVES, Measure
from engine.values.ratings_and_awards import list_briefs
from workbench.text.quantity_text import format_count
from workbench.text.solution_length import list_units

FactMap = Mapping[str, Any]

_COUNTS = (
    ("shortest_solutions", "shortest solution", ""),
    ("optimal_solutions", "optimal solution", ""),
    ("traps", "trap", " off the solution"),
    ("states", "state", ""),
    ("dead_states", "dead state", ""),
)
"""The facts that are counts: the key, the noun, and the words added in a full sentence."""
_FIRST = ("dead_states", "shortest_solutions")
"""The facts to name first, because they reveal most about a change to a level."""
_EXCLUDED = frozenset(
    ("lower_bound", "solvable", "complete", "states_seen", "transitions", "expanded")
)
"""The facts not listed as changes: the bound of the length, and search statistics.

The length itself is not listed either, because it has a separate phrase.
"""
CHANGE_SEPARATOR = "; "
"""The text between two changes in a verdict."""
_MAX_CHANGES = 3
"""The maximum number of changed facts to name. Readers cannot keep more in mind."""


def format_length(game: Game | None, facts: FactMap) -> str:
    """Format the length of a solution, for example as ``3 turns and 1 walk``.

    If no length is known, the result is ``solvable``, ``unsolvable`` or ``undecided``.
    """
    if facts.get("solvable") is None:
        return "undecided"
    if not facts["solvable"]:
        return "unsolvable"
    return _format_lengths(game, facts) or "solvable"


def format_short(game: Game | None, facts: FactMap) -> str:
    """Format the facts of :func:`list_key_facts` as one line, for a list of levels."""
    return " ".join(list_key_facts(game, facts))


def list_key_facts(game: Game | None, facts: FactMap) -> tuple[str, ...]:
    """Return the two or three facts that best distinguish levels of a game, most telling first.

    They are the length of the solution and the game's short judgements, for example
    ``10 moves 3* fun 5``. If the game makes no judgements, the share of dead states replaces them.
    """
    numbers = _list_lengths(game, facts)
    if not numbers:
        return (format_length(game, facts),)
    parts = [format_count(number, unit.singular, unit.plural) for unit, number in numbers]
    judged = () if game is None else game.solver.judge_facts(facts)
    parts += [judgement.symbol for judgement in judged if judgement.symbol]
    states, dead = facts.get("states"), facts.get("dead_states")
    # Without judgements, the share of dead states is the best indication of how tricky a level is.
    if not judged and states and dead:
        parts.append(f"{dead / states:.0%} dead")
    return tuple(parts)


def format_caption(game: Game, facts: FactMap) -> tuple[str, ...]:
    """Return the facts of :func:`list_key_facts` for the caption of a thumbnail.

    If there is only one fact, the number of shortest solutions is added.
    """
    parts, ways = list_key_facts(game, facts), facts.get("shortest_solutions")
    return (*parts, format_count(ways, "way")) if len(parts) == 1 and ways else parts


def format_sentence(game: Game | None, facts: FactMap) -> str:
    """Format a verdict as a clause, for example as ``solvable in 3 layers of deduction``."""
    if facts.get("solvable") is None:
        return "undecided: the search was cut short"
    cut = "" if facts.get("complete", True) else "; the search was cut short"
    if not facts["solvable"]:
        return "unsolvable"
    if facts.get("unique") is False:
        return f"solvable{_format_within(game, facts)}, in more than one way"
    return f"solvable{_format_within(game, facts)}{cut}"


def list_phrases(game: Game | None, facts: FactMap) -> Iterator[str]:
    """Yield phrases for a level: the solution's length, the game's judgements and the counts."""
    yield format_length(game, facts)
    if game is not None:
        yield from list_briefs(game.solver.judge_facts(facts))
    yield from list_counts(facts)


def format_spoken(game: Game | None, facts: FactMap) -> str:
    """Format a verdict and all its counts as a sentence for a screen reader."""
    if facts.get("solvable") is None:
        return f"Undecided after {format_count(int(facts.get('states_seen') or 0), 'state')}."
    if not facts["solvable"]:
        return "The level cannot be solved."
    parts = [
        f"The level can be solved{_format_within(game, facts)}",
        *list_counts(facts, tails=True),
    ]
    return f"{', '.join(parts)}."


def list_counts(facts: FactMap, *, tails: bool = False) -> Iterator[str]:
    """Yield phrases for the counts among a level's facts.

    If ``tails`` is True, the phrases are worded so that they can be parts of a sentence.
    """
    for key, noun, tail in _COUNTS:
        number = facts.get(key)
        # For an unsolvable level, only the number of states means anything.
        if number is None or (not facts.get("solvable") and key != "states"):
            continue
        # A number of dead states means nothing without the total number of states.
        if key == "dead_states" and facts.get("states") is None:
            continue
        if tails and key == "dead_states":
            yield f"{number:,} of them dead"
        else:
            yield format_count(number, noun) + (tail if tails else "")


def format_proof(facts: FactMap) -> str:
    """Describe what has been proven about the minimum length, or return ``""`` if nothing has."""
    if facts.get("optimal"):
        return "proven shortest"
    bound = facts.get("lower_bound")
    return "" if bound is None else f"at least {bound:,} needed"


def format_change(game: Game | None, facts: FactMap, before: FactMap) -> str:
    """Describe the change from ``before`` to ``facts``, as in ``was 6; 3 new dead states``."""
    now, old = format_length(game, facts), format_length(game, before)
    number, number_before = _list_lengths(game, facts), _list_lengths(game, before)
    if now == old:
        first = "as before"
    elif len(number) == len(number_before) == 1:
        first = f"was {number_before[0][1]:,}"
    else:
        first = f"was {old}"
    return CHANGE_SEPARATOR.join((first, *list_changes(game, facts, before)))


def format_comparison(game: Game | None, left: FactMap, right: FactMap) -> str:
    """Compare the lengths of two solutions, for example as ``left 2 moves, right 5 moves (+3)``."""
    one, other = format_length(game, left), format_length(game, right)
    if one == other:
        return f"both {one}"
    before, now = dict(_list_lengths(game, left)), dict(_list_lengths(game, right))
    # Only units that both solutions are measured in can be compared.
    more = {unit: now[unit] - before[unit] for unit in before if unit in now}
    said = []
    for unit, number in more.items():
        if number:
            noun = unit.singular if abs(number) == 1 else unit.plural
            said.append(f"{number:+,}" + ("" if len(more) == 1 else f" {noun}"))
    return f"left {one}, right {other}" + (f" ({', '.join(said)})" if said else "")


def list_differences(left: FactMap, right: FactMap) -> Iterator[str]:
    """Yield a phrase for each count that differs between two levels, such as ``3 more states``.

    The phrases describe ``right`` in comparison with ``left``.
    """
    for key in ("shortest_solutions", "states", "dead_states"):
        if left.get(key) is None or right.get(key) is None or left[key] == right[key]:
            continue
        more = right[key] - left[key]
        noun = _inflect_noun(more, key.replace("_", " "))
        yield f"{abs(more):,} {'more' if more > 0 else 'fewer'} {noun}"


def list_changes(game: Game | None, facts: FactMap, before: FactMap) -> tuple[str, ...]:
    """Return phrases for the facts that have changed since ``before``, most important first.

    The result is empty if only one of the two levels has a solution.
    """
    if facts.get("solvable") != before.get("solvable"):
        return ()
    return tuple(
        words
        for words, _ in zip(
            _generate_changes(game, facts, before), range(_MAX_CHANGES), strict=False
        )
    )


def _generate_changes(game: Game | None, facts: FactMap, before: FactMap) -> Iterator[str]:
    length = (MOVES if game is None else game.measure).key
    for key in dict.fromkeys((*_FIRST, *facts)):
        now, old = facts.get(key), before.get(key)
        if key in (length, *_EXCLUDED) or now == old or not _are_comparable(now, old):
            continue
        name = key.replace("_", " ")
        # A key ending in "s" is a plural noun, and so a count, unless it is a word like "fitness".
        counts_things = name.endswith("s") and not name.endswith("ss")
        # Check for bool first, because bool is a subclass of int.
        if isinstance(now, bool):
            yield f"{'now' if now else 'no longer'} {name}"
        elif isinstance(now, int) and isinstance(old, int) and counts_things:
            more = now - old
            yield f"{abs(more):,} {'new' if more > 0 else 'fewer'} {_inflect_noun(more, name)}"
        else:
            yield f"{name} {now:g}, was {old:g}"


def _are_comparable(now: object, old: object) -> bool:
    """Return True if two values of a fact are both numbers or both booleans."""
    if isinstance(now, bool) or isinstance(old, bool):
        return isinstance(now, bool) and isinstance(old, bool)
    return isinstance(now, int | float) and isinstance(old, int | float)


def _inflect_noun(number: int, plural: str) -> str:
    return plural.removesuffix("s") if abs(number) == 1 else plural


def _list_lengths(game: Game | None, facts: FactMap) -> list[tuple[Measure, int]]:
    """Return the known lengths of a solution, each with its unit. Unsolvable levels have none."""
    if not facts.get("solvable"):
        return []
    known = [unit for unit in list_units(game, facts) if facts.get(unit.key) is not None]
    return [(unit, facts[unit.key]) for unit in known]


def _format_lengths(game: Game | None, facts: FactMap) -> str:
    numbers = _list_lengths(game, facts)
    return " and ".join(
        format_count(number, unit.singular, unit.plural) for unit, number in numbers
    )


def _format_within(game: Game | None, facts: FactMap) -> str:
    """Return a phrase for the length, such as `` in 4 moves``, or ``""`` if it is unknown."""
    measured = _format_lengths(game, facts)
    deduced = " of deduction" if measured and facts.get("layers") is not None else ""
    return f" in {measured}{deduced}" if measured else ""
