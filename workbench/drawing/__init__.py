"""Pictures of boards and plots of data, as terminal text, SVG and PNG.

A :class:`~engine.values.picture.Picture` names the tile in every cell, and the piece in every cell
that has one. The theme maps each name to a :class:`~workbench.theme.theme_loader.Look`: a glyph, a
style and small pictures. A plan places the cells on a canvas, and a brush draws each of them.
Finally, neighbouring columns with the same style are merged into segments. For example, the plan
for a picture of 2 by 3 cells at the scale ``compact`` is a
:class:`~workbench.drawing.grid_plan.GridPlan` of 6 columns by 2 lines, in which the cell (1, 2)
begins at column 4 of line 1.

- :mod:`~workbench.drawing.terminal_picture`: pictures as lines of terminal text, and the choice of
  a plan.
- :mod:`~workbench.drawing.grid_plan`: the positions of cells in a plain grid.
- :mod:`~workbench.drawing.net_plan`: the positions of cells in unfolded solids, and the frames.
- :mod:`~workbench.drawing.oblique`: the visible faces of a solid, drawn next to its net.
- :mod:`~workbench.drawing.cell_brush`: a brush that draws a picture's cells and overlays.
- :mod:`~workbench.drawing.cell_art`: cells at the scales that have pictures.
- :mod:`~workbench.drawing.move_previews`: previews of moves, drawn over a board.
- :mod:`~workbench.drawing.thumbnails`: small boards, with one or two cells per character.
- :mod:`~workbench.drawing.export`: pictures for use outside the app, as text, SVG and PNG.
- :mod:`~workbench.drawing.svg_piece_shapes`, :mod:`~workbench.drawing.svg_net`: the parts of SVG
  boards.
- :mod:`~workbench.drawing.table_plots` and the other modules: plots of tables, facts, archives,
  difficulty curves and search trees.
"""
