"""Value types that all other packages share, none of which depends on a particular game.

The package holds levels and boards (:mod:`~engine.values.level`), text grids and symmetries
(:mod:`~engine.values.grid`), pictures, generator parameters and their values, expressions over
facts, budgets and progress, random numbers, solver traces, and playtest records. All values are
immutable, except for a :class:`~engine.values.budget.Control` and a stream of random numbers.
"""
