"""The search for hard levels."""
