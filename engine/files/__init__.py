"""Levels and records in files and in text: TOML, JSON, share strings, atomic storage."""
