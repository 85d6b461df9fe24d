"""Kernels: functions in plain Python that can be compiled to machine code.

A kernel is an ordinary function over NumPy arrays and integers. An *entry* is a kernel that
ordinary code calls. The build compiles each entry, together with the kernels that it calls, and
links all of them into one shared library in the folder ``native`` of the package. Numba is needed
only for the build, or to compile the kernels of a package that has no library.

When an entry is first called, it looks for its machine code in the library. If there is none, the
entry runs as plain Python, with the same results. Example::

    @kernel
    def double(value: int) -> int:
        return 2 * value

    @entry
    def double_all(values: Longs) -> None:
        for index in range(len(values)):
            values[index] = double(values[index])

Machine code handles neither Python objects nor keyword arguments. The annotations of an entry
determine its calling convention: the caller writes the arguments into an array of 64-bit slots and
passes the address of that array. In the example, the slots hold the address and the length of
``values``.

The digest of an entry covers the sources of all its kernels. In a checkout, an entry that was
edited after the build runs as plain Python until the library is built again.
"""
