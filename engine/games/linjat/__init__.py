"""Linjat: draw a line of its length through every number and cover every dot.

After the game, article and program of J. Snellman (linjat.snellman.net).
"""
