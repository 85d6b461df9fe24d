"""Nothing is lost: autosave, recovery, other sessions, changes on disk, and the trash.

Everything lies in one folder per user, see :mod:`~workbench.folders.state`, and everything in it
is text that a human can use by hand::

    recovery/slope.4711-a1b2c3d4-1.toml   unsaved work: a level file like any other
    recovery/slope.4711-a1b2c3d4-2.toml   the best level so far of its optimisation under way
    recovery/set.4711-a1b2c3d4-3.pack.toml   a pack with unsaved changes
    sessions/4711-a1b2c3d4.toml           a running session and the level it has open
    sessions/4711-a1b2c3d4.lock           locked for as long as that session lives
    trash/20260131-120000-slope/          a deleted level, its records, and where it was

A session holds the lock of its name until its process ends, however it ends; the operating
system lets go of it then. Unsaved work whose session is not live is *orphaned* and offered at
the next start. :class:`~workbench.document.keeper.WorkKeeper` is what the app talks to; it does all
work on files in one thread, so that a slow disk never holds a key.
"""
