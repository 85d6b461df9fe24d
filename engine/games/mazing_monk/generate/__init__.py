"""The generator that makes levels backwards."""
