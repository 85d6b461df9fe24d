"""What the thesis describes: its solver, its rating, its campaign and infinite modes."""
