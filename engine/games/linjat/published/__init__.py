"""Experiments that test the claims in the article about Linjat."""
