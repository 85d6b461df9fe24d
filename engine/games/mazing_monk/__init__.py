"""A Mazing Monk: a maze on a cube whose rows and columns turn, with levels generated backwards.

The monk walks on the top face of a cube with 3 by 3 cells on each face. He collects karma until the
exit opens. A move is either a walk, or a quarter turn of a row or column that he is not on. If
soldiers on the top face have a path to him after a turn, he dies. The game comes from a thesis of
the same name about procedural puzzle generation, which this package calls "the thesis".

- ``cube`` contains the geometry of the cube, its text formats, and its bitboards for kernels;
- ``play`` contains the rules of play, mouse input and previews;
- ``search`` finds solutions with the fewest turns, and proves that no solution has fewer;
- ``generation`` makes levels backwards, from the exit to the entrance;
- ``climb`` makes hard levels by hill climbing on the number of turns;
- ``published`` contains the solver, the campaign and the experiments that the thesis describes.

A solution's length is counted in turns because walking is free: between two turns the monk can go
anywhere within reach. A search by turns therefore treats positions that differ only by walks as one
state.
"""
