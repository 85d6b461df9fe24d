"""Catalogues: many levels with their facts in one SQLite file, to be asked, measured and exported.

What a level is made from stands once for all levels of a run, see :mod:`engine.catalogue.schema`.
"""
