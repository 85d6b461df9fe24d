"""Batches: levels that many processes generate in bulk and add to a catalogue.

A batch answers a request such as "the first 100,000 different levels for these parameters". Its
specification (:class:`~engine.batch.batch_spec.BatchSpec`) names the game, the parameters and the
software versions. Each seed yields one level or none. Seeds are tried in chunks, and a backend
sends the chunks to workers: processes on this machine (:mod:`~engine.batch.local_backend`) or a
Dask cluster (:mod:`~engine.batch.dask_backend`). Workers finish in any order, but the scheduler
(:mod:`~engine.batch.batch_scheduler`) adds their results to the catalogue in seed order.

For example, the seeds 0 to 11 are sent out in the chunks 0-3, 4-7 and 8-11. Suppose that the last
chunk finishes first. Its results wait. When 0-3 finishes, its levels are inserted. When 4-7
finishes, the levels from 4-7 and 8-11 are inserted together, in one transaction that also records
"12 seeds tried".

This has three consequences. The catalogue gets the same levels with any backend and any number of
workers. An interrupted batch continues at the first seed that is not recorded. A batch with a
larger count extends the batch already in the catalogue.

A running batch writes its progress to a file next to the catalogue
(:mod:`~engine.batch.progress_writer`), which any process can read
(:mod:`~engine.batch.progress_reader`).
"""
