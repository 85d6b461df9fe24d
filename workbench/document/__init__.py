"""Open levels, and the protection of levels from loss: autosave, recovery and the trash.

A :class:`~workbench.document.document.Document` is a level with its undo history and its file.
All files that protect levels from loss are in one folder per user; see
:mod:`~workbench.paths.state_folder`. They are text files that a person can read and use without the
app::

    recovery/slope.4711-a1b2c3d4-1.toml   unsaved work, as an ordinary level file
    recovery/slope.4711-a1b2c3d4-2.toml   the best level so far of a running improvement
    recovery/set.4711-a1b2c3d4-3.pack.toml   a pack with unsaved changes
    sessions/4711-a1b2c3d4.toml           a running session, and the level that it has open
    sessions/4711-a1b2c3d4.lock           a file that is locked while that session runs
    trash/20260131-120000-slope/          a deleted level, its records, and a note of its old path

Each session holds the lock with its name until its process ends. After a crash, the operating
system releases the lock. At the next start, unsaved work is offered for recovery unless its session
is still running. In this example, the three recovery files are offered if no process holds the lock
``4711-a1b2c3d4.lock``.

The app uses :class:`~workbench.document.autosave.Autosave`, which accesses files in a background
thread, so that a slow disk does not delay the response to a key press.
"""
