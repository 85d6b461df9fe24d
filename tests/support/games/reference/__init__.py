"""Slow, plain readings of the rules, written from the rules text alone, to hold engine/ against."""
