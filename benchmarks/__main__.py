"""Runs all benchmarks, or those named."""

from __future__ import annotations

import sys
from importlib import import_module

NAMES = (
    *("graph", "yardstick", "skiddy", "linjat", "linjat_methods", "mazing_monk"),
    *("generation", "bulk", "batch", "presets", "improving", "archive", "resolve", "relevance"),
    *("startup", "first_time", "latency", "catalogue"),
)


def main() -> int:
    """Runs what is asked for; 2 for an unknown name."""
    names = sys.argv[1:] or NAMES
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        print(f"unknown benchmark {unknown[0]!r}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 2
    for name in names:
        import_module(f"benchmarks.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
