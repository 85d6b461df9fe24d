"""The solver service, which does slow work outside the UI thread.

A request takes this path::

    screen ── solver_service.SolverService ── job_slots.JobSlot ── a thread; newest request wins
                                                │
                                                ├─ tasks.Task, if it has machine code
                                                └─ else ── helper.Helper ══ pipe ══ helper_process
    verb, plain mode ── foreground.run_with_progress ── tasks.Task in a thread, with progress

- :mod:`~workbench.service.solver_service` is the interface for screens. A screen requests verdicts,
  traces or levels, and an immutable answer is passed to its callback. Of the other modules, screens
  need only the class for a job's outcome.
- :mod:`~workbench.service.job_slots` gives each slot a thread, which runs one job at a time. A new
  request cancels the running job, so designers never wait, even if they edit faster than a board
  can be solved.
- :mod:`~workbench.service.foreground` runs jobs for callers that wait for the result: the verbs of
  the command line, and plain mode.
- :mod:`~workbench.service.tasks` defines the tasks, which can be run in a thread or sent through a
  pipe.
- :mod:`~workbench.service.helper_client` and :mod:`~workbench.service.helper_process` are the two
  ends of a pipe to a process that runs plain Python code. Inside the app, such code would delay key
  presses.

For example, an edit calls ``SolverService.solve_board``. This cancels the previous job in the
``verdict`` slot, runs ``tasks.solve_board`` in the slot's thread, and passes an ``Outcome`` with a
verdict to the callback. If the game has no machine code, or no kernels at all, the same task is
pickled and sent to the helper process instead.
"""
