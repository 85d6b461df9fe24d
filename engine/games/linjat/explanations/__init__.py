"""Explanations for deductions: reasons, premises, evidence, hints, traces, leaks and verdicts.

A *reason* is one conclusion with the cells that force it (``reasons``). Some reasons depend on
lines that an earlier rule has ruled out, although the board does not show that. The earlier reasons
are then their *premises* (``premises``). The *evidence* accounts for every single line that a
reason assumes to be impossible (``evidence``). A hint is the first reason that follows from the
drawn lines, with its premises (``deduction_hints``). A leak is a conclusion that holds only if
there is exactly one solution (``uniqueness_leaks``).

The kernels record what a rule concluded but not why, so explanations are computed on demand from
plain sets of cells.
"""
