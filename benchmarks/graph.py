"""Full state graphs with the backward pass: speed and memory, beside the slow reference."""

from __future__ import annotations

import subprocess
import sys

from reference import fruit_dating as reference

from benchmarks.common import LARGE, MEDIUM, as_reference, best, game, row
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.search.graph import search_graph
from engine.search.retrograde import analyse_retrograde

MEMORY = """
from pathlib import Path
from benchmarks.common import LARGE, game
from engine.games.fruit_dating.fruit_compiler import compile_board
from engine.search.retrograde import analyse_retrograde
from engine.search.graph import search_graph

def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024

game()
Path("/proc/self/clear_refs").write_text("5")
before = status("VmRSS")
graph = search_graph(compile_board(LARGE).make_search_level())
ahead = analyse_retrograde(graph)
print((status("VmHWM") - before) / graph.count)
"""
"""Peak memory of one search in a fresh process, by the counters of Linux."""


def run() -> None:
    """Prints states a second, bytes a state, and the ratio to the reference."""
    game()
    print("Full graph with backward reachability, one core")
    level = compile_board(LARGE).make_search_level()

    def whole() -> tuple[int, int]:
        graph = search_graph(level)
        return graph.count, analyse_retrograde(graph).dead_states

    seconds, (count, _) = best(5, whole)
    row("states of the large board", f"{count:,}")
    row("states a second", f"{count / seconds / 1e6:.2f} million")
    searching, _ = best(5, lambda: search_graph(level))
    row("of that, search alone", f"{count / searching / 1e6:.2f} million")
    memory = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True
    )
    row("peak memory above the loaded program", f"{float(memory.stdout):.0f} bytes", "a state")
    slow, facts = best(1, lambda: reference.explore(as_reference(MEDIUM)))
    row(
        "slow reference, states a second", f"{facts.states / slow:,.0f}", f"{facts.states:,} states"
    )
    row("ratio", f"{count / seconds / (facts.states / slow):.0f}", "times the reference")
