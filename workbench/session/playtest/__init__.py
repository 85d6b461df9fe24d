"""Playing a level by hand, without a screen.

A :class:`~workbench.session.playtest.playtest.Playtest` is one visit to a level. It holds the moves
so far, their record and the hints. A
:class:`~workbench.session.playtest.level_analysis.LevelAnalysis` holds the solver's results. For
each kind of win, it has a :class:`~workbench.session.playtest.shortest_win_routes.WinRoute`, which
gives the distance to that win from any position, and the best next moves. A hint follows the route
to the best kind of win that is still possible. For example, in a game with a combo win and a plain
win, hints lead to the combo until a move makes it impossible, and after that to any win.

- :mod:`~workbench.session.playtest.playtest`: one visit to a level, with its moves and hints.
- :mod:`~workbench.session.playtest.shortest_win_routes`: routes to a win, and a guide that works in
  the background. :mod:`~workbench.session.playtest.level_analysis` gets these from the solver,
  :mod:`~workbench.session.playtest.hint_goal` chooses the kind of win that hints lead to, and
  :mod:`~workbench.session.playtest.hints` formats the hints.
- :mod:`~workbench.session.playtest.win_kind_text`: text about kinds of wins and medals.
- :mod:`~workbench.session.playtest.pencil_marks`: the player's pencil marks.
- :mod:`~workbench.session.playtest.visibility`: the part of the board that the player can see.
- :mod:`~workbench.session.playtest.recorder` records the events during a visit, and
  :mod:`~workbench.session.playtest.record_storage` writes them to a file.
- :mod:`~workbench.session.playtest.record_replay`: replays a record step by step and compares it
  with the optimum.
"""
