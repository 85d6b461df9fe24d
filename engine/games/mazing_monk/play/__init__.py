"""Play on the cube: the rules for moves, mouse input, previews and viewpoints."""
