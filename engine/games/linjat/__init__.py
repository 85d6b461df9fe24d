"""Linjat: draw a line of the right length through every number, so that every dot is covered.

Based on the game, article and program by J. Snellman (linjat.snellman.net).

A small board and its solution, with each line shown as a letter::

    . 3 . *        . A . B
    . . . 2        . A . B
    . * . .        . A . .
    . . . .        . . . .

The line through the 3 could lie along its row or its column. The 2 cannot reach the lower dot, so
the 3 must cover it with a line along the column, and the 2 must cover the other dot.

The subpackages are ``board`` (boards, their text formats, moves, and the arrays for deduction),
``deduction`` (seven rules, applied in layers or one conclusion at a time), ``explanations``
(evidence, hints and uniqueness leaks), ``exact`` (counting solutions) and ``generation`` (random
puzzles, improved by mutations).
"""
