"""A Mazing Monk: a maze on a cube whose rows and columns turn, generated backwards.

After the thesis of the same name on procedural puzzle generation.
"""
