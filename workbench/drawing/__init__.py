"""Boards as pictures: from the names in a picture to terminal columns, text files and SVG.

- :mod:`~workbench.drawing.canvas`: a picture as lines of the terminal, and the ways to draw it.
- :mod:`~workbench.drawing.plans`: where cells stand on a plain grid.
- :mod:`~workbench.drawing.nets`: the same for unfolded solids, with frames and names.
- :mod:`~workbench.drawing.oblique`: the visible faces of a solid, drawn beside its net.
- :mod:`~workbench.drawing.brush`: the cells of one picture, and what is drawn over them.
- :mod:`~workbench.drawing.previews`: moves drawn over a board before they are made.
- :mod:`~workbench.drawing.rendering`: pictures outside the app, as text and as SVG.
- :mod:`~workbench.drawing.shapes`: the shapes that SVG pictures are made of, from a table.
- :mod:`~workbench.drawing.netshapes`: what is around the faces of a net in such pictures.

What a name looks like is the theme's business: see :mod:`workbench.theme.theming`.
"""
