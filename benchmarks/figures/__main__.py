"""Command line: list the figures of the documentation, or measure some of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import partial

from benchmarks.common import require_kernels
from benchmarks.figures import campaigns, cube, graphs, making, presets, puzzles, screens, study

FIGURES: dict[str, tuple[str, Callable[[], Iterable[str]]]] = {
    "monk-cells": ("reference/mazing-monk.md", cube.measure_cells),
    "monk-orders": ("explanation/solvers.md", cube.measure_orders),
    "monk-strategies": ("explanation/solvers.md", cube.measure_strategies),
    "monk-hundred": ("explanation/ratings.md", cube.measure_hundred),
    "monk-reverse": ("explanation/generators.md", cube.measure_reverse),
    "monk-repair": ("explanation/generators.md", cube.measure_repair),
    "monk-very-hard": ("reference/mazing-monk.md", cube.measure_very_hard),
    "monk-far": ("explanation/sources.md", cube.measure_far),
    "monk-graphs": ("explanation/experiments.md", graphs.measure_graphs),
    "monk-few-levels": ("explanation/experiments.md", graphs.measure_few),
    "fruit-backwards": ("explanation/generators.md", making.measure_backwards),
    "fruit-solvers": ("explanation/experiments.md", study.measure_solvers),
    "skiddy-fun": ("explanation/ratings.md", study.measure_fun),
    "linjat-methods": ("explanation/experiments.md", study.measure_methods),
    "linjat-clues": ("explanation/generators.md", study.measure_clues),
    "linjat-dots": ("explanation/generators.md", making.measure_dots),
    "linjat-scores": ("explanation/ratings.md", puzzles.measure_scores),
    "human-samples": ("explanation/deduction.md", puzzles.measure_samples),
    "human-published": ("explanation/deduction.md", puzzles.measure_published),
    "campaign-lists": ("reference/packs-and-runs.md", campaigns.measure_lists),
    "campaign-grades": ("reference/packs-and-runs.md", campaigns.measure_grades),
    "screen-bytes": ("reference/accessibility.md", screens.measure_bytes),
    "screen-images": ("reference/themes.md", screens.measure_images),
    "likeness": ("reference/facts.md", making.measure_likeness),
    "presets-fruit-dating": (
        "reference/presets.md",
        partial(presets.measure_table, "fruit-dating"),
    ),
    "presets-skiddy": ("reference/presets.md", partial(presets.measure_table, "skiddy")),
    "presets-linjat": ("reference/presets.md", partial(presets.measure_table, "linjat")),
    "presets-mazing-monk": ("reference/presets.md", partial(presets.measure_table, "mazing-monk")),
    "usual-positions": ("reference/presets.md", presets.measure_usual_positions),
}
"""The page in ``docs/`` that has each group of figures, and the function that measures the group.

The function returns the parts of the page that depend on the measurement, without line breaks."""


def run(names: list[str]) -> None:
    """Print the lines that pages have of some figures; without names list all figures."""
    if not names:
        for name, (page, _) in FIGURES.items():
            print(name, page)
        return
    require_kernels()
    for name in names:
        for line in FIGURES[name][1]():
            print(line, flush=True)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(
        prog="python -m benchmarks.figures", description="Measure figures of the documentation."
    )
    arguments.add_argument(
        "names", nargs="*", metavar="NAME", choices=[[], *FIGURES], help="all are listed without"
    )
    run(arguments.parse_args().names)
