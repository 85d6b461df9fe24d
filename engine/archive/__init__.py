"""MAP-Elites archives: grids that keep the best level in each cell, and the search that fills them.

An archive (Mouret & Clune, "Illuminating search spaces by mapping elites", arXiv:1504.04909, 2015)
divides the values of two facts, say ``moves`` and ``walls``, into bins. Each pair of bins is a
cell, and each cell keeps one level, its elite: the best by a third fact, say ``difficulty``. The
grid shows which combinations of facts the levels in a catalogue cover, and which gaps remain.

The search is an evolutionary loop over the grid. For example, suppose that each fact has two bins,
and that two of the four cells, (0, 0) and (1, 0), are filled:

1. The emitter (:mod:`~engine.archive.parent_selection`) aims at an empty cell next to a filled one,
   (0, 1) or (1, 1), and chooses the elite of a nearby cell as the parent.
2. A worker mutates the parent's board and solves the result
   (:mod:`~engine.archive.mutation_trials`). A board that is unsolvable, breaks a rule or is worse
   than its parent is rejected.
3. The scheduler (:mod:`~engine.archive.fill_scheduler`) finds the cell of the new level. An empty
   cell takes it. A filled cell takes it only if it is better than the cell's elite.

Coverage is the share of filled cells, and the QD score sums the quality of all elites. Grid,
emitter and scheduler are separate modules, as in pyribs (Tjanaka et al., GECCO 2023). The catalogue
alone stores the levels and the progress, so a search can continue after any interruption.
"""
