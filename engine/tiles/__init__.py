"""Boards of tiles and pieces, for games in which the player tilts the board.

A board is two text grids of the same shape: the fixed tiles, and the pieces on them. A tilt moves
all pieces together in one direction. Each piece slides until a solid tile, or a piece that has
stopped, is in its way::

    before        after a tilt to the right
    ########      ########
    #A.B.#.#      #..AB#.#
    #..A...#      #.....A#
    ########      ########

Kernels store a position as one byte per piece, the number of its cell. They compute a slide from a
table entry and a word that marks the occupied cells in a row or column
(:mod:`~engine.tiles.packed_cells`). Designers edit boards as immutable values
(:mod:`~engine.tiles.board`). :mod:`~engine.tiles.compiled_tiles` converts boards to the arrays that
kernels use.

Generators work on a *layout*, an array with one plane of codes for tiles and one for pieces
(:mod:`~engine.tiles.candidate_arrays`). Compiled code solves and checks candidates, and removes
inert objects (:mod:`~engine.tiles.candidate_checks`). Mutations (:mod:`~engine.tiles.mutations`)
improve accepted boards. A game adds its tiles and pieces, its rules for a slide, and its winning
condition. Alternatively, :mod:`~engine.tiles.game_builder` composes a game from declarations and a
plain function that defines the rules.
"""
