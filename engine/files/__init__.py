"""Levels and play records in files and as text: TOML, JSON, share strings and atomic storage.

All formats represent the same document: the keys and values of a level file
(:mod:`engine.files.levelfile`). JSON holds all of it, whereas a share string holds only the
``[board]`` table. A level file begins like this::

    format = 1
    game = "skiddy"
    title = "First steps"

    [board]
    tiles = '''
    #####
    #...#
    '''

Files may come from strangers, so their size and nesting depth are limited
(:mod:`engine.files.untrusted_toml`). Unknown keys are preserved, because a newer version may use
them. Files are replaced atomically: the new content is written to a temporary file in the same
folder, flushed to disk, and renamed (:mod:`engine.files.storage`). After a crash the file has
either its old or its new content, never a mixture.
"""
