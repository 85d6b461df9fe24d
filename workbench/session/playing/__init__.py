"""Playing a level by hand, without a screen.

- :mod:`~workbench.session.playing.playtest` is one visit to a level: moves, hints, its record.
- :mod:`~workbench.session.playing.way` is the way to a win from every position, or to a win of one
  kind; :mod:`~workbench.session.playing.advice` has the solver find it,
  :mod:`~workbench.session.playing.course` chooses the kind to lead to, and
  :mod:`~workbench.session.playing.hints` puts that into words.
- :mod:`~workbench.session.playing.kinds` describes kinds of winning, and what playthroughs have
  earned.
- :mod:`~workbench.session.playing.pencilling` has the pencil marks of a visit.
- :mod:`~workbench.session.playing.visibility` has how much of the board the player sees.
- :mod:`~workbench.session.playing.recorder` notes what the player does, and
  :mod:`~workbench.session.playing.keeping` where that is written.
- :mod:`~workbench.session.playing.replaying` steps through a record beside the optimum.
"""
