"""The generator and the optimizer for Linjat puzzles.

A candidate starts with numbers on random cells. Deduction then runs layer by layer. Whenever the
rules are stuck, a dot is added on a cell where it gives little away, until the board is solved
(``linjat_stages``). The optimizer mutates this first puzzle over and over: it removes the clues,
changes or moves a few numbers, adds new dots, and keeps each offspring with a high enough score
(``puzzle_mutation``, ``optimizer_loop``).

The score is a weighted sum of the numbers of layers for each rule and of the greatest width. With
weights of 3 for fit, 50 for the two-dot square and -2 for the width, a puzzle with 12 layers of fit
and 2 layers of squares, at most 4 numbers wide, scores 3 * 12 + 50 * 2 - 2 * 4 = 128.

The search for the best puzzle runs in compiled kernels on the arrays of a site
(``engine.stages.stage_workspace``) and a workspace (``generator_workspace``). ``generator`` is the
interface for interpreted code.
"""
