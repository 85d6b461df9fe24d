"""JSON Schemas of levels, facts, packs and rows of catalogues.

The files ``*.schema.json`` in this folder are generated from the code, so that other programs can
check what the workbench writes and write what it reads. After a change of a format or fact::

    python -m engine.schemas

writes them again. A test compares them with the code.
"""
