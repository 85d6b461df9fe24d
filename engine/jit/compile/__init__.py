"""Compiling kernels with Numba, in processes that do nothing else."""
