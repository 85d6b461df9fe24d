"""Catalogues: many levels with their facts in one SQLite file, for queries, statistics and exports.

A catalogue may hold a hundred thousand levels, so each level must take up few bytes and each query
must read few pages. Three ideas make this possible.

A run (:mod:`engine.catalogue.run_record`) stores the origin that all levels in a batch share:
the game, the generator, the settings and the first seed. Each level adds only its seed, its attempt
number, the packed board and a fingerprint for finding duplicates. An export generates the complete
level again from these.

The facts of a level are split into columns (:mod:`engine.catalogue.fact_columns`). A table
``facts:GAME`` has a column for each fact that is a number, a string or a truth value. All other
values, such as lists, go into one packed blob. A shape records which facts a level has, in order
and with their kinds. Most levels of a game have the same shape. For example, the facts ``{"moves":
7, "optimal": true, "lines": [[[0, 1], [0, 2], [0, 3]]]}`` have the shape ``moves: number, optimal:
truth, lines: other``. Their columns hold 7 and 1, and the blob holds the only line, reduced to its
end points (:mod:`engine.catalogue.folded_json`).

An expression such as ``moves >= 7 and tag:good`` becomes an SQL condition over these columns with
bound parameters (:mod:`engine.catalogue.sql_conditions`), so SQLite can filter and sort levels
without reading their boards.

A catalogue is untrusted input. Sizes are checked before anything is unpacked, and a file with
foreign tables, views or triggers is refused (:mod:`engine.catalogue.schema`).
"""
