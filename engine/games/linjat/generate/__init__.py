"""Linjat's generator and optimizer."""
