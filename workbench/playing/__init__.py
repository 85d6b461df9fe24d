"""Playing a level by hand, without a screen.

- :mod:`~workbench.playing.session` is one visit to a level: moves, hints, what is recorded.
- :mod:`~workbench.playing.way` is the way to a win from every position, or to a win of one kind;
  :mod:`~workbench.playing.advice` has the solver find it, :mod:`~workbench.playing.course` chooses
  the kind to lead to, and :mod:`~workbench.playing.hints` puts that into words.
- :mod:`~workbench.playing.kinds` tells of kinds of winning, :mod:`~workbench.playing.medals` of
  what finished runs have earned.
- :mod:`~workbench.playing.recorder` notes what the player does, and
  :mod:`~workbench.playing.keeping` where that is written.
- :mod:`~workbench.playing.replaying` steps through a record beside the optimum.
- :mod:`~workbench.playing.motion` makes the frames between two positions.
- :mod:`~workbench.playing.arrangement` finds the board the most room.
"""
