"""Compile entries to object files; started by :mod:`engine.jit.build`, several at a time.

    python -P -m engine.jit.compile PACKAGE < files.json

The input has, for each entry by its symbol, the path of an object file for each processor. Prints
a line for each entry that cannot be compiled.
"""

from __future__ import annotations

import gc
import json
import sys
from pathlib import Path

from engine.jit.build import import_kernels, list_entries, write_file
from engine.jit.compile import plain

_COLLECT_EVERY = 100_000
"""Objects between two collections of garbage; Numba makes many, and most of them stay."""


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
            files = plain.make_objects(function, chosen, entry.symbol, [*wanted[entry.symbol]])
        except Exception as error:  # whatever Numba raises for what it cannot compile
            sys.stdout.write(f"{plain.describe_failure(error, function)}\n")
        else:
            for cpu, content in files.items():
                write_file(Path(wanted[entry.symbol][cpu]), content)


if __name__ == "__main__":
    main()
