"""Batches: levels in bulk, made by many processes, kept in a catalogue that knows how far it came.

An :class:`~engine.batch.order.Order` says what is made. Seeds are tried in chunks, which a backend
has workers do in any order (:mod:`~engine.batch.local`, :mod:`~engine.batch.cluster`); one process
takes what they found in the order of seeds (:mod:`~engine.batch.running`), so that a catalogue is
the same whatever made it, and an interrupted one goes on from the seed that it came to.
"""
