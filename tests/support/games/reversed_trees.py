"""What tests ask of the tree of the article's analyser."""

from __future__ import annotations

from engine.games.skiddy.published.parent_linked_tree import ReversedTree
from engine.search.tree_snapshots import NODE, SECONDARY


def secondary_parents(tree: ReversedTree, node: int) -> list[int]:
    """The secondary parents of a node in the order in which it got them."""
    found: list[int] = []
    link = int(tree.nodes.secondary[node])
    while link >= 0:
        found.append(int(tree.log[link, NODE]))
        link = int(tree.log[link, SECONDARY])
    return found[::-1]
