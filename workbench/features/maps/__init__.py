"""Maps over the board: dead ends, leaks, and the evidence of conclusions."""
