"""Deduction with seven rules that a person could use.

For every number, a deduction stores its *alive* placements (the lines that it may still have) and
the cells that it *owns* (those certain to be on its line). A rule eliminates placements or adds
owned cells, and either may allow another rule to apply. A layer tries the rules in this order:

- uncontested place: a number that reaches no open dot takes a placement no other number can use;
- dot cover: a dot that only one number can reach belongs to that number;
- single solution: if a number has two interchangeable placements, its line is on neither of them;
- fit: a number owns the cells common to all its placements;
- two-dot square, dot dependency, one of two: rules about pairs of dots or numbers.

In ``3 . * .`` only the 3 can reach the dot. By dot cover, the 3 owns the dot. By fit, it also owns
the cell between them, because every placement over the dot covers that cell.

``layers`` runs the compiled rules, drawing all conclusions from one rule at a time, and
``serial_steps`` draws one conclusion at a time, as a person does. The kernels work on two arrays
(:mod:`engine.games.linjat.board.deduction_arrays`). For explanations, ``rederivation`` and
``sound_rules`` implement the same rules a second time, on plain sets.
"""
