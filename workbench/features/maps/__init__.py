"""Overlays on the board for dead ends, relevance, uniqueness leaks and conclusions.

Each overlay is a part that shows a list in a pane. The overlays for dead ends, relevance and leaks
are subclasses of :class:`~workbench.features.maps.part.MapPart`: the board shows the current level
with marks, its cursor selects a cell, and the list says more about that cell. Data that the
solver's verdict does not contain is computed in the background by a
:class:`~workbench.features.maps.map_finder.MapFinder`.

For example, the overlay for dead ends shows a heat map. For each cell, it gives the share of dead
positions among the positions that have a piece on that cell. The list contains the trap moves;
selecting one shows the position that it leads to.
"""
