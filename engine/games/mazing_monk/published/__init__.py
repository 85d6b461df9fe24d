"""Reproductions of the thesis's solver, campaign, infinite play and measurements."""
