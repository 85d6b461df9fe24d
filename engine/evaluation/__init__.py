"""The evaluation of levels: verdicts, facts, ratings, relevance and intended solutions.

A verdict is the result of one run of a game's solver. Everything else in this package builds on
verdicts:

- ``level_verdicts`` solves a level and stores the verdict in it.
- ``relevance`` solves the level again without each of its objects. An object is inert if none of
  the compared facts changes.
- ``level_mechanics`` finds the mechanics that the shortest solutions use.
- ``rating`` combines all of these and measurements of the layout in one record.
- ``board_facts`` computes the same facts lazily, for expressions such as ``inert=0 and moves>20``
  that need only a few of them.
- ``intended_solution`` replays the pinned solution and compares it with the solver's solutions.
- ``evaluated_board`` holds a board that a search is considering, with the facts found so far.
"""
