"""Two readings of the rules held against each other: compiled kernels and the slow reference."""

from __future__ import annotations

from typing import Any

import pytest
from reversed_trees import secondary_parents
from skiddy_boards import (
    GAME,
    LETTERS,
    expected_facts,
    random_levels,
    to_engine,
    to_reference,
)
from skiddy_reference import Published, RefBoard, RefFacts, Trial, published

from engine.games.skiddy.board import SkiddyBoard
from engine.games.skiddy.plain_skiddy_rules import RULES
from engine.games.skiddy.published.analyser_trace import ReversedTreeTrace
from engine.games.skiddy.published.parent_linked_tree import analyse_level
from engine.games.skiddy.skiddy_compiler import compile_board
from engine.jit import decorators
from engine.tiles.kernel_check import find_kernel_fault
from engine.values.budget import Budget
from engine.values.solver_trace import IndexedTrace

BUDGET = Budget(max_states=20_000)
KINDS = ("max", "end")
LABEL_WORDS = {"dead end": "DeadEnd", "max combo": "MaxCombo", "ok": "Ok"}
LABELS = {"dead end": 0, "max combo": 1, "ok": 2}


# --- what is compared ----------------------------------------------------------------------


def compare_all(board: RefBoard, facts: RefFacts) -> None:
    """Everything the two readings can be asked about one board."""
    own = to_engine(board)
    compare_facts(own, facts)
    if facts.states <= 120:
        assert find_kernel_fault(RULES, own) is None
        as_published = published(board)
        compare_published(as_published, own)
        compare_published_trace(as_published, own)
        compare_other_strategies(own, facts)


def compare_facts(own: SkiddyBoard, facts: RefFacts) -> None:
    """The whole verdict."""
    assert GAME.boards.find_problems(own) == ()
    found = GAME.solver.solve(own, budget=BUDGET).facts
    expected = expected_facts(facts)
    assert {name: found[name] for name in expected} == expected
    compare_evidence(found["evidence"], facts)


def compare_evidence(evidence: dict[str, Any] | None, facts: RefFacts) -> None:
    """The rule that fails, and the figures given for it."""
    if facts.stars == 3:
        assert evidence is None
    elif facts.stars == 2:
        way, other = facts.no_combo, facts.max_combo
        assert way and other
        assert evidence == {
            "rule": 3,
            "moves": way.moves,
            "way": way.solution,
            "max_combo_moves": other.moves,
        }
    elif facts.stars == 1:
        missing = "no_combo" if facts.max_combo else "max_combo"
        assert evidence == {"rule": 2, "missing": missing}
    else:
        assert evidence
        first = facts.dead_ends[0]
        depth = next(d for d in range(len(facts.depths)) if first < sum(facts.depths[: d + 1]))
        assert (evidence["rule"], evidence["state"]) == (1, f"S{first}")
        assert evidence["moves"] == len(evidence["way"]) == depth


def compare_published(expected: Published, own: SkiddyBoard) -> None:
    """The article's analyser: its nodes, their parents and labels, and every win."""
    numbers = {id(node): number for number, node in enumerate(expected.nodes)}
    tree = analyse_level(compile_board(own).make_search_level())
    assert [int(label) for label in tree.labels] == [LABELS[n.label] for n in expected.nodes]
    for number, node in enumerate(expected.nodes):
        assert int(tree.nodes.depths[number]) == node.depth
        if node.parent is not None:
            assert int(tree.nodes.parents[number]) == numbers[id(node.parent)]
            assert LETTERS[int(tree.nodes.moves[number])] == node.move
        assert secondary_parents(tree, number) == [numbers[id(parent)] for parent in node.secondary]
    wins = [
        (expected.nodes[int(state)].path() + LETTERS[int(move)], KINDS[int(kind)])
        for state, move, kind in tree.wins
    ]
    assert wins == expected.solutions
    facts = GAME.solver.solve(own, "published", BUDGET).facts
    graph = GAME.solver.solve(own, "graph", BUDGET).facts
    assert dict(facts) == dict(graph)


def compare_published_trace(expected: Published, own: SkiddyBoard) -> None:
    """The article's analyser row by row: what each says was so when its move was tried."""
    trace = GAME.solver.solve(own, "published", BUDGET).trace
    assert isinstance(trace, IndexedTrace)
    assert len(trace) == len(expected.trials) + 1
    places = {trial.target: n for n, trial in enumerate(expected.trials, start=1) if trial.new}
    inserting = trace.filter_by_word("secondary", 0, len(trace)).certain
    for index, trial in enumerate(expected.trials, start=1):
        row = trace[index]
        assert (row.parent, row.move) == (f"S{trial.node}", trial.letter)
        assert row.result.endswith(", secondary parent") == trial.inserted == inserting[index]
        if trial.target is None or trial.new:
            said = "Won in " if trial.target is None else f"S{trial.target} is new"
            assert trace.explain_row(index).startswith(said)
        else:
            where = places.get(trial.target, 0) + 1
            depth = expected.nodes[trial.target].depth
            parent = f", S{trial.node} its secondary parent" * trial.inserted
            said = f"Seen before: same as S{trial.target} (row {where:,}, depth {depth}){parent}. "
            assert trace.explain_row(index).startswith(said)
        if not trial.new:
            assert trace.explain_row(index).endswith(marks_sentence(trial, expected))
    compare_moments(expected, trace)


def compare_moments(expected: Published, trace: IndexedTrace) -> None:
    """Every node after every trial, up to a number that is not too slow."""
    assert isinstance(trace, ReversedTreeTrace)
    refined, first = trace.create_snapshots(), trace.create_snapshots(refined=False)
    known, states = 1, ["DeadEnd"]
    inserted: list[list[int]] = [[]]
    duplicates: list[list[int]] = [[]]
    for moment in range(min(len(expected.trials), 60) + 1):
        if moment:
            trial = expected.trials[moment - 1]
            if trial.new:
                known += 1
                states.append("DeadEnd")
                inserted.append([])
                duplicates.append([])
            elif trial.target is not None:
                duplicates[trial.target].append(trial.node)
                inserted[trial.target] += [trial.node] * trial.inserted
            for number in trial.marked:
                states[number] = LABEL_WORDS[expected.nodes[number].label]
        assert refined.count_nodes(moment) == known
        assert refined.get_node(known, moment) is None
        for number in range(known):
            node, other = refined.get_node(number, moment), first.get_node(number, moment)
            assert node is not None and other is not None
            assert (node.label_title, other.label_title) == (states[number], states[number])
            assert list(node.secondary) == inserted[number]
            assert list(other.secondary) == duplicates[number]


def marks_sentence(trial: Trial, expected: Published) -> str:
    """What a row has to say of marking."""
    if trial.marked:
        label = LABEL_WORDS[expected.nodes[trial.marked[0]].label]
        more = len(trial.marked) - 4
        rest = f" and {more:,} more" if more > 0 else ""
        named = ", ".join(f"S{n}" for n in trial.marked[:4])
        return f"It marks {named}{rest} as {label}, no dead end."
    if trial.node_was_marked:
        return f". It marks nothing: S{trial.node} is marked already."
    assert trial.target is not None and not trial.target_was_marked
    there = "" if trial.inserted else f" S{trial.node} is its secondary parent already."
    return f".{there} It marks nothing: S{trial.target} is not marked yet."


def compare_other_strategies(own: SkiddyBoard, facts: RefFacts) -> None:
    """Uniform-cost search and plain enumeration: what they establish is right."""
    expected = expected_facts(facts)
    cheapest = GAME.solver.solve(own, "uniform-cost", BUDGET).facts
    assert cheapest["complete"]
    plain = GAME.solver.solve(own, "naive", Budget(max_states=5000)).facts
    for found in (cheapest, plain):
        for name in ("solvable", "moves", "solution", "states", "dead_states", "stars"):
            assert found[name] in (None, expected[name]), name
    assert cheapest["solvable"] == expected["solvable"]
    assert cheapest["solution"] == expected["solution"]


def compare(seeds: range, rows: tuple[int, int], cols: tuple[int, int], max_states: int) -> int:
    """Compare random boards of every mix; the number compared."""
    compared = 0
    for board, facts in random_levels(seeds, rows, cols, max_states):
        compare_all(board, facts)
        compared += 1
    return compared


# --- the default run -----------------------------------------------------------------------


@pytest.mark.jitless
def test_small_boards_agree() -> None:
    tried, least = (18, 5) if decorators.is_disabled() else (48, 15)
    assert compare(range(tried), (4, 5), (5, 6), 60) >= least


@pytest.mark.parametrize("count", [40, pytest.param(236, marks=pytest.mark.slow)])
def test_boards_agree(count: int) -> None:
    assert compare(range(1000, 1000 + count), (4, 7), (5, 8), 300) >= count // 2


@pytest.mark.parametrize("count", [20, pytest.param(64, marks=pytest.mark.slow)])
def test_large_boards_agree(count: int) -> None:
    assert compare(range(3000, 3000 + count), (8, 16), (8, 16), 150) >= count // 12


# --- all of them ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("part", range(16))
def test_more_than_3000_boards_agree(part: int) -> None:
    first = 10_000 + 320 * part
    assert compare(range(first, first + 320), (4, 7), (5, 8), 1000) >= 195


@pytest.mark.slow
def test_many_large_boards_agree() -> None:
    assert compare(range(50_000, 50_400), (8, 16), (8, 16), 500) >= 50


@pytest.mark.jitless
def test_the_converters_keep_boards() -> None:
    for board, _ in random_levels(range(20), (4, 6), (5, 7), 50):
        assert to_reference(to_engine(board)) == board
