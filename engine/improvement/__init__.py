"""The improvement of levels towards an objective, and suggestions for changes.

An *objective* ranks boards (``improvement_objectives``), and *invariants* are qualities that no
change may remove (``invariants``). An improvement mutates a board thousands of times and decides by
late acceptance which mutations to keep (``late_acceptance``). It can run several such searches,
called islands, in parallel (``multi_start``). The same ranks and invariants are used to assess a
designer's edits (``whatif``) and to suggest variations (``suggestions``).

For example, ``longer`` ranks a level by the length of its shortest solution. Suppose that the level
needs 14 moves. A mutated level that needs 15 moves is kept, unless it has more inert objects than
the level or a lower value of a fact that the game guards.

An improved level can be rebuilt (``reconstruction``), because it records its source, objective,
seed and number of iterations, or the numbers of its mutations (``mutation_chain``).
"""
