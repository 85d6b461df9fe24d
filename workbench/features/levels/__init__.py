"""The level browser."""
