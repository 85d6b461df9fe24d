"""A catalogue's archive: its grid over two facts, and control of the process that fills it."""
