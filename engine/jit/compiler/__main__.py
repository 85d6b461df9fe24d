"""Compile entries to object files, in a subprocess started by :mod:`engine.jit.build`.

    python -P -m engine.jit.compiler PACKAGE < files.json

The input maps the symbol of each entry to the paths of its object files, keyed by processor. The
output has one line for each entry that cannot be compiled.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path

from engine.jit.build import import_kernels, list_entries, write_file
from engine.jit.compiler import entry_compiler

_COLLECT_EVERY = 100_000
"""The number of new objects between garbage collections.

It is large because few of the objects become garbage."""


def main() -> None:
    """Compile every entry that the input names."""
    gc.set_threshold(_COLLECT_EVERY)
    package = sys.argv[1]
    wanted = json.load(sys.stdin)
    import_kernels(package)
    for entry in list_entries(package):
        if entry.symbol not in wanted:
            continue
        function, chosen = entry
        try:
            files = entry_compiler.compile_objects(
                function, chosen, entry.symbol, [*wanted[entry.symbol]]
            )
        except Exception as error:  # Numba may raise any error for code that it cannot compile
            sys.stdout.write(f"{entry_compiler.describe_failure(error, function)}\n")
        else:
            for cpu, content in files.items():
                write_file(Path(wanted[entry.symbol][cpu]), content)


if __name__ == "__main__":
    main()
