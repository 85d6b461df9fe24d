"""Archives: the best level of every combination of two facts, and the search that fills them.

An archive is a grid of MAP-Elites (Mouret & Clune, "Illuminating search spaces by mapping elites",
arXiv:1504.04909, 2015) over the levels of a catalogue. As in pyribs (Tjanaka et al., GECCO 2023)
the grid (:mod:`~engine.archive.grid`), the choice of the levels that are mutated
(:mod:`~engine.archive.emitter`), and what has mutations tried and keeps what they lead to
(:mod:`~engine.archive.filling`) are apart.
"""
