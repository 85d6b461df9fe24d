"""Deduction on Linjat boards: rules, layers, and one conclusion at a time."""
