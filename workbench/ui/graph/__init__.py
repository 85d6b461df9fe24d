"""The picture of a state graph, as lines of text: layers from top to bottom.

- :mod:`~workbench.ui.graph.view`: what there is to show, and how closely.
- :mod:`~workbench.ui.graph.rows`: one layer: which states are bundled, and where each stands.
- :mod:`~workbench.ui.graph.routing`: the lines between two layers.
- :mod:`~workbench.ui.graph.drawing`: as many layers as there is room for.
- :mod:`~workbench.ui.graph.words`: one state in words, and the legend.

Only what is visible is made, so that the size of a graph does not matter.
"""
