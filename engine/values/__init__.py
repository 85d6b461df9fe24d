"""Values that everything else speaks of: levels, boards, grids, parameters, verdicts, traces."""
