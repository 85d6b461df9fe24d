"""The app: start-up, signals, preferences, moving between screens."""
