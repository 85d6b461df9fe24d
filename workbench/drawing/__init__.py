"""Boards as pictures: from the names in a picture to terminal columns, text files and SVG.

- :mod:`~workbench.drawing.canvas`: scales, sizes and margins; a picture as lines of the terminal.
- :mod:`~workbench.drawing.brush`: one picture painted cell by cell, for the canvas.
- :mod:`~workbench.drawing.rendering`: pictures outside the app, as text and as SVG.
- :mod:`~workbench.drawing.shapes`: the shapes that SVG pictures are made of.

What a name looks like is the theme's business: see :mod:`workbench.theming`.
"""
