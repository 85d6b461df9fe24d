"""Family trees: lines, branches, siblings and heirs of any history."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.stages.lineage import LineageTree


@st.composite
def trees(draw: st.DrawFn) -> LineageTree:
    """A history in which every puzzle has an earlier one as its parent."""
    size = draw(st.integers(1, 30))
    parents = [-1, *(draw(st.integers(0, entry - 1)) for entry in range(1, size))]
    scores = draw(st.lists(st.integers(-5, 5), min_size=size, max_size=size))
    history = np.array([parents, range(0, 3 * size, 3), scores], np.int64).T
    return LineageTree(history, draw(st.integers(0, size - 1)))


@given(trees())
def test_lines_go_from_the_first_by_parents(tree: LineageTree) -> None:
    for entry in range(len(tree)):
        line = tree.list_ancestors(entry)
        assert line[0] == 0 and line[-1] == entry
        assert all(tree.get_parent(child) == parent for parent, child in itertools.pairwise(line))


@given(trees())
def test_children_and_siblings_are_those_of_the_parent(tree: LineageTree) -> None:
    for entry in range(len(tree)):
        children = [one for one in range(len(tree)) if tree.get_parent(one) == entry]
        assert tree.list_children(entry).tolist() == children
        for child in children:
            assert tree.list_siblings(child).tolist() == children
    assert tree.list_siblings(0).tolist() == [0]


@given(trees())
def test_a_branch_leads_on_to_the_best_descendant(tree: LineageTree) -> None:
    for entry in range(len(tree)):
        branch = tree.list_branch(entry)
        line = tree.list_ancestors(entry)
        assert branch[: len(line)] == line
        assert branch == tree.list_ancestors(branch[-1])
        below = [one for one in range(len(tree)) if entry in tree.list_ancestors(one)]
        if tree.best in below:
            assert branch[-1] == tree.best
        else:
            assert tree.get_score(branch[-1]) == max(tree.get_score(one) for one in below)
