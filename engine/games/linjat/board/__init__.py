"""Linjat boards: values, text, and the arrays that kernels work on."""
