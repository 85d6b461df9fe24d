"""The solver service: everything slow, off the UI thread.

How an answer comes about::

    screen ── solving.SolverService ── lanes.Lane ── a thread; only the newest request counts
                                          │
    verb, plain mode ── running.solve ── running.Runner
                                          ├─ kernels ready ─────── tasks.Task.run, compiled
                                          └─ not yet ── helper.Helper ══ pipe ══ helper_process
                                                        (plain Python, small boards)

- :mod:`~workbench.service.solving` is the door: screens ask it for verdicts, traces and levels
  and get immutable answers through a callback. Nothing else of the package is for screens but
  the outcome of a lane.
- :mod:`~workbench.service.lanes` runs one job per lane in a thread of its own. A new request
  cancels the one under way, so a designer who edits faster than a board is solved never waits.
- :mod:`~workbench.service.running` decides who answers, and runs what a verb of the command line
  or plain mode waits for.
- :mod:`~workbench.service.tasks` are the requests as values, which a thread runs or a pipe
  carries.
- :mod:`~workbench.service.kernel_loading` brings the compiled kernels in: from the cache in a
  thread, or compiled by another process first.
- :mod:`~workbench.service.helper` and :mod:`~workbench.service.helper_process` are the two ends
  of the pipe to a process that answers small boards until the kernels are there.
"""
