"""For games on boards of tiles and pieces: the board, its text, its compiled form, the game."""
