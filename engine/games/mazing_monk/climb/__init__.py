"""The climb: a search from level to level that maximizes the proven number of turns."""
