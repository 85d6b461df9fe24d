"""The generator for A Mazing Monk, which makes levels backwards.

Generation begins at the end of play, with the monk on the exit, among soldiers and obstacles. From
there, play is undone. Lines turn back, and the monk steps backwards, removing obstacles in his way
and leaving path and karma behind. As soon as a path leads to the entrance, he walks there, and more
backward turns scramble the cube. Reversing these actions solves the level, so every level has a
known solution, its *witness*::

    made:    step left, R1, step up, C0      (capital letters turn back)
    played:  c0, step down, r1, step right

A backward turn or a removed obstacle must not let soldiers reach the monk, either now or at any
moment generated earlier, because those moments come later in play. ``rewind`` contains the cube
with this history, and ``backward_stages`` contains the stages. Two other modes place tiles at
random (``random_placement``) and need a solver to decide if the level can be won.
"""
