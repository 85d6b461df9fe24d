"""Levels to choose from: galleries, catalogues and suggestions, and what is decided of them."""
