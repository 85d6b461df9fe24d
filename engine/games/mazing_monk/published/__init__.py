"""What the thesis describes: its solver, its campaign and infinite modes, its measurements."""
