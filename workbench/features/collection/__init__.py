"""Collections of levels to choose from: galleries, catalogues and suggestions.

A *gallery* holds levels that were generated just now, a *catalogue* is a file with many levels and
their facts, and *suggestions* are variations on the level being designed. All three have a cursor
on one of their levels. The designer can keep, reject or tag each level, or compare it with another.

A gallery keeps its levels in memory and writes every decision to a journal, so that a later session
can continue it. A catalogue is an SQLite file, which is read and annotated by a single thread. The
screen asks this thread for pages of levels, and draws them when they arrive. For example, when the
user applies the filter ``moves>8`` to a catalogue:

1. The dialog parses the expression and makes a filter from it.
2. The catalogue's thread runs the query and returns a listing: the ids of the matching levels in
order, and the histogram of one fact.
3. The view (wall, table or grid) asks for the levels that fit on the screen, one page at a time.
"""
