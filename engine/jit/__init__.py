"""Kernels: functions that are plain Python and can be compiled, with their arrays and bits."""
