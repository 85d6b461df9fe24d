"""What another process makes of the same recipes, compiled or in plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from engine.jit import decorators

plain_or_not = pytest.mark.parametrize(
    "plain", [True] if decorators.is_disabled() else [False, True]
)
"""Without compilation here, one comparison is enough; compiling would take its time."""


def answer_of(script: str, given: object, *, plain: bool) -> Any:
    """What a script prints as JSON when it is given something as JSON.

    Args:
        script: the source of a program.
        given: for its standard input.
        plain: whether its kernels are plain Python.
    """
    run = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps(given),
        env=os.environ | {"NUMBA_DISABLE_JIT": "1" if plain else "0", "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)
