"""Fruit Dating: tilt the board so that fruit of one colour meet.

All pieces slide in the direction of a tilt. When everything has stopped, neighbouring fruit of
the same colour pair off and leave. Anteaters then drag the fruit that they see, and new pairs
leave. If a fruit enters mud or runs into a hedgehog, the level is lost. The level is won when no
fruit is left.

A solver searches the graph of states. A state has one byte for each piece, with the number of its
cell. Fruit comes first, grouped by colour, and then the blockers. Each group is sorted, because
equal objects are interchangeable (:mod:`engine.games.fruit_dating.rules`). For example, the level
::

    #######
    #A..o.#
    #....A#
    #######

has 7 columns, with fruit of colour A at cells 8 and 19 and a stone at cell 11. So its start state
is the bytes 8, 19 and 11. After the move R, the stone is at cell 12, one fruit is at cell 11, and
the other is still at cell 19, so the state is the bytes 11, 19 and 12.

The kernels work on a level compiled to one flat array
(:mod:`engine.games.fruit_dating.fruit_level_array`), where walls, gates and hedgehogs are part of
the slide entries. The generator's stages draw walls, give each tile a weight, and place fruit and
obstacles by weight (:mod:`engine.games.fruit_dating.fruit_stages`).

Source: T. Rychnovsky's article on generating levels for his game (SBC Games).
"""
