"""The pipeline of generators: stages, random streams, event logs, acceptance and improvement.

A generator makes a candidate in stages. All stages change the same *layout*, an array of shape
(planes, cells): one plane holds the tiles, another the pieces, and others hold weights. A *site*
(:mod:`engine.stages.stage_workspace`) is the workspace of a stage. It holds the layout, the
parameters, the locked cells and a random stream.

Each stage has its own random stream, which is derived from the seed, the attempt and the number of
the stage. So one stage can be rolled again without changing the others. For example, a generator
with the stages ``walls`` and ``pieces`` makes the candidate for seed 7 and attempt 12 like this::

    begin_stage(site, 7, 12, 0)     # stream of (7, 12, stage 0, reroll 0)
    draw_walls(site)                # changes the layout only through set_cell()
    begin_stage(site, 7, 12, 1)
    place_pieces(site)

If the site has a log, every change is recorded as an event with the old and the new value. A
timeline (:mod:`engine.stages.event_timeline`) steps through the log in both directions. Batches run
the same stages without a log.

:func:`engine.stages.accepted_candidate_search.find_accepted_attempt` tries attempts until a
candidate is accepted. If a generator improves a first board step by step, it uses
:mod:`engine.stages.improvement_base` and :mod:`engine.stages.islands`.
"""
