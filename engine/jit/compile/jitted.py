"""Machine code made the plain way of Numba, in the process that needs it.

It serves where object files cannot be made, because a Numba is installed that changed what they
are made with: all works, but every process imports Numba and compiles for itself.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from engine.jit import plans
from engine.jit.compile.twins import twins
from engine.jit.marks import Form


def form_of(function: FunctionType, chosen: type | None) -> Form:
    """Makes a function that compiles an entry when it is first called, and runs it."""
    plan = plans.plan_of(function, chosen)
    flat, give = plans.flatten(plan), plans.give_back(plan)
    compiled, spare = twins(whole=False)[function], [0] * plan.slots

    def form(*arguments: Any) -> Any:
        """Runs it; raises a mismatch for arguments of other types."""
        try:
            flat(*arguments)
        except plans.MISMATCHES as error:
            raise plans.Mismatch from error
        result = compiled(*arguments)
        return give([*spare, *(result if plan.several else [result])])

    return form
