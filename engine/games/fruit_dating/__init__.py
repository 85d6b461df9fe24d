"""Fruit Dating: tilt the board so that fruit of one colour meet.

After T. Rychnovsky's article on generating levels for his game (SBC Games).
"""
