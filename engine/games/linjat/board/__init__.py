"""Linjat boards: board values, checks, text formats, moves, and the arrays for the kernels."""
