"""Searches by turns, lower bounds on turns, and the solver's strategies.

The basic search (``turn_search``) visits whole states layer by layer. Layer n contains all states
that can be reached in n turns but not in fewer. A pattern database (``pattern_database``) gives a
lower bound (``bound``) on the turns that a state still needs, and the search prunes states that
cannot win within its limit. Raising the limit step by step proves the fewest turns::

    limit 5: 1,204 states, nothing won, 310 left out by the bound
    limit 6: 2,951 states, nothing won, 118 left out by the bound
    limit 7: a win after 7 turns, and none after 6: 7 is the optimum

Going back from the wins in the last layer, ``turn_solutions`` counts the solutions with the fewest
turns. ``fewest_walks`` finds the one with the fewest walks among these, and ``solution_traps``
counts the traps along that solution. ``level_solver`` does all of this in one compiled call, and
``proof_search`` does it in chunks, so that a budget or the user can end it. ``solver`` contains the
strategies.
"""
