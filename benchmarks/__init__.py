"""Measurements of the hot paths, each beside a baseline taken in the same run.

``python -m benchmarks`` runs them all, ``python -m benchmarks graph`` one of them. Absolute
times depend on the machine and on what else it does; quote the ratios.
"""

import sys
from pathlib import Path

SUPPORT = Path(__file__).resolve().parent.parent / "tests" / "support"
# The slow references and the terminal stand beside the tests.
sys.path[:0] = [str(SUPPORT), str(SUPPORT / "games")]
