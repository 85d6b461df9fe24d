"""Playing a level by hand, without a screen.

- :mod:`~workbench.playing.session` is one visit to a level: moves, hints, what is recorded.
- :mod:`~workbench.playing.advice` knows the way to a win from every position, once the solver
  has found it; :mod:`~workbench.playing.hints` puts that into words.
- :mod:`~workbench.playing.recorder` notes what the player does, and
  :mod:`~workbench.playing.keeping` where that is written.
- :mod:`~workbench.playing.replaying` steps through a record beside the optimum.
- :mod:`~workbench.playing.motion` makes the frames between two positions.
- :mod:`~workbench.playing.arrangement` finds the board the most room.
"""
