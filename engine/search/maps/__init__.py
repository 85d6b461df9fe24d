"""Maps of a state graph: a picture of its states, and a list of its traps.

:class:`~engine.search.maps.statemap.StateMap` shows the graph in layers, one for each number of
moves from the start. Two heuristics make large layers drawable.
:mod:`~engine.search.maps.crossing_minimization` orders the states of small layers so that few edges
cross. :mod:`~engine.search.maps.state_bundles` draws similar states of large layers as one bundle.

:class:`~engine.search.maps.trapmap.TrapMap` lists the *traps*: moves from a live state to a dead
state or to a loss. The dead states behind traps form regions, which
:mod:`~engine.search.maps.dead_regions` finds. The map also shows the cells that a player should
keep pieces away from, because all states with a piece there are dead.

All maps are views of a search's arrays. They store only a few numbers per state, and create an
object for a state or a trap only on request.
"""
