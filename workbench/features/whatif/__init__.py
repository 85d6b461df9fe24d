"""The what-if overlay, which shows the effect of every possible change to a single cell.

In edit mode, a heat map on the board shows how far the best change to each cell would take the
level towards an objective. For a level with 40 cells in a game with 8 tools, this means solving
about 300 changed boards. They are solved in the background, in small batches, starting with changes
near the cursor.

For example, with the objective ``longer``, a cell that shows ``+3`` can be changed so that the
shortest solution is three moves longer. If the change would break an invariant, for instance
because the intended solution would no longer win, the cell is marked with a warning, and the list
gives the reason.

- :mod:`~workbench.features.whatif.model`: the effects of all changes to the current level.
- :mod:`~workbench.features.whatif.change_trials`: trying changes in a background thread.
- :mod:`~workbench.features.whatif.change_effects`: grouping, comparing and describing changes.
- :mod:`~workbench.features.whatif.pane`: the list of changes.
- :mod:`~workbench.features.whatif.part`: the overlay and its commands.
"""
