"""Search over the states of any game.

A game gives the search one compiled function, :func:`engine.search.successors.expand`, which lists
the successors of a packed state. The search knows nothing else about the game. A verdict is
computed in these steps:

1. :mod:`~engine.search.breadth_first` explores the state graph. It numbers the states, and stores
   one *edge* for every state and move: the number of the next state, or a negative outcome.
2. :mod:`~engine.search.retrograde` works backwards from the wins. It finds the distance to win of
   every state, the dead states, and the number of shortest solutions.
3. :mod:`~engine.search.shortest_solutions` extracts the part of the graph on shortest solutions.
4. :mod:`~engine.search.strategies` turns the arrays into facts, a trace and maps.

A packed state is an array of ``words`` 64-bit words. For example, take one word per state, four
moves, and a start (state 0) whose first move leads to state 1 and whose second move loses::

    states   [0x0512, 0x0513, ...]     state n begins at word n * words
    parents  [-1, 0, ...]              the state that each was first reached from
    edges    [1, -3, -1, -1, ...]      move m of state n at index n * 4 + m
    starts   [0, 1, ...]               the first state of each depth

Generators use the same search for candidates (:mod:`~engine.search.candidate_search`), in memory
that is allocated only once.
"""
