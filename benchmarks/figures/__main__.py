"""Command line: list the figures of the documentation, or measure some of them."""

from __future__ import annotations

import argparse

from benchmarks.common import require_kernels
from benchmarks.figures import cube, graphs, making, presets, study

FIGURES = {
    figures.name: figures
    for module in (cube, graphs, making, presets, study)
    for figures in module.FIGURES
}


def run(names: list[str]) -> None:
    """Print the lines that pages have of some figures; without names list all figures."""
    if not names:
        for figures in FIGURES.values():
            print(figures.name, figures.page)
        return
    require_kernels()
    for name in names:
        for line in FIGURES[name].measure():
            print(line, flush=True)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(
        prog="python -m benchmarks.figures", description="Measure figures of the documentation."
    )
    arguments.add_argument(
        "names", nargs="*", metavar="NAME", choices=[[], *FIGURES], help="all are listed without"
    )
    run(arguments.parse_args().names)
