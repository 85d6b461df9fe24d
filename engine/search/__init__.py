"""Search over the states of any game.

A game gives the search one compiled function, :func:`engine.search.successors.expand`, which
lists the successors of a packed state. The search knows nothing else of the game.
"""
