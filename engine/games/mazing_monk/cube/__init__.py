"""The monk's cube: values, text, geometry, and the arrays that kernels work on."""
