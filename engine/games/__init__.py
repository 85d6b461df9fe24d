"""The games, each in a separate folder. No game imports from another."""
