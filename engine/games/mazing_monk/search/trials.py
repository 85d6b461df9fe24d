"""What a run tried: every turn in every state that it looked into, found again from its states.

A run keeps its states only. Its trials, several times as many, are made once more when asked for.
"""

from __future__ import annotations

from engine.games.mazing_monk.cube.planes import ATTACKED, STATE_WORDS, Tables, expand
from engine.games.mazing_monk.search.turns import DROPPED, NEXT, Run, number_of
from engine.jit.arrays import Bytes, Ints, Longs
from engine.jit.marks import entry

LEFT_OUT, LOST = -1, -2
"""In place of the number of a state: one that the run left out, and soldiers reach the monk."""


@entry
def count_trials(tables: Tables, run: Run, firsts: Longs) -> None:
    """Numbers the trials: for each state that was looked at, and one more, the first.

    Trials count from 1, because the start comes before them.
    """
    states, children, kinds = run.states, run.children, run.kinds
    firsts[0] = 1
    for state in range(run.cursor[NEXT]):
        found = 0
        if run.marks[state] != DROPPED:
            at = STATE_WORDS * state
            found = expand(tables, states[at], states[at + 1], True, children, kinds)
        firsts[state + 1] = firsts[state] + found


@entry
def list_trials(
    tables: Tables,
    run: Run,
    firsts: Longs,
    state: int,
    start: int,
    stop: int,
    sources: Ints,
    turns: Bytes,
    targets: Ints,
) -> None:
    """Lists trials.

    Args:
        tables: the tables of the cube.
        run: the states.
        firsts: as :func:`count_trials` left them.
        state: the state that the first was tried in.
        start: the first trial, at least 1.
        stop: the one after the last.
        sources: receives the states that trials were made in.
        turns: receives their turns.
        targets: receives what they lead to: the number of a state, LEFT_OUT or LOST.
    """
    states, children, kinds = run.states, run.children, run.kinds
    while state < run.cursor[NEXT] and firsts[state] < stop:
        if firsts[state] < firsts[state + 1]:
            at = STATE_WORDS * state
            found = expand(tables, states[at], states[at + 1], True, children, kinds)
            for child in range(found):
                trial = firsts[state] + child
                if start <= trial < stop:
                    place = trial - start
                    sources[place] = state
                    turns[place] = kinds[child] % ATTACKED
                    targets[place] = LOST
                    if kinds[child] < ATTACKED:
                        targets[place] = number_of(run, children, STATE_WORDS * child)
        state += 1
