"""Play on the cube: steps, turns, pointing, and previews."""
