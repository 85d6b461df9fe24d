"""The picture of a state graph, drawn as lines of text with its layers from top to bottom.

A layer contains all states that are the same number of moves from the start. Each layer becomes one
row. If a layer has more states than the row has columns, similar neighbours are bundled into one
spot. If states are shown by name, lines between the rows show the moves::

    0        s0
             ├──┐
             r  d
    1       s1  s2

- :mod:`~workbench.ui.graph.graph_picture_contents`: the contents of the picture: graph, cursor and
  zoom.
- :mod:`~workbench.ui.graph.layer_layout`: the bundles in one layer and their columns.
- :mod:`~workbench.ui.graph.edge_routes`: the lines between two layers.
- :mod:`~workbench.ui.graph.graph_picture`: the picture, with as many layers as fit.
- :mod:`~workbench.ui.graph.state_text`: the description of a state, and the legend.

Only visible layers are computed, so large graphs are drawn as fast as small ones.
"""
