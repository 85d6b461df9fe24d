"""Linjat boards, their checks, text formats and moves, and the arrays for the kernels."""
