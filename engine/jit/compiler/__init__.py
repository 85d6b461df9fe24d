"""The compiler of kernels, which uses Numba and LLVM in separate processes.

An entry is compiled in three steps. First, each kernel that it calls gets a Numba dispatcher: a
copy of the plain function whose global names refer to the other dispatchers
(:mod:`engine.jit.compiler.dispatchers`). Then Numba translates the dispatchers to LLVM's
intermediate representation (:mod:`engine.jit.compiler.codegen`), in which an array is an address
and one or two sizes (:mod:`engine.jit.compiler.arrays`). Finally, LLVM optimises the linked module
for each processor and writes an object file (:mod:`engine.jit.compiler.object_files`).

Each entry gets a small adapter. It reads the arguments from 64-bit slots, calls the kernel, and
writes the results into the slots after the arguments. Because of the adapter, a caller does not
need Numba.
"""
