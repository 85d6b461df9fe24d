"""Verdicts, facts and figures in words, the same for every place that says them."""
