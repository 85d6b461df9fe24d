"""Measurements of the hot paths, each beside a baseline taken in the same run.

``python -m benchmarks`` runs them all, ``python -m benchmarks graph`` one of them. Absolute
times depend on the machine and on what else it does; quote the ratios.
"""
