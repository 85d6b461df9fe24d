"""The trace of the solver, beside the board."""
