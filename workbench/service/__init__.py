"""The solver service: everything slow, off the UI thread.

How an answer comes about::

    screen ── solving.SolverService ── lanes.Lane ── a thread; only the newest request counts
                                          │
                                          ├─ tasks.Task, where there is machine code for it
                                          └─ else ── helper.Helper ══ pipe ══ helper_process
    verb, plain mode ── running.run ── tasks.Task in a thread, with progress

- :mod:`~workbench.service.solving` is the door: screens ask it for verdicts, traces and levels
  and get immutable answers through a callback. Nothing else of the package is for screens but
  the outcome of a lane.
- :mod:`~workbench.service.lanes` runs one job per lane in a thread of its own. A new request
  cancels the one under way, so a designer who edits faster than a board is solved never waits.
- :mod:`~workbench.service.running` runs what a verb of the command line or plain mode waits for.
- :mod:`~workbench.service.tasks` are the requests as values, which a thread runs or a pipe
  carries.
- :mod:`~workbench.service.helper` and :mod:`~workbench.service.helper_process` are the two ends
  of the pipe to a process that does what runs as plain Python, which would make keys late.
"""
