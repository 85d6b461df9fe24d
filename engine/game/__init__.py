"""What a game is to everything else, and the registry of those that are installed."""
