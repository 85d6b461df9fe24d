"""Figures of the documentation, measured by the command that stands next to them.

``python -m benchmarks.figures`` lists them with their pages, ``python -m benchmarks.figures NAME``
measures some and prints them line by line as their page has them. A slow test runs every
command and looks for the lines in the page, whatever its line breaks are. Times depend on the
machine, so they are not among the lines.
"""
