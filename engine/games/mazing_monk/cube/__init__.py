"""The monk's cube: immutable boards, text formats, geometry, and bitboards for kernels."""
