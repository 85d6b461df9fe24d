"""The design screen's pane that shows the solver's trace.

A trace has one row for each step that the solver took, such as a move that it tried or a conclusion
that it drew. There may be millions of rows, so the pane draws only the visible page
(:mod:`~workbench.features.trace.trace_rows`). Below it, the pane explains the selected row: the
reason for its result, its siblings, its children, and the path to it
(:mod:`~workbench.features.trace.trace_details`).

For example, the rows below show a move up that leads to a dead state, and a move to the right that
is part of the solution::

    depth state move result     moves to win
    1     S1    ↑    new            dead end
    1     S2    →    new                   6 ★
"""
